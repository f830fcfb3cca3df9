"""Rows are the same however a file is cut into the parts that are read at once."""

import csv
import io
import json
from itertools import chain
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics.formats import source
from levmetrics.formats.files import detected_table

PARTS = st.integers(4, 30)  # bytes
TEXTS = st.text(st.sampled_from("ab今é😀 \r\n\t,;\"'\u2028\x0b"), max_size=6)
ROWS = st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=12)


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return tmp_path_factory.mktemp("cut") / "a"


def columns(path, size, file_format, keys):
    """Read columns in parts of so many bytes; quotation marks surround fields."""
    with patch.object(source, "_BYTES_OF_A_PART", size):
        file = detected_table(source.Source(path), file_format, "standard")
        batches = list(file.batches(keys))
    lists = ([*map(list, batch)] for batch in batches)
    return [[*chain(*parts)] for parts in zip(*lists, strict=True)] or [[] for _ in keys]


@given(TEXTS, PARTS)
def test_lines(path, text, size):
    text = f"\n{text}"  # else the first part may be of a file whose lines end by carriage returns
    path.write_bytes(text.encode())
    expected = text.removesuffix("\n").split("\n")
    ends = len(expected) if text.endswith("\n") else len(expected) - 1
    expected = [line.removesuffix("\r") if i < ends else line for i, line in enumerate(expected)]
    (lines,) = columns(path, size, "lines", [""])
    assert [str(line) for line in lines] == expected


@given(ROWS, PARTS)
def test_rows_of_csv(path, rows, size):
    file = io.StringIO(newline="")
    csv.writer(file).writerows([("hyp", "ref"), *rows])
    path.write_bytes(file.getvalue().encode())
    while rows and rows[-1] == ("", ""):  # which spreadsheets write below a table
        rows.pop()
    assert columns(path, size, "csv", ["ref", "hyp"]) == [
        [ref for _, ref in rows],
        [hyp for hyp, _ in rows],
    ]


@given(ROWS, PARTS, st.booleans())
def test_rows_of_json_lines(path, rows, size, is_ascii):
    written = (json.dumps({"hyp": h, "ref": r}, ensure_ascii=is_ascii) for h, r in rows)
    path.write_bytes("\n".join(written).encode())
    assert columns(path, size, "jsonl", ["hyp"]) == [[hyp for hyp, _ in rows]]
