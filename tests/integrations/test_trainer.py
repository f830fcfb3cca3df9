"""In a Trainer: outputs of every kind are decoded, and score as the modules score the texts."""

import gc
import math
import pickle
import subprocess
import sys
import warnings
from copy import deepcopy

import evaluate
import numpy as np
import pytest
import torch
from accelerate.data_loader import prepare_data_loader
from tokenizers import Tokenizer, models
from torch.utils.data import DataLoader, IterableDataset
from transformers import EarlyStoppingCallback, EvalPrediction, PreTrainedTokenizerFast

from levmetrics.errors import InputError
from levmetrics.integrations.trainer import logits_to_ids, make_compute_metrics
from tests.integrations.trainers import (
    HEARD,
    LETTERS,
    SAID,
    TRAINERS,
    WORDS,
    decoded,
    ids_of,
    letter_tokenizer,
    word_tokenizer,
)


@pytest.fixture(scope="module")
def words():
    return word_tokenizer()


@pytest.fixture
def letters(tmp_path):
    return letter_tokenizer(tmp_path)


def logits_of(ids: np.ndarray, vocabulary: int) -> np.ndarray:
    """Logits whose arg-max are these ids; at -100 all are padding."""
    logits = np.full((*ids.shape, vocabulary), -1.0, np.float32)
    for place in np.ndindex(ids.shape):
        logits[place] = -100 if ids[place] < 0 else logits[place]
        if ids[place] >= 0:
            logits[(*place, ids[place])] = 5
    return logits


LABELS = np.array([ids_of(text, 6) for text in SAID])


def module_scores(name, config, predictions, references):
    return evaluate.load(name, config).compute(predictions=predictions, references=references)


# --- outputs -------------------------------------------------------------------------------------


@pytest.mark.parametrize("padding", [-100, 0])
@pytest.mark.parametrize("kind", [np.array, torch.tensor])
def test_generated_ids_of_another_width_score_as_their_texts(words, padding, kind):
    predictions = kind([ids_of(text, 9, padding) for text in HEARD])
    result = make_compute_metrics(words)(EvalPrediction(predictions, kind(LABELS.tolist())))
    assert result == module_scores("wer_lev", None, HEARD, SAID)
    assert all(type(value) is float for value in result.values())


def test_ids_out_of_range_are_padding_and_no_crash(words):
    predictions = np.array([ids_of(text, 9) for text in HEARD])
    predictions[:, -1] = [10**6, -7, len(WORDS)]
    with pytest.warns(UserWarning, match=r"left out \(predictions: 2, labels: 0\)"):
        assert make_compute_metrics(words)((predictions, LABELS))["wer"] == 3 / 10


def test_logits_of_a_sequence_to_sequence_model_count_where_there_are_labels(words):
    said = np.array([ids_of(text, 6, padding=4) for text in ("who is their", *SAID[1:])])
    for logits in (logits_of(said, 9), (logits_of(said, 9), "hidden states")):
        result = make_compute_metrics(words)(EvalPrediction(logits, LABELS))
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
    compute_metrics = make_compute_metrics(letters, ["wer_lev:cer", "wer_lev"])
    logits = logits_of(padded, len(LETTERS))
    for output in (logits, padded, logits_to_ids(logits)):
        assert compute_metrics.decode(output, labels) == (["hello be", "hel"],) * 2
        assert compute_metrics((output, labels))["cer"] == 0


def test_generated_ids_pass_the_hook_untouched(words):
    predictions = np.array([ids_of("who is there now now", 6) for _ in SAID])
    for prediction in ("auto", "generated"):
        compute_metrics = make_compute_metrics(words, prediction=prediction)
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


def test_lists_of_ids_are_taken(words):
    predictions = [ids_of(text, 6) for text in HEARD]
    result = make_compute_metrics(words)((predictions, LABELS.tolist()))
    assert result == module_scores("wer_lev", None, HEARD, SAID)


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
        result = make_compute_metrics(words)((np.array([[3, 4]]), np.full((1, 3), -100)))
    assert (result["wer"], result["insertions"], result["reference_length"]) == (2, 2, 0)


def test_lists_of_batches_are_taken(words):
    predictions = [np.array([ids_of(text, 8)]) for text in HEARD]
    result = make_compute_metrics(words)((predictions, [row[None] for row in LABELS]))
    assert result == module_scores("wer_lev", None, HEARD, SAID)


# --- batches and names ---------------------------------------------------------------------------


def test_batches_come_to_the_same_as_the_whole_and_nothing_is_left_of_them(words):
    compute_metrics = make_compute_metrics(words, ["wer_lev", "anls"])
    predictions = np.array([ids_of(text, 6) for text in HEARD])
    whole = compute_metrics((predictions, LABELS))
    for _ in range(2):
        for i in range(3):
            batch = EvalPrediction(predictions[i : i + 1], LABELS[i : i + 1])
            result = compute_metrics(batch, compute_result=i == 2)
            assert (result == {}) == (i < 2)
        assert result == pytest.approx(whole, rel=1e-12)


def test_an_evaluation_that_was_broken_off_leaves_nothing_to_the_next(words):
    compute_metrics = make_compute_metrics(words)
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
    compute_metrics = make_compute_metrics(words, ["wer_lev", "anls"])
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
    compute_metrics = make_compute_metrics(words)
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
    compute_metrics, loader = make_compute_metrics(words), loader_of_rows()
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
    compute_metrics, loader = make_compute_metrics(words), loader_of_rows()
    assert evaluated(compute_metrics, loader, told=False) == {}
    assert evaluated(compute_metrics, loader)["reference_length"] == 10


@pytest.mark.parametrize("fail", [0, 1, 2])
def test_a_pass_with_a_bad_batch_has_no_result_and_the_next_has(words, fail):
    compute_metrics, loader = make_compute_metrics(words), loader_of_rows()
    result = evaluated(compute_metrics, loader, fail=fail)
    assert result.startswith("predictions are None" if fail == 2 else "a batch of this evaluation")
    assert evaluated(compute_metrics, loader)["reference_length"] == 10
    evaluated(compute_metrics, loader, fail=fail)
    assert evaluated(compute_metrics, loader_of_rows())["reference_length"] == 10


def test_the_batches_of_a_loop_that_has_no_loader_do_not_join_those_of_one_that_is_gone(words):
    compute_metrics, loader = make_compute_metrics(words), loader_of_rows()
    with pytest.raises(KeyboardInterrupt):
        evaluated(compute_metrics, loader, stop=2)
    del loader
    gc.collect()
    assert compute_metrics((LABELS, LABELS), compute_result=True)["reference_length"] == 10


def test_what_is_false_as_numpy_says_it_is_not_the_last_batch(words):
    compute_metrics = make_compute_metrics(words)
    assert compute_metrics((LABELS[:1], LABELS[:1]), compute_result=np.False_) == {}
    result = compute_metrics((LABELS[1:], LABELS[1:]), compute_result=np.True_)
    assert result["reference_length"] == 10


# --- nothing to score ----------------------------------------------------------------------------

EVERY = ["wer_lev", "wer_lev:cer", "anls", "anls:stvqa", "anls:docvqa", "anls:star"]
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
    compute_metrics = make_compute_metrics(words, EVERY)
    if begun:
        assert compute_metrics(nothing, compute_result=False) == {}
    with pytest.warns(UserWarning, match="no sample was scored; every rate and simil") as caught:
        result = compute_metrics(nothing, compute_result=compute_result)
    assert len(caught) == 1
    assert_no_rates(result)


@pytest.mark.parametrize("nothing", NOTHING)
def test_a_batch_of_no_samples_changes_nothing(words, nothing):
    compute_metrics = make_compute_metrics(words, EVERY)
    predictions = np.array([ids_of(text, 6) for text in HEARD])
    whole = compute_metrics((predictions, LABELS))
    compute_metrics(nothing, compute_result=False)
    compute_metrics((predictions, LABELS), compute_result=False)
    assert compute_metrics(nothing, compute_result=True) == whole


@pytest.mark.parametrize("prediction", ["auto", "logits", "causal"])
def test_samples_without_labels_say_nothing_of_a_model_that_is_given_its_labels(words, prediction):
    compute_metrics = make_compute_metrics(words, EVERY, prediction=prediction)
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


# --- logits without a maximum --------------------------------------------------------------------

NAN, INF = float("nan"), float("inf")
PRECISIONS = [torch.float64, torch.float32, torch.float16, torch.bfloat16]


def words_said(prediction):
    """The logits that say what was said, with noise where no label is."""
    said = np.where(LABELS < 0, 4, LABELS)
    said = np.roll(said, -1, axis=1) if prediction == "causal" else said
    return torch.tensor(logits_of(said, 9))


@pytest.mark.parametrize("dtype", PRECISIONS)
@pytest.mark.parametrize("prediction", ["auto", "logits", "causal"])
def test_logits_of_every_precision_are_scored(words, prediction, dtype):
    compute_metrics = make_compute_metrics(words, prediction=prediction)
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
    compute_metrics = make_compute_metrics(words, EVERY, prediction=prediction)
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
    compute_metrics = make_compute_metrics(letters, ["wer_lev:cer", "anls"])
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


def test_labels_that_are_not_there_are_named(words):
    with pytest.raises(InputError, match="there are no labels to compare with"):
        make_compute_metrics(words)((np.zeros((3, 5), int), None))


def test_keys_that_metrics_share_have_the_configs_name_before(words):
    predictions = np.array([ids_of(text, 6) for text in HEARD])
    result = make_compute_metrics(words, ["wer_lev", "wer_lev:cer", "anls:docvqa"])(
        (predictions, LABELS)
    )
    word, character = (module_scores("wer_lev", c, HEARD, SAID) for c in ("wer", "cer"))
    assert result["wer"] == word["wer"]
    assert result["cer"] == character["cer"]
    assert (result["wer_mer"], result["cer_mer"]) == (word["mer"], character["mer"])
    assert result["anls"] == module_scores("anls", "docvqa", HEARD, SAID)["anls"]
    assert "mer" not in result
    both = make_compute_metrics(words, ["anls:docvqa", "anls:stvqa"])((predictions, LABELS))
    assert set(both) == {"docvqa_anls", "stvqa_anls"}


def test_tokenizers_and_normalizers_plug_in(words):
    predictions = np.array([ids_of(text, 6) for text in HEARD])
    compute_metrics = make_compute_metrics(
        words, tokenizer="char", normalizer=lambda text: text.replace("their", "there")
    )
    assert compute_metrics((predictions, LABELS))["substitutions"] < 5


class WithLanguageModel:
    def batch_decode(self, logits, pool=None):
        raise NotImplementedError


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"processing_class": object()}, "processing_class is of type object, which has no batch_"),
        ({"metrics": ["wer"]}, "unknown metric 'wer'; did you mean 'wer_lev'? Known: anls, wer_"),
        ({"metrics": ["anls:docvqua"]}, "unknown config 'docvqua'; did you mean 'docvqa'?"),
        ({"metrics": "wer_lev"}, "metrics is 'wer_lev'; it must be a list of names, as ['wer_lev"),
        ({"metrics": []}, "metrics is []; it must be a list of names"),
        ({"metrics": 5}, "metrics is 5; it must be a list of names"),
        ({"metrics": ["anls", "anls:default"]}, "metrics[1] is 'anls:default' once more; give"),
        ({"ignore_index": None}, "ignore_index is None; it must be a whole number"),
        ({"processing_class": WithLanguageModel()}, "processing_class decodes logits, with a lan"),
        ({"prediction": "seq"}, "unknown prediction 'seq'; Known: auto, causal, ctc, generated, l"),
        ({"tokenizer": "mecub"}, "unknown tokenizer 'mecub'; did you mean 'mecab'?"),
        (
            {"metrics": ["anls:stvqa"], "tokenizer": "mecab"},
            "the variant 'stvqa' counts characters",
        ),
    ],
)
def test_what_cannot_be_set_up_is_refused(words, options, message):
    with pytest.raises(InputError) as caught:
        make_compute_metrics(**{"processing_class": words, **options})
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("predictions", "message"),
    [
        (np.zeros((3, 5)), "predictions are torch.float64 of 2 dimensions; give ids as whole num"),
        (np.zeros((3, 5, 9), int), "predictions are torch.int64 of 3 dimensions; give ids as who"),
        (np.zeros((3, 8, 9)), "predictions have 8 places and labels 6; the arg-max of logits mus"),
        (np.zeros(3), "predictions have the shape (3,) and labels (3, 6); they must be ids (samp"),
        (np.zeros((2, 5), int), "predictions have the shape (2, 5) and labels (3, 6); they must"),
    ],
)
def test_outputs_that_cannot_be_decoded_are_refused(words, predictions, message):
    with pytest.raises(InputError) as caught:
        make_compute_metrics(words)((predictions, LABELS))
    assert str(caught.value).startswith(message)


# --- real trainers -------------------------------------------------------------------------------


@pytest.mark.parametrize("batched", [False, True])
@pytest.mark.parametrize("kind", TRAINERS)
def test_a_trainer_reports_what_the_modules_say_of_the_texts(kind, tmp_path, batched):
    trainer = TRAINERS[kind](tmp_path, 9, batch_eval_metrics=batched)
    metrics = trainer.evaluate()
    texts = decoded(trainer)
    assert len(texts[0]) == 9
    assert texts[1] == ((["hello", "be do"] * 5)[:9] if kind == "ctc" else SAID * 3)
    assert any(texts[0])  # or there is nothing to see
    for name, score in module_scores("wer_lev", "cer" if kind == "ctc" else None, *texts).items():
        assert metrics[f"eval_{name}"] == score
    expected = module_scores("anls", None, *texts)["anls"]
    assert metrics["eval_anls"] == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("kind", TRAINERS)
def test_a_stream_of_unknown_length_is_evaluated_in_batches(kind, tmp_path):
    trainer = TRAINERS[kind](tmp_path, 7, batch_eval_metrics=True)
    expected = trainer.evaluate()

    class Stream(IterableDataset):
        def __iter__(self):
            return iter(trainer.eval_dataset)

    found = trainer.evaluate(Stream())
    assert found["eval_reference_length"] == expected["eval_reference_length"] > 0
    assert found["eval_hits"] == expected["eval_hits"]


def test_a_trainer_that_ran_out_of_memory_evaluates_anew(tmp_path):
    trainer = TRAINERS["ctc"](tmp_path, 7, batch_eval_metrics=True)
    expected = trainer.evaluate()["eval_reference_length"]
    forward, calls = trainer.model.forward, []

    def failing(*args, **kwargs):
        calls.append(args)
        if len(calls) == 3:
            raise RuntimeError("out of memory")
        return forward(*args, **kwargs)

    trainer.model.forward = failing
    with pytest.raises(RuntimeError):
        trainer.evaluate()
    assert trainer.evaluate()["eval_reference_length"] == expected


def test_a_test_set_without_labels_is_predicted(tmp_path):
    trainer = TRAINERS["causal"](tmp_path, 3)
    unlabelled = [{"input_ids": sample["input_ids"]} for sample in trainer.eval_dataset]
    assert len(trainer.predict(unlabelled).predictions) == 3


def test_copies_of_the_callable_count_for_themselves(words):
    compute_metrics = make_compute_metrics(words)
    for copy in (deepcopy(compute_metrics), pickle.loads(pickle.dumps(compute_metrics))):
        assert copy((LABELS, LABELS))["wer"] == 0


def test_the_best_model_is_that_of_the_lowest_error_rate(tmp_path):
    trainer = TRAINERS["logits"](
        tmp_path,
        9,
        num_train_epochs=3,
        learning_rate=0.1,
        eval_strategy="epoch",
        save_strategy="epoch",
        load_best_model_at_end=True,
        metric_for_best_model="eval_wer",
        greater_is_better=False,
    )
    trainer.train()
    rates = [log["eval_wer"] for log in trainer.state.log_history if "eval_wer" in log]
    assert len(set(rates)) > 1
    assert trainer.state.best_metric == min(rates)
    assert trainer.evaluate()["eval_wer"] == min(rates)


def diverging(trainer, until):
    """Let the model's logits be NaN in every evaluation before this epoch."""

    def diverge(model, given, outputs):
        if not model.training and trainer.state.epoch < until:
            outputs["logits"] = torch.full_like(outputs["logits"], NAN)

    trainer.model.register_forward_hook(diverge)


BEST = {
    "learning_rate": 0.1,
    "eval_strategy": "epoch",
    "save_strategy": "epoch",
    "load_best_model_at_end": True,
}


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:logits that count hold NaN")
@pytest.mark.parametrize(
    ("metric", "greater", "batched"), [("wer", False, False), ("anls", True, True)]
)
def test_a_diverged_evaluation_is_never_the_best(tmp_path, metric, greater, batched):
    trainer = TRAINERS["logits"](
        tmp_path,
        9,
        num_train_epochs=3,
        metric_for_best_model=metric,
        greater_is_better=greater,
        batch_eval_metrics=batched,
        **BEST,
    )
    diverging(trainer, until=1.5)
    trainer.train()
    scores = [log[f"eval_{metric}"] for log in trainer.state.log_history if "eval_loss" in log]
    assert [math.isnan(score) for score in scores] == [True, False, False]
    assert trainer.state.best_metric == (max if greater else min)(scores[1:])
    assert not trainer.state.best_model_checkpoint.endswith("-2")  # of the first epoch


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:logits that count hold NaN")
def test_a_training_that_diverged_goes_on_without_a_best_model_until_it_is_stopped(tmp_path):
    trainer = TRAINERS["logits"](
        tmp_path,
        9,
        num_train_epochs=5,
        metric_for_best_model="wer",
        greater_is_better=False,
        **BEST,
    )
    trainer.add_callback(EarlyStoppingCallback(early_stopping_patience=2))
    diverging(trainer, until=math.inf)
    trainer.train()
    assert trainer.state.epoch == 3
    assert trainer.state.best_model_checkpoint is None


@pytest.mark.parametrize("kind", TRAINERS)
def test_lists_of_batches_score_as_what_they_are_together(kind, tmp_path):
    trainer = TRAINERS[kind](tmp_path, 5)
    expected, texts = trainer.evaluate(), decoded(trainer)
    trainer.args.eval_do_concat_batches = False
    found = trainer.evaluate()
    for name in ("reference_length", "hits", "substitutions", "anls"):
        assert found[f"eval_{name}"] == pytest.approx(expected[f"eval_{name}"], rel=1e-12)
    assert decoded(trainer) == texts


@pytest.mark.parametrize("kind", ["logits", "causal"])
@pytest.mark.parametrize("batched", [False, True])
def test_an_evaluation_in_half_precision_is_scored(kind, tmp_path, batched):
    trainer = TRAINERS[kind](tmp_path, 5, bf16_full_eval=True, batch_eval_metrics=batched)
    trainer.preprocess_logits_for_metrics = None
    metrics = trainer.evaluate()
    texts = decoded(trainer)
    assert next(trainer.model.parameters()).dtype == torch.bfloat16
    assert metrics["eval_wer"] == module_scores("wer_lev", None, *texts)["wer"]


def test_an_evaluation_that_goes_on_after_a_bad_batch_has_no_result(tmp_path, monkeypatch):
    trainer = TRAINERS["ctc"](tmp_path, 7, batch_eval_metrics=True)
    expected = trainer.evaluate()
    compute_metrics, tokenizer = trainer.compute_metrics, trainer.processing_class
    decode, errors = tokenizer.batch_decode, []

    def swallowing(*args, **kwargs):
        try:
            return compute_metrics(*args, **kwargs)
        except InputError as error:
            errors.append(str(error))
            return {}

    def forgetful(rows, **options):
        return decode(rows, **options)[:1] if not errors else decode(rows, **options)

    trainer.compute_metrics = swallowing
    with monkeypatch.context() as patch:
        patch.setattr(tokenizer, "batch_decode", forgetful)
        assert "eval_cer" not in trainer.evaluate()
    assert errors[0].startswith("batch_decode of processing_class returned 1 texts for 2 rows")
    assert len(errors) == 4
    assert trainer.evaluate()["eval_cer"] == expected["eval_cer"]


def peak_memory(folder, *arguments):
    """The MiB that a process of its own takes to evaluate."""
    command = [
        sys.executable,
        "-m",
        "tests.integrations.evaluation_memory",
        *arguments,
        str(folder),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    return int(done.stdout.split()[-2])


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads the peak from /proc")
def test_the_memory_of_an_evaluation_in_batches_does_not_grow_with_their_number(tmp_path):
    ten, hundred = (peak_memory(tmp_path, batches) for batches in ("10", "100"))
    assert hundred < ten + 32  # 90 batches more have logits of 720 MiB
    assert peak_memory(tmp_path, "100", "--whole") > hundred + 720
