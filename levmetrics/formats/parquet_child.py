"""The process that reads one parquet file: within the memory and time that it may take.

Few bytes of parquet can stand for gigabytes, and what the file states of their number may be
forged. So this process takes from itself, before it opens the file, what it must not use. It is
asked by JSON on its standard input, and answers so on its standard output.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from levmetrics.demo import limits
from levmetrics.errors import InputError
from levmetrics.formats.headings import checked_names, position


def main() -> None:
    """Answer the question on the standard input."""
    asked = json.load(sys.stdin)
    _limit_memory()
    path, name = Path(asked["path"]), asked["column"]
    answer: dict[str, Any]
    try:
        with path.open("rb") as source, _opened(source) as file:
            answer = {"found": _names(path, file) if name is None else _column(path, file, name)}
    except InputError as error:
        answer = {"refused": str(error)}
    except MemoryError:
        answer = {"refused": f"{path.name} holds more than this page takes; give a part of it"}
    except (pa.ArrowException, ValueError, OSError):
        answer = {"refused": f"{path.name} cannot be read: it is no parquet file, or a damaged one"}
    json.dump(answer, sys.stdout, ensure_ascii=False)


def _limit_memory() -> None:
    """Let this process take no more memory than it has, and what reading a file may take."""
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except (ImportError, OSError):
        return  # not on Linux; then its time alone is limited
    most = pages * resource.getpagesize() + limits.READING_MEGABYTES * 1_000_000
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _opened(source: Any, texts: list[str] | None = None) -> pq.ParquetFile:
    # An open file, not its path, which messages of Arrow would show.
    return pq.ParquetFile(source, read_dictionary=texts, pre_buffer=False)


def _names(path: Path, file: pq.ParquetFile) -> list[str]:
    return checked_names(path.name, file.schema_arrow.names)


def _column(path: Path, file: pq.ParquetFile, name: str) -> list[Any]:
    """Read one column, after a look at what it says it would take."""
    place = f"{path.name}, {name}" if name else path.name
    kind = file.schema_arrow.field(position(path.name, file.schema_arrow.names, name)).type
    if not _is_plain(kind):
        raise InputError(f"{place} holds values of type {kind}; give texts, or JSON as text")
    groups = [file.metadata.row_group(i) for i in range(file.metadata.num_row_groups)]
    chunks = [group.column(i) for group in groups for i in range(group.num_columns)]
    own = [c for c in chunks if c.path_in_schema == name or c.path_in_schema.startswith(f"{name}.")]
    if (
        file.metadata.num_rows > limits.ROWS
        or sum(c.num_values for c in own) > limits.VALUES
        or sum(c.total_uncompressed_size for c in own) > limits.BYTES
        or any("DELTA_BYTE_ARRAY" in c.encodings for c in own)  # long texts from few bytes
    ):
        raise InputError(f"{place} holds more than this page takes; give a part of it")
    # Texts that are repeated are read as what they stand for, and not written out yet.
    texts = {c.path_in_schema for c in own if c.physical_type == "BYTE_ARRAY"}
    with path.open("rb") as source, _opened(source, sorted(texts)) as written_once:
        (values,) = written_once.read(columns=[name], use_threads=False).columns
    if texts:
        limits.check_size(_sizes(values), place)
    found: list[Any] = values.to_pylist()
    return found


def _is_plain(kind: pa.DataType) -> bool:
    """Tell whether values are texts, lists of texts, or numbers."""
    if _is_list(kind):
        return _is_text(kind.value_type)
    return bool(
        _is_text(kind)
        or pa.types.is_integer(kind)
        or pa.types.is_floating(kind)
        or pa.types.is_boolean(kind)
    )


def _is_list(kind: pa.DataType) -> bool:
    return bool(pa.types.is_list(kind) or pa.types.is_large_list(kind))


def _is_text(kind: pa.DataType) -> bool:
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def _sizes(values: pa.ChunkedArray) -> npt.NDArray[np.int64]:
    """Bound the characters of every row from below, without writing out repeated texts."""
    sizes = [np.zeros(0, np.int64)]
    for chunk in values.chunks:
        texts = chunk.flatten() if _is_list(chunk.type) else chunk
        counts = np.asarray(
            pc.binary_length(texts.dictionary).take(texts.indices).fill_null(0), np.int64
        )
        if _is_list(chunk.type):
            ends = np.concatenate([[0], np.cumsum(np.asarray(chunk.value_lengths().fill_null(0)))])
            counts = np.diff(np.concatenate([[0], np.cumsum(counts)])[ends])
        sizes.append(counts)
    # Bytes: no character has more than four.
    return np.concatenate(sizes) // 4


if __name__ == "__main__":
    main()
