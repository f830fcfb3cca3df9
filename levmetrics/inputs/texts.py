"""A column of texts: strings, or their UTF-8 in one buffer and where each text begins.

The kernel reads the buffers. Arrow's large strings are the same two, so neither form is a copy of
the other, and Arrow loads only where one of its functions is wanted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import overload

import numpy as np
import numpy.typing as npt

from levmetrics.inputs.arrays import IntArray
from levmetrics.lazy import pa


class Texts(Sequence[str]):
    """A column of texts of valid Unicode.

    Args:
        data: the UTF-8 of all texts, one after the other; uint8, shape ``(bytes,)``.
        offsets: where each text begins, from 0, and the last one ends; int64, shape
            ``(texts + 1,)``.

    >>> texts = Texts.of(["a", "", "日本"])
    >>> texts[2], texts[:2].to_pylist(), texts.offsets.tolist(), texts.lengths().tolist()
    ('日本', ['a', ''], [0, 1, 1, 7], [1, 0, 2])

    """

    def __init__(
        self, data: npt.NDArray[np.uint8], offsets: IntArray, strings: list[str] | None = None
    ) -> None:
        self._buffers = data, offsets
        self.strings = strings

    @classmethod
    def of(cls, texts: Sequence[str]) -> Texts:
        """Return strings as a column; ASCII is encoded when its bytes are wanted.

        Raises:
            TypeError: for an element that is no string.
            UnicodeEncodeError: for a lone surrogate.

        """
        column = cls._of_valid([*map(str.__str__, texts)])  # without the methods of a subclass
        if not column.is_ascii:
            column._buffers  # noqa: B018
        return column

    @classmethod
    def _of_valid(cls, texts: list[str]) -> Texts:
        column = cls.__new__(cls)
        column.strings = texts
        return column

    @classmethod
    def of_arrow(cls, texts: pa.Array) -> Texts:
        """Return Arrow's strings as a column, without a copy if they are large strings.

        Args:
            texts: strings of any type but a dictionary's, without nulls.

        >>> Texts.of_arrow(pa.array(["a", "bc"]).slice(1)).to_pylist()
        ['bc']

        """
        if not len(texts):
            return cls.of([])
        if not pa.types.is_large_string(texts.type):
            texts = texts.cast(pa.large_string())
        _, offsets, data = texts.buffers()
        bounds = np.frombuffer(offsets, np.int64, texts.offset + len(texts) + 1)[texts.offset :]
        return cls._between(np.frombuffer(data or b"", np.uint8), bounds)

    @classmethod
    def _between(cls, data: npt.NDArray[np.uint8], bounds: IntArray) -> Texts:
        """Return the texts between bounds of some data."""
        first = bounds[0]
        return cls(data[first : bounds[-1]], bounds - first if first else bounds)

    @cached_property
    def _buffers(self) -> tuple[npt.NDArray[np.uint8], IntArray]:
        assert self.strings is not None
        if self.is_ascii:
            data, lengths = "".join(self.strings).encode(), map(len, self.strings)
        else:
            encoded = [*map(str.encode, self.strings)]
            data, lengths = b"".join(encoded), map(len, encoded)
        offsets = np.zeros(len(self) + 1, np.int64)
        np.cumsum(np.fromiter(lengths, np.int64, len(self)), out=offsets[1:])
        return np.frombuffer(data, np.uint8), offsets

    @cached_property
    def data(self) -> npt.NDArray[np.uint8]:
        """The UTF-8 of all texts, one after the other; uint8, shape ``(bytes,)``."""
        return self._buffers[0]

    @cached_property
    def offsets(self) -> IntArray:
        """Where each text begins, from 0, and the last one ends; int64, shape ``(texts + 1,)``."""
        return self._buffers[1]

    @property
    def nbytes(self) -> int:
        """The bytes of both buffers."""
        return self.data.nbytes + self.offsets.nbytes

    def to_arrow(self) -> pa.LargeStringArray:
        """Return the texts as large strings of Arrow; those of buffers are not copied."""
        if "_buffers" not in vars(self):
            return pa.array(self.strings, pa.large_string())
        buffers = pa.py_buffer(self.offsets), pa.py_buffer(self.data)
        return pa.LargeStringArray.from_buffers(len(self), *buffers)

    def __arrow_array__(self, type: object = None) -> pa.LargeStringArray:
        """Return the texts for ``pyarrow.array`` and ``pyarrow.table``."""
        return self.to_arrow()

    def to_pylist(self) -> list[str]:
        """Return the texts as strings."""
        if self.strings is not None:
            return [*self.strings]
        data, bounds = self.data.tobytes(), self.offsets.tolist()
        if data.isascii():
            joined = data.decode()
            return [joined[start:stop] for start, stop in pairwise(bounds)]
        return [str(data[start:stop], "utf-8") for start, stop in pairwise(bounds)]

    def __len__(self) -> int:
        """Return the number of texts."""
        return len(self.offsets) - 1 if self.strings is None else len(self.strings)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Texts: ...
    def __getitem__(self, index: int | slice) -> str | Texts:
        """Return one text, or a part of the column without a copy of its UTF-8."""
        if not isinstance(index, slice):
            row = range(len(self))[index]
            if self.strings is not None:
                return self.strings[row]
            return self.data[self.offsets[row] : self.offsets[row + 1]].tobytes().decode()
        start, stop, step = index.indices(len(self))
        if step != 1:
            return self.take(np.arange(start, stop, step))
        if "_buffers" in vars(self):
            return self._between(self.data, self.offsets[start : max(start, stop) + 1])
        assert self.strings is not None
        return self._of_valid(self.strings[index])

    def __iter__(self) -> Iterator[str]:
        """Return the texts, one by one."""
        return iter(self.to_pylist())

    def __eq__(self, other: object) -> bool:
        """Whether another column has equal texts."""
        if not isinstance(other, Texts):
            return NotImplemented
        return np.array_equal(self.offsets, other.offsets) and np.array_equal(self.data, other.data)

    __hash__ = None  # type: ignore[assignment]  # as of other containers

    def __repr__(self) -> str:
        return f"{type(self).__name__}.of({self.to_pylist()!r})"

    def take(self, rows: IntArray) -> Texts:
        """Return the texts of these rows, which may repeat."""
        if "_buffers" in vars(self):
            # Arrow copies the bytes ten times as fast as NumPy.
            return self.of_arrow(self.to_arrow().take(pa.array(rows, pa.int64())))
        assert self.strings is not None
        return self._of_valid([self.strings[row] for row in rows.tolist()])

    @cached_property
    def is_ascii(self) -> bool:
        """Whether all texts are ASCII."""
        if "_buffers" not in vars(self):
            assert self.strings is not None
            return all(map(str.isascii, self.strings))
        return int(self.data.max(initial=0)) < 128

    def translated(self, table: bytes) -> Texts:
        """Return the texts with each byte of their UTF-8 replaced by that of a table.

        Args:
            table: 256 bytes, as for ``bytes.translate``.

        >>> Texts.of(["a-b", "c"]).translated(bytes.maketrans(b"-", b" ")).to_pylist()
        ['a b', 'c']

        """
        data = getattr(self.data.base, "obj", None)  # the buffer that these may be all of
        if not isinstance(data, (bytes, bytearray)) or len(data) != len(self.data):
            data = self.data.tobytes()
        return Texts(np.frombuffer(data.translate(table), np.uint8), self.offsets)

    def lengths(self) -> IntArray:
        """Return the number of code points of every text; int64, shape ``(texts,)``."""
        if "_buffers" in vars(self) and self.is_ascii:
            return np.diff(self.offsets)
        if self.strings is not None:
            return np.fromiter(map(len, self.strings), np.int64, len(self))
        continuations = np.flatnonzero(self.data & 0xC0 == 0x80)
        before = np.searchsorted(continuations, self.offsets)
        return np.diff(self.offsets - before)
