"""``arabic`` folds what Lucene's ArabicNormalizer does, and no other code point."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics import get_normalizer

arabic = get_normalizer("arabic")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("أحمد", "احمد"),
        ("إحسان آمن", "احسان امن"),
        ("بنى", "بني"),
        ("فاطمة", "فاطمه"),
        ("مُحَمَّدٌ", "محمد"),
        ("روبرـــت", "روبرت"),
        ("ﷺ hello, ۱", "ﷺ hello, ۱"),
    ],
)
def test_what_is_folded_and_what_is_left_alone(text, expected):
    assert arabic(text) == expected


def test_exactly_the_named_code_points_change():
    changed = {code for code in range(0x110000) if arabic(chr(code)) != chr(code)}
    letters = {0x0622, 0x0623, 0x0625, 0x0629, 0x0640, 0x0649}
    assert changed == letters | set(range(0x064B, 0x0653))


@pytest.mark.parametrize("text", ["أحمد", "إحسان آمن", "مُؤْمِن"])
def test_both_canonical_forms_are_folded_alike_as_far_as_alef_goes(text):
    alefs = [arabic(unicodedata.normalize(form, text)) for form in ("NFC", "NFD")]
    assert alefs[0] == unicodedata.normalize("NFC", alefs[1])


@given(st.text(st.characters(min_codepoint=0x600, max_codepoint=0x6FF)))
def test_twice_is_once(text):
    assert arabic(arabic(text)) == arabic(text)
