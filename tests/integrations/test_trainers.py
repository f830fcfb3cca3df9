"""Real trainers report what the modules say of the texts."""

import math
import sys

import pytest
import torch
from torch.utils.data import IterableDataset
from transformers import EarlyStoppingCallback

from levmetrics import InputError, make_compute_metrics
from tests.integrations.evaluation_memory import peak_of_an_evaluation
from tests.integrations.model_outputs import NAN, module_scores
from tests.integrations.trainers import SAID, TRAINERS, decoded
from tests.processes import in_a_process


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


@pytest.mark.parametrize("batched", [False, True])
def test_several_generated_sequences_of_a_sample_are_refused_by_the_name_of_the_setting(
    tmp_path, batched
):
    trainer = TRAINERS["generated"](tmp_path, 5, batch_eval_metrics=batched)
    trainer.model.generation_config.update(num_beams=2, num_return_sequences=2)
    with pytest.raises(InputError, match=r"num_return_sequences=2 .*: num_return_sequences=1"):
        trainer.evaluate()


def test_a_test_set_without_labels_is_predicted(tmp_path):
    trainer = TRAINERS["causal"](tmp_path, 3)
    unlabelled = [{"input_ids": sample["input_ids"]} for sample in trainer.eval_dataset]
    assert len(trainer.predict(unlabelled).predictions) == 3


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


def test_the_model_card_has_the_keys_that_were_asked_for(tmp_path):
    trainer = TRAINERS["generated"](tmp_path, 4, num_train_epochs=1, eval_strategy="epoch")
    trainer.compute_metrics = make_compute_metrics(
        trainer.processing_class, ["wer", "anls"], keys=["wer", "substitutions"]
    )
    trainer.train()
    trainer.create_model_card(model_name="tiny")
    card = (tmp_path / "README.md").read_text("utf-8")
    columns = card.partition("### Training results")[2].split("\n")[2].replace(" ", "").split("|")
    assert columns[-4:] == ["ValidationLoss", "Wer", "Substitutions", ""]


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


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads the peak from /proc")
def test_the_memory_of_an_evaluation_in_batches_does_not_grow_with_their_number(tmp_path):
    def peak(batches, in_batches):
        return in_a_process(peak_of_an_evaluation, batches, in_batches, str(tmp_path))

    ten, hundred = (peak(batches, in_batches=True) for batches in (10, 100))
    assert hundred < ten + 32  # 90 batches more have logits of 720 MiB
    assert peak(30, in_batches=False) > hundred + 240
