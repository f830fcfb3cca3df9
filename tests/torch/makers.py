"""Every metric class, texts for them, and how their results are compared."""

import pytest

from levmetrics import (
    ANLS,
    ROUGE,
    CharErrorRate,
    EditDistance,
    ErrorRates,
    MatchErrorRate,
    NormalizedLevenshteinSimilarity,
    WordErrorRate,
    WordInfoLost,
    WordInfoPreserved,
)
from tests.thoroughness import chosen

ERROR_RATES = [CharErrorRate, MatchErrorRate, WordErrorRate, WordInfoLost, WordInfoPreserved]
MAKERS = {
    "distance": EditDistance,
    "distance, none": lambda **k: EditDistance(reduction="none", **k),
    "similarity": NormalizedLevenshteinSimilarity,
    "similarity, sum": lambda **k: NormalizedLevenshteinSimilarity(reduction="sum", **k),
    "similarity, none": lambda **k: NormalizedLevenshteinSimilarity(reduction="none", **k),
    "anls": ANLS,
    "anls, docvqa": lambda **k: ANLS("docvqa", **k),
    "anls, star": lambda **k: ANLS("star", **k),
    "anls, star, none": lambda **k: ANLS("star", reduction="none", **k),
    "rates": ErrorRates,
    "rates, mean": lambda **k: ErrorRates("mean", **k),
    "rates, none": lambda **k: ErrorRates(None, **k),
    "rouge": ROUGE,
    "rouge, none": lambda **k: ROUGE("Lsum", "none", **k),
    **{kind.__name__: kind for kind in ERROR_RATES},
}
TEXT_MAKERS = {name: make for name, make in MAKERS.items() if "star" not in name}
every_metric_of_texts = pytest.mark.parametrize("make", TEXT_MAKERS.values(), ids=TEXT_MAKERS)
every_metric = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
# Sums, samples, counts, and samples with all that is said of each: of other metrics, the numbers
# in the states are others, not the states.
KINDS = ("similarity", "distance, none", "rates", "anls, star, none")
SOME = chosen(MAKERS, *KINDS)
every_kind_of_state = pytest.mark.parametrize("make", SOME.values(), ids=SOME)
PREDS = ["rain", "lnaguaeg", "", "who  is", "今日は\u3000いい"]
TARGET = ["shine", "language", "a", "is there", "今日は 良い"]


def values(result):
    """A result as plain numbers, by name."""
    result = result if isinstance(result, dict) else {"value": result}
    return {name: tensor.tolist() for name, tensor in result.items()}


def assert_same(result, expected):
    result, expected = values(result), values(expected)
    assert result.keys() == expected.keys()
    for name, value in expected.items():
        # Counts are equal; sums of floats may differ in the last bits with the order of adding.
        assert result[name] == (pytest.approx(value, rel=0, abs=1e-12)), name


def scored(metric, preds=PREDS, target=TARGET):
    metric.update(preds, target)
    return metric.compute()
