"""Nested values through ``evaluate.load("anls", "star")``."""

import json

import datasets
import pytest

import levmetrics
from levmetrics import InputError
from levmetrics.inputs.json_values import to_json
from tests.inputs.deep_values import DEEP, ITSELF
from tests.records.trees import SAMPLES


def test_values_score_as_the_class_scores_them(star):
    preds = [prediction for prediction, _ in SAMPLES[:500]]
    references = [reference for _, reference in SAMPLES[:500]]
    result = star.compute(predictions=preds, references=references, reduction="none")
    metric = levmetrics.ANLS("star", reduction="none")
    metric.update(preds, references)
    expected = metric.results()
    assert result["anls"] == expected["score"].tolist()
    assert result["reference"] == expected["reference"].tolist()
    assert repr(result["closest"]) == repr(expected["closest"])
    assert result["key_scores"] == expected["key_scores"]


def test_json_scores_as_the_values_do(star):
    for prediction, reference in SAMPLES[:300]:
        plain = star.compute(predictions=[[prediction]], references=[[reference]])
        as_json = star.compute(
            predictions=[json.dumps([prediction])], references=[to_json([reference])]
        )
        assert plain == as_json


def test_references_with_other_keys_and_types_are_no_columns_of_arrow(star):
    references = [{"a": 1, "b": ["x", None]}, "text", None, [1, "a"], ({"c": 1.5}, {"d": True})]
    assert star.compute(
        predictions=[{"a": 1, "b": ["x", None]}, "text", None, [1, "a"], {"d": True}],
        references=references,
    ) == {"anls": 1.0}


def test_values_are_added_one_by_one_and_in_batches(star):
    star.add(prediction={"a": "x"}, reference={"a": ("x", "y")})
    star.add(prediction="b", reference=["a", "b"])
    star.add_batch(predictions=[None, ["c"]], references=[None, ["c", "d"]])
    result = star.compute(predictions=["e"], references=["f"], reduction="none")
    assert result["anls"] == [1.0, 1.0, 1.0, 0.5, 0.0]
    assert result["reference"] == [0, 1, 0, 0, 0]


def test_datasets_columns_of_json_are_taken(star):
    values = [{"a": 1, "b": [{"c": "x"}]}, ["y", 2]]
    features = datasets.Features({"p": datasets.Json(), "r": datasets.Json()})
    data = datasets.Dataset.from_dict({"p": values, "r": values}, features=features)
    assert star.compute(predictions=data["p"], references=data["r"]) == {"anls": 1.0}
    alternatives = datasets.Dataset.from_dict(
        {"p": values, "r": [{"__any__": [value, None]} for value in values]}, features=features
    )
    assert star.compute(predictions=data["p"], references=alternatives["r"]) == {"anls": 1.0}


def test_a_failed_compute_keeps_the_values_that_were_added(star):
    def failing(text):
        raise RuntimeError("no")

    star.add_batch(predictions=[{"a": "x"}], references=[{"a": ("x", "y")}])
    with pytest.raises(InputError, match=r"failed on 'x' in references\[0\]: RuntimeError: no"):
        star.compute(predictions=["z"], references=["z"], normalizer=failing)
    assert star.compute(reduction="none")["closest"] == [{"a": "x"}]


@pytest.mark.parametrize(
    ("predictions", "references", "message"),
    [
        ("abc", ["abc"], "predictions is a bare string; give a list: predictions=['abc']"),
        ([("a",)], ["a"], "predictions[0] is a tuple, which stands for alternatives"),
        (["a"], [()], "references[0] holds no alternatives; give at least one"),
        (["{}"], ['{"__any__": []}'], "references[0] holds no alternatives; give at least one"),
        ([{"a": {1}}], ["a"], "predictions[0]['a'] is of type set; it must be a string, a number"),
        ([float("nan")], ["a"], "predictions[0] is NaN; give None"),
        (["a"], ["{'a': 1}"], "references[0] begins like a JSON object but is not one ("),
        ([{1: "a"}], [{}], "predictions[0] has the key 1 of type int; every key must be a string"),
        ([ITSELF], [{}], "predictions[0] is nested more than 100 levels deep, or holds itself"),
        (["a"], [DEEP], "references[0] is nested more than 100 levels deep, or holds itself"),
        (["a"], ["[" * 200_000], "references[0] is nested deeper than Python's recursion limit"),
        (["a"], ["[" * 500 + "]" * 500], "references[0] is nested more than 100 levels deep"),
        ([1, 2], [1], "predictions and references differ in length (2 and 1)"),
    ],
)
def test_values_that_cannot_be_scored_are_refused_and_what_was_added_stays(
    star, predictions, references, message
):
    star.add(prediction=1, reference=1)
    with pytest.raises(InputError) as caught:
        star.compute(predictions=predictions, references=references)
    assert str(caught.value).startswith(message)
    assert star.compute() == {"anls": 1.0}


def test_add_names_the_one_value_that_it_refuses(star):
    with pytest.raises(InputError, match=r"^reference\['a'\] is of type set"):
        star.add(prediction="a", reference={"a": {1}})


def test_the_published_rules_have_no_tokenizer(star):
    with pytest.raises(InputError, match="anls:star fixes tokenizer='char'; leave it out"):
        star.compute(predictions=["a"], references=["a"], tokenizer="mecab")
