"""The similarity, and what its numbers hang on."""

import numpy as np
import pytest
import torch

import levmetrics
from levmetrics import EditDistance, NormalizedLevenshteinSimilarity
from levmetrics.edits.library import kernel_name
from tests.torch.makers import PREDS, TARGET


def test_the_reference_examples_of_the_similarity():
    metric = NormalizedLevenshteinSimilarity()
    assert metric(["rain"], ["shine"]).item() == 0.4
    assert metric(["lnaguaeg"], ["language"]).item() == 0.5
    assert metric.compute().item() == 0.45
    assert metric.compute().dtype == torch.float64


def test_numbers_of_numpy_are_numbers():
    metric = NormalizedLevenshteinSimilarity(np.int64(2), threshold=np.float32(0.5))
    assert metric("ab", "cd").item() == 0
    assert EditDistance(10**30)("ab", "cd").item() == 4


def test_the_functional_forms_give_the_numbers_of_the_classes():
    assert levmetrics.edit_distance(PREDS, TARGET) == EditDistance()(PREDS, TARGET).item()
    found = levmetrics.edit_distance("who is", "is", 1, reduction="none", tokenizer="whitespace")
    assert found.tolist() == [1]
    similarity = levmetrics.normalized_levenshtein_similarity(
        PREDS, TARGET, 2, reduction="sum", threshold=0.3, normalizer="lower"
    )
    metric = NormalizedLevenshteinSimilarity(2, "sum", threshold=0.3, normalizer="lower")
    assert similarity == metric(PREDS, TARGET).item()


@pytest.mark.parametrize(
    "option",
    [
        {"threshold": 0.5},
        {"normalizer": "lower"},
        {"tokenizer": "mecab"},
        {"substitution_cost": 2},
        {"reduction": "sum"},
        {"ignore_index": 0},
    ],
)
def test_other_settings_have_another_signature(option):
    usual = NormalizedLevenshteinSimilarity().signature()
    assert NormalizedLevenshteinSimilarity(**option).signature() != usual


def test_signatures_name_everything_that_decides_the_number():
    parts = dict(
        part.split(":", 1)
        for part in NormalizedLevenshteinSimilarity(threshold=0.5, normalizer="lower")
        .signature()
        .split("|")
    )
    assert parts["metric"] == "NormalizedLevenshteinSimilarity"
    assert parts["levmetrics"] == levmetrics.__version__
    assert (parts["tokenizer"], parts["normalizer"], parts["threshold"]) == ("char", "lower", "0.5")
    assert {"regex", "pyarrow", "torchmetrics"} <= parts.keys()  # for the normalizer
    assert ("rapidfuzz" in parts) == (kernel_name() == "portable")


def test_a_similarity_has_no_rule():
    with pytest.raises(ValueError, match="Unexpected keyword arguments: `rule`"):
        NormalizedLevenshteinSimilarity(rule="docvqa")
