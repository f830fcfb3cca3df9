"""A suite of two tasks for evaluate: ``EvaluationSuite.load("examples/harnesses/suite.py")``."""

import evaluate
from evaluate.evaluation_suite import SubTask

import levmetrics


class Suite(evaluate.EvaluationSuite):
    """The same sentences by two error rates."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.suite = [
            SubTask(
                task_type="automatic-speech-recognition",
                data="examples/harnesses/sentences",
                split="test",
                args_for_task={
                    "metric": levmetrics.load(metric),
                    "input_column": "sentence",
                    "label_column": "said",
                },
            )
            for metric in ("wer_lev:cer", "wer_lev:mixed")
        ]
