"""The streams of a session beside each other: their tokens, and the labels around them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from levmetrics.alignment.explanation import Words
from levmetrics.rendering.text import legible

TokenKind: TypeAlias = Literal["hit", "substitution", "deletion", "insertion"]

ENGLISH: Words = {
    "session_above": "Above the reference, below the hypothesis; the words show on hover.",
    "session_reference": "Reference: {name}",
    "session_hypothesis": "Hypothesis: {name}",
    "session_no_one": "no one",
    "session_of_speakers": (
        "{wrong:,} of {errors:,} errors are due to the wrong speaker: they disappear if it does "
        "not matter who speaks."
    ),
    "session_of_speakers_at_least": (
        "At least {wrong:,} of {errors:,} errors are due to the wrong speaker: they disappear if "
        "it does not matter who speaks."
    ),
    "session_of_times": "{wrong:,} of {errors:,} errors are words at the wrong time.",
    "session_times_unknown": (
        "It is unknown which errors are words at the wrong time, since the search without times is "
        "too large."
    ),
    "session_hits": "Recognised words, by speaker of the reference (rows) and of the hypothesis",
    "session_speaker": "speaker",
    "session_key_S": "replaced",
    "session_key_D": "missing",
    "session_key_I": "added",
    "session_key_W": "another speaker's",
}
"""The labels around a session by their keys; values are placeholders such as ``{name}``."""


def in_words(words: Words | None) -> Words:
    """Return the labels in another language, or in English."""
    return {**ENGLISH, **(words or {})}


def speaker_name(speaker: str | None, words: Words = ENGLISH) -> str:
    """Return the display name of a speaker; ``None``: no one."""
    return words["session_no_one"] if speaker is None else legible(speaker)


class SessionToken(NamedTuple):
    """A token of a session with its alignment.

    Attributes:
        text: the token.
        kind: ``"hit"``, ``"substitution"``, ``"deletion"`` (of the reference) or ``"insertion"``
            (of the hypothesis).
        partner: the index of the aligned token on the other side of its row; ``None``: no token.
        segment: the index of its segment in the session, in the order of starts.
        start: the start in seconds, if segments have times: each token gets a share of its segment
            by its characters.
        end: the end in seconds.
        other_speaker: if the token is an error only because another speaker of the other side has
            it, that speaker; else ``None``.

    """

    text: str
    kind: TokenKind
    partner: int | None
    segment: int
    start: float | None
    end: float | None
    other_speaker: str | None


@dataclass(frozen=True)
class AlignedStreams:
    """A reference stream aligned with its hypothesis stream.

    Attributes:
        reference_speaker: the speaker; ``None`` if the hypothesis stream has no partner.
        hypothesis_speaker: the speaker; ``None`` if the reference stream has no partner.
        reference: the tokens, aligned with the fewest edits.
        hypothesis: the same.

    """

    reference_speaker: str | None
    hypothesis_speaker: str | None
    reference: Sequence[SessionToken]
    hypothesis: Sequence[SessionToken]

    def counts(self) -> dict[str, int]:
        """Return the substitutions, deletions, insertions and hits."""
        kinds = Counter(token.kind for token in self.reference)
        inserted = sum(token.kind == "insertion" for token in self.hypothesis)
        return {
            "substitutions": kinds["substitution"],
            "deletions": kinds["deletion"],
            "insertions": inserted,
            "hits": kinds["hit"],
        }
