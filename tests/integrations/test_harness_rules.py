"""What docs/harnesses.md says that each harness makes of the same answers, computed once more."""

import re
import string

import pytest
from lighteval.metrics.metrics import Metrics
from lighteval.metrics.metrics_sample import StringDistance
from lighteval.models.model_output import ModelResponse
from lighteval.tasks.requests import Doc
from lm_eval.api.task import ConfigurableTask

from levmetrics import score
from tests.integrations.harness_tasks import ROOT
from tests.oracles import competition_score, edit_distance


def rows():
    """Return answers, targets and scores of the document's table, as written."""
    lines = (ROOT / "docs/harnesses.md").read_text("utf-8").splitlines()
    cells = [line.strip("|").split("|") for line in lines if re.match(r"\| `", line)]
    return [
        (
            answer.strip().strip("`").replace("\\n", "\n"),
            re.findall(r"`(.*?)`", targets),
            [float(value) for value in values],
        )
        for answer, targets, *values in cells
    ]


def mistral(answer, targets):
    """The rule of mistral-evals, ``eval/metrics.py`` at 0bdf25c, in our words."""

    def normalized(text):
        text = " ".join(text.strip().lower().split())
        while text and text[-1] != "%" and (text[-1] in string.punctuation or text[-1].isspace()):
            text = text[:-1]
        return text

    similarities = []
    for target in targets:
        texts = normalized(answer), normalized(target)
        similarities.append(1 - edit_distance(*texts) / max(1, *map(len, texts)))
    return max(similarities)


@pytest.fixture
def of_lm_eval(tmp_path, monkeypatch):
    """Return what lm-evaluation-harness makes of ``metric: anls``."""
    monkeypatch.chdir(ROOT)  # where evaluate finds the module

    def result(answer, targets):
        file = tmp_path / "one.jsonl"
        file.write_text('{"question": "?"}\n', "utf-8")
        task = ConfigurableTask(
            config={
                "task": "one",
                "dataset_path": "json",
                "dataset_kwargs": {"data_files": {"test": str(file)}},
                "test_split": "test",
                "output_type": "generate_until",
                "doc_to_text": "{{question}}",
                "doc_to_target": lambda doc: targets if len(targets) > 1 else targets[0],
                "metric_list": [
                    {"metric": "anls", "aggregation": "mean", "higher_is_better": True}
                ],
            }
        )
        return task.process_results({"question": "?"}, [answer])["anls"]

    return result


def ours(metric):
    return lambda answer, targets: score([answer], [targets], metric).result()["anls"]


def test_the_table_of_the_document_holds(of_lm_eval):
    rules = [
        lambda answer, targets: competition_score(answer, targets, 0.5),  # lmms-eval
        lambda answer, targets: competition_score(answer, targets, 0.5),  # VLMEvalKit
        mistral,
        of_lm_eval,
        *map(ours, ("anls:docvqa", "anls:stvqa", "anls")),
    ]
    table = rows()
    assert len(table) == 5
    for answer, targets, written in table:
        assert [round(rule(answer, targets), 3) for rule in rules] == written


def test_lighteval_cuts_targets_to_the_length_of_the_answer_and_takes_the_best_document():
    rule = StringDistance(metric_types="edit_similarity", strip_prediction=True)
    doc = Doc(query="", choices=["three apples"], gold_index=0)
    kept = rule.compute(doc, ModelResponse(text=["three"]))
    assert kept == {"edit_similarity": 1}
    assert Metrics.copyright.value.corpus_level_fn["edit_similarity"] is max
    assert ours("anls")("three", ["three apples"]) < 0.5
