"""The texts of a visitor: what is scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from levmetrics.web.reading.read_as import FileColumn

SINGLE = "prediction"
"""The name of a system that has none, as the only one."""


@dataclass(frozen=True)
class Given:
    """The texts of a visitor.

    Attributes:
        references: one a sample, or a list for each.
        predictions: of each system by its name, one a sample; see :data:`SINGLE`.
        sources: where references and predictions of each system are from: columns of files, or of
            boxes the key of their name in the wording.
        groups: a label for each sample; ``None`` without groups.
        ids: of the samples; ``None`` without ids.
        matched_by: what tells which rows of several files belong together; ``None``: their order.

    """

    references: Sequence[str | list[str]]
    predictions: Mapping[str, Sequence[str]]
    sources: Sequence[FileColumn | str] = ()
    groups: Sequence[str] | None = None
    ids: Sequence[str] | None = None
    matched_by: Literal["ids", "file_names"] | None = None
