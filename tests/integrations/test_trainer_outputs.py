"""What a Trainer hands over: every kind of array is read rightly, or refused in one sentence."""

import numpy as np
import pytest
import torch

from levmetrics import InputError, make_compute_metrics
from levmetrics.integrations.trainer import logits_to_ids
from tests.integrations.model_outputs import LABELS, logits_of
from tests.integrations.trainers import HEARD, SAID, ids_of, letter_tokenizer

PREDICTIONS = np.array([ids_of(text, 6) for text in HEARD])
LOGITS = logits_of(np.where(LABELS < 0, 4, LABELS), 9)


def rows(array):
    return [row[row >= 0] for row in array]


def objects(parts):
    """An array of objects, whatever the shapes of its parts."""
    array = np.empty(len(parts), object)
    array[:] = parts
    return array


def batches(array):
    return [array[:2], array[2:]]


# --- what is read --------------------------------------------------------------------------------

KINDS = {
    "rows": rows,
    "tensors": lambda array: [torch.tensor(row) for row in rows(array)],
    "rows as lists": lambda array: [row.tolist() for row in rows(array)],
    "rows as tuples": lambda array: [tuple(row.tolist()) for row in rows(array)],
    "an object array of rows": lambda array: objects(rows(array)),
    "an object array of lists": lambda array: objects([row.tolist() for row in rows(array)]),
    "an object array of numbers": lambda array: array.astype(object),
    "first of several": lambda array: (array, "hidden states"),
    "first of the first": lambda array: ((array, None), None),
    "a list of outputs": lambda array: [torch.tensor(array), torch.zeros(3)],
    "int8": lambda array: array.astype(np.int8),
    "another byte order": lambda array: array.astype(">i4"),
    "negative strides": lambda array: array[:, ::-1].copy()[:, ::-1],
    "read only": lambda array: np.broadcast_to(array, array.shape),
}
UNSIGNED = {
    str(kind): lambda array, kind=kind: np.where(array < 0, 0, array).astype(kind)
    for kind in (np.uint8, np.uint16, np.uint32, np.uint64)
}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("kind", KINDS | UNSIGNED)
def test_ids_of_every_kind_are_read(words, kind):
    compute_metrics = make_compute_metrics(words, ["wer", "anls"])
    expected = compute_metrics((PREDICTIONS, LABELS))
    read = (KINDS | UNSIGNED)[kind]
    assert compute_metrics((read(PREDICTIONS), LABELS)) == expected
    if kind != "a list of outputs":  # for labels it is one of batches
        assert compute_metrics((read(PREDICTIONS), read(LABELS))) == expected
        assert compute_metrics.decode(read(PREDICTIONS), read(LABELS)) == (HEARD, SAID)


@pytest.mark.parametrize("outer", [list, objects])
@pytest.mark.parametrize("inner", [np.asarray, torch.tensor, lambda batch: (batch, None), rows])
def test_batches_of_every_kind_are_read(words, outer, inner):
    compute_metrics = make_compute_metrics(words, keys="all")
    predictions, labels = (
        outer([inner(batch) for batch in batches(array)]) for array in (PREDICTIONS, LABELS)
    )
    assert compute_metrics((predictions, labels)) == compute_metrics((PREDICTIONS, LABELS))
    assert compute_metrics.decode(predictions, labels) == (HEARD, SAID)


@pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64, ">f4"])
def test_rows_of_logits_are_read(words, kind):
    own = [logits[row >= 0].astype(kind) for logits, row in zip(LOGITS, LABELS, strict=True)]
    compute_metrics = make_compute_metrics(words, keys="all")
    for logits in (own, objects(own), [row.tolist() for row in own]):
        assert compute_metrics((logits, LABELS[:, :5]))["wer"] == 0
    assert compute_metrics((LOGITS.astype(kind), LABELS))["wer"] == 0


def test_predictions_without_a_token_are_deletions(words):
    for nothing in (np.zeros((3, 0)), [[], [], []], [np.zeros(0)] * 3):
        result = make_compute_metrics(words, keys="all")((nothing, LABELS))
        assert (result["wer"], result["deletions"]) == (1, 10)


def test_a_silent_utterance_that_is_heard_as_such_is_right(tmp_path):
    compute_metrics = make_compute_metrics(letter_tokenizer(tmp_path), ["anls", "wer"])
    result = compute_metrics((np.array([[0, 0], [5, 0]]), np.array([[-100], [5]])))
    assert (result["anls"], result["wer"]) == (1, 0)


@pytest.mark.parametrize("prediction", ["logits", "causal"])
@pytest.mark.parametrize("padding", [-1, 0, 99])
def test_what_accelerate_pads_does_not_count_whatever_ignore_index_is(words, prediction, padding):
    labels = np.where(LABELS < 0, padding, LABELS)
    labels[:2, -1] = -100  # with which the batches of another process are made as long
    said = np.where(LABELS < 0, 4, LABELS)
    logits = logits_of(np.roll(said, -1, axis=1) if prediction == "causal" else said, 9)
    compute_metrics = make_compute_metrics(
        words, prediction=prediction, ignore_index=padding, keys="all"
    )
    ids = compute_metrics.logits_to_ids(torch.tensor(logits), torch.tensor(labels))
    for output in (logits, ids):
        result = compute_metrics((output, labels))
        assert result["wer"] == 0
        assert result["reference_length"] == (7 if prediction == "causal" else 10)


def test_labels_that_no_token_has_are_not_left_out_without_a_word(words):
    labels = np.where(LABELS == 5, 77, LABELS)
    compute_metrics = make_compute_metrics(words, keys="all")
    with pytest.warns(UserWarning, match=r"left out \(predictions: 0, labels: 3\)"):
        assert compute_metrics((PREDICTIONS, labels))["reference_length"] == 7
    compute_metrics((PREDICTIONS[:1], labels[:1]), compute_result=False)
    with pytest.warns(UserWarning, match=r"left out \(predictions: 0, labels: 3\)"):
        compute_metrics((PREDICTIONS[1:], labels[1:]), compute_result=True)


def test_a_whole_number_of_numpy_is_an_ignore_index(words):
    labels = np.where(LABELS < 0, 8, LABELS)
    compute_metrics = make_compute_metrics(words, ignore_index=np.int64(8))
    assert compute_metrics.decode(PREDICTIONS, labels)[1][0] == SAID[0]


@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs two devices")
def test_predictions_and_labels_may_be_on_several_devices(words):
    compute_metrics = make_compute_metrics(words, keys="all")
    logits, labels = torch.tensor(LOGITS), torch.tensor(LABELS)
    for given in ((logits.cuda(), labels), (logits, labels.cuda())):
        ids = compute_metrics.logits_to_ids(*given)
        assert ids.device == given[0].device
        assert compute_metrics(given)["wer"] == compute_metrics((ids, given[1]))["wer"] == 0
    rows = [PREDICTIONS[0], torch.tensor(PREDICTIONS[1]).cuda(), PREDICTIONS[2]]
    assert compute_metrics((rows, LABELS)) == compute_metrics((PREDICTIONS, LABELS))


# --- what is refused -----------------------------------------------------------------------------

WRONG = {
    "None": (None, "predictions are None; give the model's ids or logits"),
    "texts": (HEARD, "predictions[0] is of type str; give ids as whole numbers"),
    "an array of texts": (np.array(HEARD), "predictions is an array of <U17; give ids as whole"),
    "text objects": (np.array(HEARD, object), "predictions[0] is of type str; give ids as whole"),
    "a text": ("who is there", "predictions is of type str; give ids as whole numbers"),
    "a dictionary": ({"logits": LOGITS}, "predictions is of type dict; give ids as whole numbers"),
    "truth": (PREDICTIONS > 3, "predictions is an array of bool; give ids as whole numbers"),
    "a tensor of truth": (torch.tensor(PREDICTIONS > 3), "predictions is a tensor of torch.bool"),
    "complex": (LOGITS.astype(complex), "predictions is an array of complex128; give ids"),
    "a row of None": (
        [PREDICTIONS[0], None, PREDICTIONS[2]],
        "predictions[1] is None; give ids as whole numbers",
    ),
    "a row of None in it": ([[3, 4], [5, None], [6, 7]], "predictions[1] is an array of object"),
    "a row of floats": (
        [PREDICTIONS[0], PREDICTIONS[1] * 1.0, PREDICTIONS[2]],
        "predictions[1] has the shape (6,) and the type torch.float64, and predictions[0] (6,) and",
    ),
    "one row": ([3, 4, 5], "predictions[0] is of type int; give ids as whole numbers"),
    "rows of rows": ([[[3], [4, 5]]] * 3, "predictions[0] holds rows of different lengths; give"),
    "vocabularies": (
        [LOGITS[0], LOGITS[1, :, :8], LOGITS[2]],
        "predictions[1] has the shape (6, 8) and the type torch.float32, and predictions[0] (6, 9)",
    ),
    "wrapped -100": (
        PREDICTIONS.astype(np.uint64),
        "predictions holds 18446744073709551516, which is not an id; pad with -100",
    ),
    "huge ids": ([[2**70]] * 3, "predictions[0] is an array of object; give ids as whole numbers"),
    "a number": (np.array(3), "predictions have the shape () and labels (3, 6); they must be ids"),
    "no vocabulary": (np.zeros((3, 6, 0)), "predictions have the shape (3, 6, 0), without logits"),
    "hidden states": (
        (np.zeros((3, 6, 4)), LOGITS),
        "predictions have 4 values a place, and labels hold the id 8; give the logits over the",
    ),
    "several sequences": (
        np.repeat(PREDICTIONS, 2, axis=0),
        "predictions are 6 rows of ids for 3 samples, as num_return_sequences=2 generates them; ge",
    ),
    "rows that are no multiple": (
        np.concatenate([PREDICTIONS, PREDICTIONS[:1]]),
        "predictions have the shape (4, 6) and labels (3, 6); they must be ids",
    ),
    "floats": (
        np.zeros((3, 5)),
        "predictions are torch.float64 of 2 dimensions; give ids as whole",
    ),
    "ids of three dimensions": (
        np.zeros((3, 5, 9), int),
        "predictions are torch.int64 of 3 dimensions; give ids as whole",
    ),
    "more positions": (
        np.zeros((3, 8, 9)),
        "predictions have 8 positions and labels 6; every label needs the",
    ),
    "fewer rows": (PREDICTIONS[:2], "predictions have the shape (2, 6) and labels (3, 6); they"),
}


@pytest.mark.parametrize("kind", WRONG)
def test_what_is_neither_ids_nor_logits_is_refused(words, kind):
    predictions, message = WRONG[kind]
    with pytest.raises(InputError) as caught:
        make_compute_metrics(words)((predictions, LABELS))
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        (SAID, "labels[0] is of type str; give ids as whole numbers"),
        (LABELS * 1.0, "labels are torch.float64; give ids as whole numbers"),
        (LABELS > 3, "labels is an array of bool; give ids as whole numbers"),
        ([PREDICTIONS], "labels are a list of 1 batches, but predictions are not a list"),
        (LABELS.astype(np.uint64), "labels holds 18446744073709551516, which is not an id; pad"),
        (LABELS[0], "predictions have the shape (3, 6) and labels (6,); they must be ids"),
    ],
)
def test_labels_that_are_no_ids_are_refused(words, labels, message):
    with pytest.raises(InputError) as caught:
        make_compute_metrics(words)((PREDICTIONS, labels))
    assert str(caught.value).startswith(message)


def test_batches_are_as_many_on_both_sides(words):
    for compare in (make_compute_metrics(words), lambda p: make_compute_metrics(words).decode(*p)):
        with pytest.raises(InputError, match="labels are a list of 2 batches, and predictions 1"):
            compare(([PREDICTIONS[:2]], batches(LABELS)))


@pytest.mark.parametrize(
    ("logits", "labels", "message"),
    [
        (LOGITS, LABELS[:1], "logits have the shape (3, 6, 9) and labels (1, 6); they must"),
        (LOGITS[:, :, :5], LABELS, "logits have 5 values a place, and labels hold the id 8; give"),
        (LOGITS > 0, LABELS, "logits is an array of bool; give ids as whole numbers"),
        (LOGITS, LABELS * 1.0, "labels are torch.float64; give ids as whole numbers"),
        (LOGITS[0], LABELS, "logits are torch.float32 of 2 dimensions; give ids as whole numbers"),
    ],
)
def test_the_hook_refuses_what_cannot_be_scored_later(words, logits, labels, message):
    with pytest.raises(InputError) as caught:
        make_compute_metrics(words).logits_to_ids(logits, labels)
    assert str(caught.value).startswith(message)
    if logits is not LOGITS and logits.shape[-1] != 5:
        with pytest.raises(InputError):
            logits_to_ids(logits)


def test_logits_are_not_scored_as_generated_ids(words):
    compute_metrics = make_compute_metrics(words, prediction="generated")
    for score in (compute_metrics, lambda given: compute_metrics.logits_to_ids(*given)):
        with pytest.raises(InputError, match="prediction is 'generated'; generate with predict_wi"):
            score((LOGITS, LABELS))


def test_a_tokenizer_that_does_not_collapse_repeated_tokens_is_not_one_of_ctc(words):
    with pytest.raises(InputError, match="prediction is 'ctc', but processing_class cannot collap"):
        make_compute_metrics(words, prediction="ctc")


# --- what batch_decode returns -------------------------------------------------------------------


class Returning:
    """A tokenizer whose batch_decode returns something else than a text for every row."""

    def __init__(self, change):
        self.change = change

    def batch_decode(self, rows, skip_special_tokens):
        return self.change(["text"] * len(rows))


@pytest.mark.parametrize("mode", [None, False, True])
@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda texts: texts[:2], "returned 2 texts for 3 rows of ids; it must return a list with"),
        (lambda texts: [*texts, "more"], "returned 4 texts for 3 rows of ids; it must return a li"),
        (lambda texts: [], "returned 0 texts for 3 rows of ids"),
        (lambda texts: None, "returned an object of type NoneType for 3 rows of ids; it must ret"),
        (lambda texts: "abc", "returned an object of type str for 3 rows of ids; it must return"),
        (lambda texts: iter(texts), "returned an object of type list_iterator for 3 rows of ids"),
        (lambda texts: ["a", "b", 3], "returned an object of type int for row 2; it must return a"),
        (lambda texts: [["a"]] * 3, "returned an object of type list for row 0; it must return a"),
    ],
)
def test_what_batch_decode_returns_is_one_text_a_row(change, message, mode):
    compute_metrics = make_compute_metrics(Returning(change), ["wer", "anls"])
    with pytest.raises(InputError) as caught:
        compute_metrics((PREDICTIONS, LABELS), compute_result=mode)
    assert str(caught.value).startswith(f"batch_decode of processing_class {message}")
    with pytest.raises(InputError):
        compute_metrics.decode(PREDICTIONS, LABELS)
