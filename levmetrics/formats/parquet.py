"""Parquet files, read by a process of its own where limits say what that may take."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

from levmetrics.errors import InputError
from levmetrics.formats.file_format import FileFormat
from levmetrics.formats.headings import Key
from levmetrics.formats.reading_limits import Limits

_PLAIN_MEMORY = {  # of Arrow and the C library: no room is reserved that is not used
    "ARROW_DEFAULT_MEMORY_POOL": "system",
    "ARROW_IO_THREADS": "1",
    "MALLOC_ARENA_MAX": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}
_AT_ONCE = BoundedSemaphore(2)


class Parquet(FileFormat):
    """Columns of texts, lists of texts, or numbers."""

    def names(self, path: Path, limits: Limits) -> list[str]:
        """Return the names in the file's schema."""
        if _needs_process(limits):
            return _from_process({"path": str(path), "limits": asdict(limits)}, path, limits)
        from levmetrics.formats.parquet_columns import parquet_names

        return parquet_names(path, limits)

    def column(self, path: Path, key: Key, limits: Limits) -> list[Any]:
        """Return the values of one column."""
        if _needs_process(limits):
            asked = {"path": str(path), "limits": asdict(limits), "key": key}
            return _from_process(asked, path, limits)
        from levmetrics.formats.parquet_columns import parquet_column

        return parquet_column(path, key, limits)


def _needs_process(limits: Limits) -> bool:
    return limits.reading_seconds is not None or limits.reading_megabytes is not None


def _from_process(asked: dict[str, Any], path: Path, limits: Limits) -> list[Any]:
    environment = {**os.environ, **_PLAIN_MEMORY, "PYTHONPATH": os.pathsep.join(sys.path)}
    try:
        with _AT_ONCE:
            ended = subprocess.run(
                [sys.executable, "-X", "utf8", "-m", "levmetrics.formats.parquet_child"],
                input=json.dumps(asked).encode(),
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
    answer = json.loads(ended.stdout)
    if "refused" in answer:
        raise InputError(answer["refused"])
    values: list[Any] = answer["values"]
    return values
