"""Predictions and references of chosen columns: read as the command line reads them."""

import io

import openpyxl
import pytest

from levmetrics import InputError
from levmetrics.web.reading.given import Given
from levmetrics.web.reading.read_as import FileColumn, ReadAs, Uploaded
from levmetrics.web.reading.samples import read_samples


@pytest.fixture
def read(in_this_process, written):
    """Reads columns, given as "file:column", of files that are written first."""

    def column(name):
        file, _, key = name.partition(":")
        return FileColumn(file, int(key) if key.isdecimal() else key)

    def read_columns(
        references, *systems, groups=None, read_as=None, by_order=False, alone=False, **contents
    ):
        return read_samples(
            column(references),
            {f"system {number}": column(name) for number, name in enumerate(systems)},
            groups and column(groups),
            Uploaded(written(**contents), read_as or {}),
            by_order=by_order,
            alone=alone,
        )

    return read_columns


def test_columns_of_one_file_with_groups_and_ids(read):
    content = "utt_id,ref,hyp,speaker\nu1,a,b,x\nu2,c,d,y\n"
    assert read("a.csv:ref", "a.csv:hyp", groups="a.csv:speaker", a_csv=content) == Given(
        ["a", "c"], {"system 0": ["b", "d"]}, groups=["x", "y"], ids=["u1", "u2"]
    )


def test_columns_by_number(read):
    assert read("a.csv:1", "a.csv:2", a_csv="a,b\nc,d\n") == Given(
        ["a", "c"], {"system 0": ["b", "d"]}
    )


def test_rows_are_matched_by_a_column_with_the_same_values_and_that_is_said(read):
    found = read(
        "ref.csv:text",
        "hyp.csv:hyp",
        ref_csv="path,text\nx,a\ny,b\n",
        hyp_csv="path,hyp\ny,b\nx,c\n",
    )
    (note,) = found.notes
    assert (found.references, found.predictions) == (["a", "b"], {"system 0": ["c", "b"]})
    assert (found.ids, found.matched_by) == (["x", "y"], "ids")
    assert note.sentence("ja") == "行はID(ref.csv: path, hyp.csv: path)で対応付けました"


def test_what_a_reader_leaves_out_is_noted(written):
    pytest.importorskip("lxml")
    text = "<TextEquiv><Unicode>a</Unicode></TextEquiv>"
    page = f"<PcGts><Page><TextRegion>{text}</TextRegion><Foo>{text}</Foo></Page></PcGts>"
    files = written(gt_xml=page, ocr_xml=page)
    ref, hyp = (FileColumn(name, "") for name in files)
    given = read_samples(ref, {"a": hyp}, None, Uploaded(files))
    sentence = "1 line of text in Foo is not read: {}.xml"
    notes = {note.sentence() for note in given.notes}
    assert notes == {sentence.format("gt"), sentence.format("ocr")}


def test_numbers_of_a_sheet_that_are_shown_otherwise_are_said(written):
    book, file = openpyxl.Workbook(), io.BytesIO()
    book.active.append(["ref", "hyp"])
    book.active.append(["12.50", 12.5])
    book.active["B2"].number_format = "0.00"
    book.save(file)
    files = Uploaded(written(a_xlsx=file.getvalue()))
    columns = FileColumn("a.xlsx", "ref"), {"a": FileColumn("a.xlsx", "hyp")}
    (note,) = read_samples(*columns, None, files).notes
    assert note.sentence("ja").endswith("保存されている値で読みました(セルB2は12.5)")


def test_references_that_are_texts_of_lists_are_several_and_that_is_said(written):
    files = Uploaded(written(a_csv="answers,hyp\n\"['a', 'b']\",a\n['c'],c\n"))
    columns = FileColumn("a.csv", "answers"), {"a": FileColumn("a.csv", "hyp")}
    given = read_samples(*columns, None, files)
    assert given.references == [["a", "b"], ["c"]]
    (note,) = given.notes
    assert note.sentence("ja").startswith("a.csv, answersはリストを文字列にしたもの")


def test_several_systems_and_several_references(read):
    rows = '{"r": ["a", "b"], "p": "x", "q": 1}\n{"r": "c", "p": "y", "q": 2}\n'
    found = read("a.jsonl:r", "a.jsonl:p", "a.jsonl:q", a_jsonl=rows)
    assert found == Given([["a", "b"], "c"], {"system 0": ["x", "y"], "system 1": ["1", "2"]})


@pytest.mark.parametrize("alone", [False, True])
def test_files_of_different_numbers_of_rows_are_read_one_by_one(read, alone):
    contents = {"a_csv": "id,ref,who\n1,a,true\n2,b,false\n", "b_csv": "hyp\nb\n"}
    found = read(
        "a.csv:ref", "b.csv:hyp", by_order=True, groups="a.csv:who", alone=alone, **contents
    )
    assert found == Given(["a", "b"], {"system 0": ["b"]})


@pytest.mark.parametrize("groups", ["x\n", "x\ny\nz\n"])
def test_groups_of_another_number_than_the_samples_are_refused(read, groups):
    contents = {"a_csv": "ref,hyp\na,b\nc,d\n", "who_txt": groups}
    with pytest.raises(InputError, match=r"a\.csv has 2 samples, and who\.txt [13]"):
        read("a.csv:ref", "a.csv:hyp", groups="who.txt:", **contents)


def test_files_are_read_as_the_visitor_says(read):
    found = read(
        "ref.txt:",
        "hyp.txt:",
        read_as={"hyp.txt": ReadAs(encoding="cp932")},
        ref_txt="雨",
        hyp_txt="ｱﾒ".encode("cp932"),
    )
    assert found.predictions == {"system 0": ["ｱﾒ"]}


@pytest.mark.parametrize(
    ("columns", "contents", "message"),
    [
        (["a.txt:", "b.txt:"], {"a_txt": "x"}, "b.txt is no longer there; upload it again"),
        (["a.csv:x", "a.csv:hyp"], {"a_csv": "ref,hyp\na,b\n"}, "a.csv has no column 'x'; it has"),
        (
            ["a.jsonl:r", "a.jsonl:p"],
            {"a_jsonl": '{"r": "a", "p": ["b"]}'},
            "a.jsonl, p, row 1 is a list; give one text a sample",
        ),
        (["a.csv:ref", "a.csv:hyp"], {"a_csv": "ref,hyp\n"}, "a.csv, ref has no samples; give"),
        (
            ["a.csv:ref", "a.csv:hyp"],
            {"a_csv": f"ref,hyp\na,{'x' * 100_001}\n"},
            "a.csv, hyp: text 1 has 100,001 characters, and 100,000 is the most on this page",
        ),
        (
            ["a.csv:ref", "a.csv:hyp"],
            {"a_csv": "ref,hyp\n" + f"a,{'x' * 9_000}\n" * 300},
            "a.csv, hyp: more than the 2,000,000 characters that this page takes",
        ),
        (
            ["a.txt:", "b.txt:"],
            {"a_txt": "x\n" * 20_001, "b_txt": "x\n" * 20_001},
            "more than the 20,000 texts that this page takes",
        ),
    ],
)
def test_what_cannot_be_scored_is_said_in_a_sentence(read, columns, contents, message):
    with pytest.raises(InputError) as refused:
        read(*columns, **contents)
    assert message in str(refused.value)
    assert "/" not in str(refused.value)


def test_they_are_read_in_a_process_of_their_own(written):
    paths = written(a_csv="ref,hyp\n今日,\n")
    found = read_samples(
        FileColumn("a.csv", "ref"), {"b": FileColumn("a.csv", "hyp")}, None, Uploaded(paths)
    )
    assert found == Given(["今日"], {"b": [""]})
    with pytest.raises(InputError, match=r"a\.csv has no column 'x'; it has ref, hyp"):
        read_samples(FileColumn("a.csv", "x"), {}, None, Uploaded(paths))


@pytest.mark.parametrize(
    "text", ["a.csv", "[]", "[1, 2]", '["a.csv"]', '["a.csv", null]', '["a", true]', "{}", None, 5]
)
def test_what_is_no_choice_is_asked_for_again(text):
    with pytest.raises(InputError, match="choose a column in the list"):
        FileColumn.from_written(text)


@pytest.mark.parametrize("column", [FileColumn('a"b.csv', "今日"), FileColumn("a", 2)])
def test_a_choice_is_read_as_it_was_written(column):
    assert FileColumn.from_written(column.written()) == column
