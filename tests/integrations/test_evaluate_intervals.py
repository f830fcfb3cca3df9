"""Confidence intervals of the scores that ``compute`` returns."""

import evaluate
import numpy as np
import pytest

from levmetrics import InputError
from levmetrics import score as lm_score
from levmetrics.significance.resampling import confidence_interval
from tests.integrations.evaluate_modules import PREDS, TARGET


@pytest.mark.parametrize(
    ("name", "config", "score"),
    [
        ("anls", None, "anls"),
        ("anls", "star", "anls"),
        ("wer_lev", None, "wer"),
        ("wer_lev", "cer", "cer"),
    ],
)
def test_a_confidence_level_adds_the_interval_of_the_score(name, config, score):
    module = evaluate.load(name, config)
    texts = {"predictions": PREDS, "references": TARGET}
    plain = module.compute(**texts)
    result = module.compute(**texts, confidence_level=0.9, n_resamples=200, seed=7)
    low, high = result.pop(f"{score}_interval")
    assert result == plain
    assert type(low) is float
    assert low <= plain[score] <= high
    statistics = lm_score(PREDS, TARGET, f"{name}:{config or 'default'}").statistics()
    expected = confidence_interval(statistics, confidence_level=0.9, n_resamples=200, seed=7)
    assert (low, high) == expected


def test_groups_are_the_blocks_of_the_interval(wer):
    texts = {
        "predictions": ["a x", "b y", "c", "d"] * 9,
        "references": ["a b", "b c", "c", "d"] * 9,
    }
    groups = ["ann", "ann", "bob", "bob"] * 9
    plain = wer.compute(**texts, confidence_level=0.95)["wer_interval"]
    blocks = wer.compute(**texts, confidence_level=0.95, groups=groups)
    assert np.diff(blocks["wer_interval"])[0] > np.diff(plain)[0]
    assert blocks["groups"]["bob"]["wer"] == 0.0


def test_the_signature_names_the_resampling(anls):
    texts = {"predictions": ["a", "b"], "references": ["a", "c"]}
    result = anls.compute(**texts, confidence_level=0.95, signature=True)
    assert "|confidence_level:0.95|n_resamples:1000|seed:0|" in result["signature"]
    assert "n_resamples" not in anls.compute(**texts, signature=True)["signature"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"confidence_level": 95}, "confidence_level is 95; it must be a number between 0 and 1"),
        ({"n_resamples": 0}, "n_resamples is 0; it must be a whole number of 2 or more"),
        ({"seed": 1.5}, "seed is 1.5; it must be a whole number of 0 or more"),
        (
            {"confidence_level": 0.9, "reduction": "sum"},
            'an interval or a test needs one score, but the reduction is "sum"; take "mean"',
        ),
        ({"confidence_level": 0.9}, "there are 1 samples; a confidence interval or a test needs"),
    ],
)
def test_intervals_that_cannot_be_are_refused_and_what_was_added_stays(anls, options, message):
    anls.add(prediction="a", reference="a")
    with pytest.raises(InputError) as caught:
        anls.compute(**options)
    assert str(caught.value).startswith(message)
    assert anls.compute() == {"anls": 1.0}


def test_an_interval_tokenizes_once(wer):
    seen = []

    def counted(text):
        seen.append(text)
        return text.split()

    wer.compute(
        predictions=["a b", "c"],
        references=["a", "c"],
        tokenizer=counted,
        confidence_level=0.9,
        groups=["x", "y"],
    )
    assert len(seen) <= 4
