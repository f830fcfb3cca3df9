"""Records as a metric: what its options do, what adds up, and what the page of it says."""

import datetime
import decimal
import re
import warnings
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import levmetrics as lm
from levmetrics import InputError
from levmetrics.records import Boolean, Exact, Field, Identifier, Number, Text, Words
from tests.packages import needs

PAGE = Path(__file__).parents[2] / "docs" / "records.md"
ABSENT = object()
OPTIONS = (
    {},
    {"missing_fields": "skip"},
    {"extra_fields": "skip"},
    {"null_fields": "drop"},
    {"empty_fields": "drop"},
)
SIDES = {'"tea"': "tea", '"ten"': "ten", '""': "", "null": None, "no key": ABSENT}


def record_of(value):
    return {"n": 1} if value is ABSENT else {"n": 1, "x": value}


def documented_cases():
    text = PAGE.read_text("utf-8")
    rows = text.split("## Missing, extra, null and empty")[1].split("\n## ")[0].splitlines()
    for row in rows:
        cells = [cell.strip().strip("`") for cell in row.strip("|").split("|")]
        if (row.startswith("| `") and "default" not in row) or row.startswith("| no key"):
            yield cells


def test_the_table_of_missing_and_empty_fields_is_what_is_computed():
    cases = [*documented_cases()]
    assert len(cases) == 19
    for reference, prediction, *cells in cases:
        target, answer = record_of(SIDES[reference]), record_of(SIDES[prediction])
        computed = []
        for options in OPTIONS:
            run = lm.score([answer], [target], "record", **options)
            found = [field for field in run.alignment(0).fields if field.path == "x"]
            said = [f.outcome + ("" if f.is_counted else " (not counted)") for f in found]
            computed.append(f"{said[0] if said else '–'}, {run.score:.2f}")
        assert cells == computed, (reference, prediction)


REFERENCES = [
    {"a": "tea", "b": [{"c": 1, "d": None}, {"c": 2.5}], "e": True},
    {"a": ("x", "y"), "b": [], "f": {"g": "2024-04-03"}},
    ["one", "two"],
    "text",
    None,
]
PREDICTIONS = [
    {"a": "ten", "b": [{"c": "2.50"}, {"c": 1}], "e": "yes"},
    '{"a": "y", "b": [{"c": 3}], "f": {"g": "2024-04-03"}}',
    ["two"],
    "text",
    "nothing",
]


def test_every_record_has_its_score_and_counts_without_a_reduction():
    run = lm.score(PREDICTIONS, REFERENCES, "record")
    each = lm.score(PREDICTIONS, REFERENCES, "record", reduction="none").result()
    assert each["record_anls"] == run.sample_scores().tolist()
    assert sum(each["right"]) == run["right"]
    assert each["exact_match"] == [0, 0, 0, 1, 0]
    assert [run.alignment(i).score for i in range(5)] == each["record_anls"]
    assert run.samples().column_names[-8:] == [
        "f1", "exact_match", "right", "misread", "missing", "extra", "unreadable",
        "reference_index",
    ]  # fmt: skip
    assert run.alignment(-1).score == each["record_anls"][-1]


def test_a_report_shows_the_fields_and_each_record(tmp_path):
    run = lm.score(PREDICTIONS[:2], REFERENCES[:2], "record")
    run.report(tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text("utf-8")
    assert "Scores by field" in page
    assert "The record field by field" in page
    assert "b[].c" in page


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"lists": "best"}, "unknown rule of lists 'best'; Known: greedy, keyed, optimal, ordered"),
        ({"missing_fields": "drop"}, "unknown missing_fields 'drop'; Known: skip, wrong"),
        ({"null_fields": None}, "unknown null_fields None; Known: drop, keep"),
        ({"repair": 1}, "repair is 1; it must be True or False"),
        ({"threshold": 2}, "threshold is 2; it must be a number from 0 to 1"),
        ({"locale": "xx_YY"}, "unknown locale"),
        ({"tokenizer": "char"}, "unknown option of score 'tokenizer'"),
    ],
)
def test_options_that_cannot_be_are_refused(options, message):
    if "locale" in options:
        pytest.importorskip("babel")
        message = ""
    with pytest.raises(InputError, match=re.escape(message)):
        lm.score([{}], [{}], "record", **options)


def test_lists_by_keys_need_a_key():
    with pytest.raises(InputError, match=r"references\[0\]\['a'\] is to be matched by keys"):
        lm.score([{"a": [1]}], [{"a": [1]}], "record", lists="keyed")


def test_a_value_of_two_readings_is_refused_with_its_place_on_both_sides():
    with pytest.raises(InputError, match=r"^predictions\[0\]\['a'\]\[0\] is '1,234', which may be"):
        lm.score([{"a": ["1,234"]}], [{"a": [1234]}], "record")
    with pytest.raises(InputError, match=r"^references\[0\]\['a'\] is '1,234', which may be"):
        lm.score([{"a": "1"}], [{"a": "1,234"}], "record", schema={"a": Number()})


@pytest.mark.parametrize(
    ("format_", "text", "meant", "options"),
    [
        ("time", "午後12時30分", "12:30", {}),
        ("time", "午後12時30分", "12:30", {"locale": "ja"}),
        ("date", "4/3/24", "2024-04-03", {"locale": "ja"}),
    ],
)
def test_what_no_option_decides_is_wrong_in_a_prediction_and_refused_in_a_reference(
    format_, text, meant, options
):
    pytest.importorskip("babel")
    schema = {"properties": {"a": {"type": "string", "format": format_}}}
    run = lm.score(
        [{"a": text}, {"a": meant}], [{"a": meant}] * 2, "record", schema=schema, **options
    )
    assert run.sample_scores().tolist() == [0, 1]
    with pytest.raises(InputError, match=r"^references\[0\]\['a'\] is .*; write the one that is"):
        lm.score([{"a": meant}], [{"a": text}], "record", schema=schema, **options)


def test_a_metric_without_fields_says_which_has_them():
    with pytest.raises(InputError, match=r"fields; take the metric record$"):
        lm.score([{}], [{}], "donut").confusions()
    record = lm.score([{"a": 1}], [{"a": 2}], "donut").alignment(0)
    assert str(record).startswith("The fields as the metric record compares them:\nfield ")
    assert record.to_dict()["fields"][0]["outcome"] == "misread"


@pytest.mark.parametrize(("item", "size"), [(1, 3), ({"x": 1}, 3), ({"x": [1]}, 2), ((1, 2), 2)])
def test_a_large_list_is_said_before_it_is_matched_optimally(monkeypatch, item, size):
    monkeypatch.setattr("levmetrics.records.matching._MANY_FLAT", 8)
    monkeypatch.setattr("levmetrics.records.matching._MANY_NESTED", 3)
    with pytest.warns(UserWarning, match=rf"a list of {size} items, .* lists='greedy'"):
        lm.score([{"a": [1] * size}], [{"a": [item] * size}], "record")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        lm.score([{"a": [1] * (size - 1)}], [{"a": [item] * (size - 1)}], "record")


SHORT = st.sampled_from(["a", "b", 1, True, 1.0, None, ["a"], {"x": "a"}, {"x": "b", "y": 1}])


@given(st.lists(SHORT, max_size=6), st.lists(SHORT, max_size=6))
def test_greedy_pairs_are_the_same_where_equal_items_are_taken_first(references, predictions):
    schema = {
        "all": Field(lists="greedy"),
        "all[]": Field(lambda ours, theirs: 1 - (ours == theirs)),
    }
    for given_schema in (None, schema):
        asked = ([{"all": predictions}], [{"all": references}], "record")
        run = lm.score(*asked, lists="greedy", schema=given_schema)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("levmetrics.records.matching._is_plain", lambda item: False)
            every = lm.score(*asked, lists="greedy", schema=given_schema)
        assert run.result() == every.result()
        assert run.alignment(0).fields == every.alignment(0).fields


def test_alternatives_within_a_record_are_refused_where_a_rule_has_none():
    for name, options in (
        ("donut", {}),
        ("docubench", {"schema": {"properties": {"a": {"type": "string"}}}}),
    ):
        assert lm.score([{"a": "y"}], [({"a": "x"}, {"a": "y"})], name, **options).score == 1
        with pytest.raises(InputError, match="has alternatives within a record"):
            lm.score([{"a": "y"}], [{"a": ("x", "y")}], name, **options)


@needs("json_repair")
@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1, "b": "x"}',
        '```json\n{"a": 1, "b": "x"}\n```',
        'Sure, here it is:\n{"a": 1, "b": "x",}',
        "{'a': 1, 'b': 'x'}",
        '{"a": 1, "b": "x"',
    ],
)
def test_what_models_print_is_repaired_only_where_that_is_asked_for(text):
    reference = {"a": 1, "b": "x"}
    repaired = lm.score([text], [reference], "record", repair=True)
    assert (repaired.score, repaired["unreadable"]) == (1, 0)
    assert "|repair:True|" in repaired.signature()
    is_json = text.startswith('{"') and text.endswith("}")
    plain = lm.score([text], [reference], "record")
    assert (plain.score, plain["unreadable"]) == ((1, 0) if is_json else (0, 1))


@pytest.mark.parametrize("name", ["record", "anls:star", "donut"])
def test_a_key_with_two_values_is_refused_in_a_reference_and_unreadable_in_a_prediction(name):
    for twice in ('{"a": 1, "a": 2}', '[{"a": 1, "a": 2}]', '{"b": {"a": 1, "a": 2}}'):
        with pytest.raises(
            InputError, match=r"references\[0\] has an object with the key 'a' twice"
        ):
            lm.score(['{"a": 2}'], [twice], name)
    assert lm.score(['{"a": 1, "a": 2}'], ['{"a": 2}'], name).score == 0
    assert lm.score(['{"a": 2, "a": 2}'], ['{"a": 2}'], name).score == 1


@pytest.mark.parametrize("form", ["{}", "```json\n{}\n```"])
def test_a_key_with_two_values_is_not_repaired(form):
    text = form.replace("{}", '{"a": 1, "b": 3, "a": 2}')
    run = lm.score([text], [{"a": 2, "b": 3}], "record", repair=True)
    assert (run.score, run["unreadable"]) == (0, 1)


NFC, NFD = "\u304c\u00e9", "\u304b\u3099e\u0301"  # the same two letters, precomposed or not


@pytest.mark.parametrize(("one", "other"), [(NFC, NFD), (NFD, NFC)])
@pytest.mark.parametrize("name", [NFC, NFD])
def test_keys_that_look_alike_are_one_field(one, other, name):
    sides = [{one: {other: [{one: 1.2}]}}], [{other: {one: [{other: 1}]}}]
    assert lm.score(*sides, "record")["misread"] == 1
    number = {"type": "number", "x-levmetrics": {"tolerance": 0.5}}
    item = {"properties": {name: number}}
    inner = {"properties": {name: {"type": "array", "items": item}}}
    for schema in ({"properties": {name: inner}}, {f"{name}.{name}[].{name}": Number(0.5)}):
        assert lm.score(*sides, "record", schema=schema).score == 1
    assert lm.score(*sides, "anls:star").score == 0  # as the package anls_star


def test_keys_of_one_object_that_look_alike_stay_two_fields():
    both = {NFC: 1, NFD: 2}
    assert lm.score([both], [both], "record")["right"] == 2


FORMS = {
    "bare": "{}",
    "fenced": "```json\n{}\n```",
    "after a sentence": "Here it is:\n{}",
}


@needs("json_repair")
@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize("is_complete", [True, False])
@pytest.mark.parametrize(
    ("printed", "reference", "score"),
    [
        ('[{"a": 1, "b": "x"}]', {"a": 1, "b": "x"}, 1),
        ('[{"a": 1, "b": "x"}]', ({"a": 2}, {"a": 1, "b": "x"}), 1),
        ('[{"a": 1, "b": "x"}]', ([{"a": 1, "b": "x"}],), 1),
        ('[{"a": 1, "b": "x"}, {"a": 2}]', {"a": 1, "b": "x"}, 0),
        ('[{"a": 2}, {"a": 1, "b": "x"}]', {"a": 1, "b": "x"}, 0),
        ('[{"a": 1}, {"a": 2}]', ([{"a": 2}, {"a": 1}],), 1),
    ],
)
def test_a_list_is_read_alike_in_every_form(form, is_complete, printed, reference, score):
    text = form.replace("{}", printed if is_complete else printed.removesuffix("]"))
    run = lm.score([text], [reference], "record", repair=True)
    assert (run.score, run["unreadable"]) == (score, 0)


@needs("json_repair")
@pytest.mark.parametrize("between", ["\n", " ", ", ", "\nor\n"])
def test_several_objects_are_a_list_in_which_none_is_lost(between):
    text = between.join(['{"a": 1}', '{"a": 2}'])
    assert lm.score([text], [([{"a": 1}, {"a": 2}],)], "record", repair=True).score == 1
    assert lm.score([text], [{"a": 1}], "record", repair=True).score == 0
    assert lm.score([text], [{"a": 2}], "record", repair=True).score == 0


def test_the_only_object_of_a_predicted_list_is_the_record_if_repair_is_asked_for():
    for prediction in ([{"a": 1}], '[{"a": 1}]'):
        assert lm.score([prediction], [{"a": 1}], "record", repair=True).score == 1
        assert lm.score([prediction], [{"a": 1}], "record").score == 0
        assert lm.score([prediction], [([{"a": 1}],)], "record", repair=True).score == 1


@needs("json_repair")
@pytest.mark.parametrize("text", ["", "no idea", "[", "{" * 1000, "12", '"a"'])
def test_a_text_without_a_record_stays_unreadable(text):
    run = lm.score([text], [{"a": 1}], "record", repair=True)
    assert (run.score, run["unreadable"], run["missing"]) == (0, 1, 1)


def test_null_is_json_without_a_record():
    for prediction in (None, "null", "\ufeff null "):
        run = lm.score([prediction], [{"a": 1}], "record")
        assert (run.score, run["unreadable"], run["missing"]) == (0, 0, 1)


def test_models_of_pydantic_dates_and_decimal_numbers_are_records():
    pydantic = pytest.importorskip("pydantic")

    class Receipt(pydantic.BaseModel):
        day: datetime.date
        total: decimal.Decimal

    receipt = Receipt(day=datetime.date(2024, 4, 3), total=decimal.Decimal("2.50"))
    answer = {"day": datetime.date(2024, 4, 3), "total": decimal.Decimal("2.5")}
    for prediction in (receipt, receipt.model_dump(), answer, receipt.model_dump_json()):
        run = lm.score([prediction], [receipt], "record", schema=Receipt)
        assert (run.score, run["right"]) == (1, 2)
    assert lm.score([answer], [{"day": "2024-04-03", "total": 2.5}], "record")["right"] == 2


def test_a_rule_of_lists_that_is_asked_for_holds_where_items_have_keys():
    schema = {"items[].k": Field(Number(), key=True)}
    swapped = [{"k": 1, "v": "bbbb"}, {"k": 2, "v": "aaaa"}]
    asked = (
        [{"items": swapped}],
        [{"items": [{"k": 1, "v": "aaaa"}, {"k": 2, "v": "bbbb"}]}],
        "record",
    )
    keyed = lm.score(*asked, schema=schema).alignment(0).fields
    optimal = lm.score(*asked, schema=schema, lists="optimal").alignment(0).fields
    assert [field.steps[1] for field in keyed[::2]] == [(0, 0), (1, 1)]
    assert lm.score(*asked, schema=schema, lists="keyed").alignment(0).fields == keyed
    assert len(optimal) == len(keyed)


@pytest.mark.parametrize(
    ("schema", "similarity"),
    [
        ({"a": Text()}, 0),
        ({"a": Field(threshold=0.5)}, 0.7),
        ({"a": Field(Text(), threshold=0.5)}, 0.7),
        ({"properties": {"a": {"type": "string"}}}, 0),
        ({"properties": {"a": {"type": "string", "x-levmetrics": {"threshold": 0.5}}}}, 0.7),
        ({"properties": {"a": {"x-levmetrics": {"compare": "text", "threshold": 0.5}}}}, 0.7),
        ({"properties": {"a": {"x-levmetrics": {"threshold": 0.5}}}}, 0.7),
        (None, 0),
    ],
)
def test_the_threshold_of_a_field_comes_before_that_of_the_metric(schema, similarity):
    run = lm.score(
        [{"a": "abcdefgxxx"}], [{"a": "abcdefghij"}], "record", schema=schema, threshold=0.9
    )
    assert run.score == pytest.approx(similarity)


@pytest.mark.parametrize(
    "schema",
    [
        {"tags": Exact()},
        {"properties": {"tags": {"type": "array", "x-levmetrics": {"compare": "exact"}}}},
    ],
)
def test_what_compares_one_value_is_refused_for_a_list(schema):
    with pytest.raises(InputError, match=r"tags is a list or an object, .* as tags\[\]$"):
        lm.score([{"tags": ["a"]}], [{"tags": ["a"]}], "record", schema=schema)
    by_items = {"tags[]": Exact()}
    assert lm.score([{"tags": ["Tea"]}], [{"tags": ["tea"]}], "record", schema=by_items).score == 0


@pytest.mark.parametrize(
    ("compare", "why"),
    [
        (Text(), "below the threshold"),
        (Text("default"), ""),
        (Words(), ""),
        (Number(), "the reference is not a valid number"),
    ],
)
def test_a_misread_value_says_what_kept_it_from_being_compared(compare, why):
    run = lm.score([{"a": "xyz"}], [{"a": "tea"}], "record", schema={"a": compare})
    assert [field.why for field in run.alignment(0).fields] == [why]


def test_a_part_of_weight_0_does_not_count_wherever_it_is_missing():
    schema = {"meta.id": Field(weight=0), "d.a": Field(weight=0.1)}
    reference = {"meta": {"id": "x"}, "d": {"a": "y"}, "b": "t"}
    for prediction, score in (
        ({"b": "t", "d": {"a": "y"}}, 1),
        ({"b": "t", "d": {"a": "y"}, "meta": {"id": "z"}}, 1),
        ({"b": "t", "meta": {"id": "x"}}, 1 / 1.1),
        ({"b": "t", "d": {"a": "q"}, "meta": {"id": "x"}}, 1 / 1.1),
    ):
        run = lm.score([prediction], [reference], "record", schema=schema)
        assert run.score == pytest.approx(score)
        assert run["exact_match"] == (score == 1)


def test_a_reward_is_the_record_of_a_completion():
    from levmetrics.integrations.rewards import Reward

    reward = Reward("record", reference="invoice", schema={"properties": {"a": {"type": "number"}}})
    completions = ['{"a": "1.0"}', '{"a": 2}', "no idea"]
    assert reward(completions=completions, invoice=[{"a": 1}] * 3) == [1.0, 0.0, 0.0]


def test_a_record_is_drawn_in_the_words_of_another_language_but_not_what_it_holds():
    words = {"fields_reference": "正解", "fields_misread": "読み違い", "fields_by_record": "比較:"}
    run = lm.score([{"misread": "misread"}], [{"misread": "x"}], "donut")
    html = run.alignment(0).to_html(words)
    assert "正解" in html
    assert "読み違い" in html
    assert "比較:" in html
    assert html.count("misread") == 2


PART = st.sampled_from(
    [
        "a",
        "A ",
        "ab",
        "",
        "1,234",
        "1",
        "1.0",
        "yes",
        1,
        True,
        1.0,
        1.5,
        None,
        [],
        ["a"],
        {"x": "a"},
    ]
)
OF_LISTS = st.lists(
    PART | st.dictionaries(st.sampled_from("xyz"), PART | st.fixed_dictionaries({"x": PART})),
    max_size=6,
)
SCHEMAS = [
    None,
    {"all[].x": Field(Number(tolerance=0.5), weight=0.1), "all[].y": Field(threshold=0.9)},
    {"all[].x": Field(Boolean(), key=True), "all[].z": Field(Words(), weight=0.3)},
    {"all[].x": Field(key=True), "all[].y": Field(Identifier(), key=True)},
]


@pytest.mark.parametrize("schema", SCHEMAS)
@pytest.mark.parametrize("lists", ["ordered", None])
@given(references=OF_LISTS, predictions=OF_LISTS, with_options=st.booleans())
def test_pairs_that_are_matched_once_are_those_that_are_matched_each(
    schema, lists, references, predictions, with_options
):
    if with_options:
        references = [(each, "a") if each == ["a"] else each for each in references]
    else:
        predictions = [*references[::2], *predictions]
    every_path = dict.fromkeys("xyz", "a")

    def scored():
        sides = [{"all": predictions}], [{"all": [every_path, *references]}]
        try:
            run = lm.score(*sides, "record", schema=schema, lists=lists)
            return run.sample_scores().tolist(), run.alignment(0).fields
        except InputError as error:
            return str(error)

    found = scored()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("levmetrics.records.matching._KEPT_PAIRS", 0)
        patch.setattr("levmetrics.records.matching._AT_ONCE", 8)
        assert scored() == found
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("levmetrics.records.matching._by_reading", lambda *_: None)
        assert scored() == found
