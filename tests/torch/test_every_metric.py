"""What holds of every metric class: its input, its results, its arguments."""

import math

import numpy as np
import pytest

from levmetrics import (
    ROUGE,
    EditDistance,
    ErrorRates,
    InputError,
    NormalizedLevenshteinSimilarity,
    WordErrorRate,
)
from tests.torch.makers import PREDS, TARGET, assert_same, every_metric, scored, values

pytest.importorskip("torchmetrics")


def test_tokenizer_and_normalizer_apply_to_both_sides():
    metric = EditDistance(tokenizer="whitespace", normalizer="lower")
    assert metric("Who IS there", "who is Here").item() == 1
    japanese = WordErrorRate(tokenizer="mecab")
    assert japanese("今日はいい天気です", "今日は良い天気です").item() == 0.2


@every_metric
def test_no_samples_have_a_defined_result(make):
    for result in (make().compute(), scored(make(), [], [])):
        for value in values(result).values():
            if make().reduction == "none":
                assert value == []
            elif isinstance(value, int) or make().reduction == "sum":
                assert value == 0
            else:
                assert math.isnan(value)


@pytest.mark.parametrize(
    "make", [NormalizedLevenshteinSimilarity, WordErrorRate, EditDistance, ErrorRates, ROUGE]
)
def test_plot_draws_one_or_several_results(make):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    metric = make()
    results = [metric(PREDS, TARGET), metric(PREDS[:2], TARGET[:2])]
    for figure, _ in (metric.plot(), metric.plot(results)):
        assert figure is not None


SHARE = "it must be a number from 0 to 1"
WHOLE = "it must be a whole number of 0 or more"
TOKENIZERS = "char, grapheme, icu, jieba, kiwi, mecab, mecab:ipadic, mixed, mixed:icu, sudachi:A, "
BAD = [
    (EditDistance, {"reduction": "avg"}, "unknown reduction 'avg'; Known: mean, none, sum"),
    (
        ErrorRates,
        {"reduction": "corpsu"},
        "unknown reduction 'corpsu'; did you mean 'corpus'? Known: corpus, mean, none",
    ),
    (
        EditDistance,
        {"reduction": np.array(["mean", "sum"])},
        "unknown reduction array(['mean', 'sum'], dtype='<U4'); Known: mean, none, sum",
    ),
    (EditDistance, {"substitution_cost": -1}, f"substitution_cost is -1; {WHOLE}"),
    (
        NormalizedLevenshteinSimilarity,
        {"substitution_cost": 1.5},
        f"substitution_cost is 1.5; {WHOLE}",
    ),
    *(
        (NormalizedLevenshteinSimilarity, {"threshold": given}, f"threshold is {given}; {SHARE}")
        for given in (True, 2, float("nan"))
    ),
    (
        WordErrorRate,
        {"tokenizer": "words"},
        f"unknown tokenizer 'words'; Known: {TOKENIZERS}sudachi:B, sudachi:C, whitespace",
    ),
]


@pytest.mark.parametrize(("kind", "options", "message"), BAD)
def test_bad_arguments_are_named(kind, options, message):
    with pytest.raises(InputError) as caught:
        kind(**options)
    assert str(caught.value) == message


def test_columns_of_arrow_and_numpy_are_taken():
    pa = pytest.importorskip("pyarrow")
    assert_same(
        scored(ErrorRates(), pa.array(PREDS), pa.array([[t] for t in TARGET])),
        scored(ErrorRates(), np.array(PREDS), np.array(TARGET)),
    )
