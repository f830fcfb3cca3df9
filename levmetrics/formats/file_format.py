"""What a file format must be able to do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path

from levmetrics.formats.headings import Key
from levmetrics.formats.reading_limits import Limits


class FileFormat(ABC):
    """How files of one format are read.

    A new one is read everywhere once ``FILE_FORMATS`` in :mod:`levmetrics.formats.files` has it.
    """

    @abstractmethod
    def names(self, path: Path, limits: Limits) -> list[str]:
        """Return the names of the columns; of a file that has one without a name, ``[""]``."""

    def first_row(self, path: Path, limits: Limits) -> list[str]:
        """Return the first row, where it may be names or a sample; in other formats nothing."""
        return []

    @abstractmethod
    def column(self, path: Path, key: Key, limits: Limits) -> Sequence[object]:
        """Return the values of one column: texts, lists of texts, or what JSON can write."""
