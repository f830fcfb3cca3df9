"""evaluate's evaluators and suites run with both modules."""

import evaluate
import pytest
import transformers
from datasets import Dataset

import levmetrics
from levmetrics import InputError, score
from tests.integrations.harness_tasks import HEARD, ROOT, documents


class Recogniser:
    """A pipeline that repeats sentences as they were heard."""

    task = "automatic-speech-recognition"

    def __call__(self, sentences, **options):
        return [{"text": HEARD[sentence]} for sentence in sentences]


@pytest.fixture(autouse=True)
def with_the_class_that_evaluate_asks_for(monkeypatch):
    monkeypatch.setattr(
        transformers, "TFPreTrainedModel", transformers.PreTrainedModel, raising=False
    )
    monkeypatch.chdir(ROOT)


@pytest.mark.parametrize("metric", ["cer", "wer", "anls:stvqa", "anls"])
def test_an_evaluator_scores_a_pipeline_as_the_engine_does(metric):
    data = Dataset.from_list(documents("sentences"))
    results = evaluate.evaluator("automatic-speech-recognition").compute(
        model_or_pipeline=Recogniser(),
        data=data,
        metric=levmetrics.load(metric),
        input_column="sentence",
        label_column="said",
    )
    heard = [HEARD[sentence] for sentence in data["sentence"]]
    assert results.items() >= score(heard, [*data["said"]], metric).result().items()


def test_a_suite_runs_each_of_its_tasks():
    suite = evaluate.EvaluationSuite.load("examples/harnesses/suite.py")
    cer, mixed = suite.run(Recogniser())
    heard, said = [*HEARD.values()], [*HEARD]
    assert cer["cer"] == score(heard, said, "cer").result()["cer"]
    measured = score(heard, said, "mixed").result()
    assert mixed["mixed_error_rate"] == measured["mixed_error_rate"]


def test_a_module_is_loaded_by_one_name_from_any_directory(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    answers = {"predictions": ["ab"], "references": ["a"]}
    assert levmetrics.load("anls:stvqa").compute(**answers) == {"anls": 0}
    assert levmetrics.load("anls", "docvqa").compute(**answers) == {"anls": 0.5}


def test_options_of_evaluate_go_to_evaluate():
    assert levmetrics.load("anls", experiment_id="first").experiment_id == "first"


def test_unknown_names_are_said():
    with pytest.raises(InputError, match="unknown metric 'anls:docvq'; did you mean 'anls:docvqa'"):
        levmetrics.load("anls:docvq")
