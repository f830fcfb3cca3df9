"""``width`` folds full and half width, and nothing that NFKC folds besides."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics.normalizers import get_normalizer

width = get_normalizer("width")
CODE_POINTS = [chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ＡＢＣ１２３！", "ABC123!"),
        ("ｶﾞｷﾞﾊﾟｰﾄ｡", "ガギパート。"),
        ("カﾞ", "ガ"),
        ("a　b", "a b"),
        ("①㍻ﬁ²", "①㍻ﬁ²"),
        ("ﾞ", "\u3099"),
    ],
)
def test_what_is_folded_and_what_is_left_alone(text, expected):
    assert width(text) == expected


def test_exactly_the_wide_and_narrow_code_points_change():
    for character in CODE_POINTS:
        of_width = unicodedata.decomposition(character).startswith(("<wide>", "<narrow>"))
        assert (width(character) != character) == of_width, character
        if of_width:
            assert unicodedata.normalize("NFKC", width(character)) == unicodedata.normalize(
                "NFKC", character
            )


@given(st.text() | st.text("ｶﾞﾟガはﾊＡ　\u3099\u309a"))
def test_twice_is_once(text):
    assert width(width(text)) == width(text)


@given(st.text("ｱｶｻﾀﾊｳﾞﾟｰ｡ＡＺａｚ０９　！～", max_size=20))
def test_of_half_width_kana_and_full_width_ascii_it_is_nfkc(text):
    assert width(text) == unicodedata.normalize("NFKC", text)
