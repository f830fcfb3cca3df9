"""The interface of file formats."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from levmetrics.formats.headings import Key
from levmetrics.formats.reading_limits import Limits


class FileFormat(ABC):
    """A reader of files of one format, one column at a time.

    A format is supported everywhere once its file in :mod:`levmetrics.formats.kinds` has put it
    into ``FILE_FORMATS``.

    Attributes:
        rank: its place among the formats that lists and messages name, the most usual first.

    """

    rank: ClassVar[int] = 9

    @abstractmethod
    def names(self, path: Path, limits: Limits) -> list[str]:
        """Return the column names; ``[""]`` for a format with one column without a name."""

    def first_row(self, path: Path, limits: Limits) -> list[str]:
        """Return the first row if it may be column names or a sample; in other formats ``[]``."""
        return []

    @abstractmethod
    def column(self, path: Path, key: Key, limits: Limits) -> Sequence[object]:
        """Return the values of one column: texts, lists of texts, or values of JSON's types."""


# The formats by the suffixes of their files.
FILE_FORMATS: dict[str, FileFormat] = {}
