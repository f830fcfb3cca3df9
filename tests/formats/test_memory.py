"""Memory does not grow with the file, and a line without an end is refused in little of it."""

import itertools
import subprocess
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.thoroughness import chosen

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="memory is measured on Linux"),
]

READ = """
import re, sys
from pathlib import Path
from levmetrics.errors import InputError
from tests.formats.tables import table

def megabytes(name):
    status = Path("/proc/self/status").read_text()
    return int(re.search(name + r":\\s+(\\d+)", status)[1]) // 1024

before, rows = megabytes("VmRSS"), 0
try:
    file = table(Path(sys.argv[1]))
    key = "" if file.names == [""] else "hyp"
    for (values,) in file.batches([key]):
        rows += len(values)
except InputError as error:
    print(error)
print(rows, megabytes("VmHWM") - before)
"""
TEXT = "the quick brown fox jumps over the lazy dog {}"
ROWS = 4_000_000  # of 50 bytes


def texts():
    """Batches of texts, each as the one before."""
    batch = [TEXT.format(row) for row in range(1_000_000, 1_100_000)]
    return itertools.repeat(batch, ROWS // len(batch))


def write_lines(path):
    with path.open("w") as file:
        file.writelines("".join(f"{text}\n" for text in batch) for batch in texts())


def write_json_lines(path):
    with path.open("w") as file:
        file.writelines("".join(f'{{"hyp": "{text}"}}\n' for text in batch) for batch in texts())


def write_csv(path):
    with path.open("w") as file:
        file.write("hyp,ref\n")
        file.writelines("".join(f"{text},x\n" for text in batch) for batch in texts())


def write_parquet(path):
    column = pa.chunked_array([pa.array(batch) for batch in texts()])
    settings = {"row_group_size": ROWS, "compression": "none", "use_dictionary": False}
    pq.write_table(pa.table({"hyp": column}), path, **settings)


def read(path):
    """Read a file in a process of its own: what it says, the rows, and the megabytes they took."""
    done = subprocess.run(
        [sys.executable, "-c", READ, path], capture_output=True, text=True, check=True
    )
    *said, counts = done.stdout.splitlines()
    return said, *map(int, counts.split())


WRITERS = {
    "a.txt": write_lines,
    "a.csv": write_csv,
    "a.jsonl": write_json_lines,
    "a.parquet": write_parquet,
}


@pytest.mark.parametrize("name", chosen(WRITERS, "a.csv", "a.parquet"))
def test_200_megabytes_are_read_in_less_than_half_of_them(tmp_path, name):
    path = tmp_path / name
    WRITERS[name](path)
    assert path.stat().st_size > 190_000_000
    said, rows, megabytes = read(path)
    assert (said, rows) == ([], ROWS)
    assert megabytes < 100


@pytest.mark.parametrize("name", ["a.txt", "a.csv", "a.tsv", "a.jsonl", "a"])
def test_a_line_of_200_megabytes_is_refused_in_little_memory(tmp_path, name):
    path = tmp_path / name
    with path.open("wb") as file:
        for _ in range(200):
            file.write(b"a" * 1_000_000)
    (said,), rows, megabytes = read(path)
    assert said == f"{name} has a line of more than 20,000,000 characters; give a sample a line"
    assert rows == 0
    assert megabytes < 120
