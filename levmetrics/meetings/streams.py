"""The streams of a session beside each other: their tokens, and the labels around them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal, NamedTuple, TypeAlias, get_args

from levmetrics.alignment.explanation import Words
from levmetrics.rendering.labels import english
from levmetrics.rendering.text import legible

TokenKind: TypeAlias = Literal["substitution", "deletion", "insertion", "hit"]


def in_words(words: Words | None) -> Words:
    """Return the labels around a session in another language, or in English, by their keys.

    Values are placeholders such as ``{name}``.
    """
    return {**english("levmetrics.meetings"), **(words or {})}


def speaker_name(speaker: str | None, words: Words) -> str:
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
        inserted = (token for token in self.hypothesis if token.kind == "insertion")
        kinds = Counter(token.kind for token in chain(self.reference, inserted))
        return {f"{kind}s": kinds[kind] for kind in get_args(TokenKind)}
