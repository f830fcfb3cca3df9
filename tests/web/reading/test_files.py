"""What is shown of uploaded files: how they were read, their first rows, or what is wrong."""

import io

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from levmetrics.errors import InputWarning
from levmetrics.web.limits import PAGE
from levmetrics.web.reading.card import column_choices
from levmetrics.web.reading.files import FileReading, guessed_columns, read_files
from levmetrics.web.reading.read_as import ReadAs, Uploaded
from tests.formats.tables import excel, parquet

HEADED = "id;正解\n1;今日は\n2;雨\n"


@pytest.fixture
def reading(in_this_process, written):
    """Reads one file, as it looks or as it is told."""

    def read(*said, **content):
        paths = written(**content)
        (found,) = read_files(Uploaded(paths, dict.fromkeys(paths, ReadAs(*said))))
        return found

    return read


def test_all_that_is_read_of_a_table(reading):
    found = reading(a_csv=HEADED.encode("cp932"))
    assert found == FileReading(
        "a.csv",
        format="csv",
        encoding="cp932",
        encoding_is_guess=True,
        delimiter=";",
        heading=True,
        keys=["id", "正解"],
        ids=True,
        rows=[["1", "今日は"], ["2", "雨"]],
        samples=2,
    )
    assert column_choices("en", [found]) == [
        ("a.csv: id", '["a.csv", "id"]'),
        ("a.csv: 正解", '["a.csv", "\\u6b63\\u89e3"]'),
    ]


def test_a_first_row_that_is_a_sample_leaves_columns_without_names(reading):
    found = reading(a_csv="a very long line of it,a very long line of it all\nwet,dry\n")
    assert (found.heading, found.samples, found.asked) == (False, 2, [])
    assert column_choices("en", [found]) == [
        ("a.csv: column 1 (a very long li…, wet)", '["a.csv", 1]'),
        ("a.csv: column 2 (a very long li…, dry)", '["a.csv", 2]'),
    ]


def test_a_first_row_that_may_be_either_is_asked_about_and_no_column_is_offered(reading):
    found = reading(a_csv="rain,shine\nwet,dry\n\nhail,snow\ndew,fog\n")
    assert (found.heading, found.samples, found.keys) == (None, 0, [])
    assert (found.asked, found.rows) == (["rain", "shine"], [["wet", "dry"], ["hail", "snow"]])
    assert reading(None, True, a_csv="rain,shine\nwet,dry\n").keys == ["rain", "shine"]
    assert reading(None, False, a_csv="rain,shine\nwet,dry\n").keys == [1, 2]


@pytest.mark.parametrize(
    ("content", "ids"),
    [("id,ref\n1,a\n", True), ("n,ref\n1,a\n", False), ("utt-1,a b\nutt-2,c d\n", False)],
)
def test_whether_a_file_has_ids_is_known(reading, content, ids):
    assert reading(a_csv=content).ids == ids


def test_the_sheet_of_several_is_named(reading):
    book = openpyxl.Workbook()
    book.active.append(["of May"])
    for row in (["hyp", "ref"], ["a", "b"]):
        sheet = book["Data"] if "Data" in book else book.create_sheet("Data")
        sheet.append(row)
    content = io.BytesIO()
    book.save(content)
    with pytest.warns(InputWarning, match=r"only the sheet Data of a\.xlsx is read, and not Sheet"):
        reading(a_xlsx=content.getvalue())


@pytest.mark.parametrize(("said", "keys", "samples"), [(True, ["x", "y"], 1), (False, [1, 2], 2)])
def test_the_visitor_says_what_the_first_row_is(reading, said, keys, samples):
    found = reading(None, said, a_csv="x,y\na,b\n")
    assert (found.heading, found.keys, found.samples) == (said, keys, samples)


def test_the_visitor_says_the_encoding(reading):
    content = "正解\nﾊﾝｶｸ\n".encode("cp932")
    found = reading("cp932", None, a_csv=content)
    assert (found.encoding, found.encoding_is_guess) == ("cp932", False)
    assert found.rows == [["ﾊﾝｶｸ"]]


def test_a_wrong_encoding_is_a_problem_that_can_be_changed_again(reading):
    found = reading("utf-8", True, a_csv=HEADED.encode("cp932"))
    assert "this looks like Shift_JIS (cp932)" in str(found.problem)
    assert (found.encoding, found.heading, found.keys) == ("utf-8", True, [])


def test_text_that_looks_like_no_encoding_may_be_given_one(reading):
    found = reading(a_txt=bytes(range(128, 256)) + b"\n" + bytes(range(255, 127, -1)))
    assert str(found.problem).endswith("save it as UTF-8, or give its encoding")
    assert found.encoding == "utf-8"


def test_the_first_five_rows_are_shown_shortened_and_legible(reading):
    rows = ["a\u202eb\tc", "x" * 100, "今" * 100, "", "d", "not shown"]
    found = reading(a_txt="\n".join(rows))
    assert found.rows == [["a⟨202E⟩b c"], [f"{'x' * 79}…"], [f"{'今' * 79}…"], [""], ["d"]]
    assert found.samples == 6


def test_values_that_are_no_texts_are_shown_too(reading):
    found = reading(a_jsonl='{"p": ["a", "b"], "q": 1.5}\n{"p": {"k": "今"}, "r": null}\n')
    assert found.keys == ["p", "q", "r"]
    assert found.rows == [["a ||| b", "1.5", ""], ['{"k": "今"}', "", ""]]


def test_the_errors_of_a_sheet_are_shown(reading):
    rows = [["ref", "hyp"], ["a", "#N/A"], ["b", "=A2"]]
    assert reading(a_xlsx=excel(rows)).rows == [
        ["a", "#N/A"],
        ["b", "=…"],
    ]


def test_columns_that_cannot_be_scored_are_not_offered(reading):
    columns = {"ref": ["a"], "audio": [b"\0"], "words": [{"w": 1}], "n": [7]}
    found = reading(a_parquet=parquet(columns))
    assert found.keys == ["ref", "n"]
    assert found.rows == [["a", "7"]]


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("a_csv", b"", "a.csv is empty; give a file with samples"),
        ("a_xlsx", b"", "a.xlsx is empty; give a file with samples"),
        ("a_csv", b"a,b;c\nd,e;f\n", "a.csv can be read with commas and semicolons between"),
        ("a_txt", b"%PDF-1.4\n\xe2\xe3\n", "a.txt cannot be read: it is a PDF document; give"),
        ("a_csv", b"hyp,ref\n", "a.csv has no samples; give at least one row"),
        ("a_parquet", parquet({"p": pa.array([], pa.string())}), "a.parquet has no samples"),
        ("a_jsonl", b"\n", "a.jsonl has no samples; give one object per line"),
        ("a_parquet", parquet({"p": [b"a"]}), "a.parquet has no column of texts"),
        ("a_csv", b"hyp,ref\na,b\nc\n", "a.csv, row 2 has 1 field, and the heading 2"),
        ("a_txt", b"\x89PNG\r\n\x1a\n\0", "a.txt cannot be read: it is a PNG picture; give text"),
        ("a_csv", excel([["a"]]), "a.csv cannot be read: it is an Office document (as .xlsx"),
        ("a_parquet", b"PAR1", "a.parquet cannot be read: it is damaged, or is not a valid"),
        ("a_json", b"[" * 99_999, "a.json is nested too deep for this page"),
        ("a_jsonl", b'{"a": ' + b"[" * 99_999, "a.jsonl, line 1 is nested too deep for this page"),
        ("a_txt", b"x\n" * 200_000, "a.txt: more than the 20,000 texts that this page takes;"),
        ("a_csv", b"x," * 200 + b"x\n", "a.csv has 201 columns; 200 are the most on this page"),
        ("a_txt", b"x" * 10_000_001, "a.txt is larger than 10 MB"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(reading, name, content, problem):
    found = reading(**{name: content})
    assert str(found.problem).startswith(problem)
    assert (found.keys, found.rows, found.samples) == ([], [], 0)
    for never in ("\n", "/", "Traceback", "setrecursionlimit"):
        assert never not in str(found.problem)


def test_a_file_that_is_gone_is_named(in_this_process, tmp_path):
    (found,) = read_files(Uploaded({"a.csv": tmp_path / "a.csv"}))
    assert str(found.problem) == "a.csv is no longer there; upload it again"


def test_a_bad_file_leaves_the_good_ones(written, tmp_path):
    pq.write_table(pa.table({"ref": ["a"]}), tmp_path / "c.parquet")
    paths = written(a_txt=b"\x89PNG\0", b_csv="hyp,other\nx,y\n", d_jsonl="{", e_parquet=b"PAR1")
    found = read_files(Uploaded(paths))
    assert [reading.name for reading in found if reading.problem is None] == ["b.csv", "c.parquet"]
    assert guessed_columns(found) == {
        "references": '["c.parquet", "ref"]',
        "predictions": '["b.csv", "hyp"]',
        "systems": [],
    }


def test_no_files_are_read_without_a_process():
    assert read_files(Uploaded({})) == []


@pytest.mark.usefixtures("vertical_lines")
def test_a_registered_format_is_read(reading):
    found = reading(a_psv="hyp|ref\na, b|c\n")
    assert (found.format, found.delimiter, found.rows) == ("psv", "|", [["a, b", "c"]])


def test_the_limits_are_those_of_the_page(reading):
    assert reading(a_txt="x\n" * PAGE.rows).samples == PAGE.rows


def test_timed_words_of_sessions_are_read_beside_segments(in_this_process, written):
    paths = written(ref_stm="a 1 s 0 2 is there\n", hyp_ctm="a 1 0.1 0.5 is\na 1 1 0.5 here\n")
    ctm, stm = read_files(Uploaded(paths, takes="segments"))
    assert (stm.format, ctm.format) == ("stm", "ctm")
    assert (stm.rows, ctm.rows) == ([["a", "s: is there"]], [["a", "1: is / 1: here"]])


def test_timed_words_without_segments_say_what_they_need(in_this_process, written):
    (reading,) = read_files(Uploaded(written(hyp_ctm="a 1 0.1 0.5 is\n")))
    assert str(reading.problem) == (
        "hyp.ctm holds timed words; give an stm file with their segments as references"
    )
