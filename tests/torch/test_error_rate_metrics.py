"""Error rates: torchmetrics' and jiwer's where these are right, all at once or one by one."""

import jiwer
import pytest
import torchmetrics.text
from hypothesis import given, settings
from hypothesis import strategies as st

from levmetrics import (
    CharErrorRate,
    ErrorRates,
    MatchErrorRate,
    WordErrorRate,
    WordInfoLost,
    WordInfoPreserved,
)
from tests import oracles
from tests.torch.makers import ERROR_RATES, PREDS, TARGET, values


@settings(max_examples=60)
@given(st.randoms(use_true_random=False))
def test_word_and_character_error_rates_equal_torchmetrics(rng):
    pairs = oracles.random_pairs(rng, 6, ["a", "b", "cc", "今", "は"], longest=20)
    preds = [" ".join(p) for p, _ in pairs]
    target = [" ".join(t) for _, t in pairs] + ["never empty"]
    preds.append("never empty")
    for kind in (WordErrorRate, CharErrorRate):
        ours = kind()(preds, target)
        theirs = getattr(torchmetrics.text, kind.__name__)()(preds, target)
        assert ours.item() == pytest.approx(theirs.item(), rel=1e-6)


def test_match_error_rate_and_word_information_are_morris_not_torchmetrics():
    """torchmetrics takes an alignment with an insertion and a deletion for shorter than it is."""
    pred, target = "a b c", "x a b"
    theirs = jiwer.process_words(target, pred)
    assert (theirs.mer, theirs.wil) == (0.5, 1 - 4 / 9)
    assert MatchErrorRate()(pred, target).item() == theirs.mer
    assert WordInfoLost()(pred, target).item() == theirs.wil
    assert WordInfoPreserved()(pred, target).item() == theirs.wip
    assert torchmetrics.text.MatchErrorRate()(pred, target).item() == pytest.approx(2 / 3)
    assert torchmetrics.text.WordInfoLost()(pred, target).item() == pytest.approx(1 - 1 / 9)


def test_a_mean_of_rates_is_not_the_rate_of_the_corpus():
    preds, target = ["a", "b c d e"], ["x", "b c d e"]
    assert WordErrorRate()(preds, target).item() == 0.2
    assert WordErrorRate("mean")(preds, target).item() == 0.5
    assert WordErrorRate("none")(preds, target).tolist() == [1.0, 0.0]
    mean = values(ErrorRates("mean")(preds, target))
    assert (mean["wer"], mean["hits"], mean["reference_length"]) == (0.5, 4, 5)


@pytest.mark.parametrize("kind", ERROR_RATES)
def test_each_rate_is_that_of_the_dictionary(kind):
    tokenizer = "char" if kind is CharErrorRate else "whitespace"
    whole = ErrorRates(tokenizer=tokenizer)(PREDS, TARGET)
    assert kind()(PREDS, TARGET).item() == whole[kind._rate].item()


def test_error_rates_are_plotted_without_their_counts():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    metric = ErrorRates()
    results = [metric(PREDS, TARGET), metric(PREDS[:2], TARGET[:2])]
    for _, axis in (metric.plot(), metric.plot(results)):
        legend = [text.get_text() for text in axis.get_legend().get_texts()]
        assert legend == ["wer", "mer", "wil", "wip"]
