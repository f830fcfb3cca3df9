"""Parquet files, read in a child process if there are limits."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

import pyarrow as pa

from levmetrics.errors import InputError
from levmetrics.formats.arrow_columns import checked_columns, column_batches
from levmetrics.formats.file_format import FILE_FORMATS, ROWS_OF_A_BATCH, FileFormat, Values
from levmetrics.formats.headings import Key
from levmetrics.formats.reading_limits import NO_LIMITS, Limits
from levmetrics.formats.source import Source

_SMALL_MEMORY = {  # settings of Arrow and the C library by which they reserve no spare memory
    "ARROW_DEFAULT_MEMORY_POOL": "system",
    "ARROW_IO_THREADS": "1",
    "MALLOC_ARENA_MAX": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}
_CHILD_PROCESSES = BoundedSemaphore(2)  # at most so many at once
_BYTES_OF_A_READ = 1 << 20  # from each column, whose pages would else all be in memory


class Parquet(FileFormat):
    """Columns of texts, lists of texts, or numbers."""

    name = "parquet"
    description = "Apache Parquet"
    suffixes = (".parquet",)
    prefixes = (b"PAR1",)
    rank = 3
    on_pages = True

    def names(self, source: Source) -> list[str]:
        """Return the names in the file's schema."""
        if _is_limited(source.limits):
            return _read_in_child({}, source.path, source.limits)
        with _opened(source) as file:
            names: list[str] = file.schema_arrow.names
        return names

    def batches(self, source: Source, keys: Sequence[Key]) -> Iterator[tuple[Values, ...]]:
        """Return the values of some columns; all rows in one batch if there are limits."""
        if _is_limited(source.limits):
            yield tuple(_read_in_child({"key": k}, source.path, source.limits) for k in keys)
            return
        with _opened(source) as file:
            names = checked_columns(source.name, file.schema_arrow, keys, source.limits)
            batches = file.iter_batches(ROWS_OF_A_BATCH, columns=names, use_threads=False)
            yield from column_batches(batches, names)


@contextmanager
def _opened(source: Source) -> Iterator[Any]:
    """Open a file; any error of Arrow while it is open becomes an ``InputError``."""
    import pyarrow.parquet as pq  # here, for it takes time that other files do not need

    with source.seekable() as content:
        try:
            with pq.ParquetFile(content, buffer_size=_BYTES_OF_A_READ, pre_buffer=False) as file:
                yield file
        except (pa.ArrowException, OSError):
            raise InputError(
                f"{source.name} cannot be read: it is no parquet file, or a damaged one"
            ) from None


def _is_limited(limits: Limits) -> bool:
    return replace(limits, owner=NO_LIMITS.owner) != NO_LIMITS


def _read_in_child(request: Mapping[str, Key], path: Path, limits: Limits) -> list[Any]:
    """Return the values of the column that is asked for, or the names of all columns."""
    environment = {**os.environ, **_SMALL_MEMORY, "PYTHONPATH": os.pathsep.join(sys.path)}
    try:
        with _CHILD_PROCESSES:
            child = subprocess.run(
                [sys.executable, "-X", "utf8", "-m", "levmetrics.formats.parquet_child"],
                input=json.dumps({**request, "path": str(path), "limits": asdict(limits)}).encode(),
                capture_output=True,
                env=environment,
                timeout=limits.reading_seconds,
                check=True,
            )
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
        raise InputError(
            f"{path.name} takes more time or memory to read than {limits.owner} gives; "
            "give a part of it"
        ) from None
    response = json.loads(child.stdout)
    if "refused" in response:
        raise InputError(response["refused"])
    values: list[Any] = response["values"]
    return values


FILE_FORMATS.register(Parquet())
