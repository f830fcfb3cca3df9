"""The class ANLS: one of four rules, over texts or nested values, as a torchmetrics metric."""

import pickle

import evaluate
import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import torch
from torchmetrics import MetricCollection

import levmetrics
from levmetrics import ANLS, InputError, NormalizedLevenshteinSimilarity
from tests.answers import RANDOM
from tests.inputs.deep_values import DEEP, ITSELF
from tests.records.trees import SAMPLES, expected
from tests.torch.ranks import on_two_ranks

VARIANTS = ["default", "stvqa", "docvqa", "star"]
PREDS = [pred for pred, _ in RANDOM]
TARGET = [target for _, target in RANDOM]
TREES = [prediction for prediction, _ in SAMPLES[:300]]
TREE_TARGET = [reference for _, reference in SAMPLES[:300]]


@pytest.mark.parametrize("substitution_cost", [1, 2])
def test_the_default_is_the_plain_similarity(substitution_cost):
    options = {"substitution_cost": substitution_cost, "tokenizer": "mixed", "reduction": "none"}
    found = ANLS(threshold=0.4, **options)(PREDS, TARGET)
    plain = NormalizedLevenshteinSimilarity(threshold=0.4, **options)(PREDS, TARGET)
    assert found.tolist() == plain.tolist()


@pytest.mark.parametrize(
    ("rule", "kept"),
    [("default", 0.75), ("docvqa", 0.75), ("star", 0.75), ("stvqa", 0.0)],
)
def test_a_threshold_replaces_the_rules_own_in_its_own_way(rule, kept):
    """ST-VQA's is one of distances: 0.25 is not less than 0.25."""
    threshold = 0.25 if rule == "stvqa" else 0.75
    assert ANLS(rule, threshold)("abcx", "abcd") == kept
    assert ANLS(rule, 0.76)("abcx", "abcd") == (0.75 if rule == "stvqa" else 0.0)


def test_texts_score_by_star_in_columns_as_they_do_as_trees():
    in_columns = ANLS("star", reduction="sum")
    as_trees = ANLS("star", reduction="none")
    assert in_columns(PREDS, TARGET) == pytest.approx(float(as_trees(PREDS, TARGET).sum()))
    mixed = TARGET[0][:1] + TARGET[1:]  # a string among the lists
    assert ANLS("star")(PREDS, mixed) == pytest.approx(
        ANLS("star", reduction="none")(PREDS, mixed).mean()
    )


def test_results_say_which_reference_was_best():
    for rule in VARIANTS:
        metric = ANLS(rule, reduction="none")
        metric.update(["rain", "snow"], [["shine", "brain"], ["snow", "snow"]])
        metric.update(["x"], [["y", "z"]])
        results = metric.results()
        assert results["reference"].tolist() == [1, 0, 0]
        assert results["score"].tolist() == metric.compute().tolist() == [0.8, 1.0, 0.0]
    assert set(ANLS().results()) == {"score"}


def test_star_gives_the_closest_reference_and_the_score_of_every_key():
    metric = ANLS("star", reduction="none")
    for start in range(0, 300, 50):
        metric.update(TREES[start : start + 50], TREE_TARGET[start : start + 50])
    results = pickle.loads(pickle.dumps(metric)).results()
    alone = [ANLS("star", reduction="none") for _ in TREES]
    for i, one in enumerate(alone):
        one.update([TREES[i]], [TREE_TARGET[i]])
        for name, found in one.results().items():
            assert repr(results[name][i]) == repr(found[0])
    assert ANLS("star")(TREES, TREE_TARGET) == pytest.approx(results["score"].mean().item())
    peers = [expected(*sample)[0] for sample in zip(TREES, TREE_TARGET, strict=True)]
    assert results["score"].mean().item() == pytest.approx(sum(peers) / 300, abs=2e-3)  # ties


def test_states_keep_their_types_whatever_is_asked():
    metric = ANLS("star", reduction="none")
    metric.update(TREES, TREE_TARGET)
    before = repr(metric.results())
    assert repr(metric.set_dtype(torch.float16).results()) == before


def test_no_samples_have_empty_results():
    results = ANLS("star", reduction="none").results()
    assert [len(values) for values in results.values()] == [0, 0, 0, 0]
    assert torch.isnan(ANLS("star")([], []))


def test_a_collection_holds_several_variants():
    collection = MetricCollection({rule: ANLS(rule) for rule in VARIANTS})
    for start in range(0, 1000, 100):
        collection.update(PREDS[start : start + 100], TARGET[start : start + 100])
    found = collection.compute()
    for rule in VARIANTS:
        alone = ANLS(rule)
        alone.update(PREDS[:1000], TARGET[:1000])
        assert found[rule] == pytest.approx(alone.compute().item(), abs=1e-12)
    assert len(set(map(float, found.values()))) == 4


def details_on(rank):
    metric = ANLS("star", reduction="none")
    if rank == 0:  # the other process has no samples
        metric.update(TREES[:20], TREE_TARGET[:20])
    return {name: repr([*values]) for name, values in metric.results().items()}


def test_two_processes_have_the_details_of_one():
    found = on_two_ranks(details_on)
    metric = ANLS("star", reduction="none")
    metric.update(TREES[:20], TREE_TARGET[:20])
    whole = {name: repr([*values]) for name, values in metric.results().items()}
    assert found == [whole, whole]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rule": "docvqua"}, "unknown rule 'docvqua'; did you mean 'docvqa'? Known: def"),
        ({"rule": None}, "unknown rule None; Known: default, docvqa, star, stvqa"),
        ({"rule": ["star"]}, "unknown rule ['star']; "),
        ({"threshold": 1.5}, "threshold is 1.5; it must be a number from 0 to 1"),
        (
            {"rule": "stvqa", "tokenizer": "mecab"},
            "the rule 'stvqa' counts characters, at a substitution cost of 1, as it is publish",
        ),
        (
            {"rule": "star", "substitution_cost": 2},
            "the rule 'star' counts characters, at a substitution cost of 1, as it is published",
        ),
    ],
)
def test_settings_that_a_rule_does_not_have_are_refused(options, message):
    with pytest.raises(InputError) as caught:
        ANLS(**options)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("preds", "target", "message"),
    [
        (["a"], [()], "target[0] holds no alternatives; give at least one"),
        (["a", {}], ["a", ()], "target[1] holds no alternatives; give at least one"),
        ([("a", "b")], ["a"], "preds[0] is a tuple, which stands for alternatives; only refere"),
        ([{"a": {"x"}}], [{"a": 1}], "preds[0]['a'] is of type set; it must be a string, a num"),
        ([{}], [{"a": {"x"}}], "target[0]['a'] is of type set"),
        ([float("nan")], ["a"], "preds[0] is NaN; give None for a value that is not there"),
        ([{1: 2}], [{}], "preds[0] has the key 1 of type int; every key must be a string"),
        ([ITSELF], ["a"], "preds[0] is nested more than 100 levels deep, or holds itself"),
        ([{}], [DEEP], "target[0] is nested more than 100 levels deep, or holds itself"),
        (["a", 1], ["a"], "preds and target differ in length (2 and 1); give one prediction"),
        (["\ud800"], ["a"], "preds[0] has the lone surrogate U+D800 at character 0; every pre"),
        ({"a": 1}, ["a"], "preds is of type dict; it must be a list with one value a sample"),
    ],
)
@pytest.mark.parametrize("reduction", ["mean", "none"])
def test_values_that_cannot_be_scored_are_named_and_leave_the_state(
    preds, target, message, reduction
):
    metric = ANLS("star", reduction=reduction)
    metric.update(["a", {"b": 1}], ["a", {"b": 2}])
    before = repr(metric.results())
    with pytest.raises(InputError) as caught:
        metric.update(preds, target)
    assert str(caught.value).startswith(message[:40] if "surrogate" in message else message)
    assert repr(metric.results()) == before


@pytest.mark.parametrize("rule", ["stvqa", "docvqa"])
def test_rules_over_texts_refuse_values(rule):
    with pytest.raises(InputError, match=r"preds\[0\] is of type dict; every prediction must be"):
        ANLS(rule)([{"a": 1}], ["a"])


# --- lists that are arrays, and lists of nothing -------------------------------------------------


@pytest.fixture(scope="module")
def answers_of_pandas(tmp_path_factory):
    """Questions with several answers, as pandas reads them from parquet: arrays of objects."""
    path = tmp_path_factory.mktemp("answers") / "answers.parquet"
    rows = {
        "pred": ["CocaCola", "12.50", ""],
        "answers": [["Coca Cola", "x"], ["12.50"], ["", "a"]],
    }
    pq.write_table(pa.table(rows), path)
    table = pd.read_parquet(path)
    assert isinstance(table["answers"][0], np.ndarray)
    return table, rows


@pytest.mark.parametrize("rule", ["default", "stvqa", "docvqa", "star"])
@pytest.mark.parametrize("reduction", ["mean", "none"])
def test_references_from_a_parquet_column_are_alternatives_by_every_rule(
    answers_of_pandas, rule, reduction
):
    table, rows = answers_of_pandas
    expected = ANLS(rule, reduction=reduction)(rows["pred"], rows["answers"])
    assert expected.min() > 0.8
    for column in (table["answers"], table["answers"].to_numpy(), list(table["answers"])):
        assert torch.equal(ANLS(rule, reduction=reduction)(table["pred"], column), expected)
    module = evaluate.load("anls", rule)
    options = {"predictions": table["pred"], "references": table["answers"]}
    assert module.compute(**options, reduction=reduction)["anls"] == expected.tolist()


def test_nested_values_from_a_parquet_column_are_what_they_were(tmp_path):
    rows = [{"total": "12", "items": [{"names": ["a", "b"]}, {"names": ["c"]}]}, {"total": "1"}]
    pq.write_table(pa.table({"value": rows}), tmp_path / "values.parquet")
    column = pd.read_parquet(tmp_path / "values.parquet")["value"]
    assert isinstance(column[0]["items"], np.ndarray)
    assert ANLS("star")(column, column).item() == 1.0
    found = levmetrics.anls_star(column[0], rows[0])
    assert (found.score, found.closest) == (1.0, rows[0])
    assert levmetrics.anls_star("b", np.array(["a", "b"])).score == 1.0


@pytest.mark.parametrize("prediction", ["a", ""])
@pytest.mark.parametrize("nothing", [[], np.array([], object)])
def test_an_empty_list_has_no_answer_for_a_text_by_any_door(prediction, nothing):
    module = evaluate.load("anls", "star")
    for call in (
        lambda: levmetrics.anls_star(prediction, nothing),
        lambda: ANLS("star")([prediction, "b"], [nothing, "b"]),
        lambda: module.compute(predictions=[prediction, "b"], references=[nothing, "b"]),
    ):
        with pytest.raises(InputError, match="is an empty list, which has no answer for a text"):
            call()


@pytest.mark.parametrize("prediction", [1, None, {"a": 1}])
@pytest.mark.parametrize("nothing", [[], np.array([], object)])
def test_an_empty_list_beside_another_value_is_scored_as_it_is_in_a_dictionary(prediction, nothing):
    score = levmetrics.anls_star({"key": prediction}, {"key": nothing}).score
    assert levmetrics.anls_star(prediction, nothing).score == score
    for reduction in ("mean", "none"):
        metric = ANLS("star", reduction=reduction)
        whole = metric([prediction, "b"], [nothing, "b"])
        assert whole.mean().item() == pytest.approx((score + 1) / 2)
    module = evaluate.load("anls", "star")
    result = module.compute(predictions=[prediction, "b"], references=[nothing, "b"])
    assert result["anls"] == pytest.approx((score + 1) / 2)
