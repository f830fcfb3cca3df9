"""What metrics cost inside lm-evaluation-harness: ``python -m benchmarks.harnesses``.

5,000 questions, each with one answer, scored by ANLS of the DocVQA rule and by the harness's own
``exact_match`` and ``bleu``, from the model's answers to the task's results, without the model.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any, TypeAlias

from lm_eval.api.task import ConfigurableTask

from benchmarks.corpora import lines
from benchmarks.results import seconds, table
from benchmarks.timing import Call, in_turns
from levmetrics.integrations.lm_eval import TaskMetric, pooled, task_metrics

Docs: TypeAlias = list[dict[str, Any]]
QUESTIONS = 5_000
OURS = "anls:docvqa"


def task_of(docs: Docs, metric: dict[str, Any], **settings: Any) -> ConfigurableTask:
    """Return the harness's task of these documents, scored by a metric."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "questions.jsonl")
        file.write_text("".join(f"{json.dumps(doc)}\n" for doc in docs), "utf-8")
        return ConfigurableTask(
            config={
                "task": "questions",
                "dataset_path": "json",
                "dataset_kwargs": {"data_files": {"test": str(file)}, "cache_dir": folder},
                "test_split": "test",
                "output_type": "generate_until",
                "doc_to_text": "{{question}}",
                "doc_to_target": "{{answer}}",
                "metric_list": [metric],
                **settings,
            }
        )


def scored(task: ConfigurableTask, docs: Docs, answers: list[str]) -> Call:
    """Return what the harness does with the answers: keeps something of each, and aggregates."""
    ((metric, aggregation),) = task.aggregation().items()

    def result() -> float:
        both = zip(docs, answers, strict=True)
        return float(aggregation([task.process_results(doc, [own])[metric] for doc, own in both]))

    return result


def main() -> None:
    """Measure all in one run, and print a table."""
    answers, targets = lines(QUESTIONS, 16)
    docs = [{"question": "What is it?", "answer": target} for target in targets]
    own = {"metric": OURS, "aggregation": pooled, "higher_is_better": True}
    results = task_metrics(OURS, references="answer")
    tasks = {
        "ANLS of DocVQA, as process_results": task_of(docs, own, process_results=results),
        "ANLS of DocVQA, as a metric": task_of(docs, {**own, "metric": TaskMetric(OURS)}),
        **{name: task_of(docs, {"metric": name}) for name in ("exact_match", "bleu")},
    }
    timings = in_turns({name: scored(task, docs, answers) for name, task in tasks.items()})
    rows = (
        [name, seconds(timing.median), seconds(timing.median_processor), f"{timing.score:.4f}"]
        for name, timing in timings.items()
    )
    print(table([f"{QUESTIONS:,} questions", "time", "of the processor", "result"], rows))


if __name__ == "__main__":
    main()
