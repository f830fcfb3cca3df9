"""Two tasks of lighteval, of local files; with a model of your own instead of the random one.

lighteval dummy 42 "document_questions|0,repeated_sentences|0" \
    --custom-tasks examples/harnesses/lighteval_tasks.py
"""

from pathlib import Path

from lighteval.tasks.lighteval_task import LightevalTaskConfig
from lighteval.tasks.requests import Doc

from levmetrics.integrations.lighteval import task_metric

FOLDER = Path(__file__).parent


def question(line: dict, task_name: str) -> Doc:
    """Ask a question that has several right answers."""
    return Doc(
        task_name=task_name,
        query=f"{line['question']}\nAnswer:",
        choices=line["answers"],
        gold_index=[*range(len(line["answers"]))],
    )


def sentence(line: dict, task_name: str) -> Doc:
    """Ask for a sentence once more."""
    query = f"Repeat: {line['sentence']}\n"
    return Doc(task_name=task_name, query=query, choices=[line["said"]], gold_index=0)


TASKS_TABLE = [
    LightevalTaskConfig(
        name=name,
        prompt_function=prompt,
        hf_repo=str(FOLDER / data),
        hf_subset="default",
        hf_avail_splits=["test"],
        evaluation_splits=["test"],
        generation_size=32,
        stop_sequence=["\n"],
        metrics=metrics,
    )
    for name, prompt, data, metrics in [
        ("document_questions", question, "questions", [task_metric("anls:docvqa")]),
        (
            "repeated_sentences",
            sentence,
            "sentences",
            [task_metric("wer_lev:cer", normalizer="lower")],
        ),
    ]
]
