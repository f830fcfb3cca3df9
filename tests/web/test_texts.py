"""What is scored is what the open place shows: pasted texts or uploaded columns, never both."""

import json

import pytest

from levmetrics import InputError
from levmetrics.web import endpoints, explorer
from levmetrics.web import pasted as pasting
from levmetrics.web.example_boxes import ENGLISH, example
from levmetrics.web.reading.files import FileReading
from levmetrics.web.reading.given import SINGLE
from levmetrics.web.reading.read_as import FileColumn
from levmetrics.web.requests import AUTOMATIC
from levmetrics.web.texts import COMPARE, LETTERS, PASTE, SCORE, _load_example, given_texts
from levmetrics.web.uploads import SAME_ORDER, chosen_column, uploaded
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
        # But for metrics of pages, which compare lines.
        (WHOLE | {"metric": "page:order"}, ["a b\nc\n\nd"], ["a\nb c d"], "pasted text"),
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
LISTS = '{"ref": ["a", "b"], "hyp": "x"}\n{"ref": "c", "hyp": "y"}\n'
BY_IDS = ", rows matched by their ids"
PATHS = {"ref_csv": "path,text\nx,a\ny,b\n", "hyp_csv": "path,hyp\ny,b\nx,c\n"}


@pytest.mark.parametrize(
    ("files", "changes", "references", "predictions", "said"),
    [
        ({"a_csv": IDS, "b_csv": "id,hyp\n1,c\n2,d\n"}, {}, "ba", "dc", f"b.csv: hyp{BY_IDS}"),
        ({"a_csv": IDS, "b_csv": "hyp\nd\nc\n"}, {"by_order": SAME_ORDER}, "ba", "dc", ": hyp"),
        ({"a_csv": IDS, "b_csv": "id,hyp\n7,d c\n"}, {"whole": True}, ["b a"], ["d c"], ": hyp"),
        (
            {"a_jsonl": LISTS},
            {},
            [["a", "b"], ["c"]],
            "xy",
            "a.jsonl: ref · Predictions: a.jsonl: hyp",
        ),
        (PATHS, {}, "ab", "cb", f"ref.csv: text · Predictions: hyp.csv: hyp{BY_IDS}"),
    ],
)
def test_columns_of_files_are_samples_whatever_the_boxes_hold(
    upload, files, changes, references, predictions, said
):
    values = upload(**files)
    given = scored(values, **changes)
    assert (given.references, given.predictions[SINGLE]) == ([*references], [*predictions])
    assert sources("en", given).endswith(said)
    assert scored(values, place=PASTE).references == ["a b", "d"]


def test_how_rows_are_matched_and_files_are_read_is_said(upload):
    note, *_ = scored(upload(**PATHS)).notes
    assert note.sentence("ja") == "行はID(ref.csv: path, hyp.csv: path)で対応付けました"
    values = upload(ref_txt="rain", hyp_txt="ｱﾒ".encode("cp932"))
    reading = reading_of(values["files"], read_as={"hyp.txt": ["cp932", None]})
    assert scored(values, reading=reading).predictions == {SINGLE: ["ｱﾒ"]}


def test_the_source_of_a_column_without_a_name_is_in_the_visitors_language(upload):
    values = upload(a_csv="1,a b,a c\n2,d,d\n")
    columns = {"references_column": column("a.csv", 3), "systems_column": column("a.csv", 2)}
    given = scored(values, **columns)
    assert given.predictions == {SINGLE: ["a b", "d"]}
    assert sources("en", given).endswith("a.csv: column 2, no header")
    assert sources("ja", given).endswith("a.csv: 列2(列名なし)")


COUNTS = "The numbers of samples differ: "
LINES = ["it was a fine day", "we went home", "nobody was there", "so we left again"]


def counts(predictions, references):
    return f"{COUNTS}{predictions} in the box of predictions, {references} in the references."


def missing(side, at):
    return f" Probably missing in {side}: 1, at sample {at}. From there on, the texts fit again"


def sides(references, predictions):
    return {"references": "\n".join(references), "system_A": "\n".join(predictions)}


@pytest.mark.parametrize(
    ("of", "changes", "message"),
    [
        (scored, {"references": ""}, "there are no references yet: paste them"),
        (scored, {"system_A": ""}, "there are no predictions yet: paste them"),
        (scored, {"references": "a"}, counts(2, 1)),
        (
            scored,
            sides(LINES, [LINES[0], *LINES[2:]]),
            counts(3, 4) + missing("the box of predictions", 2),
        ),
        (scored, sides(LINES, ["hello", *LINES]), counts(5, 4) + missing("the references", 1)),
        (scored, sides(["a", " ", ""], ["a"]), counts(1, 2) + " The last one in the references is"),
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
        (scored, {"systems_column": column("b.txt")}, "a.csv has a column of ids, and b.txt has"),
        (
            scored,
            {"systems_column": column("a.csv", "x")},
            "a.csv has no column 'x'; it has id, hyp",
        ),
        (scored, {"systems_column": column("c.csv")}, "c.csv is no longer there; upload it again"),
        (scored, {"reading": reading_of([])}, "the files are still being read"),
        (compared, systems("old"), "1 of the columns are chosen; choose those of two systems or"),
        (compared, systems("old", "ref"), "predictions and references are both ref.txt"),
        (compared, systems("old", "new") | {"groups": "x\ny"}, "groups are pasted in the settings"),
        (compared, systems(*["old", "new"] * 4), "8 of the columns are chosen"),
        (compared, systems("old", "short"), f"{COUNTS}1 in short.txt,"),
    ],
)
def test_columns_that_do_not_fit_are_refused(upload, of, changes, message):
    values = upload(several=True, **SYSTEMS_IN) if of is compared else upload(**IN_CSV)
    assert refusal(of, values, **changes).startswith(message)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        (
            "a_jsonl",
            '{"ref": "a", "hyp": ["b"]}',
            "a.jsonl, hyp, row 1 is a list; give one text a sam",
        ),
        ("a_csv", f"ref,hyp\na,{'x' * 100_001}\n", "a.csv, hyp: text 1 has 100,001 characters"),
        (
            "a_csv",
            "ref,hyp\n" + f"a,{'x' * 9_000}\n" * 300,
            "a.csv, hyp: more than the 2,000,000 ch",
        ),
    ],
)
def test_samples_that_the_page_does_not_take_are_named(upload, name, content, message):
    assert refusal(scored, upload(**{name: content})).startswith(message)


@pytest.mark.parametrize(
    "text", ["a.csv", "[]", "[1, 2]", '["a.csv"]', '["a.csv", null]', '["a", true]', "{}", 5]
)
def test_what_is_no_choice_is_asked_for_again(text):
    with pytest.raises(InputError, match="choose a column in the list"):
        chosen_column("references", text)


def test_files_of_one_name_and_those_with_an_open_question_are_refused(upload):
    said = refusal(uploaded, ["/x/a.csv", "/y/a.csv"])
    assert said.startswith("two files are named a.csv; rename one")
    values = upload(a_csv="foo,bar\na,b\n")
    asked = reading_of(values["files"], [FileReading("a.csv", rows=[["foo", "bar"]])])
    said = refusal(scored, values, reading=asked)
    assert said.startswith("say whether the first row of a.csv is names")


def test_groups_are_those_of_a_column_or_pasted(upload):
    values = upload(a_csv="hyp,ref,who\na,b,ann\nc,d,bob\n", one_txt="x\n")
    assert scored(values, groups_column=column("a.csv", "who")).groups == ["ann", "bob"]
    assert scored(values).groups is None
    said = refusal(scored, values, groups_column=column("one.txt"))
    assert said.startswith("a.csv has 2 samples, and one.txt 1")
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


def test_ids_of_several_rows_of_one_table_are_named_beside_the_result(upload):
    given = scored(upload(a_csv="id,ref,hyp\nu1,a,b\nu1,c,d\n"))
    [note] = given.notes
    assert note.sentence() == "a.csv has id u1 more than once"
    assert note.sentence("ja") == "a.csvに同じID(id u1)が2回以上あります"
    [run] = scored_given(given, "wer").systems.runs.values()
    assert run.ids is None
    assert run.score == 1.0


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


ONE = {"name": "お茶", "items": [{"price": 2}, {"price": 3.5}]}
WRITTEN = json.dumps(ONE, ensure_ascii=False)
METRICS = ["record", "record:donut", "record:docubench", "anls:star"]
NO_RECORDS = ["[1, 2]", "[]", '["a", {"b": 1}]', "null", "no answer"]
AS_PASTED = [
    *(
        (f"\n{json.dumps(ONE, indent=indent, ensure_ascii=False)}\n", METRICS, [WRITTEN], "_object")
        for indent in (None, 1, 4, "\t")
    ),
    *(
        (json.dumps([ONE, {}], indent=each), METRICS, [WRITTEN, "{}"], "_array")
        for each in (None, 2)
    ),
    ('[\n {\n "a": NaN\n }\n]', ["record"], ['{"a": NaN}'], "_array"),
    *(
        (text, METRICS, [text], "")
        for text in ("[1, 2]", "[]", '["a", {"b": 1}]', "null", "no answer")
    ),
    ('{"a":  2.50}\nno answer\n{"a": 1', METRICS, ['{"a":  2.50}', "no answer", '{"a": 1'], ""),
    ('{\n"a": 1\n}', ["anls", "wer", AUTOMATIC], ["{", '"a": 1', "}"], ""),
]


@pytest.mark.parametrize(("text", "metrics", "samples", "kind"), AS_PASTED)
def test_pasted_text_is_records_where_the_metric_takes_them_and_else_lines(
    text, metrics, samples, kind
):
    for metric in metrics:
        assert pasting.pasted(text, "references", metric) == (samples, f"pasted{kind}")


@pytest.mark.parametrize(
    "text", ['{\n "a": 1,\n}', '{\n "a": 1\n}\n{\n "a": 2\n}', "{\r\n "], ids=len
)
def test_indented_json_that_is_broken_is_refused_and_not_read_as_lines(text):
    with pytest.raises(InputError, match=r"^references begins like a JSON object but is not one"):
        pasting.pasted(text, "references", "record")


def test_what_separates_references_is_text_in_a_record():
    text = '{"a": "x ||| y"}'
    assert pasting.with_alternatives([text], "record") == [text]
    assert pasting.with_alternatives(["x ||| y"], "anls:star") == [["x", "y"]]


def test_a_program_pastes_as_a_visitor_does():
    sides = [[ONE, {}], [ONE, ONE]]
    lines = ("\n".join(map(json.dumps, side)) for side in sides)
    found = endpoints.anls(*lines, "record")
    assert found == endpoints.anls(*(json.dumps(side, indent=1) for side in sides), "record")
    assert (found["right"], found["missing"]) == (3, 3)
