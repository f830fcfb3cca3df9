"""Tasks of lighteval, run by its pipeline: task in, results and details out."""

import importlib
import json
import sys

import numpy as np
import pyarrow.parquet as pq
import pytest
import torch

from levmetrics import InputError, score
from levmetrics.integrations.lighteval import task_metric
from tests.integrations.harness_tasks import ANSWERS, HEARD, TASKS, answer_to, documents
from tests.oracles import competition_score

with torch.enable_grad():  # lighteval switches gradients off for good where it is imported
    from lighteval.logging.evaluation_tracker import EvaluationTracker
    from lighteval.metrics import apply_metric
    from lighteval.metrics.utils.stderr import mean_stderr
    from lighteval.models.dummy.dummy_model import DummyModel, DummyModelConfig
    from lighteval.models.model_output import ModelResponse
    from lighteval.pipeline import ParallelismManager, Pipeline, PipelineParameters
    from lighteval.tasks.registry import Registry
    from lighteval.tasks.requests import Doc


class Answering(DummyModel):
    """A model with an answer for each prompt."""

    def greedy_until(self, docs):
        return [ModelResponse(text=[answer_to(doc.query)]) for doc in docs]


@pytest.fixture(scope="module")
def evaluated(tmp_path_factory):
    folder = tmp_path_factory.mktemp("results")
    with pytest.MonkeyPatch.context() as patched:
        # Built-in tasks: a thousand, one of which downloads a file when its module is loaded.
        patched.setattr(Registry, "_load_from_files", lambda *_: {})
        patched.setattr(Registry, "_load_from_subdirs", lambda *_: {})
        return results_and_details(folder)


def results_and_details(folder):
    pipeline = Pipeline(
        tasks="document_questions|0,repeated_sentences|0",
        pipeline_parameters=PipelineParameters(
            launcher_type=ParallelismManager.NONE,
            custom_tasks_directory=str(TASKS / "lighteval_tasks.py"),
        ),
        evaluation_tracker=EvaluationTracker(output_dir=str(folder), save_details=True),
        model=Answering(DummyModelConfig()),
    )
    pipeline.evaluate()
    pipeline.save_and_push_results()
    (results,) = folder.rglob("results_*.json")
    details = {
        file.name.split("|")[0].removeprefix("details_"): pq.read_table(file).to_pylist()
        for file in folder.rglob("details_*.parquet")
    }
    return json.loads(results.read_text("utf-8"))["results"], details


def test_a_task_with_several_targets_has_the_score_of_the_competitions_script(evaluated):
    results, details = evaluated
    scores = [
        competition_score(ANSWERS[doc["question"]], doc["answers"], 0.5)
        for doc in documents("questions")
    ]
    found = results["document_questions|0"]
    assert found["anls:docvqa"] == pytest.approx(np.mean(scores), abs=1e-12)
    assert found["anls:docvqa_stderr"] == pytest.approx(mean_stderr(scores))
    kept = {
        row["doc"]["query"]: row["metric"]["anls:docvqa"] for row in details["document_questions"]
    }
    queries = [f"{doc['question']}\nAnswer:" for doc in documents("questions")]
    assert [kept[query] for query in queries] == scores


def test_an_error_rate_is_the_corpus_one_with_its_own_standard_error(evaluated):
    results, details = evaluated
    whole = score([*HEARD.values()], [*HEARD], "wer_lev:cer", normalizer="lower")
    found = results["repeated_sentences|0"]
    assert found["wer_lev:cer"] == whole.result()["cer"]
    assert found["wer_lev:cer_stderr"] == pytest.approx(whole.statistics().standard_error)
    kept = np.array([row["metric"]["wer_lev:cer"] for row in details["repeated_sentences"]])
    assert kept[:, 0].sum() / kept[:, 1].sum() == found["wer_lev:cer"]


def answered(metric, *answers, targets=("a b",)):
    docs = [Doc(query="", choices=[*targets], gold_index=[*range(len(targets))])] * len(answers)
    responses = [ModelResponse(text=[*texts]) for texts in answers]
    return [kept[metric.metric_name] for kept in apply_metric(responses, docs, [metric])]


def test_of_several_answers_the_first_one_counts():
    assert answered(task_metric("anls"), ("a b", "x"), ("x", "a b")) == [1, 0]


def test_the_nearest_target_counts():
    assert answered(task_metric("wer_lev"), ("a c",), targets=("x y", "a b")) == [[1, 2]]


def test_the_mean_of_error_rates_is_there_by_its_option():
    metric = task_metric("wer_lev", reduction="mean")
    kept = answered(metric, ("a b",), ("a",))
    assert kept == [0, 0.5]
    assert metric.get_corpus_aggregations()["wer_lev"](kept) == 0.25


def test_another_interface_of_the_harness_is_said_with_the_versions_tested(monkeypatch):
    monkeypatch.delattr("lighteval.metrics.utils.metric_utils.CorpusLevelMetric")
    monkeypatch.delitem(sys.modules, "levmetrics.integrations.lighteval")
    with pytest.raises(ImportError, match=r"does not know the interface of lighteval .*0\.13\.0"):
        importlib.import_module("levmetrics.integrations.lighteval")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: task_metric("anls:docvq"),
            "unknown metric 'anls:docvq'.*did you mean 'anls:docvqa'",
        ),
        (lambda: task_metric("anls", tokeniser="char"), "unknown option of task_metric"),
        (lambda: task_metric("anls", reduction="sum"), 'the reduction "sum" returns no score'),
        (lambda: answered(task_metric("anls"), (None,)), r"predictions\[0\] is None"),
    ],
)
def test_what_cannot_be_scored_is_refused_in_one_sentence(call, message):
    with pytest.raises(InputError, match=message):
        call()
