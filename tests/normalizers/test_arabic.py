"""``arabic`` folds what Lucene's ArabicNormalizer does, and presentation forms."""

import unicodedata

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from levmetrics.normalizers import get_normalizer
from tests.code_points import CODE_POINTS

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
        ("ﺃﺣﻤﺪ ﻻ ﷲ", "احمد لا الله"),
        ("٪ hello, ۱", "٪ hello, ۱"),
    ],
)
def test_what_is_folded_and_what_is_left_alone(text, expected):
    assert arabic(text) == expected


def test_exactly_the_named_code_points_change():
    changed = {code for code in range(0x110000) if arabic(chr(code)) != chr(code)}
    letters = {0x0622, 0x0623, 0x0625, 0x0629, 0x0640, 0x0649}
    forms = {
        code
        for code in range(0x110000)
        if regex.match("<(isolated|initial|medial|final)>", unicodedata.decomposition(chr(code)))
    }
    assert changed == letters | set(range(0x064B, 0x0653)) | forms
    assert len(forms) > 700


@pytest.mark.slow
def test_its_order_beside_nfkc_changes_no_text_of_one_character():
    first, last = get_normalizer(["arabic", "nfkc"]), get_normalizer(["nfkc", "arabic"])
    for character in CODE_POINTS:
        assert first(character) == last(character), ascii(character)


@given(st.text(st.sampled_from("\ufe8d\ufe83\ufedf\ufefb\u0627\u0653\u0651\ufe7c\ufdfa ")))
def test_its_order_beside_nfkc_changes_no_text(text):
    orders = ["arabic", "nfkc"], ["nfkc", "arabic"]
    first, last = (get_normalizer(order)(text) for order in orders)
    assert first == last


@pytest.mark.parametrize("text", ["أحمد", "إحسان آمن", "مُؤْمِن"])
def test_both_canonical_forms_are_folded_alike_as_far_as_alef_goes(text):
    alefs = [arabic(unicodedata.normalize(form, text)) for form in ("NFC", "NFD")]
    assert alefs[0] == unicodedata.normalize("NFC", alefs[1])


@given(st.text(st.characters(min_codepoint=0x600, max_codepoint=0x6FF)))
def test_twice_is_once(text):
    assert arabic(arabic(text)) == arabic(text)
