"""Rewards for reinforcement learning, as TRL's ``GRPOTrainer(reward_funcs=...)`` takes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from levmetrics.errors import InputError
from levmetrics.integrations.answers import score_answers
from levmetrics.scoring import ScoringRun, scoring_of

Completion: TypeAlias = "str | Sequence[Mapping[str, Any]]"


class Reward:
    """The closeness of every completion to its reference, from 0 to 1.

    It is the sample's similarity, or 1 - its error rate and no less than 0. All completions of a
    call are scored at once.

    Args:
        metric: ``"anls"`` or ``"wer_lev"``, or with a config, ``"wer_lev:cer"``.
        reference: the column of the data set with a reference, or a list of several, for each
            prompt. Where it is ``None``, there is no reward.
        **options: of the metric: ``tokenizer``, ``normalizer``, ``threshold`` ...

    Raises:
        InputError: for unknown names and options, and for a reduction.

    >>> reward = Reward("wer_lev", reference="said")
    >>> said = ["who is there", ["hello", "hi"], "no", None]
    >>> reward(completions=["is there", "hi", "not at all", "?"], said=said)
    [0.6666666666666667, 1.0, 0.0, None]

    """

    def __init__(self, metric: str = "anls", *, reference: str, **options: Any) -> None:
        if "reduction" in options:
            raise InputError(
                "Reward has no option 'reduction'; leave it out, every completion is rewarded"
            )
        self._scoring = scoring_of(metric, caller="Reward", others=["reference"], options=options)
        self._reference = reference
        self.__name__ = metric  # by which TRL logs it

    def __call__(
        self,
        prompts: Sequence[Any] = (),
        completions: Sequence[Completion] = (),
        **columns: Sequence[Any],
    ) -> list[float | None]:
        """Reward completions.

        Args:
            prompts: of the completions; they do not count.
            completions: texts; or of a conversation the messages, of which the last one counts.
            **columns: of the data set, a value for each completion.

        Returns:
            A reward for each completion, ``None`` where there is no reference.

        Raises:
            InputError: without the column of references, and for what cannot be scored.

        """
        if self._reference not in columns:
            raise InputError(
                f"reference is {self._reference!r}, which is no column of the data set; it has "
                f"{', '.join(columns) or 'none but prompts'}"
            )
        references = columns[self._reference]
        if len(references) != len(completions):
            raise InputError(
                f"there are {len(completions)} completions, but {len(references)} values in "
                f"{self._reference!r}; give one for each"
            )
        rewarded = [place for place, value in enumerate(references) if value is not None]
        rewards: list[float | None] = [None] * len(completions)
        if rewarded:
            texts = [_text(completions[place], place) for place in rewarded]
            run = score_answers(self._scoring, texts, [references[place] for place in rewarded])
            for place, reward in zip(rewarded, self._rewards(run), strict=True):
                rewards[place] = reward
        return rewards

    def _rewards(self, run: ScoringRun) -> list[float]:
        scores = run.sample_scores()
        if not self._scoring.scorer.higher_is_better:
            scores = np.maximum(1 - scores, 0)
        rewards: list[float] = scores.tolist()
        return rewards


def _text(completion: Completion, place: int) -> str:
    """Return the text of a completion.

    Raises:
        InputError: for what is neither a text nor messages.

    """
    if isinstance(completion, str):
        return completion
    message = completion[-1] if isinstance(completion, Sequence) and completion else None
    if not isinstance(message, Mapping):
        raise InputError(
            f"completions[{place}] is {completion!r}; it must be a text, or a list of messages as "
            "{'role': 'assistant', 'content': 'text'}"
        )
    content = message.get("content") or ""  # none where it calls a tool
    if isinstance(content, str):
        return content
    return "".join(part.get("text", "") for part in content)
