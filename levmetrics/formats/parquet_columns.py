"""Reading the columns of a parquet file within limits, in this process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from levmetrics.errors import InputError
from levmetrics.formats.arrow_columns import checked_columns, holds_lists
from levmetrics.formats.headings import Key, checked_names, described
from levmetrics.formats.reading_limits import Limits


def parquet_names(path: Path, limits: Limits) -> list[str]:
    """Return the names of a file's columns.

    Raises:
        InputError: if it cannot be read.

    """
    with _opened(path, limits) as file:
        return checked_names(path.name, file.schema_arrow.names, limits)


def parquet_column(path: Path, key: Key, limits: Limits) -> list[Any]:
    """Read one column, after a check of the sizes in the file's metadata.

    Raises:
        InputError: if it cannot be read, or exceeds a limit.

    """
    with _opened(path, limits) as file:
        (name,) = checked_columns(path.name, file.schema_arrow, [key], limits)
        place = described(path.name, name, ", ")
        chunks = _chunks(file.metadata, name)
        limits.check_column(
            place,
            rows=file.metadata.num_rows,
            values=sum(chunk.num_values for chunk in chunks),
            column_bytes=sum(chunk.total_uncompressed_size for chunk in chunks),
        )
        if limits.column_bytes is not None and any(map(_repeats_prefixes, chunks)):
            raise limits.too_much(place)
    texts = {chunk.path_in_schema for chunk in chunks if chunk.physical_type == "BYTE_ARRAY"}
    with _opened(path, limits, dictionary_columns=sorted(texts)) as file:
        (column,) = file.read(columns=[name], use_threads=False).columns
        if texts:
            limits.check_texts(_sizes(column), place)
        values: list[Any] = column.to_pylist()
    return values


@contextmanager
def _opened(
    path: Path, limits: Limits, dictionary_columns: list[str] | None = None
) -> Iterator[pq.ParquetFile]:
    """Open a file; any error of Arrow while it is open becomes an ``InputError``.

    Args:
        path: of the file.
        limits: the limits on its size.
        dictionary_columns: columns of texts to read as dictionaries, in which repeated texts take
            no memory.

    """
    try:
        # An open file and not its path, which Arrow's messages would contain.
        with (
            path.open("rb") as source,
            pq.ParquetFile(source, read_dictionary=dictionary_columns, pre_buffer=False) as file,
        ):
            yield file
    except InputError:
        raise
    except MemoryError:
        raise limits.too_much(path.name) from None
    except (pa.ArrowException, ValueError, OSError):
        raise InputError(
            f"{path.name} cannot be read: it is no parquet file, or a damaged one"
        ) from None


def _chunks(metadata: pq.FileMetaData, name: str) -> list[pq.ColumnChunkMetaData]:
    """Return the chunks of a column in all row groups."""
    groups = [metadata.row_group(i) for i in range(metadata.num_row_groups)]
    chunks = [group.column(i) for group in groups for i in range(group.num_columns)]
    return [
        chunk
        for chunk in chunks
        if chunk.path_in_schema == name or chunk.path_in_schema.startswith(f"{name}.")
    ]


def _repeats_prefixes(chunk: pq.ColumnChunkMetaData) -> bool:
    """Tell whether a chunk is encoded by shared prefixes: few bytes may expand to long texts."""
    return "DELTA_BYTE_ARRAY" in chunk.encodings


def _sizes(column: pa.ChunkedArray) -> npt.NDArray[np.int64]:
    """Return a lower bound of the characters of every row, without decoding dictionaries."""
    sizes = [np.zeros(0, np.int64)]
    for chunk in column.chunks:
        texts = chunk.flatten() if holds_lists(chunk.type) else chunk
        counts = np.asarray(
            pc.binary_length(texts.dictionary).take(texts.indices).fill_null(0), np.int64
        )
        if holds_lists(chunk.type):
            lengths = np.asarray(pc.list_value_length(chunk).fill_null(0))
            ends = np.concatenate([[0], np.cumsum(lengths)])
            counts = np.diff(np.concatenate([[0], np.cumsum(counts)])[ends])
        sizes.append(counts)
    # UTF-8 has at most four bytes a character.
    return np.concatenate(sizes) // 4
