"""The child process that reads one parquet file with limited memory.

A few bytes of parquet can decompress to gigabytes, and the sizes in the file may be forged. So this
process limits its own memory before it opens the file. It reads a request in JSON from its standard
input, and writes a response in JSON to its standard output.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from levmetrics.errors import InputError
from levmetrics.formats.parquet_columns import parquet_column, parquet_names
from levmetrics.formats.reading_limits import Limits


def main() -> None:
    """Read the request from standard input, and write the response to standard output."""
    request = json.load(sys.stdin)
    path, limits = Path(request["path"]), Limits(**request["limits"])
    if limits.reading_megabytes is not None:
        _limit_memory(limits.reading_megabytes)
    response: dict[str, object]
    try:
        if "key" in request:
            response = {"values": parquet_column(path, request["key"], limits)}
        else:
            response = {"values": parquet_names(path, limits)}
    except InputError as error:
        response = {"refused": str(error)}
    json.dump(response, sys.stdout, ensure_ascii=False)


def _limit_memory(megabytes: int) -> None:
    """Limit the memory of this process to its present size plus so many megabytes."""
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except (ImportError, OSError):
        return  # not on Linux: only the time is limited
    limit = pages * resource.getpagesize() + megabytes * 1_000_000
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


if __name__ == "__main__":
    main()
