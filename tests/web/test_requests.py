"""The metric and the options of a request: what can be chosen, what the texts choose, a schema."""

import json
import re
from itertools import groupby

import pytest

from levmetrics import InputError
from levmetrics.rendering.labels import words_beside
from levmetrics.tokenizers import TOKENIZERS, TokenizerFacts
from levmetrics.web import endpoints
from levmetrics.web import scored as scoring
from levmetrics.web.controls import (
    first_choice,
    metric_control,
    normalizer_control,
    request_of_controls,
    tokenizer_control,
    with_option,
)
from levmetrics.web.error_messages import error_message
from levmetrics.web.language import LANGUAGES, WORDING
from levmetrics.web.limits import SCHEMA
from levmetrics.web.requests import AUTOMATIC, Request, module_result, page_metrics
from levmetrics.web.running import with_deadline
from tests.registered import registered
from tests.strangers import installed
from tests.web.given import scored_texts as scored
from tests.web.given import value


def test_metrics_are_listed_by_group_and_the_one_that_a_page_is_for_is_chosen():
    control = metric_control(first_choice("anls:docvqa"))
    assert control.value == "anls:docvqa"
    assert control.choices[0][1] == first_choice("") == AUTOMATIC
    for language in LANGUAGES:
        titles = [WORDING[name][language] for _, name in control.choices[1:]]
        groups = [group for group, _ in groupby(re.split("[:：]", title)[0] for title in titles)]
        assert len(groups) == len({*groups}) == 7, groups


def test_the_page_has_the_rouge_that_is_reported_and_says_so():
    listed = [name for name in page_metrics() if name.startswith("rouge")]
    assert listed == ["rouge", "rouge:1", "rouge:2", "rouge:L", "rouge:Lsum"]
    assert all("ROUGE" in WORDING["purpose"][language] for language in LANGUAGES)


@pytest.mark.parametrize("name", page_metrics())
def test_every_metric_says_in_a_line_what_it_is_for(name):
    about = words_beside(page_metrics()[name].kind)[f"about_{name}"]
    assert all(10 < len(said) < 100 for said in about.values())


def test_a_metric_that_the_page_does_not_have_is_no_first_choice():
    with pytest.raises(InputError, match=r"this page has no metric keywords; give one of wer, "):
        first_choice("keywords")


@pytest.mark.parametrize(
    ("reference", "metric", "script"),
    [
        ("who is there", "wer", "spaced"),
        ("今日は雨です", "ja", "japanese"),
        ("今天天气很好", "mixed", "unspaced"),
        ("오늘은 날씨가 좋다", "cer", "eojeol"),
    ],
)
def test_the_texts_choose_a_metric_that_has_their_units(reference, metric, script, monkeypatch):
    shown = scored([reference], [reference], AUTOMATIC)
    assert (shown.request.metric, shown.chosen_by) == (metric, script)
    monkeypatch.setattr(scoring, "installed_tokenizers", lambda: ("char", "whitespace"))
    without = scored([reference], [reference], AUTOMATIC).request.metric
    assert without == ("cer" if metric == "ja" else metric)  # which MeCab counts


def test_what_the_texts_chose_is_said_and_not_doubted():
    shown = value(["雨だ", "雨です"], ["雨は", "雨でした"], AUTOMATIC)["languages"]["en"]["html"]
    assert "words are counted" in shown
    assert "lev-notice" not in shown
    assert "counted" not in value(["雨だ"], ["雨は"], "ja")["languages"]["en"]["html"]


@pytest.mark.parametrize(
    ("metric", "threshold", "score"),
    [
        ("anls:stvqa", "", 0.5),  # the rule's own one: half of one text of two is wrong
        ("anls:docvqa", "", 0.75),
        ("anls:docvqa", "0,6", 0.5),
        ("cer", "0.6", 1 / 3),  # which has none
    ],
)
def test_a_rule_keeps_its_own_threshold_until_another_is_given(metric, threshold, score):
    request = request_of_controls(metric, {"threshold": threshold, "normalizer": []})
    (found, *_) = module_result(request, ["ab", "ab"], ["a", "ab"]).values()
    assert found == score


def choices(control):
    return [value for _, value in control().choices]


@pytest.mark.parametrize(
    ("name", "shown", "control"),
    [
        ("hyphen", "hyphen", tokenizer_control),
        ("no_hyphens", "no_hyphens", normalizer_control),
        ("exact", "anls:exact", lambda: metric_control("wer")),
    ],
)
def test_what_is_registered_is_on_the_page_until_it_is_not(request, name, shown, control):
    entry = request.getfixturevalue(name)
    assert shown in choices(control)
    entry.unregister()
    assert shown not in choices(control)


@pytest.mark.usefixtures("hyphen", "no_hyphens", "exact", "hit_rate")
def test_what_is_registered_is_taken_by_endpoints():
    assert endpoints.wer("a-b", "a-c", tokenizer="hyphen")["wer"] == 0.5
    assert endpoints.wer("A-b c", "ab c", normalizer="lower+no_hyphens")["wer"] == 0
    assert endpoints.wer("a b", "a c")["hit_rate"] == 0.5
    assert endpoints.anls("a\nb", "a\nc", "exact") == {"anls": 0.5}
    with pytest.raises(InputError, match="unknown tokenizer 'hyphen:/'"):
        endpoints.wer("a", "a", tokenizer="hyphen:/")


def test_a_tokenizer_whose_packages_are_not_installed_is_not_on_the_page():
    def missing():
        raise ImportError("the tokenizer 'missing' needs the package nowhere: pip install nowhere")

    with registered(
        TOKENIZERS, TokenizerFacts("missing", missing, "of a package that is not there")
    ):
        assert "missing" not in choices(tokenizer_control)


def test_a_metric_may_call_its_tokenizer_and_its_normalizers_otherwise_or_have_none():
    with installed("theirs", "tests.strangers"):
        request = Request.of_names("theirs:rate", "char", ["lower"])
        assert request.given == {"units": "char", "cleaning": "lower"}
        assert scored(["Ab"], ["ac"], "theirs:rate", **request.given).systems.first.score == 0.5
    with pytest.raises(InputError, match="unknown option of this page 'tokenizer'; there are none"):
        Request("meeting:der", {"tokenizer": "char"}).options()


DATES = json.dumps({"type": "object", "properties": {"day": {"type": "string", "format": "date"}}})


def refused(schema, metric="record"):
    with pytest.raises(InputError) as caught:
        with_deadline(Request(metric, {"schema": schema}).chosen)()
    return error_message(caught.value)


def test_a_schema_says_how_fields_are_compared():
    sides = '{"day": "3 April 2024"}', '{"day": "2024-04-03"}'
    assert endpoints.anls(*sides, "record")["right"] == 0
    assert endpoints.anls(*sides, "record", schema=DATES)["record_anls"] == 1
    systems = {"A": sides[1] + "\n{}", "B": "{}\n{}"}
    compared = endpoints.compare(sides[0] + "\n{}", systems, "record", schema=DATES)
    assert compared["systems"]["A"]["record_anls"] == 1


def test_only_metrics_that_show_its_box_have_a_schema_and_docubench_needs_it():
    assert with_option("schema") == ["record", "record:docubench"]
    assert request_of_controls("wer", {"schema": DATES}).given == {}
    missing = "schema is missing; give the scored fields: a JSON Schema"
    assert refused("", "record:docubench") == missing
    found = endpoints.anls('{"day": "1", "b": 2}', '{"day": "1"}', "docubench", schema=DATES)
    assert found["docubench_score"] == 1


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        ('{\n "a": 1,\n}', "schema: line 3, column 1: Expecting property name"),
        ("[1]", "schema is of type list; it must be a JSON Schema"),
        ('{"properties": {"a": {"type": "text"}}}', "schema: a has the unknown type 'text'"),
        ('{"a": ' * 10_000 + "1" + "}" * 10_000, "schema is nested too deep to be read"),
        ("{" + " " * SCHEMA.characters, "schema: more than the 100,000 characters"),
    ],
    ids=["no JSON", "no object", "type", "deep", "long"],
)
def test_what_is_no_schema_is_refused_in_a_sentence(schema, message):
    assert refused(schema).startswith(message)


@pytest.mark.parametrize("metric", ["record", "record:docubench"])
def test_a_long_chain_of_references_is_refused(metric):
    parts = {f"p{n}": {"$ref": f"#/$defs/p{n + 1}"} for n in range(2_500)}
    schema = json.dumps({"$defs": {**parts, "p2500": {}}, "$ref": "#/$defs/p0"})
    assert refused(schema, metric).startswith("schema is nested too deep")
