"""In a Trainer: outputs of every kind are decoded, and score as the modules score the texts."""

import numpy as np
import pytest
import torch
from tokenizers import Tokenizer, models
from transformers import EvalPrediction, PreTrainedTokenizerFast

from levmetrics import InputError, make_compute_metrics
from levmetrics.integrations.trainer import logits_to_ids
from tests.integrations.model_outputs import LABELS, logits_of, module_scores
from tests.integrations.trainers import HEARD, LETTERS, SAID, WORDS, ids_of


@pytest.mark.parametrize("padding", [-100, 0])
@pytest.mark.parametrize("kind", [np.array, torch.tensor])
def test_generated_ids_of_another_width_score_as_their_texts(words, padding, kind):
    predictions = kind([ids_of(text, 9, padding) for text in HEARD])
    result = make_compute_metrics(words, keys="all")(
        EvalPrediction(predictions, kind(LABELS.tolist()))
    )
    assert result == module_scores("wer_lev", None, HEARD, SAID)
    assert all(type(value) in (int, float) for value in result.values())


def test_ids_out_of_range_are_padding_and_no_crash(words):
    predictions = np.array([ids_of(text, 9) for text in HEARD])
    predictions[:, -1] = [10**6, -7, len(WORDS)]
    with pytest.warns(UserWarning, match=r"left out \(predictions: 2, labels: 0\)"):
        assert make_compute_metrics(words)((predictions, LABELS))["wer"] == 3 / 10


def test_logits_of_a_sequence_to_sequence_model_count_where_there_are_labels(words):
    said = np.array([ids_of(text, 6, padding=4) for text in ("who is their", *SAID[1:])])
    for logits in (logits_of(said, 9), (logits_of(said, 9), "hidden states")):
        result = make_compute_metrics(words, keys="all")(EvalPrediction(logits, LABELS))
        assert result["substitutions"] == 1  # and not what is said where labels are padding
        assert result["insertions"] == 0


def test_logits_of_a_causal_model_stand_one_place_before_their_labels(words):
    prompt = np.full((3, 2), -100)
    labels = np.hstack([prompt, LABELS])
    ahead = np.roll(np.hstack([np.full((3, 2), 4), np.where(LABELS < 0, 4, LABELS)]), -1, axis=1)
    compute_metrics = make_compute_metrics(words, prediction="causal")
    logits = logits_of(ahead, 9)
    assert compute_metrics((logits, labels))["wer"] == 0
    ids = compute_metrics.logits_to_ids(torch.tensor(logits), torch.tensor(labels))
    assert compute_metrics((ids.numpy(), labels))["wer"] == 0
    assert compute_metrics((logits_to_ids(torch.tensor(logits)).numpy(), labels))["wer"] == 0


def test_frames_of_ctc_are_collapsed_and_labels_are_not(letters):
    frames = [LETTERS.index(c) if c != "_" else 0 for c in "hheel_ll_oo|_bb_ee___"]
    padded = np.array([frames, [*frames[:5], *[-100] * 16]])
    labels = np.array(
        [[LETTERS.index(c) for c in "hello|be"], [LETTERS.index(c) for c in "hel"] + [-100] * 5]
    )
    compute_metrics = make_compute_metrics(letters, ["cer", "wer"])
    logits = logits_of(padded, len(LETTERS))
    for output in (logits, padded, logits_to_ids(logits)):
        assert compute_metrics.decode(output, labels) == (["hello be", "hel"],) * 2
        assert compute_metrics((output, labels))["cer"] == 0


def test_generated_ids_pass_the_hook_untouched(words):
    predictions = np.array([ids_of("who is there now now", 6) for _ in SAID])
    for prediction in ("auto", "generated"):
        compute_metrics = make_compute_metrics(words, prediction=prediction, keys="all")
        ids = compute_metrics.logits_to_ids(torch.tensor(predictions), torch.tensor(LABELS))
        assert ids.tolist() == predictions.tolist()
        assert compute_metrics((ids, LABELS))["insertions"] == 5


def test_the_hook_goes_without_labels_and_with_several(words):
    compute_metrics = make_compute_metrics(words)
    logits = torch.tensor(logits_of(np.where(LABELS < 0, 4, LABELS), 9))
    assert (compute_metrics.logits_to_ids(logits, None) >= 0).all()
    labels = torch.tensor(LABELS)
    for given in (labels, (labels, labels[:, :1])):
        ids = compute_metrics.logits_to_ids(logits, given)
        assert compute_metrics((ids, given))["wer"] == 0
        assert compute_metrics(([logits], [given]))["wer"] == 0


def test_the_first_label_of_a_causal_model_is_not_scored_since_nothing_predicts_it(words):
    ids = np.array([[3, 4, 5], [6, 7, 8]])
    compute_metrics = make_compute_metrics(words, prediction="causal")
    assert compute_metrics.decode(logits_of(np.roll(ids, -1, 1), 9), ids)[1] == [
        "is there",
        "was now",
    ]
    assert compute_metrics((logits_of(np.roll(ids, -1, 1), 9), ids))["wer"] == 0


def test_ids_of_a_vocabulary_with_gaps_are_known():
    backend = Tokenizer(models.WordLevel({"<pad>": 0, "<unk>": 1, "who": 10, "is": 12}, "<unk>"))
    sparse = PreTrainedTokenizerFast(tokenizer_object=backend, pad_token="<pad>", unk_token="<unk>")
    compute_metrics = make_compute_metrics(sparse)
    with pytest.warns(UserWarning, match=r"left out \(predictions: 1, labels: 0\)"):
        texts = compute_metrics.decode(np.array([[10, 11, 12]]), np.array([[10, 12]]))
    assert texts == (["who is"], ["who is"])


def test_whatever_decodes_is_a_processing_class():
    class Numbers:
        def batch_decode(self, rows, skip_special_tokens):
            return [" ".join(map(str, row)) for row in rows]

    texts = make_compute_metrics(Numbers()).decode(np.array([[5, -1, 7]]), np.array([[5, -100]]))
    assert texts == (["5 7"], ["5"])


def test_json_scores_by_star_as_in_the_module():
    preds, target = ['{"a": "x", "b": "foo"}', "no JSON"], ['{"b":"foo","a":"x"}', "no"]

    class Written:
        pad_token_id = 0

        def __len__(self):
            return 9

        def batch_decode(self, rows, skip_special_tokens):
            return [(preds if row[0] == 1 else target)[row[1]] for row in rows]

    result = make_compute_metrics(Written(), ["anls:star"])(
        (np.array([[1, 0], [1, 1]]), np.array([[2, 0], [2, 1]]))
    )
    assert result == module_scores("anls", "star", preds, target)
    assert result["anls"] >= 0.5


def test_labels_that_are_all_padding_are_empty_references(words):
    with pytest.warns(UserWarning, match="no label of the evaluation counts"):
        result = make_compute_metrics(words, keys="all")(
            (np.array([[3, 4]]), np.full((1, 3), -100))
        )
    assert (result["wer"], result["insertions"], result["reference_length"]) == (2, 2, 0)


def test_labels_that_are_not_there_are_named(words):
    with pytest.raises(InputError, match="there are no labels to compare with"):
        make_compute_metrics(words)((np.zeros((3, 5), int), None))
