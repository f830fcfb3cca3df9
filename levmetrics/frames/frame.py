"""What is asked of a table, whichever library made it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy.typing as npt
import pyarrow as pa

from levmetrics.errors import InputError, unknown_name

# What is held of a part beside its scores are its texts as Arrow's strings and their counts: more
# rows take more memory, and fewer more time.
ROWS_OF_A_PART = 32_768


class Frame(ABC):
    """A table of some library, read and added to by that library's own means.

    Args:
        table: the library's table.

    Attributes:
        names: of its columns.

    """

    names: Sequence[str]

    def __init__(self, table: Any) -> None:
        self.table = table

    @classmethod
    @abstractmethod
    def holds(cls, table: object) -> bool:
        """Tell whether a table is of this kind."""

    @abstractmethod
    def __len__(self) -> int:
        """Count the rows."""

    @abstractmethod
    def column(self, name: str) -> Any:
        """Return a column as it is, for whoever reads columns of any kind."""

    @abstractmethod
    def parts(self, prediction: str, reference: str) -> Iterator[tuple[Any, Any]]:
        """Return these two columns, some rows at a time."""

    @abstractmethod
    def with_columns(self, columns: Mapping[str, npt.NDArray[Any]]) -> Any:
        """Return a table of the same library with columns added; this one stays as it is."""

    def check_has(self, name: str) -> None:
        """Refuse the name of no column, and of several.

        Raises:
            InputError: with the nearest name that there is.

        """
        times = sum(known == name for known in self.names)
        if times > 1:
            raise InputError("frame.column_twice", count=times, column=name)
        if not times and not self.names:
            raise InputError("frame.no_columns", column=name)
        if not times:
            raise unknown_name(map(str, self.names), name, "column")

    def check_lacks(self, names: Sequence[str]) -> None:
        """Refuse to add a column whose name there is.

        Raises:
            InputError: naming it.

        """
        for name in names:
            if self._is_taken(name):
                raise InputError("frame.column_taken", column=name)

    def _is_taken(self, name: str) -> bool:
        return name in self.names


class SlicedFrame(Frame):
    """A table whose columns are sliced where they are."""

    def parts(self, prediction: str, reference: str) -> Iterator[tuple[Any, Any]]:
        """Return slices of the columns."""
        predictions, references = self.column(prediction), self.column(reference)
        for start in range(0, len(self), ROWS_OF_A_PART):
            yield self._slice(predictions, start), self._slice(references, start)

    @staticmethod
    @abstractmethod
    def _slice(column: Any, start: int) -> Any:
        """Return the part of a column from a row on, without a copy."""


class ArrowFrame(SlicedFrame):
    """A table or record batch of pyarrow."""

    def __init__(self, table: Any) -> None:
        super().__init__(table)
        self.names = table.schema.names

    @classmethod
    def holds(cls, table: object) -> bool:
        """Tell whether it is a table or record batch."""
        return isinstance(table, (pa.Table, pa.RecordBatch))

    def __len__(self) -> int:
        """Count the rows."""
        return int(self.table.num_rows)

    def column(self, name: str) -> Any:
        """Return the column as Arrow holds it."""
        return self.table.column(name)

    @staticmethod
    def _slice(column: Any, start: int) -> Any:
        return column.slice(start, ROWS_OF_A_PART)

    def with_columns(self, columns: Mapping[str, npt.NDArray[Any]]) -> Any:
        """Append columns, which leaves the others where they are in memory."""
        table = self.table
        for name, values in columns.items():
            table = table.append_column(name, pa.array(values))
        return table
