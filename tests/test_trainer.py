"""In a Trainer: outputs of every kind are decoded, and score as the modules score the texts."""

import pickle
import subprocess
import sys
from copy import deepcopy

import evaluate
import numpy as np
import pytest
import torch
from tokenizers import Tokenizer, models
from torch.utils.data import IterableDataset
from transformers import EvalPrediction, PreTrainedTokenizerFast

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


def test_an_evaluation_that_failed_leaves_nothing_to_the_next(words):
    compute_metrics = make_compute_metrics(words)
    predictions = np.array([ids_of(text, 6) for text in HEARD])
    whole = compute_metrics((predictions, LABELS))
    compute_metrics((predictions, LABELS), compute_result=False)
    with pytest.raises(InputError):
        compute_metrics((predictions[:2], LABELS), compute_result=False)
    assert compute_metrics((predictions, LABELS), compute_result=True) == whole
    compute_metrics((predictions, LABELS), compute_result=False)
    assert compute_metrics((predictions, LABELS)) == whole
    compute_metrics((predictions, LABELS), compute_result=False)
    compute_metrics.reset()
    assert compute_metrics((predictions, LABELS), compute_result=True) == whole


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


def peak_memory(folder, *arguments):
    """The MiB that a process of its own takes to evaluate."""
    command = [sys.executable, "-m", "tests.evaluation_memory", *arguments, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    return int(done.stdout.split()[-2])


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads the peak from /proc")
def test_the_memory_of_an_evaluation_in_batches_does_not_grow_with_their_number(tmp_path):
    ten, hundred = (peak_memory(tmp_path, batches) for batches in ("10", "100"))
    assert hundred < ten + 32  # 90 batches more have logits of 720 MiB
    assert peak_memory(tmp_path, "100", "--whole") > hundred + 720
