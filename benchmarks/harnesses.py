"""What metrics cost inside lm-evaluation-harness: ``python -m benchmarks.harnesses``.

5,000 questions, each with one answer, scored by ANLS of the DocVQA rule and by the harness's own
``exact_match`` and ``bleu``, from the model's answers to the task's results, without the model.
"""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lm_eval.api.task import ConfigurableTask
from rich.console import Console
from rich.table import Table

from benchmarks.numbers import digits
from benchmarks.timing import in_turns
from levmetrics.integrations.lm_eval import TaskMetric, pooled, task_metrics

QUESTIONS = 5_000
OURS = "anls:docvqa"


def documents(count: int, seed: int = 0) -> tuple[list[dict[str, Any]], list[str]]:
    """Return questions with their targets, and answers of which half are wrong by a few letters."""
    draw = random.Random(seed)
    letters = "abcdefghijklmnopqrstuvwxyz     0123456789"
    docs, answers = [], []
    for number in range(count):
        target = "".join(draw.choices(letters, k=draw.randint(3, 30))).strip() or "a"
        answer = [*target]
        for _ in range(draw.randint(0, 2)):
            answer[draw.randrange(len(answer))] = draw.choice(letters)
        docs.append({"question": f"Question {number}?", "answer": target})
        answers.append("".join(answer))
    return docs, answers


def task_of(docs: list[dict[str, Any]], **settings: Any) -> ConfigurableTask:
    """Return the harness's task of these documents."""
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
                **settings,
            }
        )


def scored(
    task: ConfigurableTask, docs: list[dict[str, Any]], answers: list[str]
) -> Callable[[], float]:
    """Return what the harness does with the answers: keeps something of each, and aggregates."""
    ((metric, aggregation),) = task.aggregation().items()

    def result() -> float:
        kept = [
            task.process_results(doc, [answer])[metric]
            for doc, answer in zip(docs, answers, strict=True)
        ]
        return float(aggregation(kept))

    return result


def main() -> None:
    """Measure all in one run, and print a table."""
    docs, answers = documents(QUESTIONS)
    own = {"metric": OURS, "aggregation": pooled, "higher_is_better": True}
    tasks = {
        "ANLS of DocVQA, as process_results": task_of(
            docs, process_results=task_metrics(OURS, references="answer"), metric_list=[own]
        ),
        "ANLS of DocVQA, as a metric": task_of(
            docs, metric_list=[{**own, "metric": TaskMetric(OURS)}]
        ),
        **{name: task_of(docs, metric_list=[{"metric": name}]) for name in ("exact_match", "bleu")},
    }
    timings = in_turns({name: scored(task, docs, answers) for name, task in tasks.items()})
    table = Table(f"{QUESTIONS:,} questions", "wall ms", "processor ms", "result")
    for name, timing in timings.items():
        spent = digits(timing.median * 1000), digits(timing.median_processor * 1000)
        table.add_row(name, *spent, f"{timing.score:.4f}")
    Console().print(table)


if __name__ == "__main__":
    main()
