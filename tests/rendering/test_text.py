"""Tokens that look alike are told apart, and others are shown as they are."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics import align
from levmetrics.rendering.text import markdown_text, told_apart

NUMBERS = re.compile(r"⟨[0-9A-F]{2,6}⟩")
LETTERS = st.text(st.sampled_from("aeoА-–’'éêが\u0301\u3099\u200bｱアＡA ㎞k\u00a0"), max_size=6)


@pytest.mark.parametrize(
    ("target", "pred"),
    [
        ("caf\u00e9", "cafe\u0301"),
        ("\u304c", "\u304b\u3099"),
        ("\uff21", "A"),
        ("don't", "don\u2019t"),
        ("a-b", "a\u2013b"),
        ("a\u00a0b", "a b"),
        ("\u0430", "a"),
        ("\u039f", "O"),
        ("a\u200bb", "ab"),
        ("ſo", "fo"),
        ("ſo", "so"),
    ],
    ids=ascii,
)
def test_what_looks_alike_is_followed_by_the_numbers_of_what_differs(target, pred):
    shown = told_apart(target, pred)
    assert shown[0] != shown[1]
    assert [NUMBERS.sub("", text) for text in shown] == [target, pred]
    assert any(NUMBERS.search(text) for text in shown)


@given(LETTERS, LETTERS)
def test_texts_of_one_compatibility_form_are_told_apart_and_nothing_is_lost(target, pred):
    shown = told_apart(target, pred)
    assert [NUMBERS.sub("", text) for text in shown] == [target, pred]
    if target != pred and unicodedata.normalize("NFKC", target) == unicodedata.normalize(
        "NFKC", pred
    ):
        assert any(map(NUMBERS.search, shown))
    if not any(map(NUMBERS.search, shown)):
        assert shown == (target, pred)


@given(st.text(max_size=5), st.text(max_size=5))
def test_equal_and_ascii_tokens_stay_as_they_are(one, other):
    assert told_apart(one, one) == (one, one)
    ascii_only = ascii(one), ascii(other)
    assert told_apart(*ascii_only) == ascii_only


def test_an_alignment_shows_what_a_reader_cannot_see():
    drawn = align("cafe\u0301 noir", "caf\u00e9 noir")
    assert "café⟨E9⟩" in str(drawn)
    assert "cafe\u0301⟨65⟩⟨301⟩" in drawn.to_html()


@pytest.mark.parametrize("start", ["- ", "+ ", "1. ", "12) ", "> ", ">", "---", "-"])
def test_a_text_begins_no_list_quotation_or_rule_of_markdown(start):
    parser = pytest.importorskip("markdown_it").MarkdownIt("commonmark")
    kinds = [
        token.type
        for token in parser.parse(markdown_text(f"{start}x" if start[-1] != "-" else start))
    ]
    assert kinds == ["paragraph_open", "inline", "paragraph_close"]


@pytest.mark.parametrize("number", ["-1.40", "24.23 %", "+0.5", "1,234"])
def test_numbers_stay_as_they_are_in_markdown(number):
    assert markdown_text(number) == number
