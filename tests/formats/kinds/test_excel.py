"""Cells of an Excel sheet as texts, as they are shown there."""

import datetime
import sys
import warnings
import zipfile

import openpyxl
import pandas as pd
import pytest

from levmetrics import InputError
from levmetrics.formats.file_format import Missing
from levmetrics.formats.matching import Column
from levmetrics.formats.samples import MissingTexts, text_batches
from tests.files import written
from tests.formats.tables import excel, table
from tests.shell import run, scored


def columns(tmp_path, rows, keys):
    path = written(tmp_path / "a.xlsx", excel(rows))
    return [list(values) for batch in table(path).batches(keys) for values in batch]


def test_numbers_dates_and_truth_values_are_texts(tmp_path):
    cells = [7, 0.5, True, datetime.date(2026, 11, 22), "007", None]
    rows = [["hyp", "ref"], *([cell, "x"] for cell in cells)]
    (texts,) = columns(tmp_path, rows, ["hyp"])
    assert texts == ["7", "0.5", "TRUE", "2026-11-22", "007", ""]


def test_empty_rows_within_a_table_are_empty_texts_as_pandas_has_them(tmp_path):
    rows = [[], ["hyp", "ref"], ["a", "b"], [], ["c", None], [None, None]]
    read = columns(tmp_path, rows, ["hyp", "ref"])
    assert read == [["a", "", "c"], ["b", "", ""]]
    frame = pd.read_excel(tmp_path / "a.xlsx", header=1, engine="openpyxl").fillna("")
    assert [list(frame.hyp), list(frame.ref)] == read


def test_rows_without_an_id_and_a_text_are_no_samples(tmp_path):
    files = []
    for name, rows in {
        "ref": [["id", "ref"], [1, "a"], [], [2, "b"], [], [3, "c"]],
        "hyp": [["id", "hyp"], [1, "a"], [2, "b"], [], [3, "c"]],
    }.items():
        path = written(tmp_path / f"{name}.xlsx", excel(rows))
        files.append(Column(table(path), name, "id"))
    references, predictions = files
    (batch,) = text_batches([predictions], references)
    assert (batch.references, batch.predictions[0]) == (["a", "b", "c"], ["a", "b", "c"])


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
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        assert [*file.file_format.rows(file.source)] == sheets[read]
        assert file.names == sheets[read][0]
    (other,) = sheets.keys() - {read}
    named = f"only the sheet {read} of a.xlsx is read, and not {other}"
    assert [str(each.message) for each in said] == [named] * bool(sheets[other])


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


def changed(path, part, **replaced):
    """Replace texts in a part of a workbook."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    for old, new in replaced.values():
        assert old in parts[part]
        parts[part] = parts[part].replace(old, new)
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)


ERRORS = ["#N/A", "#REF!", "#DIV/0!", "#VALUE!", "#NAME?", "#NUM!", "#NULL!"]


def test_errors_are_missing_and_named_by_their_cell(tmp_path):
    rows = [["hyp", "ref"], *(["a", error] for error in ERRORS), ["a", "b"]]
    (texts,) = columns(tmp_path, rows, ["ref"])
    places = [f"a.xlsx, cell B{row}" for row in range(2, 2 + len(ERRORS))]
    assert texts == [*map(Missing, ERRORS, places), "b"]
    sheet = openpyxl.load_workbook(tmp_path / "a.xlsx").active
    assert [cell.value for cell in sheet["B"] if cell.data_type == "e"] == ERRORS


def test_a_formula_without_a_stored_value_is_missing(tmp_path):
    rows = [["hyp", "ref"], ["a", "=A2"], ["b", "c"], ["=A2", "=A3"]]
    read = columns(tmp_path, rows, ["hyp", "ref"])
    what = "a formula without a stored value"
    missing = {cell: Missing(what, f"a.xlsx, cell {cell}") for cell in ("B2", "A4", "B4")}
    assert read == [["a", "b", missing["A4"]], [missing["B2"], "c", missing["B4"]]]
    sheet = openpyxl.load_workbook(tmp_path / "a.xlsx", data_only=True).active
    stored = [[cell.value for cell in column[1:]] for column in sheet.columns]
    assert stored == [["a", "b", None], [None, "c", None]]


STORED = {
    "a text": (b"<c r='B2' t='str'><f>A2</f><v>c</v></c>", "c"),
    "an empty text": (b"<c r='B2' t='str'><f>A2</f><v></v></c>", ""),
    "a number": (b"<c r='B2'><f>A2</f><v>7</v></c>", "7"),
    "0, which Excel has computed": (b"<c r='B2'><f>A2</f><v>0</v></c>", "0"),
}


@pytest.mark.parametrize(("cell", "text"), STORED.values(), ids=STORED)
def test_the_stored_value_of_a_formula_is_its_text(tmp_path, cell, text):
    path = written(tmp_path / "a.xlsx", excel([["hyp", "ref"], ["a", "=A2"]]))
    formula = b'<c r="B2"><f>A2</f><v></v></c>'
    changed(path, "xl/worksheets/sheet1.xml", stored=(formula, cell))
    changed(path, "xl/workbook.xml", computed=(b'fullCalcOnLoad="1"', b""))
    ((texts,),) = table(path).batches(["ref"])
    assert texts == [text]
    value = openpyxl.load_workbook(path, data_only=True).active["B2"].value
    assert ("" if value is None else str(value)) == text


def test_a_zero_that_is_to_be_computed_is_no_value(tmp_path):
    # openpyxl has it computed when opened
    path = written(tmp_path / "a.xlsx", excel([["hyp", "ref"], ["a", "=A2"]]))
    changed(path, "xl/worksheets/sheet1.xml", as_xlsxwriter=(b"<v></v>", b"<v>0</v>"))
    ((texts,),) = table(path).batches(["ref"])
    assert texts == [Missing("a formula without a stored value", "a.xlsx, cell B2")]


def test_cells_need_no_names_and_their_elements_may_have_a_prefix(tmp_path):
    path = written(tmp_path / "a.xlsx", excel([["hyp", "ref"], ["a", "#N/A"]]))
    sheet = (
        b'<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        b'<x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>hyp</x:t></x:is></x:c>'
        b'<x:c t="inlineStr"><x:is><x:t>ref</x:t></x:is></x:c></x:row>'
        b'<x:row><x:c t="inlineStr"><x:is><x:t>a</x:t></x:is></x:c>'
        b'<x:c t="e"><x:v>#N/A</x:v></x:c></x:row></x:sheetData></x:worksheet>'
    )
    with zipfile.ZipFile(path) as archive:
        whole = archive.read("xl/worksheets/sheet1.xml")
    changed(path, "xl/worksheets/sheet1.xml", prefixed=(whole, sheet))
    ((texts,),) = table(path).batches(["ref"])
    assert texts == [Missing("#N/A", "a.xlsx, cell B2")]


@pytest.mark.parametrize(
    ("policy", "references"), [("empty", ["", "b"]), ("drop", ["b"]), ("all", ["b"])]
)
def test_errors_are_treated_as_missing_texts(tmp_path, policy, references):
    path = written(tmp_path / "a.xlsx", excel([["hyp", "ref"], ["a", "#N/A"], ["b", "b"]]))
    file, missing = table(path), MissingTexts(policy)
    (batch,) = text_batches([Column(file, "hyp")], Column(file, "ref"), missing=missing)
    assert batch.references == references
    assert missing.counts == {"a.xlsx, ref": 1}
    with pytest.raises(InputError, match=r"^a\.xlsx, cell B2 is #N/A; every sample needs a text$"):
        [*text_batches([Column(file, "hyp")], Column(file, "ref"))]


@pytest.mark.parametrize(
    ("part", "old", "new"),
    [
        ("workbook", b"<workbook ", b'<!DOCTYPE workbook [<!ENTITY a "b">]><workbook '),
        ("worksheets/sheet1", b"<worksheet ", b'<!DOCTYPE a [<!ENTITY a "b">]><worksheet '),
        ("worksheets/sheet1", b"</worksheet>", b""),
    ],
    ids=["entities of the book", "entities of the sheet", "an open sheet"],
)
def test_a_workbook_whose_errors_cannot_be_read_is_damaged(tmp_path, part, old, new):
    path = written(tmp_path / "a.xlsx", excel([["hyp", "ref"], ["a", "#N/A"]]))
    changed(path, f"xl/{part}.xml", damaged=(old, new))
    with pytest.raises(InputError, match="damaged"):
        [*table(path).batches(["ref"])]


def test_cells_are_named_and_read_by_their_place_in_the_sheet(tmp_path):
    """The table begins in cell C4 of the second sheet, with formulas and a format around it."""
    book = openpyxl.Workbook()
    book.active.append(["of May"])
    sheet = book.create_sheet("Data")
    sheet["D1"], sheet["C2"], sheet["H7"] = "=A9", 1.5, "=A9"
    rows = [["hyp", "ref"], ["a", "a"], [2.5, 2.5], ["d", "#N/A"], ["b", "c"]]
    for number, row in enumerate(rows, start=4):
        sheet[f"C{number}"], sheet[f"D{number}"] = row
    for cell in ("C2", "D6"):
        sheet[cell].number_format = "0.00"
    path = tmp_path / "a.xlsx"
    book.save(path)
    options = ["--reference-column", "ref", "--prediction-column", "hyp"]
    asked = ("score", "wer", "--file", path, *options)
    assert (
        "Error: a.xlsx, cell D7 is #N/A; every sample needs a text" in run(*asked, status=2).stderr
    )
    kept = (*asked, "--missing", "drop")
    found = scored(*kept)
    assert (found["samples"], found["substitutions"], found["hits"]) == (3, 1, 2)
    assert "shown: cell D6 as 2.5" in run(*kept).stderr


def test_formulas_below_a_table_whose_texts_are_empty_are_no_samples(tmp_path):
    path = written(tmp_path / "a.xlsx", excel([["hyp"], ["a"], ["=A9"], ["b"], ["=A9"]]))
    formulas = {f"A{row}": f'<c r="A{row}"><f>A9</f><v></v></c>'.encode() for row in (3, 5)}
    empty = {
        cell: (old, f'<c r="{cell}" t="str"><f>A9</f><v></v></c>'.encode())
        for cell, old in formulas.items()
    }
    changed(path, "xl/worksheets/sheet1.xml", **empty)
    assert [*table(path).batches(["hyp"])] == [(["a", "", "b"],)]


SHOWN = {  # as Excel shows them
    "0.00": [(12.5, "12.50"), (12.25, "12.25"), (3, "3.00")],
    "0": [(3, "3"), (3.4, "3")],
    "#,##0": [(999, "999"), (1000, "1,000")],
    "0%": [(0.5, "50%")],
    "General": [(12.5, "12.5")],
    "@": [(7, "7")],
    "yyyy-mm-dd": [(datetime.date(2026, 11, 2), "2026-11-02")],
    "dd.mm.yyyy": [(datetime.date(2026, 11, 2), "02.11.2026")],
}


@pytest.mark.parametrize(
    ("code", "value", "shown"),
    [(code, *each) for code, values in SHOWN.items() for each in values],
)
def test_numbers_that_are_shown_otherwise_are_said(tmp_path, code, value, shown):
    book = openpyxl.Workbook()
    for row in (["2026", "hyp", "ref"], [1.5, "a", value], [1.5, "a", value]):
        book.active.append(row)
    book.active["A2"].number_format = "0.00"
    for cell in ("C2", "C3"):
        book.active[cell].number_format = code
    book.save(tmp_path / "a.xlsx")
    file = table(tmp_path / "a.xlsx")
    with warnings.catch_warnings(record=True) as said:
        ((texts, _),) = file.batches(["ref", "hyp"])
        [*file.batches(["ref", "hyp"])]
    sentence = (
        "numbers and dates of a.xlsx are read as they are stored, not as they are shown: "
        f"cell C2 as {texts[0]}"
    )
    assert [str(one.message) for one in said] == ([] if texts[0] == shown else [sentence])
