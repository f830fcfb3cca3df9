"""Cells of an Excel sheet as texts, as they are shown there."""

import datetime
import sys

import pytest

from levmetrics.formats.files import table
from tests.formats.tables import excel


def columns(tmp_path, rows, keys):
    path = tmp_path / "a.xlsx"
    path.write_bytes(excel(rows))
    return [list(values) for batch in table(path).batches(keys) for values in batch]


def test_numbers_dates_and_truth_values_are_texts(tmp_path):
    cells = [7, 0.5, True, datetime.date(2026, 11, 22), "007", None]
    rows = [["hyp", "ref"], *([cell, "x"] for cell in cells)]
    (texts,) = columns(tmp_path, rows, ["hyp"])
    assert texts == ["7", "0.5", "TRUE", "2026-11-22", "007", ""]


def test_empty_rows_are_no_samples(tmp_path):
    rows = [[], ["hyp", "ref"], ["a", "b"], [], ["c", None]]
    assert columns(tmp_path, rows, ["hyp", "ref"]) == [["a", "c"], ["b", ""]]


def test_an_empty_cell_of_a_single_column_is_an_empty_text(tmp_path):
    assert columns(tmp_path, [["hyp"], ["a"], [None], ["b"]], ["hyp"]) == [["a", "", "b"]]


def test_columns_have_numbers_where_the_first_row_is_a_sample(tmp_path):
    assert columns(tmp_path, [["a", "b"], ["c", "d"]], [2]) == [["b", "d"]]


def test_the_line_that_installs_the_reader_is_said(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "python_calamine", None)
    with pytest.raises(ImportError, match=r"pip install 'levmetrics\[excel\]'"):
        columns(tmp_path, [["hyp"], ["a"]], ["hyp"])
