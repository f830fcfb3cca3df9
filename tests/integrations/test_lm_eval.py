"""Tasks of lm-evaluation-harness, run by it: task in, results out, with the right numbers."""

import importlib
import inspect
import json
import random
import runpy
import shlex
import subprocess
import sys

import pytest
from lm_eval import evaluator
from lm_eval.api import metrics as harness
from lm_eval.api import registry
from lm_eval.api.model import LM
from lm_eval.loggers import EvaluationTracker
from lm_eval.tasks import TaskManager

from levmetrics import InputError, score
from levmetrics.integrations import lm_eval
from levmetrics.integrations.lm_eval import (
    TaskMetric,
    TaskSample,
    pooled,
    register,
    standard_error,
    task_metrics,
)
from tests.documentation import blocks
from tests.integrations.harness_tasks import ANSWERS, HEARD, ROOT, TASKS, answer_to, documents
from tests.oracles import competition_score


class Answering(LM):
    """A model with an answer for each prompt."""

    def generate_until(self, requests, disable_tqdm=False):
        return [answer_to(request.args[0]) for request in requests]

    def loglikelihood(self, requests, disable_tqdm=False):
        raise NotImplementedError

    def loglikelihood_rolling(self, requests, disable_tqdm=False):
        raise NotImplementedError


@pytest.fixture(autouse=True)
def at_root(monkeypatch):
    monkeypatch.chdir(ROOT)  # where the examples' data are


def evaluated(*tasks, **options):
    found = TaskManager(include_path=str(TASKS), include_defaults=False)
    return evaluator.simple_evaluate(Answering(), tasks=[*tasks], task_manager=found, **options)


def own_task(metric_list, **changes):
    """Return the task of the questions with other metrics."""
    return {
        "task": "own",
        "dataset_path": "json",
        "dataset_kwargs": {"data_files": {"test": str(TASKS / "questions/test.jsonl")}},
        "test_split": "test",
        "output_type": "generate_until",
        "doc_to_text": "{{question}}",
        "doc_to_target": "{{answers[0]}}",
        "metric_list": metric_list,
        **changes,
    }


def test_a_task_with_several_targets_has_the_score_of_the_competitions_script():
    found = evaluated("document_questions")["results"]["document_questions"]
    scores = [
        competition_score(ANSWERS[doc["question"]], doc["answers"], 0.5)
        for doc in documents("questions")
    ]
    assert scores[1:3] == [1 - 1 / 12, 0]
    assert found["anls:docvqa,none"] == pytest.approx(sum(scores) / 5, abs=1e-12)
    assert found["anls:docvqa_stderr,none"] == pytest.approx(harness.mean_stderr(scores))


def test_an_error_rate_is_the_corpus_one_and_takes_its_options_from_the_task():
    found = evaluated("repeated_sentences")["results"]["repeated_sentences"]
    whole = score([*HEARD.values()], [*HEARD], "wer_lev:cer", normalizer="lower").result()
    assert found["wer_lev:cer,none"] == whole["cer"]


def test_the_results_file_has_the_number_and_the_samples_file_what_was_scored(tmp_path):
    tracker = EvaluationTracker(output_path=str(tmp_path))
    result = evaluated("document_questions", log_samples=True)
    samples = result.pop("samples")
    tracker.save_results_aggregated(results=result, samples=samples)
    tracker.save_results_samples("document_questions", samples["document_questions"])
    (file,) = tmp_path.rglob("results_*.json")
    written = json.loads(file.read_text("utf-8"))["results"]["document_questions"]
    assert (
        written["anls:docvqa,none"] == result["results"]["document_questions"]["anls:docvqa,none"]
    )
    (file,) = tmp_path.rglob("samples_*.jsonl")
    first = json.loads(file.read_text("utf-8").splitlines()[0])
    assert first["anls:docvqa"] == ["$1,250.0", ["$1,250.00", "1,250.00"], "anls:docvqa", {}]


SCHEMA = {"properties": {"total": {"type": "number", "x-levmetrics": {"tolerance": 1}}}}
TASK_OF_RECORDS = """
task: records_of_{name}
dataset_path: json
dataset_kwargs:
  data_files:
    test: {folder}/test.jsonl
test_split: test
output_type: generate_until
doc_to_text: "{{{{question}}}}"
doc_to_target: "{{{{target}}}}"
metric_list:
  - metric: !function levmetrics.integrations.lm_eval.anls:record
    aggregation: !function levmetrics.integrations.lm_eval.pooled
    higher_is_better: true
    schema: {schema}
"""


class Extracting(Answering):
    def generate_until(self, requests, disable_tqdm=False):
        return ['{"total": "12.50"}' for _ in requests]


@pytest.mark.parametrize(
    ("name", "schema"),
    [
        ("relative", "schemas/of.json"),
        ("absolute", "{folder}/schemas/of.json"),
        ("python", "!function schemas.SCHEMA"),
        ("inline", json.dumps(SCHEMA)),
    ],
)
def test_a_task_takes_a_schema_by_its_path(tmp_path, monkeypatch, name, schema):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "schemas").mkdir()
    (tmp_path / "schemas/of.json").write_text(json.dumps(SCHEMA))
    (tmp_path / "schemas.py").write_text(f"SCHEMA = {SCHEMA!r}")
    row = {"question": "What?", "target": '{"total": 13}'}
    (tmp_path / "test.jsonl").write_text(json.dumps(row) + "\n")
    written = TASK_OF_RECORDS.format(name=name, folder=tmp_path, schema=schema)
    (tmp_path / "task.yaml").write_text(written.replace("{folder}", str(tmp_path)))
    found = TaskManager(include_path=str(tmp_path), include_defaults=False)
    task = f"records_of_{name}"
    result = evaluator.simple_evaluate(Extracting(), tasks=[task], task_manager=found)
    assert result["results"][task]["anls:record,none"] == 1
    assert score(['{"total": "12.50"}'], ['{"total": 13}'], "record").score == 0


def test_a_schema_that_cannot_be_read_is_named(tmp_path):
    path = tmp_path / "no.json"
    with pytest.raises(InputError, match=r"no.json cannot be read: FileNotFoundError"):
        task_metrics("anls:record", references="target", schema=path)
    path.write_text('{"properties": {"a": {}, "a": {"type": "number"}}}')
    with pytest.raises(InputError, match=r"no.json has an object with the key 'a' twice"):
        task_metrics("anls:record", references="target", schema=str(path))


def test_registered_names_need_nothing_but_themselves():
    register()
    register()
    task = own_task([{"metric": "anls:docvqa"}, {"metric": "wer_lev:cer"}])
    found = evaluated(task)["results"]["own"]
    texts = [ANSWERS[doc["question"]] for doc in documents("questions")]
    first = [doc["answers"][0] for doc in documents("questions")]
    assert found["anls:docvqa,none"] == score(texts, first, "anls:docvqa").result()["anls"]
    assert found["wer_lev:cer,none"] == score(texts, first, "wer_lev:cer").result()["cer"]
    assert registry.is_higher_better("wer_lev:cer") is False


def test_several_targets_without_process_results_are_refused_and_not_scored_as_0_or_1():
    metrics = [{"metric": TaskMetric("anls:docvqa"), "aggregation": pooled}]
    task = own_task(metrics, doc_to_target="{{answers}}")
    with pytest.raises(InputError, match=r"samples\[0\] is 1.0; .* process_results: task_metrics"):
        evaluated(task)


def test_the_standard_error_is_that_of_the_harness_by_formula_and_by_its_bootstrap(monkeypatch):
    monkeypatch.setenv("DISABLE_MULTIPROC", "1")
    draw = random.Random(0)
    words = [*"abcdef"]
    pairs = [
        (draw.choices(words, k=draw.randint(1, 9)), draw.choices(words, k=draw.randint(1, 9)))
        for _ in range(60)
    ]
    rates, similarities = (
        [TaskSample(" ".join(pred), " ".join(target), metric, {}) for pred, target in pairs]
        for metric in ("wer_lev", "anls")
    )
    each = [pooled([sample]) for sample in similarities]
    assert standard_error(similarities) == pytest.approx(harness.mean_stderr(each), rel=1e-12)
    resampled = harness.bootstrap_stderr(pooled, rates, iters=1000)
    assert standard_error(rates) == pytest.approx(resampled, rel=0.1)


def test_a_document_with_one_target_is_scored_beside_those_with_several():
    process_results = task_metrics("anls:docvqa", references="answers")
    samples = [
        process_results({"answers": answers}, ["seven"])["anls:docvqa"]
        for answers in ("seven", ["7", "seven"])
    ]
    assert pooled(samples) == 1


def test_a_task_of_lmms_eval_has_the_same_score_by_the_functions_that_it_calls():
    task = importlib.import_module("examples.harnesses.lmms_eval.utils")
    kept = [
        task.process_results(doc, [ANSWERS[doc["question"]]])["anls:docvqa"]
        for doc in documents("questions")
    ]
    # It gives its arguments to an aggregation that has a parameter of that name.
    assert [*inspect.signature(task.pooled).parameters] == ["samples"]
    scores = [
        competition_score(ANSWERS[doc["question"]], doc["answers"], 0.5)
        for doc in documents("questions")
    ]
    assert task.pooled(kept) == pytest.approx(sum(scores) / 5, abs=1e-12)
    assert task.pages({}) == []


@pytest.mark.parametrize("answer", [{"total": "7"}, '{"total":"7"}'])
@pytest.mark.parametrize("fields", [{"total": "7"}, '{"total": "7"}'])
def test_nested_targets_are_values(answer, fields):
    process_results = task_metrics("anls:star", references="fields")
    sample = process_results({"fields": fields}, [answer])["anls:star"]
    assert pooled([sample]) == 1


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: task_metrics(references="a"), "task_metrics has no metric; give at least one"),
        (
            lambda: task_metrics("anls:docvq", references="a"),
            "unknown metric 'anls:docvq'.*did you mean 'anls:docvqa'",
        ),
        (
            lambda: task_metrics("wer_lev", references="a", tokeniser="char"),
            "unknown option of the task's metric 'tokeniser'; did you mean 'tokenizer'",
        ),
        (
            lambda: task_metrics("anls", references="answer")({"answers": ["a"]}, ["a"]),
            "references is 'answer', which is not a field of a document; it has answers",
        ),
        (lambda: pooled([]), "task has no samples; there is nothing to score"),
        (
            lambda: pooled([TaskSample("a", "a", "anls", {}), TaskSample("a", "a", "wer_lev", {})]),
            r"samples\[1\] is of wer_lev .* and samples\[0\] of anls",
        ),
        (lambda: pooled([TaskSample(None, "a", "anls", {})]), r"predictions\[0\] is None"),
        (lambda: lm_eval.__getattr__("wer_lev:words"), "unknown metric 'wer_lev:words'"),
    ],
)
def test_what_cannot_be_scored_is_refused_in_one_sentence(call, message):
    with pytest.raises(InputError, match=message):
        call()


@pytest.mark.slow
def test_the_command_of_the_documentation_runs_the_task(monkeypatch, capsys):
    (command,) = (own.code for own in blocks("bash") if own.code.startswith("lm_eval "))
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(sys, "argv", shlex.split(command))
    runpy.run_module("lm_eval", run_name="__main__")  # here, where its packages are loaded
    shown = capsys.readouterr().out
    assert "|document_questions|" in shown
    assert "|anls:docvqa|" in shown


def test_the_harness_is_imported_by_no_one_but_itself():
    code = (
        "import sys, levmetrics; import levmetrics.integrations.lm_eval as tasks; "
        "import levmetrics.integrations.rewards; "
        "tasks.task_metrics('anls:docvqa', references='answers'); "
        "print({'lm_eval', 'lmms_eval', 'lighteval', 'trl', 'mlflow', 'wandb'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_the_module_has_no_other_names():
    with pytest.raises(AttributeError, match="has no attribute 'bleu'"):
        _ = lm_eval.bleu


def test_another_interface_of_the_harness_is_said_with_the_versions_tested(monkeypatch):
    monkeypatch.delattr(registry, "register_aggregation")
    with pytest.raises(ImportError, match=r"does not know the interface of lm_eval .*0\.4\.13"):
        register()
