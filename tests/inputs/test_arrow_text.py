"""Texts are split at white space, and measured, as Python's strings are."""

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from levmetrics import get_tokenizer
from levmetrics.inputs import arrow
from levmetrics.inputs.arrow import (
    is_utf8,
    split_whitespace,
)
from tests.code_points import CODE_POINTS

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


def is_decoded(text):
    try:
        return text.decode() is not None
    except UnicodeDecodeError:
        return False


# Also halves of characters, which are one where two texts meet.
PIECES = [b"a", b"\xc3\xa9", b"\xc3", b"\xa9", "🚀".encode(), b"\xed\xa0\x80"]
BYTES = st.lists(st.lists(st.sampled_from(PIECES), max_size=3).map(b"".join))


@pytest.fixture(params=["on one thread", "on several threads"])
def threads(request, monkeypatch):
    if request.param == "on several threads":
        monkeypatch.setattr(arrow, "_BYTES_FOR_A_THREAD", 1)
        monkeypatch.setattr(pa, "cpu_count", lambda: 3)


@pytest.mark.usefixtures("threads")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(BYTES, st.integers(0, 3))
def test_texts_are_utf8_if_python_decodes_each_of_them(texts, start):
    part = pa.array(texts, pa.large_binary()).view(pa.large_string()).slice(start)
    assert is_utf8(part) == all(map(is_decoded, texts[start:]))


@pytest.mark.usefixtures("threads")
@pytest.mark.parametrize("offsets", [[0, 2, 1, 3], [0, 4, 3]])
def test_texts_whose_offsets_do_not_ascend_are_not_utf8(offsets):
    buffers = [None, pa.array(offsets, pa.int64()).buffers()[1], pa.py_buffer(b"abc")]
    texts = pa.Array.from_buffers(pa.large_string(), len(offsets) - 1, buffers)
    assert not is_utf8(texts)
