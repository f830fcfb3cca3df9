"""What is registered is in the results, messages and usage texts of the evaluate modules."""

import evaluate
import pytest

from levmetrics import InputError, make_compute_metrics


@pytest.mark.parametrize("name", ["anls", "wer_lev"])
def test_a_tokenizer_that_is_registered_is_in_the_modules_usage_texts(name, hyphen):
    line = '\n        "hyphen": parts between hyphens (Hyphenated)\n'
    assert line in evaluate.load(name).inputs_description
    hyphen.unregister()
    assert '"hyphen"' not in evaluate.load(name).inputs_description


@pytest.mark.parametrize(
    ("name", "config"), [("anls", "default"), ("anls", "star"), ("wer_lev", "cer")]
)
def test_a_normalizer_that_is_registered_is_in_the_modules_usage_texts(name, config, no_hyphens):
    line = '\n        "no_hyphens": without hyphens\n'
    assert line in evaluate.load(name, config).inputs_description
    no_hyphens.unregister()
    assert '"no_hyphens"' not in evaluate.load(name, config).inputs_description


@pytest.mark.parametrize("config", ["wer", "cer"])
def test_a_rate_that_is_registered_is_in_the_modules_result(config, hit_rate):
    module = evaluate.load("wer_lev", config)
    result = module.compute(predictions=["a b"], references=["a c"], groups=["x"])
    assert (
        result["hit_rate"]
        == result["groups"]["x"]["hit_rate"]
        == result["hits"] / (result["reference_length"])
    )


def test_a_rate_that_is_registered_is_in_the_modules_usage_text(hit_rate):
    line = "\n    hit_rate: hits / reference tokens.\n"
    assert line in evaluate.load("wer_lev").inputs_description
    hit_rate.unregister()
    assert "hit_rate" not in evaluate.load("wer_lev").inputs_description


def test_a_rule_that_is_registered_is_a_config_of_the_module(exact):
    module = evaluate.load("anls", "exact")
    texts = {"predictions": ["a", "b"], "references": [["x", "a"], ["c"]]}
    assert module.compute(**texts) == {"anls": 0.5}
    assert module.compute(**texts, reduction="none") == {"anls": [1.0, 0.0], "reference": [1, 0]}


def test_a_rule_that_is_registered_is_in_the_modules_description_and_usage_text(exact):
    line = '    "exact": 1 where a reference is met exactly\n'
    assert line in evaluate.load("anls").description
    module = evaluate.load("anls", "exact")
    assert line in module.description
    assert "threshold: similarities below it count as 0 (default 0.25)" in module.inputs_description
    exact.unregister()
    assert '"exact"' not in evaluate.load("anls").description
    with pytest.raises(InputError, match="unknown config 'exact'"):
        evaluate.load("anls", "exact")


def test_what_is_registered_is_scored_in_a_trainer(words, hit_rate, exact):
    ids = [[3, 4, 5]]
    result = make_compute_metrics(words, ["wer", "anls:exact"], keys="all")((ids, ids))
    assert (result["hit_rate"], result["anls"]) == (1.0, 1.0)
