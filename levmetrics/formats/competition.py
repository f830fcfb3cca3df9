"""File formats of the DocVQA competitions, and average scores by kind of question."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from levmetrics.errors import InputError, few, reason
from levmetrics.inputs.arrays import FloatArray
from levmetrics.inputs.arrow import lone_surrogate
from levmetrics.lazy import re
from levmetrics.system.pointers import check_file_is_fetched

QuestionId: TypeAlias = "int | str"
Entry: TypeAlias = Mapping[str, Any]  # a JSON object: values of any type, checked when read
Breakdowns: TypeAlias = "dict[str, dict[str, Average]]"

# The ground truth's keys: those of InfographicVQA, and that of single-page DocVQA.
KINDS = ("answer_type", "evidence", "operation/reasoning", "question_types")
_DIGITS = re.compile("[0-9]{1,18}")


@dataclass(frozen=True)
class Average:
    """The average score of some questions.

    Attributes:
        score: the mean of their scores.
        questions: their number.

    """

    score: float
    questions: int


@dataclass(frozen=True)
class Submission:
    """A system's answers and the accepted answers, in the order of the ground truth.

    Attributes:
        question_ids: the id of each question.
        predictions: the system's answer to each.
        references: the accepted answers to each.
        labels: the labels of each question, by those kinds that the ground truth has
            (``answer_type``, ``evidence``, ``operation/reasoning``, ``question_types``).

    """

    question_ids: Sequence[QuestionId]
    predictions: Sequence[str]
    references: Sequence[Sequence[str]]
    labels: Mapping[str, Sequence[Sequence[str]]]

    def breakdowns(self, scores: FloatArray) -> Breakdowns:
        """Return the average score of the questions with each label, by kind.

        A question with several labels counts for each of them, as in the competition.

        Args:
            scores: one for each question, as ``ANLS("docvqa", reduction="none")`` returns them.

        Returns:
            The average for each label by kind, in the order of the labels' first questions.

        >>> answers = Submission([1, 2], ["a", "b"], [["a"], ["c"]],
        ...                      {"evidence": [["figure"], ["figure", "map"]]})
        >>> answers.breakdowns(np.array([1.0, 0.0]))
        {'evidence': {'figure': Average(score=0.5, questions=2),
                      'map': Average(score=0.0, questions=1)}}

        """
        breakdowns = {}
        for kind, labels in self.labels.items():
            by_label: dict[str, list[float]] = {}
            for question_labels, score in zip(labels, np.asarray(scores).tolist(), strict=True):
                for label in dict.fromkeys(question_labels):  # duplicates count once
                    by_label.setdefault(label, []).append(score)
            breakdowns[kind] = {
                label: Average(sum(some) / len(some), len(some)) for label, some in by_label.items()
            }
        return breakdowns


def read_submission(ground_truth: Path, submission: Path) -> Submission:
    """Return a submission to a competition, read with its ground truth.

    Args:
        ground_truth: a JSON file with ``data``, a list of questions with ``questionId`` and
            ``answers``, and the labels that :class:`Submission` names if it has them.
        submission: a JSON file with a list of ``questionId`` and ``answer``.

    Raises:
        InputError: if a file has another format, or if the two have different questions; the
            message names missing, duplicate and unknown ids.

    Source: the formats of the Robust Reading Competition, challenge 17 (DocVQA),
    https://rrc.cvc.uab.es/?ch=17&com=tasks.

    """
    questions = _by_id(ground_truth, _questions(ground_truth))
    answers = _by_id(submission, _read_json(submission))
    truth, file = str(ground_truth), str(submission)
    if missing := [question for question in questions if question not in answers]:
        raise InputError("competition.unanswered", file=file, questions=few(missing))
    if unasked := [question for question in answers if question not in questions]:
        files = {"file": file, "ground_truth": truth}
        raise InputError("competition.unasked", **files, questions=few(unasked))
    predictions, references = [], []
    kinds = [kind for kind in KINDS if any(kind in entry for entry in questions.values())]
    labels: dict[str, list[list[str]]] = {kind: [] for kind in kinds}
    for question, entry in questions.items():
        answer, accepted = answers[question].get("answer"), entry.get("answers")
        at = {"file": file, "question": question}
        predictions += _texts([answer], answer, "competition.answer", **at)
        at = {"file": truth, "question": question}
        references.append(_texts(accepted or None, accepted, "competition.answers", **at))
        for kind in kinds:
            given = [] if entry.get(kind) is None else entry[kind]
            labels[kind].append(_texts(given, given, "competition.labels", **at, label=kind))
    return Submission([*questions], predictions, references, labels)


def _read_json(path: Path) -> Any:
    try:
        check_file_is_fetched(path)
        return json.loads(Path(path).read_text(encoding="utf-8-sig"))
    except InputError:
        raise
    except (ValueError, RecursionError) as error:
        raise InputError("competition.no_json", file=str(path), why=reason(error)) from error
    except OSError as error:
        raise InputError("competition.unreadable", file=str(path), why=error.strerror) from error


def _questions(path: Path) -> Any:
    content = _read_json(path)
    if not isinstance(content, dict) or "data" not in content:
        raise InputError("competition.no_data", file=str(path))
    if not content["data"]:
        raise InputError("competition.empty_data", file=str(path))
    return content["data"]


def _by_id(path: Path, entries: Any) -> dict[QuestionId, Entry]:
    """Return the entries by their question ids, which must be unique."""
    file = str(path)
    if not isinstance(entries, list):
        raise InputError("competition.no_list", file=file, type=type(entries).__name__)
    by_id: dict[QuestionId, Entry] = {}
    repeated: list[QuestionId] = []
    for index, entry in enumerate(entries):
        if not isinstance(entry, dict) or "questionId" not in entry:
            raise InputError("competition.no_question_id", file=file, index=index)
        question = entry["questionId"]
        if isinstance(question, str) and _DIGITS.fullmatch(question):
            question = int(question)  # the competition's script treats "1" and 1 as equal
        if not isinstance(question, (int, str)) or isinstance(question, bool):
            raise InputError("competition.question_id", file=file, index=index, question=question)
        if question in by_id:
            repeated.append(question)
        by_id[question] = entry
    if repeated:
        raise InputError("competition.repeated", file=file, questions=few(repeated))
    return by_id


def _texts(values: Any, given: Any, code: str, **at: object) -> list[str]:
    """Return values if they are a list of valid texts.

    Raises:
        InputError: if they are not, with the value and its place.

    """
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise InputError(code, **at, value=_phrase(given))
    if any(map(lone_surrogate, values)):
        raise InputError("competition.surrogate", **at)
    return values


def _phrase(value: object) -> str:
    """Return a message's phrase for a value of the wrong type."""
    if value is None:
        return "missing"
    if isinstance(value, list):
        no_texts = [item for item in value if not isinstance(item, str)]
        return f"a list with {no_texts[0]!r} in it" if no_texts else "a list" if value else "empty"
    return f"of type {type(value).__name__}"
