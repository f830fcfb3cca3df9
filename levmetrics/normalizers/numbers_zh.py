"""Conversion of Chinese numbers to figures.

A run of numerals becomes figures if it is a single number: 三百二十一 is 321, 一万二千 is 12000,
二〇二四年 is 2024年, 百分之五十 is 50%, 三点一四 is 3.14, 三点五十分 is 3点50分. Numbers that
belong together are converted all or not at all: 三到二十个 is 3到20个, 三到五万 is 3到5万;
三到四百, whose unit may be that of both, stays. A run stays unchanged

- if it is not written like a number: 万一, 千万不要, 两三个 ("two or three"), and 一百五, 一万二
  and 3万5, whose last digit stands for tens or thousands;
- if it ends in thousands that may stand for 千万: 三亿五千;
- if it may be a decimal or a time of day: 十点零五; but 五点零五分 is 5点05分;
- if its last digit stands for tenths: 三块五;
- after 数, 几 or 双, and after a weekday's 周, 星期 or 礼拜: 周三十点 is ten on a Wednesday;
- if its last 一 begins a word (七十一般);
- if it is a single numeral (一起, 十分), but before a few counters (三个, 十分钟, 第一次), before
  点 except in 一点, and with others before it (三到五个);
- in some words: 一块走, 五十步笑百步.
"""

from __future__ import annotations

from levmetrics.lazy import regex
from levmetrics.normalizers.han_numbers import (
    DIGITS,
    FIGURE_OF,
    FIGURES,
    ZEROS,
    HanNumbers,
    in_figures,
    with_figures,
)
from levmetrics.normalizers.normalizer import built_in

_TWO = "两兩"
_LARGE = "万萬亿億"
_DIGIT, _COEFFICIENT = f"[{DIGITS}]", f"[{DIGITS}{_TWO}1-9]"
_ZERO = f"(?:(?<=[千百{_LARGE}])[{ZEROS}])?"
_NUMERAL = f"[{ZEROS}{DIGITS}{_TWO}十百千{_LARGE}]"
_NUMBERS = HanNumbers(
    _NUMERAL,
    regex.compile(
        rf"(?:{_ZERO}(?P<thousands>{_COEFFICIENT})千)?"
        rf"(?:{_ZERO}(?P<hundreds>{_COEFFICIENT})百)?"
        rf"(?:{_ZERO}(?P<tens>(?:{_COEFFICIENT}|(?<![千百{_LARGE}{ZEROS}])))十)?"
        # Ones follow tens or a zero; after a larger unit, a digit stands for the next unit.
        rf"(?:(?<![千百{_LARGE}{ZEROS}])(?P<ones>{_DIGIT})"
        rf"|(?<=[千百{_LARGE}])[{ZEROS}](?P<ones>{_DIGIT}))?"
        rf"|(?<![{_LARGE}])(?P<ones>[{_TWO}])"  # 两万
        rf"|(?P<figures>(?!(?<=[{_LARGE}])[0-9](?![0-9.])){FIGURES})"
    ),
)
_WORD_STARTS = "一(?=[起般样樣些定直切旦致边邊向再共同律流])"
_POINT, _PLACE = "[点點]", f"[{ZEROS}{DIGITS}]"
_IN_ROW = f"[0-9{_NUMERAL[1:]}"
_NUMBER = f"(?:{FIGURES}|{_NUMERAL})++"
_TO = "[到至]"
_MARK = "[〜～~‐–—―−－-]"
_JOINT = f"(?:{_MARK}|{_TO}|[、或])"
_COUNTER = "(?:[个個岁歲年月日号號元次]|[块塊]|分[钟鐘])"
_ORDINAL_COUNTER = "(?:[天名位章节節条條届屆期步部])"  # after 第 only: 一名, 一位 are articles
# Words that begin like a numeral and its counter, and texts that only look like a time or decimal.
_WORDS = (
    "一[块塊](?![钱錢])"  # together; a piece
    "|一[个個](?:[劲勁个個样樣])|一元(?:复始|復始|论|論|化)|一次(?:性|方|函)"
    "|一年(?:到头|到頭|半载|半載|四季|一度)|一日(?:千里|三秋)"
    "|十一(?:国庆|國慶|黄金周|长假|假期)"  # the first of October
    "|五十步笑百步"
    f"|三{_POINT}(?:水|一[线線])|[两兩]{_POINT}之[间間]|一{_POINT}(?:一[滴点點]|半[点點])"
)
_BEFORE = rf"(?={_IN_ROW})(?<![数數几幾双雙周週期拜0-9.]|{_NUMERAL}|{_IN_ROW},)"
_AFTER = rf"(?![.,]{_IN_ROW})(?<!{_WORD_STARTS})"  # with a mark, two numbers would be one
_RUN = regex.compile(
    # Each is converted as a whole or not at all, by the first pattern that matches.
    rf"(?={_IN_ROW})(?:(?<!{_NUMERAL})(?:{_WORDS})"
    rf"|百分之(?P<low>{_NUMBER})(?P<to>{_TO})(?P<high>{_NUMBER})(?!{_POINT}|[0-9几幾分]|[.,]{_IN_ROW})"
    rf"|(?<!{_IN_ROW}[.,])百分之 *(?:(?P<all>百)(?!分)"
    rf"|(?P<percent>{_NUMBER})(?:{_POINT}(?P<percent_fraction>{_PLACE}++))?+)"
    rf"(?![0-9几幾]|{_NUMERAL}|(?:[.,]|{_TO}(?!百分之)){_IN_ROW})"
    rf"|百分之 *{_NUMBER}{_POINT}{_IN_ROW}++"
    # With minutes it is a time of day, but 三点十五个 may be 15 things at three.
    rf"|{_BEFORE}(?P<hour>{_NUMBER}){_POINT}(?P<minute>{_NUMBER})"
    rf"(?:(?=分(?![之钟鐘]))|(?<=十{_NUMERAL}?)(?!分|{_COUNTER}|[0-9几幾多])){_AFTER}"
    rf"|{_BEFORE}(?P<whole>{_NUMERAL}++)(?<![两兩]){_POINT}(?P<fraction>{_PLACE}++)"
    rf"(?P<large>[{_LARGE}]*+)(?![十百千分刻半多0-9]|{_POINT}|{_NUMERAL}|(?<={_POINT}一)[个個])"
    rf"{_AFTER}"
    rf"|(?<!{_IN_ROW}){_IN_ROW}++(?:{_POINT}|[块塊]){_IN_ROW}++"
    rf"|(?={_NUMBER}{_JOINT})(?:{_BEFORE}(?P<chain>{_NUMBER}(?:{_JOINT}{_NUMBER})+)"
    rf"(?:(?<={_IN_ROW}{_NUMERAL}|[0-9])(?![0-9]|{_POINT}|[块塊])|(?={_COUNTER})){_AFTER}"
    rf"|(?<!{_IN_ROW}){_NUMBER}(?:{_MARK}{_NUMBER})+"
    rf"|(?<!{_IN_ROW})(?:{_NUMERAL}(?:{_JOINT}{_IN_ROW}++)+|{_IN_ROW}++{_JOINT}{_IN_ROW}{{2,}}+)"
    rf"(?:{_POINT}{_IN_ROW}++)?)"
    rf"|{_BEFORE}(?P<number>{with_figures(_NUMERAL)}"
    rf"|{_NUMERAL}{{2,}}+(?![0-9])"
    rf"|{_NUMERAL}(?=[个個岁歲年月日号號元块塊]|分[钟鐘]|(?<!一)(?:次|{_POINT})|{_POINT}[钟鐘整半])"
    rf"|(?<=第){_NUMERAL}(?={_COUNTER}|{_ORDINAL_COUNTER})){_AFTER})"
)
_HOURS, _MINUTES = 24, 60


def _figures(found: regex.Match[str]) -> str | None:
    """Return a match in figures; ``None`` if it stays."""
    if found["all"]:
        return "100%"
    if found["low"]:
        figures = _NUMBERS.both(found["low"], found["to"], found["high"])
        return figures and f"百分之{figures}"
    if found["percent"]:
        figures = _decimal(found["percent"], found["percent_fraction"] or "")
        return figures and f"{figures}%"
    if found["hour"]:
        return _time(found)
    if found["whole"]:
        decimal = _decimal(found["whole"], found["fraction"])
        is_time = found["fraction"][0] in ZEROS and len(found["fraction"]) == 2
        if decimal is None or (is_time and 0 < float(decimal) < _HOURS and decimal[0] != "0"):
            return None
        return _NUMBERS.figures(f"{decimal}{found['large']}") if found["large"] else decimal
    if found["chain"]:
        return _NUMBERS.all_of(found["chain"], _JOINT)
    return _NUMBERS.figures(found["number"]) if found["number"] else None


def _time(found: regex.Match[str]) -> str | None:
    hour = "0" if found["hour"] in ZEROS else _NUMBERS.figures(found["hour"])
    minute = _NUMBERS.figures(found["minute"])
    if not (hour and minute and hour.isdigit() and minute.isdigit()):
        return None
    if int(hour) > _HOURS or int(minute) >= _MINUTES:
        return None
    point = found[0].removeprefix(found["hour"]).removesuffix(found["minute"])
    return f"{hour}{point}{minute}"


def _decimal(whole: str, fraction: str) -> str | None:
    figures = "0" if whole in ZEROS else _NUMBERS.figures(whole)
    places = "".join(FIGURE_OF[digit] for digit in fraction)
    return f"{figures}.{places}" if figures and places else figures


def _chinese(text: str) -> str:
    return in_figures(text, _RUN, _figures)


built_in("numbers:zh", _chinese, context=_NUMBERS.may_be_in)
