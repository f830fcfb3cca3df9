"""Japanese numbers to figures.

A run of numerals becomes figures if it is one number, and not a part of a word: 三百二十一 is 321,
1万2千 is 12000, 二〇二四年 is 2024年. It is left alone

- if it is no number as these are written: 万一, 二三日 ("two or three days"), 七五三;
- before another Han character that is no counter: 八百屋, 五十嵐; after 数, 何 or 幾: 数十;
- if it is a single numeral without a counter (千葉, 一緒, 三重県), with one that is part of a
  longer word (一時的, 統一日), or in 十分, 一時, 一番, 一度, 一本, 一点 and 一杯, which are words
  more often than numbers.

With figures in it (3億, 1.5万) it is a number wherever it stands.
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

_DIGIT = f"[{DIGITS}1-9]"
_NUMERALS = HanNumerals(
    digits_of(""),
    regex.compile(
        f"(?:(?P<thousands>{_DIGIT}?)千)?(?:(?P<hundreds>{_DIGIT}?)百)?(?:(?P<tens>{_DIGIT}?)十)?"
        f"(?:(?P<ones>[{DIGITS}])|(?P<figures>{FIGURES}))?"
    ),
    (("京", 10**16), ("兆", 10**12), ("億", 10**8), ("万", 10**4)),
)
_NUMERAL = f"[{ZEROS}{DIGITS}十百千万億兆京]"
_COUNTER = (
    "(?:世紀|週間|[年月日時分秒円人回個本枚台冊匹頭歳才度階番号位件名杯点章条節つ]"
    "|[かカヶケヵ箇][月国所年]|キロ|メートル|センチ|ミリ|グラム|パーセント|ドル|ユーロ|ページ)"
)
_IN_ROW = f"[0-9{_NUMERAL[1:]}"
_WORD = "十分(?!間)|一時(?![間半])|一番(?!目)|一[度本点杯]"
_RUN = regex.compile(
    rf"(?={_IN_ROW})(?<![数何幾0-9.]|{_NUMERAL}|{_IN_ROW},)(?:"
    rf"{with_figures(_NUMERAL)}"
    rf"|{_NUMERAL}{{2,}}+(?=[^\p{{Han}}]|$|{_COUNTER})(?![0-9])"
    rf"|(?<![\p{{Han}}--[第約計年月週日時分午前後曜]])(?!{_WORD}){_NUMERAL}"
    rf"(?={_COUNTER}(?:[前後以目間半頃中内程余]|[^\p{{Han}}0-9]|$|(?<=[年月日時分]){_IN_ROW})))"
    rf"(?!,{_IN_ROW})",  # which two numbers in figures would be one with
    flags=regex.V1,
)


def _numbers(text: str) -> str:
    figures: str = _RUN.sub(
        lambda found: _NUMERALS.figures(found[0]) or found[0], ungrouped(of_usual_width(text))
    )
    return figures


NORMALIZERS.register(
    Normalizer(
        "numbers:ja",
        _numbers,
        partial(of_distinct, _numbers),
        arrow_is_for_ascii=False,
        description="Japanese numbers to figures: 三百二十一, 1万2千, 二〇二四年; not in words "
        "(一緒, 八百屋) nor where it may be two numbers (二三日)",
    )
)
