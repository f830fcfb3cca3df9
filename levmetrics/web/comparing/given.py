"""The texts of a comparison, as a visitor gave them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class GivenSystems(NamedTuple):
    """Predictions of several systems for the same references.

    Attributes:
        references: one a sample, or a list for each.
        systems: names and predictions; no dictionary, as a visitor may give two the same name.
        groups: a label for each sample; ``None`` without groups.

    """

    references: Sequence[str | list[str]]
    systems: Sequence[tuple[str, Sequence[str]]]
    groups: Sequence[str] | None = None
