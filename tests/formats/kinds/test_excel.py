"""Cells of an Excel sheet as texts, as they are shown there."""

import datetime
import sys
import zipfile

import openpyxl
import pytest

from levmetrics.errors import InputError
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


TITLED = {
    "a title": [["Results of May", None, None], ["id", "hyp", "ref"]],
    "a title and a gap": [["Results of May", None, None], [], [None, "hyp", "ref"]],
    "headings of groups": [[None, "Texts", None], ["id", "hyp", "ref"]],
}


@pytest.mark.parametrize("above", TITLED.values(), ids=TITLED)
def test_what_stands_above_the_heading_is_no_sample(tmp_path, above):
    assert columns(tmp_path, [*above, [1, "a", "b"], [2, "c", "d"]], ["hyp", "ref"]) == [
        ["a", "c"],
        ["b", "d"],
    ]


def test_a_complete_row_above_usual_names_is_no_title(tmp_path):
    rows = [["a", "b"], ["hyp", "ref"], ["c", "d"]]
    assert columns(tmp_path, rows, [1]) == [["a", "hyp", "c"]]


@pytest.mark.parametrize(
    ("sheets", "read"),
    [
        ({"Notes": [["of May"]], "Data": [["hyp", "ref"], ["a", "b"]]}, "Data"),
        ({"One": [["hyp", "ref"], ["a", "b"]], "Two": [["hyp", "ref"], ["c", "d"]]}, "One"),
        ({"One": [["a", "b"]], "Two": [["c", "d"]]}, "One"),
        ({"Empty": [], "Two": [["hyp", "ref"], ["a", "b"]]}, "Two"),
    ],
)
def test_the_first_sheet_whose_heading_has_usual_names_is_read(tmp_path, sheets, read):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    path = tmp_path / "a.xlsx"
    book.save(path)
    file = table(path)
    sheet = file.file_format.sheet(file.source)
    assert (sheet.name, sheet.sheets, sheet.rows) == (read, 2, sheets[read])


def test_another_zip_archive_is_no_workbook(tmp_path):
    path = tmp_path / "a.jar"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("ref.txt", "a")
    with pytest.raises(InputError, match=r"zip archive \(unpack it first\)"):
        table(path)


def test_the_line_that_installs_the_reader_is_said(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "python_calamine", None)
    with pytest.raises(ImportError, match=r"pip install 'levmetrics\[excel\]'"):
        columns(tmp_path, [["hyp"], ["a"]], ["hyp"])
