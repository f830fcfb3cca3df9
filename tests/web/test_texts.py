"""What is scored is what the open place shows: pasted texts or uploaded columns, never both."""

import json

import pytest

from levmetrics import InputError
from levmetrics.web import explorer
from levmetrics.web.example_boxes import ENGLISH, example
from levmetrics.web.reading.files import FileReading
from levmetrics.web.reading.given import SINGLE
from levmetrics.web.reading.read_as import FileColumn
from levmetrics.web.texts import COMPARE, LETTERS, PASTE, SCORE, UPLOAD, _load_example, given_texts
from levmetrics.web.uploads import SAME_ORDER, uploaded, written
from tests.web.given import pasted
from tests.web.given import scored as scored_given

pytestmark = pytest.mark.usefixtures("in_this_process")

PASTED = pasted("a b\nd", "a b\nc")
SYSTEMS = {
    **PASTED,
    "references": "a\nb",
    "shown": 2,
    **{f"name_{letter}": letter for letter in LETTERS},
    **dict.fromkeys([f"system_{letter}" for letter in LETTERS], ""),
    "system_A": "a\nb",
    "system_B": "a\nc",
}


def scored(values=PASTED, **changes):
    return given_texts(SCORE, {**PASTED, **values, **changes})


def compared(values=SYSTEMS, **changes):
    return given_texts(COMPARE, {**SYSTEMS, **values, **changes})


def sources(language, given, metric="wer"):
    """What the result says of the places that the texts are from."""
    (said,) = explorer.sources(language, scored_given(given, metric))
    return said


@pytest.fixture
def upload(tmp_path):
    """Upload files of some contents, choose columns of them, and return the values."""

    def values(references, systems, *, takes="texts", **files):
        paths = []
        for name, content in files.items():
            paths.append(tmp_path / name.replace("_", "."))
            paths[-1].write_text(content)
        several = isinstance(systems, list)
        chosen = [
            column and FileColumn(*column).written()
            for column in (systems if several else [systems])
        ]
        return {
            "place": UPLOAD,
            "files": [*map(str, paths)],
            "reading": written([*map(str, paths)], takes=takes),
            "references_column": references and FileColumn(*references).written(),
            "systems_column": chosen if several else chosen[0],
            "groups_column": None,
            "groups": "",
            "by_order": None,
        }

    return values


def test_pasted_lines_are_samples_and_their_source_is_named():
    given = scored()
    assert (given.references, given.predictions[SINGLE]) == (["a b", "d"], ["a b", "c"])
    assert sources("en", given) == "References: pasted text · Predictions: pasted text"
    assert "正解:貼り付けた文字列" in sources("ja", given)


def test_pasted_records_are_samples_and_how_they_were_read_is_said():
    values = {"metric": "record", "references": '{\n "a": "x ||| y"\n}'}
    given = scored(**values, system_A='[{"a": 1}]')
    assert (given.references, given.predictions[SINGLE]) == (['{"a": "x ||| y"}'], ['{"a": 1}'])
    assert sources("en", given, "record") == (
        "References: pasted text, one JSON object · "
        "Predictions: pasted text, a JSON array with a record for each item"
    )
    with pytest.raises(InputError, match=r"^predictions begins like a JSON object but is not one"):
        scored(**values, system_A='{\n"a": 1,\n}')


ROWS = [
    {"ref": {"a": "今"}, "hyp": {"a": "今日"}},
    {"ref": ["x", "y"], "hyp": ["x"]},
    {"ref": {"a": None}, "hyp": "no answer"},
]


@pytest.mark.parametrize("name", ["a_jsonl", "a_json"])
def test_columns_of_records_are_samples_as_json(upload, name):
    content = json.dumps(ROWS) if name == "a_json" else "\n".join(map(json.dumps, ROWS))
    file = name.replace("_", ".")
    values = upload((file, "ref"), (file, "hyp"), takes="objects", **{name: content})
    given = scored(values, metric="record")
    assert given.references == ['{"a": "今"}', ["x", "y"], '{"a": null}']
    assert given.predictions[SINGLE] == ['{"a": "今日"}', '["x"]', "no answer"]
    values = upload((file, "ref"), (file, "hyp"), **{name: content})
    with pytest.raises(InputError, match="row 1 is an object; every sample needs a text"):
        scored(values)


def test_the_longer_box_is_said_and_where_the_lines_part():
    with pytest.raises(InputError) as caught:
        scored(references="a b\nd\n\n")
    assert str(caught.value) == (
        "The numbers of samples differ: 2 in the box of predictions, 3 in the references. "
        "The last one in the references is empty."
    )


def test_an_example_is_named_until_it_is_changed():
    own = example(ENGLISH)
    given = scored(references=own[0], system_A=f"{own[1]} now")
    assert sources("en", given) == (
        "References: example: English, real recogniser, synthetic voices · Predictions: pasted text"
    )


@pytest.mark.parametrize(("side", "box"), [("references",) * 2, ("predictions", "system_A")])
def test_an_empty_box_is_named(side, box):
    with pytest.raises(InputError, match=rf"^there are no {side} yet: paste them"):
        scored(**{box: ""})


def test_columns_of_files_are_scored_whatever_the_boxes_hold(upload):
    columns = ("a.csv", "ref"), ("b.csv", "hyp")
    given = scored(upload(*columns, a_csv="ref\na\nb\n", b_csv="hyp\nc\nd\n"))
    assert (given.references, given.predictions[SINGLE]) == (["a", "b"], ["c", "d"])
    assert sources("en", given) == "References: a.csv: ref · Predictions: b.csv: hyp"


def test_pasted_texts_are_scored_whatever_was_uploaded(upload):
    values = upload(("a.csv", "ref"), ("a.csv", "hyp"), a_csv="hyp,ref\na,b\n")
    given = scored(values, place=PASTE)
    assert (given.references, given.predictions[SINGLE]) == (["a b", "d"], ["a b", "c"])


def test_rows_of_two_files_with_ids_are_matched_by_them(upload):
    columns = ("a.csv", "ref"), ("b.csv", "hyp")
    files = {"a_csv": "id,ref\n1,a\n2,b\n", "b_csv": "id,hyp\n2,d\n1,c\n"}
    given = scored(upload(*columns, **files))
    assert (given.references, given.predictions[SINGLE]) == (["a", "b"], ["c", "d"])
    assert sources("en", given).endswith("Predictions: b.csv: hyp, rows matched by their ids")


def test_rows_of_files_of_which_one_has_ids_are_scored_once_their_order_is_told(upload):
    columns = ("a.csv", "ref"), ("b.csv", "hyp")
    values = upload(*columns, a_csv="id,ref\n2,b\n1,a\n", b_csv="hyp\nd\nc\n")
    with pytest.raises(InputError, match=r"^a\.csv has a column of ids, and b\.csv has none; say"):
        scored(values)
    given = scored(values, by_order=SAME_ORDER)
    assert (given.references, given.predictions[SINGLE]) == (["b", "a"], ["d", "c"])
    assert sources("en", given).endswith("Predictions: b.csv: hyp")  # not called matched by ids


def test_whole_files_are_scored_whichever_has_ids(upload):
    columns = ("a.csv", "ref"), ("b.csv", "hyp")
    values = upload(*columns, a_csv="id,ref\n1,a\n2,b\n", b_csv="hyp\na b\n")
    assert scored(values, whole=True).predictions[SINGLE] == ["a b"]


def test_rows_of_two_manifests_are_matched_by_the_file_names_of_their_paths_and_it_is_said(upload):
    columns = ("a.jsonl", "text"), ("b.jsonl", "pred_text")
    files = {
        "a_jsonl": '{"audio_filepath": "/a/1.wav", "text": "a"}\n'
        '{"audio_filepath": "/a/2.wav", "text": "b"}\n',
        "b_jsonl": '{"audio_filepath": "/other/2.wav", "pred_text": "d"}\n'
        '{"audio_filepath": "/other/1.wav", "pred_text": "c"}\n',
    }
    given = scored(upload(*columns, **files))
    assert (given.references, given.predictions[SINGLE]) == (["a", "b"], ["c", "d"])
    matching = "rows matched by the file names in their ids"
    assert sources("en", given).endswith(f"Predictions: b.jsonl: pred_text, {matching}")


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
        scored(upload(*columns, a_csv="hyp,ref\na,b\n"))


@pytest.mark.parametrize(
    ("language", "source"), [("en", "column 2, no header"), ("ja", "列2(列名なし)")]
)
@pytest.mark.parametrize("whole", [False, True])
def test_the_source_of_a_column_without_a_name_is_in_the_visitors_language(
    upload, language, source, whole
):
    values = upload(("a.csv", 1), ("a.csv", 2), a_csv="a b,a c\nd,d\n")
    given = scored(values, whole=whole)
    assert sources(language, given).endswith(f"a.csv: {source}")


def test_files_that_are_not_read_yet_are_not_scored(upload):
    values = upload(("a.csv", "ref"), ("a.csv", "hyp"), a_csv="hyp,ref\na,b\n")
    other = json.dumps({"paths": [], "read_as": {}})
    for reading in ("", other):
        with pytest.raises(InputError, match=r"^the files are still being read"):
            scored(values, reading=reading)


def test_nothing_is_scored_while_a_file_is_asked_about(upload):
    values = upload(("a.csv", 1), ("a.csv", 2), a_csv="foo,bar\na,b\n")
    asked = written(values["files"], {}, [FileReading("a.csv", asked=["foo", "bar"])])
    with pytest.raises(InputError, match=r"^say whether the first row of a\.csv is names"):
        scored(values, reading=asked)


def test_whole_documents_are_one_text_each_whatever_their_line_breaks():
    given = scored(references="a b\nc\n\nd", system_A="a\nb c d", whole=True)
    assert given.references == given.predictions[SINGLE] == ["a b c d"]
    given = scored(references="今日は\nいい天気", system_A="今日はいい\n天気", whole=True)
    assert given.references == ["今日はいい天気"]


def test_whole_files_are_one_text_each_whatever_their_line_breaks(upload):
    values = upload(("a.txt", ""), ("b.txt", ""), a_txt="a b\nc\n\nd\n", b_txt="a\nb c d\n")
    given = scored(values, whole=True)
    assert given.references == given.predictions[SINGLE] == ["a b c d"]
    assert sources("en", given) == "References: a.txt · Predictions: b.txt"


def test_whole_documents_with_several_references_are_refused():
    with pytest.raises(InputError, match="as a whole text each side is one"):
        scored(references="a ||| b\nc", whole=True)


def test_groups_of_a_column_are_read(upload):
    values = upload(("a.csv", "ref"), ("a.csv", "hyp"), a_csv="hyp,ref,who\na,b,ann\nc,d,bob\n")
    given = scored(values, groups_column=FileColumn("a.csv", "who").written())
    assert given.groups == ["ann", "bob"]
    assert scored(values).groups is None


def test_two_files_of_one_name_are_refused_together(tmp_path):
    (tmp_path / "x").mkdir()
    paths = [tmp_path / "a.csv", tmp_path / "x" / "a.csv"]
    with pytest.raises(InputError, match=r"^two files are named a\.csv; rename one"):
        uploaded([*map(str, paths)], "")


FILES = {"ref_txt": "a\nb\n", "old_txt": "a\nb\n", "new_txt": "a\nc\n"}
REF, OLD, NEW = ("ref.txt", ""), ("old.txt", ""), ("new.txt", "")


def test_pasted_systems_have_the_names_that_are_given():
    given = compared(name_B="new")
    assert given.predictions == {"A": ["a", "b"], "new": ["a", "c"]}
    assert given.references == ["a", "b"]


def test_only_the_systems_that_are_shown_are_compared():
    assert [*compared(system_C="hidden").predictions] == ["A", "B"]
    assert [*compared(system_C="a\nd", shown=3).predictions] == ["A", "B", "C"]


def test_uploaded_systems_are_named_by_their_files(upload):
    given = compared(upload(REF, [OLD, NEW], **FILES))
    assert (given.references, given.predictions) == (
        ["a", "b"],
        {"old": ["a", "b"], "new": ["a", "c"]},
    )


@pytest.mark.parametrize(
    ("path", "said"),
    [("/a/{}.wav", "matched by their ids"), ("/{}.wav", "matched by the file names in their ids")],
)
def test_how_rows_of_several_files_are_matched_is_said(upload, path, said):
    def rows(key, texts, path):
        return "".join(
            json.dumps({"audio_filepath": path.format(number), key: text}) + "\n"
            for number, text in texts.items()
        )

    files = {
        "ref_jsonl": rows("text", {1: "a", 2: "b"}, "/a/{}.wav"),
        "old_jsonl": rows("pred_text", {2: "b", 1: "a"}, path),
        "new_jsonl": rows("pred_text", {2: "c", 1: "a"}, path),
    }
    columns = [("old.jsonl", "pred_text"), ("new.jsonl", "pred_text")]
    given = compared(upload(("ref.jsonl", "text"), columns, **files))
    assert given.predictions == {"old": ["a", "b"], "new": ["a", "c"]}
    assert sources("en", given) == f"Rows of the files are {said}."


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"references": ""}, "there are no references yet"),
        ({"system_B": ""}, "The predictions of B are missing: paste them, one a line."),
        ({"system_B": "a"}, "The numbers of samples differ: 1 in B, 2 in the"),
        ({"name_B": "A"}, "Two systems are called A"),
        ({"references": "a", "system_A": "a", "system_B": "b"}, "There is only one sample"),
        ({"groups": "x"}, "The numbers of samples and of their groups differ: 2 and 1"),
        ({"groups": "x\nx"}, "All samples are of one group"),
    ],
)
def test_pasted_systems_that_do_not_fit_are_refused(changes, message):
    with pytest.raises(InputError) as caught:
        compared(**changes)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("columns", "changes", "message"),
    [
        ((None, [OLD, NEW]), {}, "choose the column of the references"),
        ((REF, [OLD]), {}, "1 of the columns are chosen; choose those of two systems or more"),
        ((REF, [OLD, None]), {}, "choose the column of the systems"),
        ((REF, [OLD, REF]), {}, "predictions and references are both ref.txt"),
        ((REF, [OLD, NEW]), {"groups_column": "no column"}, "choose a column in the list"),
        ((REF, [OLD, NEW]), {"groups": "x\ny"}, "groups are pasted in the settings, and files are"),
        ((REF, [OLD, NEW] * 4), {}, "8 of the columns are chosen"),
        ((REF, [OLD, ("short.txt", "")]), {}, "The numbers of samples differ: 1 in short.txt,"),
    ],
)
def test_uploaded_systems_that_do_not_fit_are_refused(upload, columns, changes, message):
    with pytest.raises(InputError) as caught:
        compared(upload(*columns, short_txt="a\n", **FILES), **changes)
    assert str(caught.value).startswith(message)


def test_groups_that_are_pasted_are_those_of_one_system_too():
    assert scored(groups="ann\nbob").groups == ["ann", "bob"]
    assert scored(groups="ann\nann").groups == ["ann", "ann"]
    with pytest.raises(
        InputError, match=r"^The numbers of samples and of their groups differ: 2 and 1"
    ):
        scored(groups="ann")


def test_files_of_which_some_have_ids_are_compared_once_their_order_is_told(upload):
    files = {**FILES, "ref_csv": "id,ref\n2,a\n1,b\n"}
    values = upload(("ref.csv", "ref"), [OLD, NEW], **files)
    with pytest.raises(InputError, match=r"^ref\.csv has a column of ids, and old\.txt has none"):
        compared(values)
    given = compared(values, by_order=SAME_ORDER)
    assert (given.references, given.ids) == (["a", "b"], ["2", "1"])


def test_a_whole_document_has_no_groups():
    given = scored(whole=True, groups="ann\nbob")
    assert (given.references, given.groups) == (["a b d"], None)


def test_a_system_that_is_called_prediction_is_named_as_the_others_are():
    with pytest.raises(InputError, match=r"differ: 1 in prediction, 2 in the references"):
        compared(name_B="prediction", system_B="a")


def test_names_of_uploaded_systems_turn_no_text_and_are_told_apart(upload):
    rows = "ref,s\u202e,s⟨202E⟩\na,a,b\nc,c,d\n"
    columns = [("a.csv", "s\u202e"), ("a.csv", "s⟨202E⟩")]
    given = compared(upload(("a.csv", "ref"), columns, a_csv=rows))
    assert [*given.predictions.values()] == [["a", "c"], ["b", "d"]]
    assert not any("\u202e" in name for name in given.predictions)


def test_an_example_resets_what_is_of_other_texts():
    metric, whole, groups, references, shown, *texts = _load_example(ENGLISH, COMPARE)
    assert (metric, whole, groups, shown) == ("wer", False, "", 2)
    assert [references, *texts[:2]] == [*example(ENGLISH)]
    assert {*texts[2:]} == {""}
