"""``remove_punctuation`` makes no wrong number or word right, and ``delete_punctuation`` may."""

import unicodedata

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from levmetrics import error_counts
from levmetrics.normalizers import get_normalizer

remove = get_normalizer("remove_punctuation")
delete = get_normalizer("delete_punctuation")
CODE_POINTS = [chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000]
PUNCTUATION = regex.findall(r"\p{P}", "".join(CODE_POINTS))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3.14, 10-20 and 1,000; 12:30.", "3.14 10-20 and 1,000 12:30"),
        ("10–20 ３．１４ 1’000", "10-20 ３．１４ 1'000"),
        ("-5 (-5) x=-5 $-5 -$5 気温は-5度 .5 -.5 –.5", "-5 -5 x=-5 $-5 -$5 気温は-5度 .5 -.5 -.5"),
        ("COVID-19, a -- b, 1,-2", "COVID 19 a  b 1 -2"),
        ("we're we’re 'quoted' dogs' 90's", "we're we're quoted dogs 90's"),
        ("yes—no end.Start (a)b", "yes no end Start a b"),
        ("ሰላም፡ለዓለም བོད་ཡིག", "ሰላም ለዓለም བོད ཡིག"),
        ("끝.시작", "끝 시작"),
        ("「今日」、は。GPU、東京", "今日はGPU東京"),
        ("あ〜い あ～い 10〜20 10～20 a〜b a～b", "あい あい 10〜20 10〜20 a b a b"),
        ('col·lecció צה״ל צה"ל a·b', 'col·lecció צה״ל צה"ל a b'),
        ('צה"״ "צה"', "צה צה"),
        ("$1 + 2 = ~3 ^ `|<>", "$1 + 2 = ~3 ^ `|<>"),
        ("...", ""),
    ],
)
def test_what_stays_and_what_goes(text, expected):
    assert remove(text) == expected


@pytest.mark.parametrize(
    ("wrong", "right"),
    [("314", "3.14"), ("1020", "10-20"), ("5", "-5"), ("were", "we're"), ("yesno", "yes—no")],
)
def test_what_differs_in_a_number_or_word_stays_different(wrong, right):
    assert error_counts(wrong, right, normalizer="remove_punctuation").errors[0] > 0


def test_no_punctuation_of_any_script_joins_words_or_numbers():
    for character in PUNCTUATION:
        assert remove(f"ab{character}cd") not in ("abcd", f"ab{character}cd") or character in "'’＇"
        assert remove(f"12{character}34") != "1234", character
        assert remove(f"ab{character} cd") == "ab cd", character


def test_only_punctuation_and_the_wide_tilde_change():
    others = [c for c in CODE_POINTS if not regex.match(r"[\p{P}\uff5e]", c)]
    assert remove("".join(others)) == "".join(others)
    assert all(remove(character) == "" for character in [*PUNCTUATION, "\uff5e"])


@given(st.text("aé7١ はー本กิ\u0301-–.,'’「」()—~〜～$·l\"צ״ _\ufe0f\n"))
def test_twice_is_once(text):
    assert remove(remove(text)) == remove(text)


@given(st.text())
def test_what_is_no_punctuation_stays_in_its_order(text):
    kept = regex.sub(r"[\p{P}～\s\ufe0e\ufe0f〜]", "", text)
    assert regex.sub(r"[\p{P}～\s\ufe0e\ufe0f〜]", "", remove(text)) == kept


def test_delete_punctuation_is_the_literal_rule():
    assert delete("「今日」、は。 3.14 we're yes—no ～") == "今日は 314 were yesno ～"
    old = [c for c in PUNCTUATION if unicodedata.category(c)[0] == "P"]
    assert delete("".join(old)) == ""
