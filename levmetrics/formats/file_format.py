"""The interface of file formats."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path

from levmetrics.formats.headings import Key
from levmetrics.formats.reading_limits import Limits


class FileFormat(ABC):
    """A reader of files of one format, one column at a time.

    A new format is supported everywhere once it is in ``FILE_FORMATS`` of
    :mod:`levmetrics.formats.files`.
    """

    @abstractmethod
    def names(self, path: Path, limits: Limits) -> list[str]:
        """Return the column names; ``[""]`` for a format with one column without a name."""

    def first_row(self, path: Path, limits: Limits) -> list[str]:
        """Return the first row if it may be column names or a sample; in other formats ``[]``."""
        return []

    @abstractmethod
    def column(self, path: Path, key: Key, limits: Limits) -> Sequence[object]:
        """Return the values of one column: texts, lists of texts, or values of JSON's types."""
