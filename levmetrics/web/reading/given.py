"""The texts that a visitor gave to score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from levmetrics.errors import Note
from levmetrics.web.reading.read_as import FileColumn

Texts: TypeAlias = Sequence[str | list[str]]
"""A text of each sample, or a list of them."""
SINGLE = "prediction"
"""The name of a single system without a name."""


@dataclass(frozen=True)
class Given:
    """The texts of a visitor.

    Attributes:
        references: one per sample, or a list for each.
        predictions: the predictions of each system by its name, one per sample; see
            :data:`SINGLE`.
        sources: the sources of the references and of each system's predictions: columns of files,
            or the wording keys of boxes.
        groups: a label for each sample; ``None`` without groups.
        ids: the ids of the samples; ``None`` without ids.
        matched_by: what matches the rows of several files; ``None``: their order.
        notes: what the reader took the files for, and what it left out of them.

    """

    references: Texts
    predictions: Mapping[str, Sequence[str]]
    sources: Sequence[FileColumn | str] = ()
    groups: Sequence[str] | None = None
    ids: Sequence[str] | None = None
    matched_by: Literal["ids", "file_names"] | None = None
    notes: list[Note] = field(default_factory=list)
