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


FROM_BOXES = "References: pasted text · Predictions: pasted text"
OWN = example(ENGLISH)
OBJECT = {"metric": "record", "references": '{\n "a": "x ||| y"\n}'}


@pytest.mark.parametrize(
    ("changes", "references", "predictions", "said"),
    [
        ({}, ["a b", "d"], ["a b", "c"], FROM_BOXES),
        (
            {**OBJECT, "system_A": '[{"a": 1}]'},
            ['{"a": "x ||| y"}'],
            ['{"a": 1}'],
            "References: pasted text, one JSON object · "
            "Predictions: pasted text, a JSON array with a record for each item",
        ),
        (
            {"references": OWN[0], "system_A": f"{OWN[1]} now"},
            OWN[0].split("\n"),
            f"{OWN[1]} now".split("\n"),
            "References: example: English, real recogniser, synthetic voices · "
            "Predictions: pasted text",
        ),
        # Whole documents, whatever their line breaks, and without groups.
        (
            {"references": "a b\nc\n\nd", "system_A": "a\nb c d", "whole": True, "groups": "x\ny"},
            ["a b c d"],
            ["a b c d"],
            FROM_BOXES,
        ),
        (
            {"references": "今日は\nいい天気", "system_A": "今日はいい\n天気", "whole": True},
            ["今日はいい天気"],
            ["今日はいい天気"],
            FROM_BOXES,
        ),
    ],
)
def test_pasted_texts_are_samples_and_their_sources_are_named(
    changes, references, predictions, said
):
    given = scored(**changes)
    assert (given.references, given.predictions[SINGLE]) == (references, predictions)
    assert (given.groups, sources("en", given, changes.get("metric", "wer"))) == (None, said)


@pytest.mark.parametrize("name", ["a_jsonl", "a_json"])
def test_columns_of_records_are_samples_as_json(upload, name):
    rows = [
        {"ref": {"a": "今"}, "hyp": {"a": "今日"}},
        {"ref": ["x", "y"], "hyp": ["x"]},
        {"ref": {"a": None}, "hyp": "no answer"},
    ]
    content = json.dumps(rows) if name == "a_json" else "\n".join(map(json.dumps, rows))
    columns = [(name.replace("_", "."), side) for side in ("ref", "hyp")]
    given = scored(upload(*columns, takes="objects", **{name: content}), metric="record")
    assert given.references == ['{"a": "今"}', ["x", "y"], '{"a": null}']
    assert given.predictions[SINGLE] == ['{"a": "今日"}', '["x"]', "no answer"]
    with pytest.raises(InputError, match="row 1 is an object; every sample needs a text"):
        scored(upload(*columns, **{name: content}))


CSVS = ("a.csv", "ref"), ("b.csv", "hyp")
FROM_CSVS = "References: a.csv: ref · Predictions: b.csv: hyp"
SOME_IDS = {"a_csv": "id,ref\n2,b\n1,a\n", "b_csv": "hyp\nd\nc\n"}


def manifest(key, texts, path="/a/{}.wav"):
    rows = ({"audio_filepath": path.format(n), key: text} for n, text in texts.items())
    return "".join(f"{json.dumps(row)}\n" for row in rows)


@pytest.mark.parametrize(
    ("columns", "files", "changes", "references", "predictions", "said"),
    [
        (CSVS, {"a_csv": "ref\na\nb\n", "b_csv": "hyp\nc\nd\n"}, {}, "ab", "cd", FROM_CSVS),
        (
            CSVS,
            {"a_csv": "id,ref\n1,a\n2,b\n", "b_csv": "id,hyp\n2,d\n1,c\n"},
            {},
            "ab",
            "cd",
            f"{FROM_CSVS}, rows matched by their ids",
        ),
        (CSVS, SOME_IDS, {"by_order": SAME_ORDER}, "ba", "dc", FROM_CSVS),
        (CSVS, SOME_IDS, {"whole": True}, ["b a"], ["d c"], FROM_CSVS),
        (
            (("a.jsonl", "text"), ("b.jsonl", "pred_text")),
            {
                "a_jsonl": manifest("text", {1: "a", 2: "b"}),
                "b_jsonl": manifest("pred_text", {2: "d", 1: "c"}, "/other/{}.wav"),
            },
            {},
            "ab",
            "cd",
            "References: a.jsonl: text · Predictions: b.jsonl: pred_text, "
            "rows matched by the file names in their ids",
        ),
        (
            (("a.txt", ""), ("b.txt", "")),
            {"a_txt": "a b\nc\n\nd\n", "b_txt": "a\nb c d\n"},
            {"whole": True},
            ["a b c d"],
            ["a b c d"],
            "References: a.txt · Predictions: b.txt",
        ),
    ],
)
def test_columns_of_files_are_samples_whatever_the_boxes_hold(
    upload, columns, files, changes, references, predictions, said
):
    values = upload(*columns, **files)
    given = scored(values, **changes)
    assert (given.references, given.predictions[SINGLE]) == ([*references], [*predictions])
    assert sources("en", given) == said
    given = scored(values, place=PASTE)
    assert (given.references, given.predictions[SINGLE]) == (["a b", "d"], ["a b", "c"])


@pytest.mark.parametrize(
    ("language", "source"), [("en", "column 2, no header"), ("ja", "列2(列名なし)")]
)
@pytest.mark.parametrize("whole", [False, True])
def test_the_source_of_a_column_without_a_name_is_in_the_visitors_language(
    upload, language, source, whole
):
    values = upload(("a.csv", 1), ("a.csv", 2), a_csv="a b,a c\nd,d\n")
    assert sources(language, scored(values, whole=whole)).endswith(f"a.csv: {source}")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"references": ""}, "there are no references yet: paste them"),
        ({"system_A": ""}, "there are no predictions yet: paste them"),
        (
            {"references": "a b\nd\n\n"},
            "The numbers of samples differ: 2 in the box of predictions, 3 in the references. "
            "The last one in the references is empty.",
        ),
        ({**OBJECT, "system_A": '{\n"a": 1,\n}'}, "predictions begins like a JSON object but is"),
        (
            {"references": "a ||| b\nc", "whole": True},
            "references has several texts for a sample; as a whole text each side is one",
        ),
        ({"groups": "ann"}, "The numbers of samples and of their groups differ: 2 and 1"),
    ],
)
def test_pasted_texts_that_do_not_fit_are_refused(changes, message):
    with pytest.raises(InputError) as caught:
        scored(**changes)
    assert str(caught.value).startswith(message)


BOTH = ("a.csv", "ref"), ("a.csv", "hyp")


@pytest.mark.parametrize(
    ("columns", "changes", "message"),
    [
        ((None, BOTH[1]), {}, "choose the column of the references"),
        ((BOTH[0], None), {}, "choose the column of the predictions"),
        ((BOTH[0], BOTH[0]), {}, "predictions and references are both a.csv: ref"),
        (BOTH, {"reading": ""}, "the files are still being read"),
        (BOTH, {"reading": written([])}, "the files are still being read"),
        ((BOTH[0], CSVS[1]), {}, "a.csv has a column of ids, and b.csv has none; say"),
    ],
)
def test_columns_that_do_not_fit_are_refused(upload, columns, changes, message):
    files = {"a_csv": "id,hyp,ref\n1,a,b\n", "b_csv": "hyp\na\n"}
    with pytest.raises(InputError) as caught:
        scored(upload(*columns, **files), **changes)
    assert str(caught.value).startswith(message)


def test_nothing_is_scored_while_a_file_is_asked_about(upload):
    values = upload(("a.csv", 1), ("a.csv", 2), a_csv="foo,bar\na,b\n")
    asked = written(values["files"], [FileReading("a.csv", rows=[["foo", "bar"]])])
    with pytest.raises(InputError, match=r"^say whether the first row of a\.csv is names"):
        scored(values, reading=asked)


def test_two_files_of_one_name_are_refused_together(tmp_path):
    paths = [str(tmp_path / "a.csv"), str(tmp_path / "x" / "a.csv")]
    with pytest.raises(InputError, match=r"^two files are named a\.csv; rename one"):
        uploaded(paths)


def test_groups_are_those_of_a_column_or_pasted(upload):
    values = upload(*BOTH, a_csv="hyp,ref,who\na,b,ann\nc,d,bob\n")
    given = scored(values, groups_column=FileColumn("a.csv", "who").written())
    assert given.groups == ["ann", "bob"]
    assert scored(values).groups is None
    assert scored(groups="ann\nann").groups == ["ann", "ann"]


FILES = {"ref_txt": "a\nb\n", "old_txt": "a\nb\n", "new_txt": "a\nc\n"}
REF, OLD, NEW = ("ref.txt", ""), ("old.txt", ""), ("new.txt", "")


@pytest.mark.parametrize(
    ("changes", "systems"),
    [
        ({"name_B": "new"}, {"A": "ab", "new": "ac"}),
        ({"system_C": "hidden"}, {"A": "ab", "B": "ac"}),
        ({"system_C": "a\nd", "shown": 3}, {"A": "ab", "B": "ac", "C": "ad"}),
    ],
)
def test_the_pasted_systems_that_are_shown_have_the_names_that_are_given(changes, systems):
    given = compared(**changes)
    assert given.references == ["a", "b"]
    assert given.predictions == {name: [*texts] for name, texts in systems.items()}


def test_uploaded_systems_are_named_by_their_files_also_if_their_order_had_to_be_told(upload):
    given = compared(upload(REF, [OLD, NEW], **FILES))
    named = {"old": ["a", "b"], "new": ["a", "c"]}
    assert (given.references, given.predictions) == (["a", "b"], named)
    values = upload(("ref.csv", "ref"), [OLD, NEW], **FILES, ref_csv="id,ref\n2,a\n1,b\n")
    with pytest.raises(InputError, match=r"^ref\.csv has a column of ids, and old\.txt has none"):
        compared(values)
    given = compared(values, by_order=SAME_ORDER)
    assert (given.references, given.ids, given.predictions) == (["a", "b"], ["2", "1"], named)


@pytest.mark.parametrize(
    ("path", "said"),
    [("/a/{}.wav", "matched by their ids"), ("/{}.wav", "matched by the file names in their ids")],
)
def test_how_rows_of_several_files_are_matched_is_said(upload, path, said):
    files = {
        "ref_jsonl": manifest("text", {1: "a", 2: "b"}),
        "old_jsonl": manifest("pred_text", {2: "b", 1: "a"}, path),
        "new_jsonl": manifest("pred_text", {2: "c", 1: "a"}, path),
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
        (
            {"name_B": "prediction", "system_B": "a"},
            "The numbers of samples differ: 1 in prediction, 2 in the references",
        ),
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


def test_names_of_uploaded_systems_turn_no_text_and_are_told_apart(upload):
    rows = "ref,s\u202e,s⟨202E⟩\na,a,b\nc,c,d\n"
    columns = [("a.csv", "s\u202e"), ("a.csv", "s⟨202E⟩")]
    given = compared(upload(("a.csv", "ref"), columns, a_csv=rows))
    assert [*given.predictions.values()] == [["a", "c"], ["b", "d"]]
    assert not any("\u202e" in name for name in given.predictions)


def test_an_example_resets_what_is_of_other_texts():
    metric, whole, groups, references, shown, *texts = _load_example(ENGLISH, COMPARE)
    assert (metric, whole, groups, shown) == ("wer", False, "", 2)
    assert [references, *texts[:2]] == [*OWN]
    assert {*texts[2:]} == {""}
