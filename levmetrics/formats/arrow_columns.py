"""Columns of Arrow record batches: those that are asked for, of types that can be scored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import pyarrow as pa

from levmetrics.errors import InputError
from levmetrics.formats.file_format import ROWS_OF_A_BATCH
from levmetrics.formats.headings import Key, checked_name, described
from levmetrics.formats.reading_limits import Limits
from levmetrics.inputs.arrow import is_list_type, is_text_type, is_view_type


def checked_columns(file: str, schema: pa.Schema, keys: Sequence[Key], limits: Limits) -> list[str]:
    """Check that a file has columns of texts, lists of texts, or numbers; return their names.

    Raises:
        InputError: if it has no such column, or one of another type.

    """
    names = [checked_name(file, schema.names, key, limits) for key in keys]
    for name in names:
        kind = schema.field(name).type
        if not _is_supported(kind):
            place = described(file, name, ", ")
            raise InputError("table.column_type", place=place, type=str(kind))
    return names


def text_names(schema: pa.Schema) -> list[str]:
    """Return the names of the columns of texts, lists of texts, or numbers.

    >>> text_names(pa.schema({"hyp": pa.string(), "audio": pa.binary()}))
    ['hyp']
    """
    return [field.name for field in schema if _is_supported(field.type)]


def column_batches(
    batches: Iterable[pa.RecordBatch], names: Sequence[str]
) -> Iterator[tuple[pa.Array, ...]]:
    """Return columns of record batches, up to ``ROWS_OF_A_BATCH`` rows at a time.

    >>> batch = pa.record_batch({"a": ["x", "y"], "b": [1, 2]})
    >>> [[values.to_pylist() for values in columns] for columns in column_batches([batch], ["b"])]
    [[[1, 2]]]
    """
    for batch in batches:
        for start in range(0, len(batch), ROWS_OF_A_BATCH):
            part = batch.slice(start, ROWS_OF_A_BATCH)
            yield tuple(part.column(name) for name in names)


def holds_lists(kind: pa.DataType) -> bool:
    """Tell whether values of a type are lists.

    >>> holds_lists(pa.list_view(pa.string())), holds_lists(pa.string())
    (True, False)
    """
    return is_list_type(kind) or is_view_type(kind)


def _is_supported(kind: pa.DataType) -> bool:
    """Tell whether values are texts, lists of texts, or numbers."""
    if holds_lists(kind):
        return is_text_type(kind.value_type)
    return bool(
        is_text_type(kind)
        or pa.types.is_integer(kind)
        or pa.types.is_floating(kind)
        or pa.types.is_boolean(kind)
    )
