"""What is scored is what the open place shows: pasted texts or uploaded columns, never both."""

import json

import pytest

from levmetrics.errors import InputError
from levmetrics.web.example_boxes import ENGLISH, example
from levmetrics.web.places import PASTE, UPLOAD
from levmetrics.web.reading.files import FileReading
from levmetrics.web.reading.read_as import FileColumn
from levmetrics.web.score_inputs import TextValues, given_texts
from levmetrics.web.scored import SINGLE
from levmetrics.web.uploads import SAME_ORDER, uploaded, written

PASTED = TextValues(PASTE, "a b\nd", "a b\nc", None, "", None, None, None, None, whole=False)


@pytest.fixture
def upload(tmp_path):
    """Upload files of some contents, choose a column of two of them, and return the values."""

    def values(references, predictions, **files):
        paths = []
        for name, content in files.items():
            paths.append(tmp_path / name.replace("_", "."))
            paths[-1].write_text(content)
        reading = written([*map(str, paths)])
        columns = [column and FileColumn(*column).written() for column in (references, predictions)]
        return TextValues(
            UPLOAD, "x", "y", [*map(str, paths)], reading, *columns, None, None, whole=False
        )

    return values


def test_pasted_lines_are_samples_and_their_source_is_named():
    given = given_texts(PASTED)
    assert (given.references, given.predictions[SINGLE]) == (["a b", "d"], ["a b", "c"])
    assert given.sources["en"] == ("pasted text", "pasted text")
    assert given_texts(PASTED).sources["ja"][0] == "貼り付けた文字列"


def test_the_longer_box_is_said_and_where_the_lines_part():
    values = PASTED._replace(references="a b\nd\n\n", predictions="a b\nc")
    with pytest.raises(InputError) as caught:
        given_texts(values)
    assert str(caught.value) == (
        "The box of predictions has 2 lines, the references 3 lines. "
        "The last line of the references is empty."
    )


def test_an_example_is_named_until_it_is_changed():
    own = example(ENGLISH)
    values = PASTED._replace(references=own.references, predictions=f"{own.predictions} now")
    given = given_texts(values)
    assert given.sources["en"][0] == "example: English, real recogniser, synthetic voices"
    assert given.sources["en"][1] == "pasted text"


@pytest.mark.parametrize("side", ["references", "predictions"])
def test_an_empty_box_is_named(side):
    with pytest.raises(InputError, match=rf"^there are no {side} yet: paste them"):
        given_texts(PASTED._replace(**{side: ""}))


def test_columns_of_files_are_scored_whatever_the_boxes_hold(upload):
    columns = ("a.csv", "ref"), ("b.csv", "hyp")
    given = given_texts(upload(*columns, a_csv="ref\na\nb\n", b_csv="hyp\nc\nd\n"))
    assert (given.references, given.predictions[SINGLE]) == (["a", "b"], ["c", "d"])
    assert given.sources["en"] == ("a.csv: ref", "b.csv: hyp")


def test_pasted_texts_are_scored_whatever_was_uploaded(upload):
    values = upload(("a.csv", "ref"), ("a.csv", "hyp"), a_csv="hyp,ref\na,b\n")
    given = given_texts(values._replace(place=PASTE))
    assert (given.references, given.predictions[SINGLE]) == (["x"], ["y"])


def test_rows_of_two_files_with_ids_are_matched_by_them(upload):
    columns = ("a.csv", "ref"), ("b.csv", "hyp")
    files = {"a_csv": "id,ref\n1,a\n2,b\n", "b_csv": "id,hyp\n2,d\n1,c\n"}
    given = given_texts(upload(*columns, **files))
    assert (given.references, given.predictions[SINGLE]) == (["a", "b"], ["c", "d"])
    assert given.sources["en"][1] == "b.csv: hyp, rows matched by their ids"


def test_rows_of_files_of_which_one_has_ids_are_scored_once_their_order_is_told(upload):
    columns = ("a.csv", "ref"), ("b.csv", "hyp")
    values = upload(*columns, a_csv="id,ref\n2,b\n1,a\n", b_csv="hyp\nd\nc\n")
    with pytest.raises(InputError, match=r"^a\.csv has a column of ids, and b\.csv has none; say"):
        given_texts(values)
    given = given_texts(values._replace(by_order=SAME_ORDER))
    assert (given.references, given.predictions[SINGLE]) == (["b", "a"], ["d", "c"])
    assert given.sources["en"][1] == "b.csv: hyp"  # not called matched by ids


def test_whole_files_are_scored_whichever_has_ids(upload):
    columns = ("a.csv", "ref"), ("b.csv", "hyp")
    values = upload(*columns, a_csv="id,ref\n1,a\n2,b\n", b_csv="hyp\na b\n")
    assert given_texts(values._replace(whole=True)).predictions[SINGLE] == ["a b"]


def test_rows_of_two_manifests_are_matched_by_the_file_names_of_their_paths_and_it_is_said(upload):
    columns = ("a.jsonl", "text"), ("b.jsonl", "pred_text")
    files = {
        "a_jsonl": '{"audio_filepath": "/a/1.wav", "text": "a"}\n'
        '{"audio_filepath": "/a/2.wav", "text": "b"}\n',
        "b_jsonl": '{"audio_filepath": "/other/2.wav", "pred_text": "d"}\n'
        '{"audio_filepath": "/other/1.wav", "pred_text": "c"}\n',
    }
    given = given_texts(upload(*columns, **files))
    assert (given.references, given.predictions[SINGLE]) == (["a", "b"], ["c", "d"])
    matching = "rows matched by the file names in their ids"
    assert given.sources["en"][1] == f"b.jsonl: pred_text, {matching}"


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ((None, ("a.csv", "hyp")), "choose the column of the references"),
        ((("a.csv", "ref"), None), "choose the column of the predictions"),
        ((("a.csv", "ref"), ("a.csv", "ref")), "predictions and references are both a.csv: ref"),
    ],
)
def test_a_side_that_is_not_chosen_is_asked_for(upload, columns, message):
    with pytest.raises(InputError, match=message):
        given_texts(upload(*columns, a_csv="hyp,ref\na,b\n"))


@pytest.mark.parametrize(
    ("language", "source"), [("en", "column 2, no header"), ("ja", "列2(列名なし)")]
)
@pytest.mark.parametrize("whole", [False, True])
def test_the_source_of_a_column_without_a_name_is_in_the_visitors_language(
    upload, language, source, whole
):
    values = upload(("a.csv", 1), ("a.csv", 2), a_csv="a b,a c\nd,d\n")
    given = given_texts(values._replace(whole=whole))
    assert given.sources[language][1] == f"a.csv: {source}"


def test_files_that_are_not_read_yet_are_not_scored(upload):
    values = upload(("a.csv", "ref"), ("a.csv", "hyp"), a_csv="hyp,ref\na,b\n")
    other = json.dumps({"paths": [], "read_as": {}})
    for reading in ("", other):
        with pytest.raises(InputError, match=r"^the files are still being read"):
            given_texts(values._replace(reading=reading))


def test_nothing_is_scored_while_a_file_is_asked_about(upload):
    values = upload(("a.csv", 1), ("a.csv", 2), a_csv="foo,bar\na,b\n")
    asked = written(values.files, {}, [FileReading("a.csv", asked=["foo", "bar"])])
    with pytest.raises(InputError, match=r"^say whether the first row of a\.csv is names"):
        given_texts(values._replace(reading=asked))


def test_whole_documents_are_one_text_each_whatever_their_line_breaks():
    values = PASTED._replace(references="a b\nc\n\nd", predictions="a\nb c d", whole=True)
    given = given_texts(values)
    assert given.references == given.predictions[SINGLE] == ["a b c d"]
    values = PASTED._replace(
        references="今日は\nいい天気", predictions="今日はいい\n天気", whole=True
    )
    assert given_texts(values).references == ["今日はいい天気"]


def test_whole_files_are_one_text_each_whatever_their_line_breaks(upload):
    values = upload(("a.txt", ""), ("b.txt", ""), a_txt="a b\nc\n\nd\n", b_txt="a\nb c d\n")
    given = given_texts(values._replace(whole=True))
    assert given.references == given.predictions[SINGLE] == ["a b c d"]
    assert given.sources["en"] == ("a.txt", "b.txt")


def test_whole_documents_with_several_references_are_refused():
    with pytest.raises(InputError, match="as a whole text each side is one"):
        given_texts(PASTED._replace(references="a ||| b\nc", whole=True))


def test_groups_of_a_column_are_read(upload):
    values = upload(("a.csv", "ref"), ("a.csv", "hyp"), a_csv="hyp,ref,who\na,b,ann\nc,d,bob\n")
    given = given_texts(values._replace(group_column=FileColumn("a.csv", "who").written()))
    assert given.groups == ["ann", "bob"]
    assert given_texts(values).groups is None


def test_two_files_of_one_name_are_refused_together(tmp_path):
    (tmp_path / "x").mkdir()
    paths = [tmp_path / "a.csv", tmp_path / "x" / "a.csv"]
    with pytest.raises(InputError, match=r"^two files are named a\.csv; rename one"):
        uploaded([*map(str, paths)], "")
