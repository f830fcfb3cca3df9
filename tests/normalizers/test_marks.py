"""``marks`` takes punctuation, symbols and case away in every script, and no vowel sign."""

import unicodedata

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from levmetrics import error_counts
from levmetrics.normalizers import get_normalizer
from tests.code_points import CODE_POINTS as TRIED

marks = get_normalizer("marks")
CODE_POINTS = [chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Don't, (really)!  50 % ", "don t really 50"),
        ("नमस्ते, दुनिया!", "नमस्ते दुनिया"),
        ("สวัสดี ชาวโลก ๆ", "สวัสดี ชาวโลก ๆ"),
        ("வணக்கம்!", "வணக்கம்"),
        ("「今日」は、ＧＰＵ。", "今日 は gpu"),
        ("ＣＡＦÉ café", "café café"),
        ("1\ufe0f\u20e3 ❤\ufe0f x", "1\ufe0f\u20e3 x"),
        ("´a \u0301b", "a b"),
        ("か゛っこう、ハ゜ン ｶ゛ｽ ﾄﾞ ゛", "がっこう パン ガス ド"),
        ("क ी क-ी", "क ी क ी"),
        ("3.14, 1,000 U.S.A.", "3 14 1 000 u s a"),
        ("1½ ½2 １½ 1\ufe0f½", "1 1 2 1 2 2 1 1 2 1\ufe0f 1 2"),
        ("10² 10¹² H₂O m² ①② 5㏠", "10 2 10 12 h2o m2 1 2 5 1日"),
        ("፲፩ ١٢ Ⅻ", "፲፩ ١٢ xii"),
        ("", ""),
    ],
)
def test_what_stays_and_what_goes(text, expected):
    assert marks(text) == expected


def test_vowels_of_hindi_count():
    counts = error_counts("नमस्ता दुनिया कैसा हो", "नमस्ते दुनिया कैसे हो", normalizer="marks")
    assert counts.wer == 0.5


@pytest.mark.slow
def test_figures_are_joined_to_no_other_number():
    numbers = [
        character
        for character in CODE_POINTS
        if unicodedata.category(character) != "Nd"
        and regex.search("^[0-9]|[0-9]$", unicodedata.normalize("NFKC", character))
    ]
    assert len(numbers) > 200
    for character in numbers:
        assert marks(f"7{character}7") == f"7 {marks(character)} 7"


def test_no_letter_number_or_mark_of_any_script_is_lost():
    folded = [unicodedata.normalize("NFKC", character).lower() for character in CODE_POINTS]
    kept = [text for text in folded if all(unicodedata.category(c)[0] in "LNM" for c in text)]
    texts = [f"x{text}x" for text in kept]
    expected = [unicodedata.normalize("NFKC", text) for text in texts]
    assert marks(" ".join(texts)).split(" ") == expected
    assert len(kept) > 130_000


@given(st.text())
def test_twice_is_once_and_no_punctuation_is_left(text):
    once = marks(text)
    assert marks(once) == once
    assert not regex.search(r"[\p{P}\p{S}]|^\s|\s\s|\s$", once)


@pytest.mark.slow
def test_twice_is_once_beside_every_kind_of_character():
    """A fault of one unassigned, private or caseless letter is found one time in 31."""
    for character in TRIED:
        once = marks(f"a{character}\u0301 {character}b")
        assert marks(once) == once, character
