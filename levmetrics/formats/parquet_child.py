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

from levmetrics.errors import InputError
from levmetrics.formats.parquet_columns import parquet_column, parquet_names
from levmetrics.formats.reading_limits import Limits


def main() -> None:
    """Answer the question on the standard input."""
    asked = json.load(sys.stdin)
    path, limits = Path(asked["path"]), Limits(**asked["limits"])
    if limits.reading_megabytes is not None:
        _limit_memory(limits.reading_megabytes)
    answer: dict[str, Any]
    try:
        if "key" in asked:
            answer = {"values": parquet_column(path, asked["key"], limits)}
        else:
            answer = {"values": parquet_names(path, limits)}
    except InputError as error:
        answer = {"refused": str(error)}
    json.dump(answer, sys.stdout, ensure_ascii=False)


def _limit_memory(megabytes: int) -> None:
    """Let this process take no more memory than it has, and what reading a file may take."""
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except (ImportError, OSError):
        return  # not on Linux; then its time alone is limited
    most = pages * resource.getpagesize() + megabytes * 1_000_000
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


if __name__ == "__main__":
    main()
