"""The types of the options for other correct wordings of a reference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal, TypeAlias

Compounds: TypeAlias = Literal["merge", "join"]
Alternatives: TypeAlias = Literal["braces", "brackets", "none"]


class EqualPhrases:
    """Phrases that count as the same: those of a mapping, or of the rules of a file."""

    writes_braces: ClassVar[bool] = False
    """Whether they rewrite texts, with alternatives in braces."""


EquivalencesLike: TypeAlias = Mapping[str, str | Sequence[str]] | EqualPhrases | None
