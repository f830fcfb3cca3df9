"""The texts of a comparison, as a visitor gave them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from levmetrics.web.reading.samples import Matching


class GivenSystems(NamedTuple):
    """Predictions of several systems for the same references.

    Attributes:
        references: one a sample, or a list for each.
        systems: names and predictions; no dictionary, as a visitor may give two the same name.
        groups: a label for each sample; ``None`` without groups.
        matched_by: what tells which rows of several files belong together; ``None``: their order.
        ids: of the samples; ``None`` without ids.

    """

    references: Sequence[str | list[str]]
    systems: Sequence[tuple[str, Sequence[str]]]
    groups: Sequence[str] | None = None
    matched_by: Matching | None = None
    ids: Sequence[str] | None = None
