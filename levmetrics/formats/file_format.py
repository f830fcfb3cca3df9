"""The interface of file formats."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import pyarrow as pa

from levmetrics.formats.headings import Key
from levmetrics.formats.source import Source
from levmetrics.inputs.arrow import is_array
from levmetrics.registry import Registry

Values: TypeAlias = "pa.Array | Sequence[Any]"
"""Some rows of a column: texts, lists of texts, or values of JSON's types; ``None`` where a row has
no value."""

ROWS_OF_A_BATCH = 20_000


def listed(values: Values) -> list[Any]:
    """Return values as a list.

    >>> listed(pa.array(["a", None]))
    ['a', None]
    """
    return values.to_pylist() if is_array(values) else list(values)


class FileFormat(ABC):
    """A reader of files of one format: some columns at once, a batch of rows at a time.

    A format is supported everywhere once its file in :mod:`levmetrics.formats.kinds` has
    registered it.

    Attributes:
        name: the name it is known by: ``"csv"``.
        description: what it is, in one line.
        suffixes: of its files, in lower case, with the dot; the first is the usual one.
        prefixes: the first bytes of a binary format's files, by one of which it is recognised.
        rank: its place among the formats that lists and messages name, the most usual first.
        folds_ids: whether upper and lower case are the same in ids.

    """

    name: str
    description: str
    suffixes: tuple[str, ...]
    prefixes: tuple[bytes, ...] = ()
    rank: int = 9
    folds_ids: bool = False

    def with_alternatives(self) -> FileFormat:
        """Return the format whose references may have alternatives, if there are any in it.

        They are then written in braces, see :func:`levmetrics.alternatives.parsing.parse`;
        otherwise they are refused, so that nobody scores them as words.
        """
        return self

    def refusing_alternatives(self, why: str) -> FileFormat:
        """Return the format without alternatives.

        Args:
            why: they are refused, and what else to do, after "a.trn, line 1 has alternatives, ".

        """
        return self

    @property
    def has_alternatives(self) -> bool:
        """Whether references may have alternatives in braces."""
        return False

    def recognises(self, lines: Sequence[str]) -> bool:
        """Tell whether a text file with these first lines is of this format, whatever its name."""
        return False

    def begins(self, start: bytes) -> bool:
        """Tell whether a file with these first bytes is of this binary format."""
        return start.startswith(self.prefixes)

    @property
    def is_binary(self) -> bool:
        """Whether its files are no text, and so in no encoding."""
        return bool(self.prefixes)

    @abstractmethod
    def names(self, source: Source) -> list[str]:
        """Return the column names; ``[""]`` for a format with one column without a name.

        Raises:
            InputError: if the file has another format, or exceeds a limit.

        """

    def text_names(self, source: Source) -> list[str]:
        """Return the names of the columns whose values can be scored, if their types are known.

        Raises:
            InputError: as :meth:`names` does.

        """
        return self.names(source)

    @abstractmethod
    def batches(self, source: Source, keys: Sequence[Key]) -> Iterator[tuple[Values, ...]]:
        """Return the values of some columns, up to ``ROWS_OF_A_BATCH`` rows at a time.

        Memory does not grow with the file.

        Raises:
            InputError: if it has no such column, or another format, or exceeds a limit.

        """


FILE_FORMATS: Registry[FileFormat] = Registry("file format")
