"""Evaluations in batches: each pass is a whole, whatever became of the one before."""

import gc
import pickle

import numpy as np
import pytest
from accelerate.data_loader import prepare_data_loader
from torch.utils.data import DataLoader
from transformers import EvalPrediction

from levmetrics import InputError, make_compute_metrics
from tests.integrations.model_outputs import LABELS
from tests.integrations.trainers import HEARD, SAID, ids_of


def test_batches_come_to_the_same_as_the_whole_and_nothing_is_left_of_them(words):
    compute_metrics = make_compute_metrics(words, ["wer", "anls"])
    predictions = np.array([ids_of(text, 6) for text in HEARD])
    whole = compute_metrics((predictions, LABELS))
    for _ in range(2):
        for i in range(3):
            batch = EvalPrediction(predictions[i : i + 1], LABELS[i : i + 1])
            result = compute_metrics(batch, compute_result=i == 2)
            assert (result == {}) == (i < 2)
        assert result == pytest.approx(whole, rel=1e-12)


def test_an_evaluation_that_was_broken_off_leaves_nothing_to_the_next(words):
    compute_metrics = make_compute_metrics(words, keys="all")
    predictions = np.array([ids_of(text, 6) for text in HEARD])
    whole = compute_metrics((predictions, LABELS))
    compute_metrics((predictions, LABELS), compute_result=False)
    assert compute_metrics((predictions, LABELS)) == whole
    compute_metrics((predictions, LABELS), compute_result=False)
    compute_metrics.reset()
    assert compute_metrics((predictions, LABELS), compute_result=True) == whole


def interrupted(rows, **options):
    raise KeyboardInterrupt


@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize("failure", ["bad batch", "interrupt"])
def test_after_a_failure_the_rest_is_never_reported_as_the_whole(words, monkeypatch, failure, last):
    compute_metrics = make_compute_metrics(words, ["wer", "anls"])
    predictions = np.array([ids_of(text, 6) for text in HEARD])
    whole = compute_metrics((predictions, LABELS))
    compute_metrics((predictions[:1], LABELS[:1]), compute_result=False)
    with monkeypatch.context() as patch:
        if failure == "interrupt":
            patch.setattr(words, "batch_decode", interrupted)
        rows = slice(1) if failure == "bad batch" else slice(None)
        with pytest.raises((InputError, KeyboardInterrupt)):
            compute_metrics((predictions[rows], LABELS), compute_result=last)
    for compute_result in (False, True, False, True):
        with pytest.raises(InputError, match=r"call reset\(\) and begin the evaluation anew"):
            compute_metrics((predictions, LABELS), compute_result=compute_result)
    assert compute_metrics((predictions, LABELS)) == whole
    assert compute_metrics((predictions, LABELS), compute_result=True) == whole


def test_reset_begins_an_evaluation_anew_after_a_failure(words):
    compute_metrics = make_compute_metrics(words, keys="all")
    with pytest.raises(InputError):
        compute_metrics((None, LABELS), compute_result=False)
    compute_metrics.reset()
    assert compute_metrics((LABELS, LABELS), compute_result=True)["hits"] == 10


def loader_of_rows():
    return prepare_data_loader(DataLoader(range(3), batch_size=1))


def evaluated(compute_metrics, loader, stop=None, fail=None, told=True):
    """Evaluate what was heard, a row a batch, in a loop that goes on after bad batches."""
    predictions = np.array([ids_of(text, 6) for text in HEARD])
    for row in map(int, loader):
        if row == stop:
            raise KeyboardInterrupt
        batch = None if row == fail else predictions[row : row + 1]
        last = told and loader.end_of_dataloader
        try:
            result = compute_metrics((batch, LABELS[row : row + 1]), compute_result=last)
        except InputError as error:
            result = str(error)
    return result


def test_a_loader_that_was_interrupted_is_begun_anew(words):
    compute_metrics, loader = make_compute_metrics(words, keys="all"), loader_of_rows()
    whole = evaluated(compute_metrics, loader)
    assert whole["reference_length"] == 10
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            evaluated(compute_metrics, loader, stop=2)
    assert evaluated(compute_metrics, loader) == whole
    with pytest.raises(KeyboardInterrupt):
        evaluated(compute_metrics, loader, stop=2)
    assert evaluated(compute_metrics, loader_of_rows()) == whole


def test_a_pass_whose_end_was_not_told_leaves_nothing_to_the_next(words):
    compute_metrics, loader = make_compute_metrics(words, keys="all"), loader_of_rows()
    assert evaluated(compute_metrics, loader, told=False) == {}
    assert evaluated(compute_metrics, loader)["reference_length"] == 10


@pytest.mark.parametrize("fail", [0, 1, 2])
def test_a_pass_with_a_bad_batch_has_no_result_and_the_next_has(words, fail):
    compute_metrics, loader = make_compute_metrics(words, keys="all"), loader_of_rows()
    result = evaluated(compute_metrics, loader, fail=fail)
    assert result.startswith("predictions are None" if fail == 2 else "an earlier batch")
    assert evaluated(compute_metrics, loader)["reference_length"] == 10
    evaluated(compute_metrics, loader, fail=fail)
    assert evaluated(compute_metrics, loader_of_rows())["reference_length"] == 10


def test_the_batches_of_a_loop_that_has_no_loader_do_not_join_those_of_one_that_is_gone(words):
    compute_metrics, loader = make_compute_metrics(words, keys="all"), loader_of_rows()
    with pytest.raises(KeyboardInterrupt):
        evaluated(compute_metrics, loader, stop=2)
    del loader
    gc.collect()
    assert compute_metrics((LABELS, LABELS), compute_result=True)["reference_length"] == 10


def test_what_is_false_as_numpy_says_it_is_not_the_last_batch(words):
    compute_metrics = make_compute_metrics(words, keys="all")
    assert compute_metrics((LABELS[:1], LABELS[:1]), compute_result=np.False_) == {}
    result = compute_metrics((LABELS[1:], LABELS[1:]), compute_result=np.True_)
    assert result["reference_length"] == 10


def test_observers_have_the_texts_of_an_evaluation_until_the_next_begins(words):
    compute_metrics, told = make_compute_metrics(words, keys="all"), []
    compute_metrics.observers.append(lambda *texts: told.append(texts))
    predictions = np.array([ids_of(text, 6) for text in HEARD])
    for i in range(3):
        compute_metrics((predictions[i : i + 1], LABELS[i : i + 1]), compute_result=i == 2)
    assert [texts for texts in told if texts != ([], [])] == [(HEARD, SAID)]
    assert told[-1] == (HEARD, SAID)
    compute_metrics((predictions[:1], LABELS[:1]), compute_result=False)
    assert told[-1] == ([], [])


def test_a_copy_begins_an_evaluation_anew(words):
    compute_metrics = make_compute_metrics(words, keys="all")
    compute_metrics((LABELS, LABELS), compute_result=False)
    copied = pickle.loads(pickle.dumps(compute_metrics))
    for each, hits in ((copied, 10), (compute_metrics, 20)):
        assert each((LABELS, LABELS), compute_result=True)["hits"] == hits
