"""In a Trainer: outputs of every kind are decoded, and score as the modules score the texts."""

import subprocess
import sys

import evaluate
import numpy as np
import pytest
import torch
from transformers import EvalPrediction

from levmetrics.columns import InputError
from levmetrics.trainer import logits_to_ids, make_compute_metrics
from tests.trainers import (
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


def test_labels_that_are_all_padding_are_empty_references(words):
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


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"processing_class": object()}, "processing_class is of type object, which has no batch_"),
        ({"metrics": ["wer"]}, "unknown metric 'wer'; did you mean 'wer_lev'? Known: anls, wer_"),
        ({"metrics": ["anls:docvqua"]}, "unknown config 'docvqua'; did you mean 'docvqa'?"),
        ({"metrics": "wer_lev"}, "metrics is 'wer_lev'; it must be a list of names, as ['wer_lev"),
        ({"metrics": []}, "metrics is []; it must be a list of names"),
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
        (np.zeros((3, 5)), "predictions are floats of two dimensions; give ids as whole numbers"),
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


def peak_memory(folder, *arguments):
    """The MiB that a process of its own takes to evaluate."""
    command = [sys.executable, "-m", "tests.evaluation_memory", *arguments, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    return int(done.stdout.split()[-2])


@pytest.mark.slow
def test_the_memory_of_an_evaluation_in_batches_does_not_grow_with_their_number(tmp_path):
    ten, hundred = (peak_memory(tmp_path, batches) for batches in ("10", "100"))
    assert hundred < ten + 32  # 90 batches more have logits of 720 MiB
    assert peak_memory(tmp_path, "100", "--whole") > hundred + 720
