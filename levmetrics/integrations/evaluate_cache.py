"""The cache of an evaluate module: immutable samples, so that a failed change can be rolled back.

evaluate's own cache cannot roll back: after a full disk or an interrupt it holds half a batch.
"""

from __future__ import annotations

import mmap
import os
from collections.abc import Iterable
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import IO

from levmetrics.errors import InputError
from levmetrics.lazy import pa

# Small batches are collected in memory up to these limits and then written together.
_MAX_COLLECTED_BATCHES = 256
_MAX_COLLECTED_BYTES = 1 << 16
_ROWS_PER_MESSAGE = 10_000


class MessagesInMemory:
    """A sequence of Arrow messages in memory; positions count messages."""

    def __init__(self) -> None:
        self._messages: list[pa.Buffer] = []

    def write(self, position: int, message: pa.Buffer) -> int:
        """Write a message at a position, replacing all that follows; return its end position."""
        self._messages[position:] = [message]
        return position + 1

    def read(self, end: int) -> Iterable[pa.Buffer]:
        """Return the messages before a position."""
        return self._messages[:end]

    def truncate(self, end: int) -> None:
        """Delete what follows a position."""
        del self._messages[end:]


class MessagesInFile:
    """A sequence of Arrow messages in an unnamed temporary file; positions count bytes.

    Args:
        folder: the folder of the file, which is created with the first message and deleted by the
            system when the process ends.

    """

    _file: IO[bytes] | None = None
    _process: int | None = None

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def write(self, position: int, message: pa.Buffer) -> int:
        """Write a message at a position, replacing all that follows; return its end position."""
        file = self._open_file(position)
        file.seek(position)
        _write_all(file, message)
        return position + len(message)

    def read(self, end: int) -> Iterable[pa.Message]:
        """Return the messages before a position, memory-mapped."""
        return pa.ipc.MessageReader.open_stream(pa.py_buffer(self._mapped(end))) if end else ()

    def truncate(self, end: int) -> None:
        """Delete what follows a position."""
        if self._file is not None and self._process == os.getpid():
            self._file.truncate(end)

    def __del__(self) -> None:
        if self._file is not None:
            self._file.close()

    def _open_file(self, end: int) -> IO[bytes]:
        """Return the open file; a forked process gets a copy of its parent's file up to ``end``."""
        if self._file is None or self._process != os.getpid():
            file = TemporaryFile(dir=self._folder, buffering=0)  # noqa: SIM115  # closed by __del__
            if end:
                _write_all(file, self._mapped(end))
            self._file, self._process = file, os.getpid()
        return self._file

    def _mapped(self, end: int) -> mmap.mmap:
        assert self._file is not None
        return mmap.mmap(self._file.fileno(), end, access=mmap.ACCESS_READ)


def _write_all(file: IO[bytes], data: pa.Buffer | mmap.mmap) -> None:
    rest = memoryview(data)
    while rest:  # on an almost full disk, a partial write may raise no error
        rest = rest[file.write(rest) :]


@dataclass(frozen=True)
class AddedSamples:
    """The added samples: an immutable value; :meth:`plus` returns a successor.

    Successors share the messages, so only the last of several successors of a value may be used.

    Attributes:
        messages: holds most samples.
        schema: the schema of the samples; ``None`` before there are any.
        count: the number of samples.
        end: the position in the messages at which these samples end.
        collected: the last samples, which are not in the messages yet.
        collected_bytes: an upper bound of their size.

    """

    messages: MessagesInMemory | MessagesInFile
    schema: pa.Schema | None = None
    count: int = 0
    end: int = 0
    collected: tuple[pa.RecordBatch, ...] = ()
    collected_bytes: int = 0

    @classmethod
    def none(cls, folder: str | None) -> AddedSamples:
        """Return no samples.

        Args:
            folder: the folder of the file for added samples; ``None``: they stay in memory.

        """
        return cls(MessagesInMemory() if folder is None else MessagesInFile(folder))

    def plus(self, batch: pa.RecordBatch) -> AddedSamples:
        """Return these samples and those of a batch.

        Raises:
            InputError: if the batch has another schema.
            OSError: if the messages cannot be written; this value remains usable.

        """
        if not len(batch):
            return self
        self._check_schema(batch)
        size = self.collected_bytes + batch.get_total_buffer_size()
        if len(self.collected) == _MAX_COLLECTED_BATCHES or size > _MAX_COLLECTED_BYTES:
            return self._written(batch)
        count, collected = self.count + len(batch), (*self.collected, batch)
        return AddedSamples(self.messages, batch.schema, count, self.end, collected, size)

    def table(self, more: pa.RecordBatch) -> pa.Table:
        """Return these samples and those of a batch as one table, without writing.

        Raises:
            InputError: if the batch has another schema.

        """
        if not self.count:
            return pa.Table.from_batches([more])
        messages = self.messages.read(self.end)
        batches = [pa.ipc.read_record_batch(message, self.schema) for message in messages]
        batches += self.collected
        if len(more):  # an empty batch may have another schema
            self._check_schema(more)
            batches.append(more)
        return pa.Table.from_batches(batches, self.schema)

    def _check_schema(self, batch: pa.RecordBatch) -> None:
        if self.schema is not None and not batch.schema.equals(self.schema):
            raise InputError("evaluate.lists_and_strings")

    def _written(self, batch: pa.RecordBatch) -> AddedSamples:
        """Return these samples and those of a batch, after writing all of them."""
        end = self.end
        collected = pa.Table.from_batches(self.collected, batch.schema).combine_chunks()
        try:
            for table in (collected, pa.Table.from_batches([batch])):
                for rows in table.to_batches(_ROWS_PER_MESSAGE):
                    end = self.messages.write(end, rows.serialize())
        except BaseException:
            self.messages.truncate(self.end)
            raise
        return AddedSamples(self.messages, batch.schema, self.count + len(batch), end)
