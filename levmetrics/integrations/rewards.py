"""Rewards for reinforcement learning with TRL's ``GRPOTrainer(reward_funcs=...)``."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from levmetrics.core.names import get_metric
from levmetrics.errors import InputError, Place, few, quoted
from levmetrics.inputs.arguments import ColumnName
from levmetrics.inputs.arrow import is_array
from levmetrics.inputs.columns import ColumnLike, python_values, read_column
from levmetrics.integrations.answers import score_answers

Completion: TypeAlias = "str | Sequence[Mapping[str, Any]] | None"


class Reward:
    """A reward function: the closeness of every completion to its reference, from 0 to 1.

    The reward is the sample's similarity, or 1 - its error rate but at least 0. All completions of
    a call are scored at once. TRL logs it under its ``__name__``: metric, column and options.

    Args:
        metric: ``"anls"``, ``"wer"``, ``"cer"`` ...
        reference: the data set's column with one reference, or a list of several, for each prompt.
            If the value is ``None``, there is no reward.
        **options: the metric's options: ``tokenizer``, ``normalizer``, ``threshold`` ...

    Raises:
        InputError: for unknown names and options, and for a reduction.

    >>> reward = Reward("wer", reference="said")
    >>> reward.__name__
    'wer said'
    >>> said = ["who is there", ["hello", "hi"], "no", None]
    >>> reward(completions=["is there", "hi", "not at all", "?"], said=said)
    [0.6666666666666667, 1.0, 0.0, None]

    """

    def __init__(self, metric: str = "anls", *, reference: str, **options: Any) -> None:
        if "reduction" in options:
            raise InputError("rewards.reduction")
        self._metric = get_metric(metric, caller="Reward", others=["reference"], options=options)
        self._reference = reference
        named = [f"{option} {_names_of(value)}" for option, value in options.items()]
        self.__name__ = " ".join(
            [self._metric.name, reference, *named]
        )  # TRL merges rewards with equal names

    def __call__(
        self,
        prompts: Sequence[Any] = (),
        completions: Sequence[Completion] = (),
        **columns: Sequence[Any],
    ) -> list[float | None]:
        """Return the rewards of completions.

        Args:
            prompts: the prompts, which are ignored.
            completions: texts, or lists of a conversation's messages, of which the last counts. A
                tool's message, ``None`` and an empty list count as the empty text.
            **columns: the data set's columns, one value for each completion.

        Returns:
            A reward for each completion; ``None`` without a reference, or with nothing to score.

        Raises:
            InputError: if the column of references is missing, and for anything that cannot be
                scored.

        """
        if self._reference not in columns:
            # TRL also passes objects of its own, which are not columns.
            known = few(name for name, values in columns.items() if isinstance(values, Sequence))
            raise InputError("rewards.no_column", column=self._reference, known=known or "none")
        said = _values(columns[self._reference], self._reference, "references")
        answers = _values(completions, "completions", "completions")
        if len(said) != len(answers):
            counts = {"count": len(answers), "other_count": len(said)}
            raise InputError("rewards.lengths", **counts, column=self._reference)
        # Samples without a reference are scored too, so that messages have the caller's positions.
        scores = score_answers(
            self._metric,
            [_text(answer, Place("completions", i)) for i, answer in enumerate(answers)],
            ["" if reference is None else reference for reference in said],
            (ColumnName("completions", "completion"), ColumnName(self._reference, "reference")),
        ).sample_scores()
        if not self._metric.higher_is_better:
            scores = np.maximum(1 - scores, 0)
        return [
            None if reference is None or math.isnan(score) else score
            for reference, score in zip(said, scores.tolist(), strict=True)
        ]


def _names_of(values: object) -> str:
    """Return the values of an option as names, in characters that trackers accept."""
    each = values if isinstance(values, (list, tuple)) else [values]
    names = (
        str(it) if isinstance(it, (str, int, float)) else getattr(it, "__name__", type(it).__name__)
        for it in each
    )
    return re.sub(r"[^\w.:-]+", " ", " ".join(names)).strip()


def _values(column: ColumnLike, name: str, kind: str) -> Sequence[Any]:
    """Return the values of a column.

    Raises:
        InputError: if it is not a column; a single text is not a column either.

    """
    if isinstance(column, str):
        raise InputError("evaluate.bare_string", name=name, text=column[:20])
    values = read_column(column, name, kind)
    return python_values(values, name) if is_array(values) else values


def _text(completion: Completion, place: Place) -> str:
    """Return the text of a completion.

    Raises:
        InputError: if it is neither a text nor a list of messages.

    """
    if isinstance(completion, str):
        return completion
    if completion is None or (isinstance(completion, Sequence) and not completion):
        return ""
    message = completion[-1] if isinstance(completion, Sequence) else None
    if not isinstance(message, Mapping):
        raise InputError("rewards.completion", place=place, given=quoted(completion))
    content = message.get("content")
    # No answer: the message calls a tool, or is a tool's result after which no tokens were left.
    if content is None or message.get("role") == "tool":
        return ""
    if isinstance(content, str):
        return content
    if isinstance(content, Sequence) and all(isinstance(part, Mapping) for part in content):
        texts = [part.get("text") for part in content]
        texts = ["" if text is None else text for text in texts]  # an image has no text
        if all(isinstance(text, str) for text in texts):
            return "".join(texts)
    raise InputError("rewards.content", place=place, given=quoted(content))
