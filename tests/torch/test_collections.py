"""Metrics among others: in a collection, merged, and on several processes."""

import re

import pytest
import torch
from torchmetrics import MetricCollection

from levmetrics import (
    CharErrorRate,
    EditDistance,
    ErrorRates,
    InputError,
    MatchErrorRate,
    NormalizedLevenshteinSimilarity,
    WordErrorRate,
    WordInfoLost,
)
from tests.torch.makers import MAKERS, PREDS, TARGET, scored, values
from tests.torch.ranks import on_two_ranks


def test_a_collection_computes_rates_of_the_same_tokens_once():
    collection = MetricCollection([MatchErrorRate(), WordInfoLost(), ErrorRates()])
    collection.update(PREDS, TARGET)
    assert list(collection.compute_groups.values()) == [
        ["MatchErrorRate", "WordInfoLost", "ErrorRates"]
    ]
    collection.update(["a b"], ["a c"])
    assert collection.compute()["MatchErrorRate"] == scored(
        MatchErrorRate(), [*PREDS, "a b"], [*TARGET, "a c"]
    )


def test_a_collection_keeps_metrics_apart_that_agree_on_the_first_batch_only():
    collection = MetricCollection(
        {
            "wer": WordErrorRate(),
            "cer": CharErrorRate(),
            "nls plain": NormalizedLevenshteinSimilarity(),
            "nls half": NormalizedLevenshteinSimilarity(threshold=0.5),
            "nls lower": NormalizedLevenshteinSimilarity(normalizer="lower"),
            "cost 1": EditDistance(),
            "cost 2": EditDistance(substitution_cost=2),
        }
    )
    collection.update(["a"], ["a"])
    collection.update(["ABC d"], ["abc d"])
    result = {name: value.item() for name, value in collection.compute().items()}
    assert result == pytest.approx(
        {
            "wer": 1 / 3,
            "cer": 3 / 6,
            "nls plain": 0.7,
            "nls half": 0.5,
            "nls lower": 1.0,
            "cost 1": 1.5,
            "cost 2": 3.0,
        }
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({}, {"tokenizer": "char"}),
        ({}, {"normalizer": "lower"}),
        ({}, {"ignore_index": None}),
        ({}, {"costs": "nist"}),
        ({"ignore_index": -1}, {"ignore_index": -2}),
        ({"tokenizer": re.compile(r"\S+").findall}, {"tokenizer": re.compile(r"\w").findall}),
        ({"normalizer": "-".join}, {"normalizer": " ".join}),
    ],
)
def test_metrics_of_other_settings_neither_merge_nor_share_a_state(one, other):
    ours, theirs = WordErrorRate(**one), WordErrorRate(**other)
    theirs.update("a", "b")
    with pytest.raises(InputError, match="the metrics to merge have other settings"):
        ours.merge_state(theirs)
    assert ours.samples == 0
    theirs.reset()
    collection = MetricCollection({"one": ours, "other": theirs})
    collection.update("a", "a")
    assert len(collection.compute_groups) == 2


def test_ids_that_pad_are_told_apart_in_a_collection():
    kinds = {f"pad {pad}": EditDistance(ignore_index=pad) for pad in (-1, -2)}
    collection = MetricCollection(kinds)
    collection.update(torch.tensor([[5, 6]]), torch.tensor([[5, 6]]))
    collection.update(torch.tensor([[5, -2]]), torch.tensor([[5]]))
    assert {k: v.item() for k, v in collection.compute().items()} == {"pad -1": 0.5, "pad -2": 0.0}


def gathered(rank):
    """Every metric on two processes: once the first has no samples, once each has its own."""
    results = {}
    for start in (5, 2):
        for name, make in MAKERS.items():
            metric = make()
            shard = slice(0, 5 - start) if rank == 0 else slice(5 - start, 5)
            if PREDS[shard]:
                metric.update(PREDS[shard], TARGET[shard])
            result = metric.compute()
            dtypes = result if isinstance(result, dict) else {"value": result}
            results[name, start] = values(result), [str(t.dtype) for t in dtypes.values()]
    return results


def test_two_processes_give_what_one_gives_also_where_one_has_no_samples():
    for result in on_two_ranks(gathered):
        for name, make in MAKERS.items():
            expected = scored(make())
            tensors = expected if isinstance(expected, dict) else {"value": expected}
            dtypes = [str(tensor.dtype) for tensor in tensors.values()]
            for start in (5, 2):
                found, found_dtypes = result[name, start]
                assert found == {n: pytest.approx(v) for n, v in values(expected).items()}, name
                assert found_dtypes == dtypes, name


def test_custom_tokenizers_are_kept_apart_too():
    class Unhashable(list):
        def tokenize(self, text):
            return list(text)

    collection = MetricCollection(
        {
            "words": WordErrorRate(tokenizer=lambda text: text.split()),
            "letters": WordErrorRate(tokenizer=lambda text: list(text)),
            "unhashable": WordErrorRate(tokenizer=Unhashable()),
        }
    )
    collection.update("a", "a")
    collection.update("bc", "bd")
    result = {name: value.item() for name, value in collection.compute().items()}
    assert result == {"words": 1 / 2, "letters": 1 / 3, "unhashable": 1 / 3}
