"""Texts are split at white space, and measured, as Python's strings are."""

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics import get_tokenizer
from levmetrics.inputs.arrow_text import is_ascii, spaced_words, split_whitespace, text_lengths

CODE_POINTS = [chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000]
SPACES = [c for c in CODE_POINTS if c.isspace()]
# Much white space of all kinds, and few letters of one to four bytes.
TEXTS = st.lists(st.text(st.sampled_from([*SPACES, "a", "b", "é", "日", "🚀"]), max_size=8))
ASCII_TEXTS = st.lists(st.text(st.sampled_from([" ", "\t", "\n", "\x1c", "\x00", "a", "b"])))


def column(texts):
    return pa.array(texts, pa.large_string())


@pytest.mark.slow
def test_white_space_is_that_of_str_split_at_every_code_point():
    for texts in ([f"{c}a{c}b{c}" for c in CODE_POINTS], CODE_POINTS):
        split = split_whitespace(column(texts)).to_pylist()
        assert split == [text.split() for text in texts]
        assert list(map(get_tokenizer("whitespace"), texts)) == split


def test_white_space_is_that_of_str_split_at_every_white_space():
    texts = [form.format(c) for c in SPACES for form in ("a{}b", "{}a", "a{}", "{}", "a{0}{0}b")]
    for own in (texts, *([text] for text in texts)):
        assert split_whitespace(column(own)).to_pylist() == [text.split() for text in own]


@given(st.one_of(TEXTS, ASCII_TEXTS, st.lists(st.text())), st.integers(0, 3))
def test_words_are_those_of_str_split_also_in_a_part_of_a_column(texts, start):
    part = column(texts).slice(start)
    expected = [text.split() for text in texts[start:]]
    assert split_whitespace(part).to_pylist() == expected
    words, starts = spaced_words(part)
    assert words.to_pylist() == [f"{word} " for own in expected for word in own]
    assert starts.tolist() == [sum(map(len, expected[:i])) for i in range(len(expected) + 1)]


@given(st.lists(st.text()), st.integers(0, 3))
def test_lengths_are_those_of_len(texts, start):
    part = column(texts).slice(start)
    assert text_lengths(part).tolist() == [len(text) for text in texts[start:]]
    assert is_ascii(part) == all(text.isascii() for text in texts[start:])
