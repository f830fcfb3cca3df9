"""Conversion of Japanese numbers to figures.

A run of numerals becomes figures if it is a single number and not part of a word: 三百二十一 is
321, 1万2千 is 12000, 二〇二四年 is 2024年, 三分の一 is 3分の1, 五、六人 is 5、6人, 三〜十五人 is
3〜15人. Numbers that belong together are converted all or not at all: 三〜五万円 is 3〜5万円;
三〜四百円, whose unit may be that of both, stays. A run stays unchanged

- if it is not written like a number: 万一, 二三日 ("two or three days"), 七五三; but three digits
  or more are a number before 番 (一一九番);
- before another Han character that is not a counter: 八百屋, 五十嵐; after 数, 何 or 幾: 数十;
- if it is a single numeral without a counter (千葉, 一緒, 三重県), with one that is part of a
  longer word (一時的, 統一日), or in 十分, 一時, 一番, 一度, 一本, 一点 and 一杯, which are words
  more often than numbers;
- if it ends in thousands that may stand for 千万: 3億5千;
- in some other words: 八百万の神, 千日前, 千歳, 五分五分.

A run with figures in it (3億, 1.5万) is a number wherever it stands.
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

_DIGIT = f"[{DIGITS}1-9]"
_NUMERAL = f"[{ZEROS}{DIGITS}十百千万億兆京]"
_NUMBERS = HanNumbers(
    _NUMERAL,
    regex.compile(
        f"(?:(?P<thousands>{_DIGIT}?)千)?(?:(?P<hundreds>{_DIGIT}?)百)?(?:(?P<tens>{_DIGIT}?)十)?"
        f"(?:(?P<ones>[{DIGITS}])|(?P<figures>{FIGURES}))?"
    ),
)
_COUNTER = (
    "(?:世紀|週間|[年月日時分秒円人回個本枚台冊匹頭歳才度階番号位件名杯点章条節組食つ]"
    "|[かカヶケヵ箇][月国所年]|キロ|メートル|センチ|ミリ|グラム|パーセント|ドル|ユーロ|ページ)"
)
_IN_ROW = f"[0-9{_NUMERAL[1:]}"
_NUMBER = f"(?:{FIGURES}|{_NUMERAL})++"
_MARK = "[〜～~‐–—―−－-]第?"
_JOINT = f"(?:{_MARK}|(?:、|から|ないし|または|か)第?)"
# Words more often than numbers; an idiom, a name of a place, a family or an animal.
_WORDS = (
    rf"(?<!時)十分(?!間|の{_IN_ROW})|一時(?![間半]|{_IN_ROW}+分)|一番(?!目)|一[度本点杯](?!、)"
    "|一人(?:ひとり|一人|前)|一日(?:千秋|一善)|五分五分|八百万の神|千日前|千歳|二十四の瞳|二十日(?:鼠|ねずみ)"
    "|四月一日(?:さん|くん|君|ちゃん|様)"  # Watanuki
)
_BEFORE = rf"(?={_IN_ROW})(?<![数何幾0-9.]|{_NUMERAL}|{_IN_ROW},)"
_AFTER = rf"(?![.,]{_IN_ROW})"  # with a mark, two numbers would be one
# A single numeral is not part of a word after these characters, and with its counter before those.
_ALONE = rf"(?<![\p{{Han}}--[第約計年月週日時分午前後曜]])(?!{_WORDS})"
_COUNTED = (
    rf"(?={_COUNTER}(?:[前後以目間半頃中内程余]|[^\p{{Han}}0-9]|$"
    rf"|(?<=[年月日時分]){_NUMBER}{_COUNTER}))"
)
_ENDED = rf"(?=[^\p{{Han}}0-9]|$|{_COUNTER})"
_RUN = regex.compile(
    # Each is converted as a whole or not at all, by the first pattern that matches.
    rf"(?={_IN_ROW})(?:(?<![\p{{Han}}])(?:{_WORDS})"
    rf"|{_BEFORE}(?P<parts>{_NUMBER})分の(?P<of>{_NUMBER})(?![\p{{Han}}--[以未程強弱]]){_AFTER}"
    rf"|(?<!{_IN_ROW}){_IN_ROW}++分の{_IN_ROW}++"
    rf"|(?={_NUMBER}(?:{_JOINT}|・))(?:"
    rf"{_BEFORE}(?:{_ALONE}|(?!{_NUMERAL}{_JOINT}))(?P<chain>{_NUMBER}(?:{_JOINT}{_NUMBER})+)"
    rf"(?:(?<=[0-9])|(?<={_IN_ROW}{_NUMERAL}){_ENDED}|(?<!{_IN_ROW}{_NUMERAL}){_COUNTED}){_AFTER}"
    rf"|(?<!{_IN_ROW}){_NUMBER}(?:(?:{_MARK}|・){_NUMBER})+"
    rf"|(?<!{_IN_ROW})(?:{_NUMERAL}(?:{_JOINT}{_IN_ROW}++)+|{_IN_ROW}++{_JOINT}{_IN_ROW}{{2,}}+))"
    rf"|{_BEFORE}(?P<row>[{ZEROS}{DIGITS}]{{3,}}+)(?=番){_AFTER}"
    rf"|{_BEFORE}(?P<number>{with_figures(_NUMERAL)}"
    rf"|{_NUMERAL}{{2,}}+{_ENDED}"
    rf"|{_ALONE}{_NUMERAL}{_COUNTED}){_AFTER})",
    flags=regex.V1,
)


def _figures(found: regex.Match[str]) -> str | None:
    """Return a match in figures; ``None`` if it stays."""
    if found["parts"]:
        return _NUMBERS.both(found["parts"], "分の", found["of"])
    if found["chain"]:
        return _NUMBERS.all_of(found["chain"], _JOINT)
    if found["row"]:
        return "".join(FIGURE_OF[digit] for digit in found["row"])
    return _NUMBERS.figures(found["number"]) if found["number"] else None


def _japanese(text: str) -> str:
    return in_figures(text, _RUN, _figures)


built_in("numbers:ja", _japanese, context=_NUMBERS.may_be_in)
