"""A rate or a rule that is registered is in every result, list and message."""

import pytest

from levmetrics import InputError, Run, compare, error_counts, score
from levmetrics.core.names import config_of, configs_of_module, find_config, get_metric, metric_name
from levmetrics.similarity.anls_rules import RULES
from levmetrics.similarity.similarity_metric import AnlsMetric
from levmetrics.sums.error_counts import RATES
from tests.registered import EXACT, HIT_RATE

PREDS, TARGET = ["a b", "c x"], ["a b", "c d"]


# --- a rate --------------------------------------------------------------------------------------


def test_a_rate_that_is_registered_is_among_the_rates_and_measures_of_counts(hit_rate):
    counts = error_counts(PREDS, TARGET)
    assert list(counts.rates()) == ["wer", "mer", "wil", "wip", "hit_rate"]
    assert counts.rates()["hit_rate"].tolist() == [1.0, 0.5]
    assert counts.measures()["hit_rate"].tolist() == [1.0, 0.5]
    assert counts.pooled().rates()["hit_rate"].tolist() == [0.75]


@pytest.mark.parametrize(
    ("reduction", "rate"), [("corpus", 4 / 5), ("mean", 5 / 6), ("none", [1.0, 2 / 3])]
)
def test_a_rate_that_is_registered_is_in_the_result_of_every_reduction(hit_rate, reduction, rate):
    result = score(["a b", "c d x"], ["a b", "c d e"], reduction=reduction).result()
    assert result["hit_rate"] == pytest.approx(rate)


def test_a_rate_that_is_registered_is_in_runs_that_add_up_and_in_saved_ones(hit_rate):
    metric = get_metric("wer", options={"reduction": "mean"})
    added = Run.of(metric, PREDS[:1], TARGET[:1]) + Run.of(metric, PREDS[1:], TARGET[1:])
    assert added.result()["hit_rate"] == 0.75
    assert Run.from_dict(metric, added.to_dict()).result()["hit_rate"] == 0.75


def test_a_rate_that_is_unregistered_is_in_no_result(hit_rate):
    hit_rate.unregister()
    assert "hit_rate" not in error_counts(PREDS, TARGET).measures()
    assert "hit_rate" not in score(PREDS, TARGET).result()


def test_the_name_of_a_rate_is_given_once(hit_rate):
    with pytest.raises(InputError, match="there is a rate 'hit_rate' already; give another name"):
        RATES.register(HIT_RATE)


# --- a rule --------------------------------------------------------------------------------------


def test_a_rule_that_is_registered_is_a_config(exact):
    assert find_config("anls:exact")[0] == "anls:exact"
    assert config_of("anls:exact").title == "ANLS: exact matches"
    assert list(configs_of_module("anls")) == [
        "default",
        "stvqa",
        "docvqa",
        "exact",
        "star",
        "record",
        "donut",
        "docubench",
    ]


def test_a_rule_that_is_registered_scores_by_its_name_at_its_threshold(exact):
    run = score(["a", "b"], [["x", "a"], ["c"]], "anls:exact")
    assert run.result() == {"anls": 0.5}
    assert run.sample_scores().tolist() == [1.0, 0.0]
    assert run.request.reference.tolist() == [1, 0]
    assert "metric:anls:exact|" in run.signature()
    assert "|rule:exact|" in run.signature()
    assert "|threshold:0.25|" in run.signature()


def test_a_rule_that_is_registered_is_named_in_messages(exact):
    with pytest.raises(InputError) as caught:
        find_config("anls:exct")
    assert str(caught.value).startswith("unknown metric 'anls:exct'; did you mean 'anls:exact'?")
    with pytest.raises(InputError) as caught:
        metric_name("anls", "exct")
    assert str(caught.value) == (
        "unknown config 'exct'; did you mean 'exact'? Known: default, docubench, "
        "docvqa, donut, exact, record, star, stvqa"
    )
    with pytest.raises(InputError, match=r"^unknown rule 'exct'; did you mean 'exact'\?"):
        AnlsMetric("exct")
    with pytest.raises(InputError, match="the rule 'exact' counts characters"):
        AnlsMetric("exact", tokenizer="whitespace")


def test_systems_are_compared_by_a_rule_that_is_registered(exact):
    systems = {"old": ["a", "x", "y"], "new": ["a", "b", "y"]}
    found = compare(systems, ["a", "b", "c"], metric="anls:exact", n_resamples=20)
    assert found["metric"] == "anls:exact"
    scores = [system["anls"] for system in found["systems"].values()]
    assert scores == pytest.approx([1 / 3, 2 / 3])
    assert found["pairs"][0]["difference"] == pytest.approx(1 / 3)


def test_a_rule_that_is_unregistered_is_unknown(exact):
    exact.unregister()
    with pytest.raises(InputError, match="unknown metric 'anls:exact'"):
        find_config("anls:exact")
    with pytest.raises(InputError, match="unknown rule 'exact'"):
        AnlsMetric("exact")


def test_the_name_of_a_rule_is_given_once(exact):
    with pytest.raises(InputError, match="there is a rule 'exact' already; give another name"):
        RULES.register(EXACT)
