"""Arrow's types: texts and lists are recognised, and joined, in whatever way they are kept."""

import pyarrow as pa
import pytest

from levmetrics.inputs.arrow import (
    combined,
    holds_maps,
    is_list_type,
    is_text_type,
    is_view_type,
    large_strings,
)

TEXTS = [pa.string(), pa.large_string(), pa.string_view()]


@pytest.mark.parametrize("text", TEXTS, ids=str)
def test_texts_are_texts_in_whatever_way_they_are_kept(text):
    values = pa.array(["a", "今", "a"], text)
    for kept in (values, values.dictionary_encode()):
        assert is_text_type(kept.type)
        assert not is_list_type(kept.type)
        assert large_strings(kept) == pa.array(["a", "今", "a"], pa.large_string())


@pytest.mark.parametrize("text", TEXTS, ids=str)
@pytest.mark.parametrize("kind", [pa.list_, pa.large_list, lambda text: pa.list_(text, 2)])
def test_chunks_of_lists_are_joined_with_wide_offsets(kind, text):
    chunks = pa.chunked_array([[["a", "b"]], [["c", "今"]]], kind(text))
    assert is_list_type(chunks.type)
    assert combined(chunks) == pa.array([["a", "b"], ["c", "今"]], pa.large_list(pa.large_string()))


@pytest.mark.parametrize("kind", [pa.list_view, pa.large_list_view])
def test_views_of_lists_are_no_lists(kind):
    assert is_view_type(kind(pa.string()))
    assert not is_list_type(kind(pa.string()))


@pytest.mark.parametrize("kind", [pa.binary(), pa.int8(), pa.null(), pa.struct([]), pa.date32()])
def test_what_is_no_text_is_none(kind):
    assert not is_text_type(kind)
    assert not is_text_type(pa.dictionary(pa.int8(), kind))
    assert not is_list_type(kind)


def test_maps_are_recognised_at_any_depth():
    mapped = pa.map_(pa.string(), pa.string())
    for kind in (mapped, pa.list_(mapped), pa.struct([("a", pa.int8()), ("b", mapped)])):
        assert holds_maps(kind)
    assert not holds_maps(pa.struct([("map<", pa.list_(pa.string()))]))
