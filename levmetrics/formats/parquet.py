"""Parquet files, each read by a process of its own that cannot take this one's memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

from levmetrics.demo import limits
from levmetrics.errors import InputError

_PLAIN_MEMORY = {  # of Arrow and the C library: no room is reserved that is not used
    "ARROW_DEFAULT_MEMORY_POOL": "system",
    "ARROW_IO_THREADS": "1",
    "MALLOC_ARENA_MAX": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}
_AT_ONCE = BoundedSemaphore(2)


def parquet_names(path: Path) -> list[str]:
    """Return the names of a file's columns.

    Raises:
        InputError: if it cannot be read.

    """
    names: list[str] = _answer(path, None)
    return names


def parquet_column(path: Path, name: str) -> list[Any]:
    """Return the values of one column.

    Raises:
        InputError: if it cannot be read, or holds more than the page takes.

    """
    return _answer(path, name)


def _answer(path: Path, column: str | None) -> list[Any]:
    asked = json.dumps({"path": str(path), "column": column})
    environment = {**os.environ, **_PLAIN_MEMORY, "PYTHONPATH": os.pathsep.join(sys.path)}
    try:
        with _AT_ONCE:
            ended = subprocess.run(
                [sys.executable, "-X", "utf8", "-m", "levmetrics.formats.parquet_child"],
                input=asked.encode(),
                capture_output=True,
                env=environment,
                timeout=limits.READING_SECONDS,
                check=True,
            )
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
        raise InputError(
            f"{path.name} takes more time or memory to read than this page gives; give a part of it"
        ) from None
    answer = json.loads(ended.stdout)
    if "refused" in answer:
        raise InputError(answer["refused"])
    found: list[Any] = answer["found"]
    return found
