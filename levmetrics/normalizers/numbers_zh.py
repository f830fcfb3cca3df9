"""Chinese numbers to figures.

A run of numerals becomes figures if it is one number: 三百二十一 is 321, 一万二千 is 12000,
二〇二四年 is 2024年, 百分之五十 is 50%, 三点一四 is 3.14. It is left alone

- if it is no number as these are written: 万一, 千万不要, 两三个 ("two or three"), and 一百五 and
  一万二, whose last digit stands for tens or thousands;
- after 数 or 几, and after a weekday's 周, 星期 or 礼拜: 周三十点 is ten o'clock on a Wednesday;
- if its last 一 begins a word (七十一般);
- if it is a single numeral (一起, 十分), but before 个, 岁, 年, 月, 日, 号, 元 and 块, and
  before 点 except in 一点.
"""

from __future__ import annotations

from functools import partial

import regex

from levmetrics.normalizers.distinct import of_distinct
from levmetrics.normalizers.figures import of_usual_width, ungrouped
from levmetrics.normalizers.han_numbers import (
    DIGITS,
    FIGURES,
    ZEROS,
    HanNumerals,
    digits_of,
    with_figures,
)
from levmetrics.normalizers.normalizer import NORMALIZERS, Normalizer

_TWO = "两兩"
_LARGE = "万萬亿億"
_DIGIT, _COEFFICIENT = f"[{DIGITS}]", f"[{DIGITS}{_TWO}1-9]"
_ZERO = f"(?:(?<=[千百{_LARGE}])[{ZEROS}])?"
_NUMERALS = HanNumerals(
    digits_of(_TWO),
    regex.compile(
        rf"(?:{_ZERO}(?P<thousands>{_COEFFICIENT})千)?"
        rf"(?:{_ZERO}(?P<hundreds>{_COEFFICIENT})百)?"
        rf"(?:{_ZERO}(?P<tens>(?:{_COEFFICIENT}|(?<![千百{_LARGE}{ZEROS}])))十)?"
        # Ones follow tens or a zero; after a larger unit they are short for the next one.
        rf"(?:(?<![千百{_LARGE}{ZEROS}])(?P<ones>{_DIGIT})"
        rf"|(?<=[千百{_LARGE}])[{ZEROS}](?P<ones>{_DIGIT}))?"
        rf"|(?P<figures>{FIGURES})"
    ),
    (("亿", 10**8), ("億", 10**8), ("万", 10**4), ("萬", 10**4)),
)
_NUMERAL = f"[{ZEROS}{DIGITS}{_TWO}十百千{_LARGE}]"
_WORD_STARTS = "一(?=[起般样樣些定直切旦致边邊向再共同律流])"
_POINT, _PLACE = "[点點]", f"[{ZEROS}{DIGITS}]"
_PERCENT = regex.compile(
    rf"百分之(?:(?P<all>百)|(?P<whole>(?:{FIGURES}|{_NUMERAL})+)(?:{_POINT}(?P<fraction>{_PLACE}+))?)"
    rf"(?![0-9几幾]|{_NUMERAL})"
)
_IN_ROW = f"[0-9{_NUMERAL[1:]}"
_BEFORE = rf"(?={_IN_ROW})(?<![数數几幾周週期拜0-9.]|{_NUMERAL}|{_IN_ROW},)"
_AFTER = rf"(?!,{_IN_ROW})(?<!{_WORD_STARTS})"  # with a comma, two numbers would be one
_DECIMAL = regex.compile(  # 三点五 may be five past three, too
    rf"{_BEFORE}(?P<whole>[{ZEROS}]|{_NUMERAL}+(?={_POINT}{_PLACE}{{2}})){_POINT}"
    rf"(?P<fraction>{_PLACE}++)(?![十百千{_LARGE}分刻半多]){_AFTER}"
)
_RUN = regex.compile(
    rf"{_BEFORE}(?:{with_figures(_NUMERAL)}"
    rf"|{_NUMERAL}{{2,}}+(?![0-9])"
    rf"|{_NUMERAL}(?=[个個岁歲年月日号號元块塊]|(?<!一)[点點])){_AFTER}"
)


def _numbers(text: str) -> str:
    text = _PERCENT.sub(_percent, ungrouped(of_usual_width(text)))
    text = _DECIMAL.sub(_decimal, text)
    figures: str = _RUN.sub(lambda found: _NUMERALS.figures(found[0]) or found[0], text)
    return figures


def _percent(found: regex.Match[str]) -> str:
    if found["all"]:
        return "100%"
    figures = _decimal(found) if found["fraction"] else _NUMERALS.figures(found["whole"])
    return f"{figures}%" if figures and figures[0].isascii() else found[0]


def _decimal(found: regex.Match[str]) -> str:
    whole = "0" if found["whole"] in ZEROS else _NUMERALS.figures(found["whole"])
    fraction = "".join(_NUMERALS.digits[digit] for digit in found["fraction"])
    return found[0] if whole is None else f"{whole}.{fraction}"


NORMALIZERS.register(
    Normalizer(
        "numbers:zh",
        _numbers,
        partial(of_distinct, _numbers),
        arrow_is_for_ascii=False,
        description="Chinese numbers to figures: 三百二十一, 二〇二四年, 百分之五十; not in words "
        "(一起, 万一) nor where it may be two numbers (两三个)",
    )
)
