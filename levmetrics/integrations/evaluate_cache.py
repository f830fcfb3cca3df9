"""The samples that are in an evaluate module, as values: a step that fails leaves the old one.

evaluate's own cache is a writer that cannot be taken back, and holds half a batch after a full disk
or an interrupt.
"""

from __future__ import annotations

import mmap
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import IO, Any, Protocol

import pyarrow as pa

from levmetrics.errors import InputError

_BATCHES_TO_COLLECT = 256
_BYTES_TO_COLLECT = 1 << 16
_ROWS_PER_MESSAGE = 10_000


class Spool(Protocol):
    """Arrow messages one after the other: what is before a position never changes."""

    def write(self, position: int, message: pa.Buffer) -> int:
        """Write a message from a position on, over all that follows it; return where it ends."""
        ...

    def read(self, end: int) -> Iterable[Any]:
        """Return the messages before a position."""
        ...

    def cut(self, end: int) -> None:
        """Give back the space of what follows a position."""


class MemorySpool:
    """A spool in memory, whose positions are numbers of messages."""

    def __init__(self) -> None:
        self._messages: list[pa.Buffer] = []

    def write(self, position: int, message: pa.Buffer) -> int:
        """Write a message from a position on, over all that follows it; return where it ends."""
        self._messages[position:] = [message]
        return position + 1

    def read(self, end: int) -> Sequence[pa.Buffer]:
        """Return the messages before a position."""
        return self._messages[:end]

    def cut(self, end: int) -> None:
        """Give back the space of what follows a position."""
        del self._messages[end:]


class FileSpool:
    """A spool in a file without a name, whose positions are bytes; no process leaves it behind.

    Args:
        folder: where the file is, from the first message on.

    """

    _file: IO[bytes] | None = None
    _process: int | None = None

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def write(self, position: int, message: pa.Buffer) -> int:
        """Write a message from a position on, over all that follows it; return where it ends."""
        file = self._own_file(position)
        file.seek(position)
        _write_all(file, message)
        return position + len(message)

    def read(self, end: int) -> Iterable[pa.Message]:
        """Return the messages before a position, as they lie in the file: mapped, not read."""
        return pa.ipc.MessageReader.open_stream(pa.py_buffer(self._mapped(end))) if end else ()

    def cut(self, end: int) -> None:
        """Give back the space of what follows a position."""
        if self._file is not None and self._process == os.getpid():
            self._file.truncate(end)

    def __del__(self) -> None:
        if self._file is not None:
            self._file.close()

    def _own_file(self, end: int) -> IO[bytes]:
        """Open the file; a forked process, which shares its parent's, gets a copy up to ``end``."""
        if self._file is None or self._process != os.getpid():
            file = TemporaryFile(dir=self._folder, buffering=0)  # noqa: SIM115  # closed at the end
            if end:
                _write_all(file, self._mapped(end))
            self._file, self._process = file, os.getpid()
        return self._file

    def _mapped(self, end: int) -> mmap.mmap:
        assert self._file is not None
        return mmap.mmap(self._file.fileno(), end, access=mmap.ACCESS_READ)


def _write_all(file: IO[bytes], data: Any) -> None:
    rest = memoryview(data)
    while rest:  # where a disk is almost full, a part may be written without an error
        rest = rest[file.write(rest) :]


@dataclass(frozen=True)
class Samples:
    """Samples that were added: a value, of which another one is made when more are added.

    Of the values that go on from one only the last may be used: they share its spool.

    Attributes:
        spool: what holds most of them.
        schema: their form; ``None`` before there are any.
        count: how many they are.
        end: where they end in the spool.
        collected: the last ones, not in the spool yet, to be written together.
        collected_bytes: how much memory those hold, at most.

    """

    spool: Spool
    schema: pa.Schema | None = None
    count: int = 0
    end: int = 0
    collected: tuple[pa.RecordBatch, ...] = ()
    collected_bytes: int = 0

    def __len__(self) -> int:
        """Count the samples."""
        return self.count

    def plus(self, batch: pa.RecordBatch) -> Samples:
        """Return these samples and those of a batch.

        Raises:
            InputError: if the form of the batch is another.
            OSError: if the spool cannot be written; this value is as good as before then.

        """
        if not len(batch):
            return self
        self._check_form(batch)
        size = self.collected_bytes + batch.get_total_buffer_size()
        if len(self.collected) == _BATCHES_TO_COLLECT or size > _BYTES_TO_COLLECT:
            return self._spooled(batch)
        collected = (*self.collected, batch)
        schema = batch.schema if self.schema is None else self.schema
        return Samples(self.spool, schema, self.count + len(batch), self.end, collected, size)

    def table(self, more: pa.RecordBatch) -> pa.Table:
        """Return these samples and those of a batch, which is not written anywhere.

        Raises:
            InputError: if the form of the batch is another.

        """
        if not len(self):
            return pa.Table.from_batches([more])
        last = [more] if len(more) else []  # of none the form says nothing
        for batch in last:
            self._check_form(batch)
        spooled = (
            pa.ipc.read_record_batch(message, self.schema) for message in self.spool.read(self.end)
        )
        return pa.Table.from_batches([*spooled, *self.collected, *last], self.schema)

    def _check_form(self, batch: pa.RecordBatch) -> None:
        if self.schema is not None and not batch.schema.equals(self.schema):
            raise InputError(
                "references were added as lists before and as single strings now, or the other "
                "way round; give every sample a list of references, or every sample one string"
            )

    def _spooled(self, batch: pa.RecordBatch) -> Samples:
        """Return these samples and those of a batch, all of them in the spool."""
        end = self.end
        try:
            for rows in (*_joined(self.collected), batch):
                for start in range(0, len(rows), _ROWS_PER_MESSAGE):
                    piece = rows.slice(start, _ROWS_PER_MESSAGE).serialize()
                    end = self.spool.write(end, piece)
        except BaseException:
            self.spool.cut(self.end)
            raise
        return Samples(self.spool, batch.schema, self.count + len(batch), end)


def _joined(batches: Sequence[pa.RecordBatch]) -> Sequence[pa.RecordBatch]:
    return pa.Table.from_batches(batches).combine_chunks().to_batches() if batches else ()
