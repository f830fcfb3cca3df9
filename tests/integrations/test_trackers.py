"""What trackers hold of a report, read back from each, and after the evaluations of trainers."""

import json
import math
import re
import warnings
from pathlib import Path
from types import SimpleNamespace

import mlflow
import pandas as pd
import pytest
import torch
import wandb
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
from tensorboard.plugin_util import markdown_to_safe_html
from torch.utils.tensorboard import SummaryWriter
from transformers import TrainingArguments

from levmetrics import InputError, make_compute_metrics, score
from levmetrics.integrations.trackers import metrics_report
from levmetrics.integrations.trackers import mlflow as to_mlflow
from levmetrics.integrations.trackers import tensorboard as to_tensorboard
from levmetrics.integrations.trackers import wandb as to_wandb
from levmetrics.integrations.trackers.metrics_report import MetricsReport
from tests.integrations.trainers import TRAINERS, decoded, word_tokenizer
from tests.reports.making import report as report_on

pytestmark = pytest.mark.slow  # services of theirs start
ROOT = Path(__file__).parents[2]
HEARD = ["is there", "a|b", "今日はいい天気です", "right", "yes"]
SAID = ["who is there", "a|c", "今日は良い天気です", "right", "yes"]
EDITS = [
    ("substitution", "c", "b", 1),
    ("substitution", "良", "い", 1),
    *(("deletion", letter, "", 1) for letter in " how"),
]
RATE = 6 / 32  # 4 of "who ", and one each of 3 and 9 characters


@pytest.fixture(scope="module")
def report():
    return report_on({"new": HEARD}, SAID, "cer")


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """A store of MLflow, which takes seconds to make."""
    before = mlflow.get_tracking_uri()
    mlflow.set_tracking_uri(f"sqlite:///{tmp_path_factory.mktemp('store')}/mlflow.db")
    yield
    mlflow.set_tracking_uri(before)


@pytest.fixture
def runs(tmp_path, monkeypatch, store):
    """A folder of runs, of Weights & Biases without a network."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WANDB_MODE", "offline")
    monkeypatch.setenv("WANDB_SILENT", "true")
    monkeypatch.setenv("WANDB_DIR", str(tmp_path))
    mlflow.set_experiment(tmp_path.name)
    yield tmp_path
    while mlflow.active_run():
        mlflow.end_run()
    wandb.finish()


def texts_of(accumulator, tag):
    return [event.tensor_proto.string_val[0].decode() for event in accumulator.Tensors(tag)]


def test_mlflow_has_scores_with_their_ends_confusions_and_the_page(report, runs):
    with mlflow.start_run() as run:
        to_mlflow.log(report, step=3, prefix="eval_cer/")
    logged = mlflow.get_run(run.info.run_id).data.metrics
    low, high = report.systems.intervals["new"]
    assert logged == {
        "eval_cer/cer": RATE,
        "eval_cer/cer_low": low,
        "eval_cer/cer_high": high,
    }
    place = f"{run.info.artifact_uri}/eval_cer/step_3"
    assert mlflow.artifacts.load_text(f"{place}/report.html") == report.html()
    assert confusions_in_mlflow(run, "eval_cer/step_3/confusions.json") == EDITS


def confusions_in_mlflow(run, file="confusions.json"):
    table = mlflow.load_table(file, run_ids=[run.info.run_id])
    columns = ["edit", "reference", "prediction", "times"]
    return [tuple(row) for row in table[columns].itertuples(index=False)]


@pytest.mark.parametrize("step", [None, 3])
def test_a_second_report_in_mlflow_replaces_the_table_as_it_does_the_page(report, runs, step):
    folder = "" if step is None else f"step_{step}/"
    words = report_on({"new": ["is there"]}, ["who is there"])
    with mlflow.start_run() as run:
        to_mlflow.log(words, step=step)
        to_mlflow.log(report, step=step)
        to_mlflow.log(report, step=step)
    page = mlflow.artifacts.load_text(f"{run.info.artifact_uri}/{folder}report.html")
    assert page == report.html()
    assert confusions_in_mlflow(run, f"{folder}confusions.json") == EDITS


@pytest.mark.parametrize(
    ("system", "prefix"),
    [
        ("new", "cer/"),
        ("a/b", ""),
        ("a:b 1", ""),
        ("日本語", ""),
        ("x" * 240, "a"),
    ],
)
def test_mlflow_takes_names_of_letters_slashes_and_colons(runs, system, prefix):
    made = report_on({system: HEARD, "right": SAID}, SAID, "cer")
    with mlflow.start_run() as run:
        to_mlflow.log(made, prefix=prefix)
    assert mlflow.get_run(run.info.run_id).data.metrics[f"{prefix}{system}_cer"] == RATE
    folder = prefix.replace(":", "_").rstrip("/") + "/" if prefix else ""
    assert confusions_in_mlflow(run, f"{folder}confusions.json") == EDITS


@pytest.mark.parametrize(
    ("system", "prefix"),
    [
        ("x" * 242, ""),
        ("new", "x" * 250),
        ("a(b)", ""),
        ("a\\b", ""),
        ("a\n", ""),
        ("/a", ""),
        ("../a", ""),
        ("a//b", ""),
        ("new", "a/./"),
        ("new", "_.._/"),
        ("new", "a'b/"),
    ],
)
def test_what_mlflow_takes_no_name_for_is_said_before_anything_is_logged(runs, system, prefix):
    made = report_on({system: HEARD, "right": SAID}, SAID, "cer")
    with mlflow.start_run() as run:
        with pytest.raises(InputError, match=r"^MLflow does not accept the name .*; rename the"):
            to_mlflow.log(made, prefix=prefix)
        assert not mlflow.get_run(run.info.run_id).data.metrics


def test_an_evaluation_by_mlflow_has_the_corpus_rate_and_that_of_each_row(runs):
    metric = to_mlflow.metric("cer", normalizer="lower")
    data = pd.DataFrame({"heard": HEARD, "said": SAID})
    with mlflow.start_run():
        result = mlflow.models.evaluate(
            data=data,
            predictions="heard",
            targets="said",
            extra_metrics=[metric],
            evaluator_config={"log_explainer": False},
        )
    assert result.metrics["cer"] == RATE
    rows = result.tables["eval_results_table"]["cer/score"]
    assert rows.tolist() == pytest.approx([4 / 12, 1 / 3, 1 / 9, 0, 0])


def test_weights_and_biases_has_scores_confusions_and_the_page(report, runs):
    with wandb.init(project="tests") as run:
        to_wandb.log(report, step=3, prefix="eval_cer/")
        summary = dict(run.summary)
        folder = runs / run.dir
        table = json.loads((folder / summary["eval_cer/confusions"]["path"]).read_text("utf-8"))
        page = (folder / summary["eval_cer/report"]["path"]).read_text("utf-8")
    assert summary["eval_cer/cer"] == RATE
    assert summary["train/global_step"] == 3
    assert [tuple(row[1:]) for row in table["data"]] == EDITS
    assert page == report.html()


def test_without_a_run_weights_and_biases_starts_none(report, runs):
    with pytest.raises(InputError, match=r"no run of wandb is active; call wandb.init\(\)"):
        to_wandb.log(report)
    assert wandb.run is None


def test_tensorboard_has_scores_confusions_and_alignments(report, tmp_path):
    with SummaryWriter(tmp_path) as writer:
        to_tensorboard.log(report, writer, step=3, prefix="eval_cer/")
    accumulator = EventAccumulator(str(tmp_path))
    accumulator.Reload()
    (event,) = accumulator.Scalars("eval_cer/cer")
    assert (event.step, event.value) == (3, pytest.approx(RATE))
    (table,) = texts_of(accumulator, "eval_cer/confusions/text_summary")
    assert "| new | substitution | 良 | い | 1 |" in table.splitlines()
    (worst,) = texts_of(accumulator, "eval_cer/worst/text_summary")
    assert worst.count("REF:") == 3
    assert "HYP: 今 日 は い い 天 気 で す" in worst


def test_of_several_systems_each_has_its_numbers(tmp_path):
    made = report_on({"new": HEARD, "old": SAID}, SAID, "cer")
    with SummaryWriter(tmp_path) as writer:
        to_tensorboard.log(made, writer)
    accumulator = EventAccumulator(str(tmp_path))
    accumulator.Reload()
    assert accumulator.Scalars("new_cer")[0].value == pytest.approx(RATE)
    assert accumulator.Scalars("old_cer")[0].value == 0


def test_cells_that_would_end_a_cell_do_not():
    made = report_on({"new": ["a|b"]}, ["a\\c"], "wer")
    lines = []

    class Writer:
        def add_scalar(self, *_):
            pass

        def add_text(self, name, text, step):
            lines.extend(text.splitlines())

    to_tensorboard.log(made, Writer())
    assert r"| new | substitution | a\\c | a\|b | 1 |" in lines


@pytest.mark.parametrize(
    ("token", "shown"),
    [
        ("*a*", "*a*"),
        ("_a_", "_a_"),
        ("`a`", "`a`"),
        ("[a](b)", "[a](b)"),
        ("<unk>", "&lt;unk&gt;"),
        ("<http://a>", "&lt;http://a&gt;"),
        ("&lt;", "&amp;lt;"),
        ("a|b\\c", "a|b\\c"),
        ("a\u3000b", "a␣b"),
        ("\u202eab", "⟨202E⟩ab"),
        ("今" * 101, "今" * 100 + "…"),
    ],
)
def test_tensorboard_draws_tokens_as_they_are(token, shown):
    tables = []
    writer = SimpleNamespace(
        add_scalar=lambda *_: None, add_text=lambda name, text, step: tables.append(text)
    )
    made = report_on({"new": [token]}, ["right"], tokenizer=lambda text: [text])
    to_tensorboard.log(made, writer)
    assert f"<td>{shown}</td>" in markdown_to_safe_html(tables[0])


def test_what_the_page_on_training_says_of_trackers_runs(runs):
    page = (ROOT / "docs/training.md").read_text("utf-8")
    section = page.partition("\n## What you see in a tracker\n")[2].partition("\n## ")[0]
    in_callback, by_hand = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    trainer = TRAINERS["generated"](runs, 9, report_to=["mlflow"])
    exec(in_callback, {"trainer": trainer, "compute_metrics": trainer.compute_metrics})
    trainer.evaluate()
    (run,) = mlflow.search_runs(output_format="list")
    assert {"eval_wer/wer", "eval_wer/wer_low", "eval_wer/wer_high"} <= run.data.metrics.keys()
    with mlflow.start_run(nested=True) as run:
        data = pd.DataFrame({"heard": HEARD, "said": SAID})
        exec(by_hand, {"heard": HEARD, "said": SAID, "data": data})
    logged = mlflow.get_run(run.info.run_id).data.metrics
    assert logged["cer"] == RATE


@pytest.mark.parametrize("batched", [False, True])
def test_after_each_evaluation_of_a_trainer_its_trackers_have_the_report(runs, batched):
    trainer = TRAINERS["generated"](
        runs, 9, batch_eval_metrics=batched, report_to=["mlflow", "tensorboard"]
    )
    trainer.add_callback(MetricsReport(trainer.compute_metrics))
    trainer.evaluate()
    texts = decoded(trainer)
    expected = score(*texts, "wer").result()["wer"]
    (run,) = mlflow.search_runs(output_format="list")
    logged = run.data.metrics
    assert logged["eval_wer/wer"] == logged["eval_wer"] == expected
    assert logged["eval_anls/anls"] == score(*texts, "anls").result()["anls"]
    accumulator = EventAccumulator(str(runs / "runs" / "levmetrics"))
    accumulator.Reload()
    (event,) = accumulator.Scalars("eval_wer/wer")
    assert event.value == pytest.approx(expected)


def test_of_several_data_sets_each_is_logged_by_its_name(runs):
    trainer = TRAINERS["generated"](runs, 4)
    trainer.add_callback(MetricsReport(trainer.compute_metrics, ["tensorboard"]))
    trainer.evaluate({"near": trainer.eval_dataset[:2], "far": trainer.eval_dataset[2:]})
    accumulator = EventAccumulator(str(runs / "runs" / "levmetrics"))
    accumulator.Reload()
    tags = accumulator.Tags()["scalars"]
    assert {"eval_near_wer/wer", "eval_far_wer/wer"} <= {*tags}


@pytest.mark.parametrize(
    ("best", "greater", "said"),
    [
        (
            "wer",
            None,
            "of wer, lower is better, but greater_is_better is True, so the worst model ",
        ),
        ("eval_wer", True, r"of wer, .*; say TrainingArguments\(greater_is_better=False\)"),
        ("near_wer", None, "of near_wer, lower is better"),
        ("anls", False, r"of anls, higher .*; say TrainingArguments\(greater_is_better=True\)"),
        ("wer", False, None),
        ("anls", None, None),
        ("loss", None, None),
        (None, None, None),
    ],
)
def test_a_worst_model_that_would_be_the_best_is_said_when_a_training_begins(
    runs, best, greater, said
):
    compute_metrics = make_compute_metrics(word_tokenizer(), ["wer", "anls"])
    arguments = TrainingArguments(
        str(runs), use_cpu=True, metric_for_best_model=best, greater_is_better=greater
    )
    state = SimpleNamespace(is_world_process_zero=True)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        MetricsReport(compute_metrics, []).on_train_begin(arguments, state, None)
    assert len(caught) == (said is not None)
    assert all(re.match(said, str(warning.message)) for warning in caught)


def test_a_training_that_keeps_the_worst_model_warns_once(runs):
    trainer = TRAINERS["logits"](
        runs,
        9,
        num_train_epochs=2,
        learning_rate=0.1,
        eval_strategy="epoch",
        metric_for_best_model="wer",
    )
    trainer.add_callback(MetricsReport(trainer.compute_metrics, []))
    with pytest.warns(UserWarning, match="the worst model is taken for the best") as caught:
        trainer.train()
    assert sum("worst model" in str(warning.message) for warning in caught) == 1
    rates = [log["eval_wer"] for log in trainer.state.log_history if "eval_wer" in log]
    assert trainer.state.best_metric == max(rates) > min(rates)


def test_a_tracker_that_fails_is_named_and_the_evaluation_goes_on(runs, monkeypatch):
    trainer = TRAINERS["generated"](runs, 4)
    trainer.add_callback(MetricsReport(trainer.compute_metrics, ["wandb", "tensorboard"]))
    with pytest.warns(UserWarning, match="wandb did not take the report of wer at step 0"):
        metrics = trainer.evaluate()
    assert "eval_wer" in metrics
    assert (runs / "runs" / "levmetrics").exists()


def test_texts_are_let_go_when_they_are_logged_or_only_predicted(runs):
    trainer = TRAINERS["generated"](runs, 4)
    callback = MetricsReport(trainer.compute_metrics, ["tensorboard"])
    trainer.add_callback(callback)
    for run in (trainer.evaluate, lambda: trainer.predict(trainer.eval_dataset)):
        run()
        assert callback._texts == trainer.compute_metrics._texts == ([], [])


def test_an_evaluation_that_was_broken_off_is_not_logged(runs):
    compute_metrics = make_compute_metrics(word_tokenizer(), ["wer"])
    callback = MetricsReport(compute_metrics, ["tensorboard"])
    compute_metrics(([[3, 4]], [[3, 4]]), compute_result=False)
    compute_metrics.reset()
    state = type("State", (), {"is_world_process_zero": True, "global_step": 0})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        callback.on_evaluate(TrainingArguments(str(runs), use_cpu=True), state, None)
    assert not (runs / "runs").exists()


def evaluated(callback, runs):
    """Say to a callback that an evaluation has ended."""
    state = SimpleNamespace(is_world_process_zero=True, global_step=7)
    callback.on_evaluate(TrainingArguments(str(runs), use_cpu=True), state, None)


def test_scores_that_are_nan_for_the_trainer_are_no_numbers_in_a_tracker(runs):
    compute_metrics = make_compute_metrics(word_tokenizer(), ["wer"], prediction="logits")
    callback = MetricsReport(compute_metrics, ["tensorboard"])
    logits = torch.zeros(2, 1, len(word_tokenizer()))
    logits[1] = torch.nan
    with pytest.warns(UserWarning, match="their scores are NaN"):
        result = compute_metrics((logits, torch.tensor([[3], [3]])))
    assert math.isnan(result["wer"])
    evaluated(callback, runs)
    assert not (runs / "runs").exists()


def test_a_report_that_cannot_be_made_ends_no_training(runs, monkeypatch):
    def fail(*_, **__):
        raise ImportError("no templates")

    monkeypatch.setattr(metrics_report, "report_of_runs", fail)
    compute_metrics = make_compute_metrics(word_tokenizer(), ["wer"])
    callback = MetricsReport(compute_metrics, ["tensorboard"])
    compute_metrics(([[3, 4]], [[3, 4]]))
    said = "there is no report of wer at step 7: ImportError: no templates"
    with pytest.warns(UserWarning, match=said):
        evaluated(callback, runs)


def test_a_new_evaluation_lets_go_of_texts_that_were_never_logged():
    compute_metrics = make_compute_metrics(word_tokenizer(), ["wer"])
    callback = MetricsReport(compute_metrics, ["tensorboard"])
    compute_metrics(([[3, 4]], [[3, 4]]))
    assert callback._texts == (["who is"], ["who is"])
    compute_metrics(([[3]], [[3]]), compute_result=False)
    assert callback._texts == ([], [])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"trackers": "wandb"}, r"trackers is 'wandb'; it must be a list of names, as \['mlflow'"),
        ({"n_worst": -1}, "n_worst is -1; it must be a whole number of 0 or more"),
        ({"n_worst": "many"}, "n_worst is 'many'; it must be a whole number of 0 or more"),
    ],
)
def test_options_that_are_none_are_said(options, said):
    with pytest.raises(InputError, match=said):
        MetricsReport(make_compute_metrics(word_tokenizer()), **options)


def test_what_is_no_compute_metrics_of_ours_is_said():
    with pytest.raises(InputError, match="compute_metrics is of type function; it must be what"):
        MetricsReport(lambda evaluation: {})


def test_an_unknown_tracker_is_said():
    compute_metrics = make_compute_metrics(word_tokenizer(), ["wer"])
    with pytest.raises(InputError, match="unknown tracker 'wandbb'; did you mean 'wandb'"):
        MetricsReport(compute_metrics, ["wandbb"])
