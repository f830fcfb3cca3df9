"""Parquet files, read in a child process if time or memory is limited."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

from levmetrics.errors import InputError
from levmetrics.formats.file_format import FILE_FORMATS, FileFormat
from levmetrics.formats.headings import Key
from levmetrics.formats.reading_limits import Limits

_SMALL_MEMORY = {  # settings of Arrow and the C library by which they reserve no spare memory
    "ARROW_DEFAULT_MEMORY_POOL": "system",
    "ARROW_IO_THREADS": "1",
    "MALLOC_ARENA_MAX": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}
_CHILD_PROCESSES = BoundedSemaphore(2)  # at most so many at once


class Parquet(FileFormat):
    """Columns of texts, lists of texts, or numbers."""

    rank = 3

    def names(self, path: Path, limits: Limits) -> list[str]:
        """Return the names in the file's schema."""
        if _needs_child(limits):
            return _read_in_child({"path": str(path), "limits": asdict(limits)}, path, limits)
        from levmetrics.formats.parquet_columns import parquet_names

        return parquet_names(path, limits)

    def column(self, path: Path, key: Key, limits: Limits) -> list[Any]:
        """Return the values of one column."""
        if _needs_child(limits):
            request = {"path": str(path), "limits": asdict(limits), "key": key}
            return _read_in_child(request, path, limits)
        from levmetrics.formats.parquet_columns import parquet_column

        return parquet_column(path, key, limits)


def _needs_child(limits: Limits) -> bool:
    return limits.reading_seconds is not None or limits.reading_megabytes is not None


def _read_in_child(request: Mapping[str, object], path: Path, limits: Limits) -> list[Any]:
    environment = {**os.environ, **_SMALL_MEMORY, "PYTHONPATH": os.pathsep.join(sys.path)}
    try:
        with _CHILD_PROCESSES:
            child = subprocess.run(
                [sys.executable, "-X", "utf8", "-m", "levmetrics.formats.parquet_child"],
                input=json.dumps(request).encode(),
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


FILE_FORMATS[".parquet"] = Parquet()
