"""The file formats of the DocVQA competitions, and average scores by kind of question."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from levmetrics.arrays import FloatArray
from levmetrics.errors import InputError, few, reason
from levmetrics.inputs.surrogates import lone_surrogate

QuestionId: TypeAlias = "int | str"
Entry: TypeAlias = Mapping[str, Any]  # a JSON object: values of any type, checked when read
Breakdowns: TypeAlias = "dict[str, dict[str, Average]]"

KINDS = ("answer_type", "evidence", "operation/reasoning")  # the ground truth's keys
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
    """A system's answers with the accepted ones, in the order of the ground truth.

    Attributes:
        question_ids: the id of each question.
        predictions: the system's answer to each.
        references: the accepted answers to each.
        labels: by kind (``answer_type``, ``evidence``, ``operation/reasoning``), if the ground
            truth has it, the labels of each question.

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
            By kind, the average for each label, in the order of the labels' first questions.

        >>> answers = Submission([1, 2], ["a", "b"], [["a"], ["c"]],
        ...                      {"evidence": [["figure"], ["figure", "map"]]})
        >>> answers.breakdowns(np.array([1.0, 0.0]))
        {'evidence': {'figure': Average(score=0.5, questions=2),
                      'map': Average(score=0.0, questions=1)}}

        """
        return {kind: _averages(labels, scores) for kind, labels in self.labels.items()}


def read_submission(ground_truth: Path, submission: Path) -> Submission:
    """Read the ground truth of a competition and a submission.

    Args:
        ground_truth: a JSON file with ``data``, a list of questions with ``questionId`` and
            ``answers`` (and perhaps ``answer_type``, ``evidence``, ``operation/reasoning``).
        submission: a JSON file with a list of ``questionId`` and ``answer``.

    Raises:
        InputError: if a file has another format, or the two do not have the same questions; it
            names missing, duplicate and unknown ids.

    Source: the formats of the Robust Reading Competition, challenge 17 (DocVQA),
    https://rrc.cvc.uab.es/?ch=17&com=tasks.

    """
    questions = _by_id(ground_truth, _questions(ground_truth))
    answers = _by_id(submission, _read_json(submission))
    _refuse_ids(
        f"{submission} has no answer to",
        [question_id for question_id in questions if question_id not in answers],
        "give one for every question of the ground truth",
    )
    _refuse_ids(
        f"{submission} answers",
        [question_id for question_id in answers if question_id not in questions],
        f"{ground_truth} does not ask for it: leave it out",
    )
    return Submission(
        list(questions),
        [_answer(submission, question_id, answers[question_id]) for question_id in questions],
        [_accepted_answers(ground_truth, *question) for question in questions.items()],
        {
            kind: [
                _labels(ground_truth, question_id, question, kind)
                for question_id, question in questions.items()
            ]
            for kind in KINDS
            if any(kind in question for question in questions.values())
        },
    )


def _read_json(path: Path) -> Any:
    try:
        return json.loads(Path(path).read_text(encoding="utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path} is not a UTF-8 file of JSON: {reason(error)}") from error
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}; give a JSON file") from error


def _questions(path: Path) -> Any:
    content = _read_json(path)
    if not isinstance(content, dict) or "data" not in content:
        raise InputError(f'{path} has no "data"; a ground truth is an object with a list of it')
    if not content["data"]:
        raise InputError(f'the "data" of {path} is empty; it must be a list of questions')
    return content["data"]


def _by_id(path: Path, entries: Any) -> dict[QuestionId, Entry]:
    """Return the entries by their question ids, which must be unique."""
    if not isinstance(entries, list):
        raise InputError(
            f"{path} has an entry of type {type(entries).__name__} where a list is expected, of "
            "objects with a questionId"
        )
    by_id: dict[QuestionId, Entry] = {}
    duplicates: list[QuestionId] = []
    for index, entry in enumerate(entries):
        if not isinstance(entry, dict) or "questionId" not in entry:
            raise InputError(f'{path}: entry {index} has no "questionId"; every entry needs one')
        question_id = entry["questionId"]
        if isinstance(question_id, str) and _DIGITS.fullmatch(question_id):
            question_id = int(question_id)  # the competition's script treats "1" and 1 as equal
        if not isinstance(question_id, (int, str)) or isinstance(question_id, bool):
            raise InputError(
                f"{path}: entry {index} has the questionId {question_id!r}; "
                "it must be a whole number or a string"
            )
        if question_id in by_id:
            duplicates.append(question_id)
        by_id[question_id] = entry
    _refuse_ids(f"{path} has more than one entry for", duplicates, "give one for each question")
    return by_id


def _refuse_ids(fault: str, ids: Sequence[QuestionId], remedy: str) -> None:
    if ids:
        raise InputError(f"{fault} questionId {few(ids)}; {remedy}")


def _answer(path: Path, question_id: QuestionId, entry: Entry) -> str:
    answer = entry.get("answer")
    if not isinstance(answer, str):
        raise InputError(
            f"{path}: the answer to questionId {question_id} is {_phrase(answer)}; it must be a "
            'string ("" where there is no answer)'
        )
    _check_unicode(path, question_id, answer)
    return answer


def _accepted_answers(path: Path, question_id: QuestionId, entry: Entry) -> list[str]:
    answers = entry.get("answers")
    if not isinstance(answers, list) or not answers or not all(isinstance(a, str) for a in answers):
        raise InputError(
            f"{path}: the answers of questionId {question_id} are {_phrase(answers)}; they must be "
            "a list of at least one string (the files of test sets have none)"
        )
    for answer in answers:
        _check_unicode(path, question_id, answer)
    return answers


def _labels(path: Path, question_id: QuestionId, entry: Entry, kind: str) -> Sequence[str]:
    labels = [] if entry.get(kind) is None else entry[kind]
    if not isinstance(labels, list) or not all(isinstance(label, str) for label in labels):
        raise InputError(
            f"{path}: {kind} of questionId {question_id} is {_phrase(labels)}; "
            "it must be a list of strings"
        )
    for label in labels:
        _check_unicode(path, question_id, label)
    return labels


def _check_unicode(path: Path, question_id: QuestionId, text: str) -> None:
    if lone_surrogate(text):
        raise InputError(
            f"{path}: a text of questionId {question_id} has half of a surrogate pair; "
            "it must be valid Unicode"
        )


def _phrase(value: object) -> str:
    """Return the phrase by which a message names a value of the wrong type."""
    if value is None:
        return "missing"
    if isinstance(value, list):
        no_texts = [item for item in value if not isinstance(item, str)]
        return f"a list with {no_texts[0]!r} in it" if no_texts else "a list" if value else "empty"
    return f"of type {type(value).__name__}"


def _averages(labels: Sequence[Sequence[str]], scores: FloatArray) -> dict[str, Average]:
    """Return the average score by label; ``labels`` are those of each question."""
    by_label: dict[str, list[float]] = {}
    for question_labels, score in zip(labels, np.asarray(scores).tolist(), strict=True):
        for label in dict.fromkeys(question_labels):  # duplicates count once
            by_label.setdefault(label, []).append(score)
    return {label: Average(sum(s) / len(s), len(s)) for label, s in by_label.items()}
