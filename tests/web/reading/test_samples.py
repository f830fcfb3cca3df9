"""Predictions and references of chosen columns: read as the command line reads them."""

import pytest

from levmetrics import InputError
from levmetrics.web.reading.given import Given
from levmetrics.web.reading.read_as import FileColumn
from levmetrics.web.reading.samples import read_samples
from levmetrics.web.uploads import chosen_column


@pytest.fixture
def read(in_this_process, written):
    """Reads columns, given as "file:column", of files that are written first."""

    def column(name):
        file, _, key = name.partition(":")
        return FileColumn(file, int(key) if key.isdecimal() else key)

    def read_columns(references, *systems, groups=None, said=(), options=None, **contents):
        named = {f"system {number}": column(name) for number, name in enumerate(systems)}
        labels = groups and column(groups)
        files = written(*said, **contents)
        return read_samples(column(references), named, labels, files, **(options or {}))

    return read_columns


def given(references, *systems, **rest):
    return Given(references, {f"system {n}": texts for n, texts in enumerate(systems)}, **rest)


SPOKEN = {"a_csv": "utt_id,ref,hyp,speaker\nu1,a,b,x\nu2,c,d,y\n"}
LISTS = {"a_jsonl": '{"r": ["a", "b"], "p": "x", "q": 1}\n{"r": "c", "p": "y", "q": 2}\n'}


def test_columns_are_read_by_name_and_by_number_with_ids_and_groups(read):
    found = read("a.csv:ref", "a.csv:hyp", groups="a.csv:speaker", **SPOKEN)
    assert found == given(["a", "c"], ["b", "d"], groups=["x", "y"], ids=["u1", "u2"])
    found = read("a.csv:1", "a.csv:2", a_csv="a,b\nc,d\n")
    assert found == given(["a", "c"], ["b", "d"])
    found = read("a.jsonl:r", "a.jsonl:p", "a.jsonl:q", **LISTS)
    assert found == given([["a", "b"], "c"], ["x", "y"], ["1", "2"])


def test_rows_are_matched_by_a_column_with_the_same_values_and_that_is_said(read):
    contents = {"ref_csv": "path,text\nx,a\ny,b\n", "hyp_csv": "path,hyp\ny,b\nx,c\n"}
    found = read("ref.csv:text", "hyp.csv:hyp", **contents)
    (note,) = found.notes
    expected = given(["a", "b"], ["c", "b"], ids=["x", "y"], matched_by="ids", notes=[note])
    assert found == expected
    assert note.sentence("ja") == "行はID(ref.csv: path, hyp.csv: path)で対応付けました"


@pytest.mark.parametrize("alone", [False, True])
def test_files_of_different_numbers_of_rows_are_read_one_by_one(read, alone):
    contents = {"a_csv": "id,ref,who\n1,a,true\n2,b,false\n", "b_csv": "hyp\nb\n"}
    options = {"by_order": True, "alone": alone}
    found = read("a.csv:ref", "b.csv:hyp", groups="a.csv:who", options=options, **contents)
    assert found == given(["a", "b"], ["b"])


@pytest.mark.parametrize("groups", ["x\n", "x\ny\nz\n"])
def test_groups_of_another_number_than_the_samples_are_refused(read, groups):
    contents = {"a_csv": "ref,hyp\na,b\nc,d\n", "who_txt": groups}
    with pytest.raises(InputError, match=r"a\.csv has 2 samples, and who\.txt [13]"):
        read("a.csv:ref", "a.csv:hyp", groups="who.txt:", **contents)


def test_files_are_read_as_the_visitor_says(read):
    texts = {"ref_txt": "rain", "hyp_txt": "ｱﾒ".encode("cp932")}
    assert read("ref.txt:", "hyp.txt:", said=["cp932"], **texts) == given(["rain"], ["ｱﾒ"])


LONG, MANY = f"ref,hyp\na,{'x' * 100_001}\n", "ref,hyp\n" + f"a,{'x' * 9_000}\n" * 300


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
        (["a.csv:ref", "a.csv:hyp"], {"a_csv": LONG}, "a.csv, hyp: text 1 has 100,001 characters"),
        (["a.csv:ref", "a.csv:hyp"], {"a_csv": MANY}, "a.csv, hyp: more than the 2,000,000 chara"),
        (["a.txt:", "a.txt:"], {"a_txt": "x\n" * 20_001}, "more than the 20,000 texts that this"),
    ],
)
def test_what_cannot_be_scored_is_said_in_a_sentence(read, columns, contents, message):
    with pytest.raises(InputError) as refused:
        read(*columns, **contents)
    assert message in str(refused.value)
    assert "/" not in str(refused.value)


def test_they_are_read_in_a_process_of_their_own(written):
    files = written(a_csv="ref,hyp\n今日,\n")
    ref, hyp = FileColumn("a.csv", "ref"), FileColumn("a.csv", "hyp")
    assert read_samples(ref, {"b": hyp}, None, files) == Given(["今日"], {"b": [""]})
    with pytest.raises(InputError, match=r"a\.csv has no column 'x'; it has ref, hyp"):
        read_samples(FileColumn("a.csv", "x"), {}, None, files)


@pytest.mark.parametrize(
    "text", ["a.csv", "[]", "[1, 2]", '["a.csv"]', '["a.csv", null]', '["a", true]', "{}", 5]
)
def test_what_is_no_choice_is_asked_for_again(text):
    with pytest.raises(InputError, match="choose a column in the list"):
        chosen_column("references", text)


@pytest.mark.parametrize("column", [FileColumn('a"b.csv', "今日"), FileColumn("a", 2)])
def test_a_choice_is_read_as_it_was_written(column):
    assert chosen_column("references", column.written()) == column
