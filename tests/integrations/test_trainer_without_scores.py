"""What an evaluation has nothing to say of: no samples, no labels, logits without a maximum."""

import math
import warnings

import numpy as np
import pytest
import torch

from levmetrics import make_compute_metrics
from levmetrics.integrations.trainer import logits_to_ids
from tests.integrations.model_outputs import EVERY, INF, LABELS, NAN, logits_of, words_said
from tests.integrations.trainers import HEARD, LETTERS, ids_of

COUNTS = ["substitutions", "deletions", "insertions", "hits", "reference_length"]


def assert_no_rates(result):
    """Rates and similarities of all metrics are NaN, and counts 0."""
    counts = {name: score for name, score in result.items() if name.endswith(tuple(COUNTS))}
    assert len(counts) == 2 * len(COUNTS)
    assert set(counts.values()) == {0.0}
    rates = {name: value for name, value in result.items() if not name.endswith("length")}
    assert all(math.isnan(value) for name, value in rates.items() if name not in counts)
    assert {"wer", "cer", "default_anls", "docvqa_anls"} <= rates.keys()


NOTHING = [
    (np.zeros(0), np.zeros(0)),
    (np.zeros((0, 5)), np.zeros((0, 6))),
    (np.zeros((0, 6, 9), np.float32), np.zeros((0, 6), int)),
    (torch.zeros((0, 6), dtype=torch.int64), torch.zeros((0, 6), dtype=torch.int64)),
    ([], []),
]


@pytest.mark.parametrize("begun", [False, True])
@pytest.mark.parametrize("compute_result", [None, True])
@pytest.mark.parametrize("nothing", NOTHING)
def test_an_evaluation_of_no_samples_has_no_rates(words, nothing, compute_result, begun):
    compute_metrics = make_compute_metrics(words, EVERY, keys="all")
    if begun:
        assert compute_metrics(nothing, compute_result=False) == {}
    with pytest.warns(UserWarning, match="no sample was scored; every rate and simil") as caught:
        result = compute_metrics(nothing, compute_result=compute_result)
    assert len(caught) == 1
    assert_no_rates(result)


@pytest.mark.parametrize("nothing", NOTHING)
def test_a_batch_of_no_samples_changes_nothing(words, nothing):
    compute_metrics = make_compute_metrics(words, EVERY, keys="all")
    predictions = np.array([ids_of(text, 6) for text in HEARD])
    whole = compute_metrics((predictions, LABELS))
    compute_metrics(nothing, compute_result=False)
    compute_metrics((predictions, LABELS), compute_result=False)
    assert compute_metrics(nothing, compute_result=True) == whole


@pytest.mark.parametrize("prediction", ["auto", "logits", "causal"])
def test_samples_without_labels_say_nothing_of_a_model_that_is_given_its_labels(words, prediction):
    compute_metrics = make_compute_metrics(words, EVERY, prediction=prediction, keys="all")
    logits, labels = words_said(prediction), LABELS.copy()
    logits[2] = logits[0]  # is wrong
    expected = compute_metrics((logits[2:], labels[2:]))
    labels[:2] = -100
    for output in (logits, compute_metrics.logits_to_ids(logits, torch.tensor(labels))):
        with pytest.warns(UserWarning, match="without a label that counts were left out: 2"):
            assert compute_metrics((output, labels)) == expected
        with pytest.warns(UserWarning, match=r"no sample was scored \(left out, .* counts: 2\)"):
            assert_no_rates(compute_metrics((output[:2], labels[:2])))
    assert 0 < expected["default_anls"] < 1


PRECISIONS = [torch.float64, torch.float32, torch.float16, torch.bfloat16]


@pytest.mark.parametrize("dtype", PRECISIONS)
@pytest.mark.parametrize("prediction", ["auto", "logits", "causal"])
def test_logits_of_every_precision_are_scored(words, prediction, dtype):
    compute_metrics = make_compute_metrics(words, prediction=prediction, keys="all")
    logits = words_said(prediction).to(dtype)
    ids = compute_metrics.logits_to_ids(logits, torch.tensor(LABELS))
    assert ids.dtype == torch.int64
    for output in (logits, ids, logits_to_ids(logits)):
        result = compute_metrics((output, LABELS))
        assert result["reference_length"] == (7 if prediction == "causal" else 10)
        assert result["deletions"] == result["substitutions"] == 0


@pytest.mark.parametrize("bad", [[NAN] * 9, [NAN, *[1.0] * 8], [*[1.0] * 8, NAN], [-INF] * 9])
@pytest.mark.parametrize("dtype", PRECISIONS)
@pytest.mark.parametrize("prediction", ["auto", "logits", "causal"])
def test_logits_without_a_maximum_make_every_score_nan(words, prediction, dtype, bad):
    compute_metrics = make_compute_metrics(words, EVERY, prediction=prediction, keys="all")
    logits = words_said(prediction).to(dtype)
    logits[0, 1:3] = torch.tensor(bad, dtype=dtype)
    ids = compute_metrics.logits_to_ids(logits, torch.tensor(LABELS))
    assert ids.dtype == torch.int64
    for output in (logits, ids, logits_to_ids(logits)):
        with pytest.warns(UserWarning, match=r"have no arg-max \(places: 2\)"):
            result = compute_metrics((output, LABELS))
        assert all(map(math.isnan, result.values()))
        with pytest.warns(UserWarning, match=r"have no arg-max \(places: 2\)"):
            compute_metrics.decode(output, LABELS)
    compute_metrics((logits[:2], LABELS[:2]), compute_result=False)
    with pytest.warns(UserWarning, match=r"have no arg-max \(places: 2\)"):
        result = compute_metrics((logits[2:], LABELS[2:]), compute_result=True)
    assert all(map(math.isnan, result.values()))
    assert not any(map(math.isnan, compute_metrics((logits[2:], LABELS[2:])).values()))


def test_frames_of_ctc_without_a_maximum_make_every_score_nan(letters):
    compute_metrics = make_compute_metrics(letters, ["cer", "anls"])
    logits = logits_of(np.array([[5, 0, 6], [7, 7, 8]]), len(LETTERS))
    logits[1, 2] = NAN
    labels = np.array([[5, 6], [7, 8]])
    for output in (logits, logits_to_ids(logits)):
        with pytest.warns(UserWarning, match=r"have no arg-max \(places: 1\)"):
            assert all(map(math.isnan, compute_metrics((output, labels)).values()))
        assert compute_metrics((output[:1], labels[:1]))["cer"] == 0


def test_nan_where_nothing_counts_and_one_infinite_logit_are_no_matter(words):
    compute_metrics = make_compute_metrics(words)
    logits = words_said("logits")
    logits[0, 5] = NAN
    logits[1, 2, LABELS[1, 2]] = INF
    logits[2, 1, 0] = -INF
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert compute_metrics((logits, LABELS))["wer"] == 0
