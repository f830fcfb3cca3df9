"""What is scored is what the open place shows: pasted texts or uploaded columns, never both."""

import pytest

from levmetrics import InputError
from levmetrics.web import explorer
from levmetrics.web.example_boxes import ENGLISH, example
from levmetrics.web.reading.files import FileReading
from levmetrics.web.reading.given import SINGLE
from levmetrics.web.reading.read_as import FileColumn
from levmetrics.web.texts import COMPARE, LETTERS, PASTE, SCORE, _load_example, given_texts
from levmetrics.web.uploads import SAME_ORDER, uploaded
from levmetrics.web.uploads import written as reading_of
from tests.web.given import pasted, uploaded_values
from tests.web.given import scored as scored_given

pytestmark = pytest.mark.usefixtures("in_this_process")

PASTED = pasted("a b\nd", "a b\nc")
SYSTEMS = {
    **pasted("a\nb", "a\nb", shown=2),
    **{f"name_{letter}": letter for letter in LETTERS},
    **dict.fromkeys([f"system_{letter}" for letter in LETTERS[1:]], ""),
    "system_B": "a\nc",
}
OWN = example(ENGLISH)
FILES = {"old_txt": "a\nb\n", "new_txt": "a\nc\n"}


def scored(values=PASTED, **changes):
    return given_texts(SCORE, {**PASTED, **values, **changes})


def compared(values=SYSTEMS, **changes):
    return given_texts(COMPARE, {**SYSTEMS, **values, **changes})


def refusal(of, *values, **changes):
    with pytest.raises(InputError) as caught:
        of(*values, **changes)
    return str(caught.value)


def sources(language, given, metric="wer"):
    """What the result says of the places that the texts are from."""
    (said,) = explorer.sources(language, scored_given(given, metric))
    return said


@pytest.fixture
def upload(written):
    """Uploads files of these contents, and returns the values of the tab."""
    return lambda several=False, **contents: uploaded_values(
        written(**contents).values(), several=several
    )


def column(file, name=""):
    return FileColumn(file, name).written()


OBJECT = {"metric": "record", "references": '{\n "a": "x"\n}', "system_A": '{\n "a": 1\n}'}
WHOLE = {"references": "a b\nc\n\nd", "system_A": "a\nb c d", "whole": True, "groups": "x\ny"}


@pytest.mark.parametrize(
    ("changes", "references", "predictions", "source"),
    [
        ({}, ["a b", "d"], ["a b", "c"], "pasted text"),
        (OBJECT, ['{"a": "x"}'], ['{"a": 1}'], "pasted text, one JSON object"),
        (
            {"references": OWN[0], "system_A": OWN[1]},
            *(text.split("\n") for text in OWN[:2]),
            "example: English, real recogniser, synthetic voices",
        ),
        # Whole documents, whatever their line breaks, and without groups.
        (WHOLE, ["a b c d"], ["a b c d"], "pasted text"),
    ],
)
def test_pasted_texts_are_samples_and_their_sources_are_named(
    changes, references, predictions, source
):
    given = scored(**changes)
    assert (given.references, given.predictions[SINGLE]) == (references, predictions)
    assert given.groups is None
    said = f"References: {source} · Predictions: {source}"
    assert sources("en", given, changes.get("metric", "wer")) == said


IDS = "id,ref\n2,b\n1,a\n"


@pytest.mark.parametrize(
    ("predicted", "changes", "references", "predictions", "said"),
    [
        ("id,hyp\n1,c\n2,d\n", {}, ["b", "a"], ["d", "c"], ", rows matched by their ids"),
        ("hyp\nd\nc\n", {"by_order": SAME_ORDER}, ["b", "a"], ["d", "c"], ""),
        ("hyp\nd c\n", {"whole": True}, ["b a"], ["d c"], ""),
    ],
)
def test_columns_of_files_are_samples_whatever_the_boxes_hold(
    upload, predicted, changes, references, predictions, said
):
    values = upload(a_csv=IDS, b_csv=predicted)
    given = scored(values, **changes)
    assert (given.references, given.predictions[SINGLE]) == (references, predictions)
    assert sources("en", given) == f"References: a.csv: ref · Predictions: b.csv: hyp{said}"
    assert scored(values, place=PASTE).references == ["a b", "d"]


def test_the_source_of_a_column_without_a_name_is_in_the_visitors_language(upload):
    values = upload(a_csv="1,a b,a c\n2,d,d\n")
    columns = {"references_column": column("a.csv", 3), "systems_column": column("a.csv", 2)}
    given = scored(values, **columns)
    assert sources("en", given).endswith("a.csv: column 2, no header")
    assert sources("ja", given).endswith("a.csv: 列2(列名なし)")


COUNTS = "The numbers of samples differ: "


@pytest.mark.parametrize(
    ("of", "changes", "message"),
    [
        (scored, {"references": ""}, "there are no references yet: paste them"),
        (scored, {"system_A": ""}, "there are no predictions yet: paste them"),
        (scored, {"references": "a"}, f"{COUNTS}2 in the box of predictions, 1 in the references."),
        (scored, {"references": "a ||| b\nc", "whole": True}, "references has several texts for a"),
        (scored, {"groups": "ann"}, "The numbers of samples and of their groups differ: 2 and 1"),
        (compared, {"system_B": ""}, "The predictions of B are missing: paste them, one a line."),
        (compared, {"name_B": "prediction", "system_B": "a"}, f"{COUNTS}1 in prediction, 2 in the"),
        (compared, {"name_B": "A"}, "Two systems are called A"),
        (compared, {"references": "a", "system_A": "a", "system_B": "b"}, "There is only one"),
        (compared, {"groups": "x\nx"}, "All samples are of one group"),
    ],
)
def test_pasted_texts_that_do_not_fit_are_refused(of, changes, message):
    assert refusal(of, **changes).startswith(message)


IN_CSV = {"a_csv": "id,hyp,ref\n1,a,b\n", "b_txt": "a\n"}
SYSTEMS_IN = {"ref_txt": "a\nb\n", "short_txt": "a\n", **FILES}


def systems(*names):
    return {"systems_column": [column(f"{name}.txt") for name in names]}


@pytest.mark.parametrize(
    ("of", "changes", "message"),
    [
        (scored, {"references_column": None}, "choose the column of the references"),
        (scored, {"systems_column": None}, "choose the column of the predictions"),
        (scored, {"systems_column": column("a.csv", "ref")}, "predictions and references are both"),
        (
            scored,
            {"systems_column": column("b.txt")},
            "a.csv has a column of ids, and b.txt has no",
        ),
        (scored, {"reading": reading_of([])}, "the files are still being read"),
        (
            compared,
            systems("old"),
            "1 of the columns are chosen; choose those of two systems or mo",
        ),
        (compared, systems("old", "ref"), "predictions and references are both ref.txt"),
        (compared, systems("old", "new") | {"groups": "x\ny"}, "groups are pasted in the settings"),
        (compared, systems(*["old", "new"] * 4), "8 of the columns are chosen"),
        (compared, systems("old", "short"), f"{COUNTS}1 in short.txt,"),
    ],
)
def test_columns_that_do_not_fit_are_refused(upload, of, changes, message):
    values = upload(several=True, **SYSTEMS_IN) if of is compared else upload(**IN_CSV)
    assert refusal(of, values, **changes).startswith(message)


def test_files_of_one_name_and_those_with_an_open_question_are_refused(upload):
    said = refusal(uploaded, ["/x/a.csv", "/y/a.csv"])
    assert said.startswith("two files are named a.csv; rename one")
    values = upload(a_csv="foo,bar\na,b\n")
    asked = reading_of(values["files"], [FileReading("a.csv", rows=[["foo", "bar"]])])
    said = refusal(scored, values, reading=asked)
    assert said.startswith("say whether the first row of a.csv is names")


def test_groups_are_those_of_a_column_or_pasted(upload):
    values = upload(a_csv="hyp,ref,who\na,b,ann\nc,d,bob\n")
    assert scored(values, groups_column=column("a.csv", "who")).groups == ["ann", "bob"]
    assert scored(values).groups is None
    assert scored(groups="ann\nann").groups == ["ann", "ann"]


def test_the_pasted_systems_that_are_shown_have_the_names_that_are_given():
    given = compared(name_B="new", system_C="a\nd", system_D="hidden", shown=3)
    assert given.predictions == {"A": ["a", "b"], "new": ["a", "c"], "C": ["a", "d"]}


def test_uploaded_systems_are_named_by_their_files_also_if_their_order_had_to_be_told(upload):
    named = {"old": ["a", "b"], "new": ["a", "c"]}
    assert compared(upload(several=True, ref_txt="a\nb\n", **FILES)).predictions == named
    values = upload(several=True, ref_csv="id,ref\n2,a\n1,b\n", **FILES)
    assert refusal(compared, values).startswith("ref.csv has a column of ids, and old.txt has none")
    given = compared(values, by_order=SAME_ORDER)
    assert (given.references, given.ids, given.predictions) == (["a", "b"], ["2", "1"], named)


def test_rows_of_several_files_are_matched_by_the_file_names_in_their_ids_which_is_said(upload):
    row = '{{"audio_filepath": "/{}/{}.wav", "{}": "{}"}}\n'.format
    references = row("x", 1, "text", "a") + row("x", 2, "text", "b")
    heard = row("y", 2, "pred_text", "b") + row("y", 1, "pred_text", "a")
    files = {"ref_jsonl": references, "old_jsonl": heard, "new_jsonl": heard}
    given = compared(upload(several=True, **files))
    assert given.predictions == {"old": ["a", "b"], "new": ["a", "b"]}
    said = sources("en", given)
    assert said == "Rows of the files are matched by the file names in their ids."


def test_names_of_uploaded_systems_turn_no_text_and_are_told_apart(upload):
    names = "s\u202e", "s⟨202E⟩"
    values = upload(a_csv=f"ref,{','.join(names)}\na,a,b\nc,c,d\n")
    given = compared(values, systems_column=[column("a.csv", name) for name in names])
    assert [*given.predictions.values()] == [["a", "c"], ["b", "d"]]
    assert not any("\u202e" in name for name in given.predictions)


def test_an_example_resets_what_is_of_other_texts():
    metric, whole, groups, references, shown, *texts = _load_example(ENGLISH, COMPARE)
    assert (metric, whole, groups, shown) == ("wer", False, "", 2)
    assert [references, *texts[:2]] == [*OWN]
    assert {*texts[2:]} == {""}
