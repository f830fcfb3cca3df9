"""Columns of texts beside Python's lists of strings and Arrow's arrays."""

import pickle

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics.inputs.texts import Texts

TEXTS = st.lists(st.text(max_size=4) | st.text("ab ", max_size=4), max_size=6)
BOUND = st.none() | st.integers(-8, 8)


@given(TEXTS)
def test_a_column_is_a_sequence_of_its_strings(strings):
    texts = Texts.of(strings)
    assert len(texts) == len(strings)
    assert texts.to_pylist() == [*texts] == strings
    assert [texts[i] for i in range(-len(texts), len(texts))] == [*strings, *strings]
    assert [texts[i] for i in np.arange(len(texts))] == strings
    assert texts.lengths().tolist() == [*map(len, strings)]
    assert texts.is_ascii == all(map(str.isascii, strings))
    assert texts.offsets.dtype == np.int64
    with pytest.raises(IndexError):
        texts[len(strings)]


@given(TEXTS, BOUND, BOUND, st.sampled_from([None, 1, 2, -1, -3]))
def test_a_slice_is_that_of_a_list(strings, start, stop, step):
    part = Texts.of(strings)[start:stop:step]
    assert part.to_pylist() == strings[start:stop:step]
    assert part == Texts.of(strings[start:stop:step])
    assert part.to_arrow().to_pylist() == strings[start:stop:step]
    assert pickle.loads(pickle.dumps(part)) == part


@given(TEXTS, BOUND, BOUND)
def test_bytes_are_translated_in_a_column_and_in_a_part_of_a_buffer(strings, start, stop):
    table = bytes.maketrans(b"ab", b"ba")
    expected = [text.translate(str.maketrans("ab", "ba")) for text in strings]
    texts = Texts.of(strings)
    _ = texts.data  # so that a part is one of the buffer
    assert texts.translated(table).to_pylist() == expected
    assert texts[start:stop].translated(table).to_pylist() == expected[start:stop]
    assert Texts.of_arrow(texts.to_arrow()).translated(table).to_pylist() == expected
    assert texts.to_pylist() == strings


@given(TEXTS, st.sampled_from([pa.string(), pa.large_string(), pa.string_view()]), BOUND)
def test_arrow_has_the_same_texts(strings, kind, start):
    array = pa.array(strings, kind)[start:]
    texts = Texts.of_arrow(array)
    assert texts == Texts.of(strings[start:])
    texts.to_arrow().validate(full=True)
    assert texts.to_arrow() == array.cast(pa.large_string()) == pa.array(texts)


def test_large_strings_of_arrow_are_not_copied():
    array = pa.array(["a", "今日", "c"], pa.large_string())
    texts = Texts.of_arrow(array)
    buffers = array.buffers()[1:]
    assert [texts.offsets.ctypes.data, texts.data.ctypes.data] == [b.address for b in buffers]
    assert [b.address for b in texts.to_arrow().buffers()[1:]] == [b.address for b in buffers]
    assert texts[1:].data.ctypes.data == buffers[1].address + 1


@given(st.lists(st.text("ab", max_size=1), min_size=1, max_size=5), st.lists(st.integers(0, 4)))
def test_rows_are_taken(strings, rows):
    rows = np.array([row % len(strings) for row in rows], np.int64)
    for texts in (Texts.of(strings), Texts.of_arrow(pa.array(strings))):
        assert [*texts.take(rows)] == [strings[row] for row in rows]


def test_columns_are_equal_by_their_texts():
    assert Texts.of(["a", "bc"]) != Texts.of(["ab", "c"])
    assert Texts.of(["a"]) != ["a"]
    assert repr(Texts.of(["a", "b"])) == "Texts.of(['a', 'b'])"


class Loud(str):
    def __len__(self):
        return 99

    def __str__(self):
        return "loud"


def test_the_text_of_a_class_of_strings_is_what_it_holds():
    assert Texts.of([Loud("a"), Loud("é")]).to_pylist() == ["a", "é"]
    assert Texts.of([Loud("a")]).to_pylist() == ["a"]


@pytest.mark.parametrize("strings", [["\ud800"], ["a", "b\udfff"]])
def test_a_lone_surrogate_is_no_text(strings):
    with pytest.raises(UnicodeEncodeError):
        Texts.of(strings)
