"""The cache of an evaluate module: immutable samples, so that a failed change can be rolled back.

evaluate's own cache is a writer without rollback: after a full disk or an interrupt it holds half a
batch.
"""

from __future__ import annotations

import mmap
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from tempfile import TemporaryFile
from threading import RLock
from typing import IO, Protocol, TypeVar

import pyarrow as pa

from levmetrics.errors import InputError

# Small batches are collected in memory up to these limits, and then written together.
_MAX_COLLECTED_BATCHES = 256
_MAX_COLLECTED_BYTES = 1 << 16
_ROWS_PER_MESSAGE = 10_000

T = TypeVar("T")


class Messages(Protocol):
    """Arrow messages in a row, which are appended, read from the start, and truncated."""

    def write(self, position: int, message: pa.Buffer) -> int:
        """Write a message at a position, over all that follows; return the position of its end."""
        ...

    def read(self, end: int) -> Iterable[pa.Buffer | pa.Message]:
        """Return the messages before a position."""
        ...

    def truncate(self, end: int) -> None:
        """Delete what follows a position."""
        ...


class MessagesInMemory:
    """Messages in memory; positions count them."""

    def __init__(self) -> None:
        self._messages: list[pa.Buffer] = []

    def write(self, position: int, message: pa.Buffer) -> int:
        """Write a message at a position, over all that follows; return the position of its end."""
        self._messages[position:] = [message]
        return position + 1

    def read(self, end: int) -> Sequence[pa.Buffer]:
        """Return the messages before a position."""
        return self._messages[:end]

    def truncate(self, end: int) -> None:
        """Delete what follows a position."""
        del self._messages[end:]


class MessagesInFile:
    """Messages in a temporary file without a name; positions count bytes.

    Args:
        folder: of the file, which is created with the first message, and deleted by the system when
            the process ends.

    """

    _file: IO[bytes] | None = None
    _process: int | None = None

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def write(self, position: int, message: pa.Buffer) -> int:
        """Write a message at a position, over all that follows; return the position of its end."""
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
        """Return the open file; a forked process gets a copy of its parent's, up to ``end``."""
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
    while rest:  # on an almost full disk, a part may be written without an error
        rest = rest[file.write(rest) :]


@dataclass(frozen=True)
class AddedSamples:
    """The samples that were added: an immutable value, to which :meth:`plus` returns a successor.

    Successors share the messages, so of several successors of one value only the last may be used.

    Attributes:
        messages: holds most samples.
        schema: of the samples; ``None`` before there are any.
        count: of the samples.
        end: the position in the messages at which these samples end.
        collected: the last samples, which are not in the messages yet.
        collected_bytes: their size, at most.

    """

    messages: Messages
    schema: pa.Schema | None = None
    count: int = 0
    end: int = 0
    collected: tuple[pa.RecordBatch, ...] = ()
    collected_bytes: int = 0

    def __len__(self) -> int:
        """Return the number of samples."""
        return self.count

    def plus(self, batch: pa.RecordBatch) -> AddedSamples:
        """Return these samples and those of a batch.

        Raises:
            InputError: if the batch has another schema.
            OSError: if the messages cannot be written; this value can still be used then.

        """
        if not len(batch):
            return self
        self._check_schema(batch)
        size = self.collected_bytes + batch.get_total_buffer_size()
        if len(self.collected) == _MAX_COLLECTED_BATCHES or size > _MAX_COLLECTED_BYTES:
            return self._written(batch)
        collected = (*self.collected, batch)
        schema = batch.schema if self.schema is None else self.schema
        return AddedSamples(
            self.messages, schema, self.count + len(batch), self.end, collected, size
        )

    def table(self, more: pa.RecordBatch) -> pa.Table:
        """Return these samples and those of a batch as one table; nothing is written.

        Raises:
            InputError: if the batch has another schema.

        """
        if not len(self):
            return pa.Table.from_batches([more])
        last = [more] if len(more) else []  # the schema of an empty batch need not fit
        for batch in last:
            self._check_schema(batch)
        written = (
            pa.ipc.read_record_batch(message, self.schema)
            for message in self.messages.read(self.end)
        )
        return pa.Table.from_batches([*written, *self.collected, *last], self.schema)

    def _check_schema(self, batch: pa.RecordBatch) -> None:
        if self.schema is not None and not batch.schema.equals(self.schema):
            raise InputError("evaluate.lists_and_strings")

    def _written(self, batch: pa.RecordBatch) -> AddedSamples:
        """Return these samples and those of a batch, after writing all of them."""
        end = self.end
        try:
            for rows in (*_concatenated(self.collected), batch):
                for start in range(0, len(rows), _ROWS_PER_MESSAGE):
                    piece = rows.slice(start, _ROWS_PER_MESSAGE).serialize()
                    end = self.messages.write(end, piece)
        except BaseException:
            self.messages.truncate(self.end)
            raise
        return AddedSamples(self.messages, batch.schema, self.count + len(batch), end)


def _concatenated(batches: Sequence[pa.RecordBatch]) -> Sequence[pa.RecordBatch]:
    return pa.Table.from_batches(batches).combine_chunks().to_batches() if batches else ()


class SampleStore:
    """The samples of one module; a change that fails or is interrupted is rolled back.

    Args:
        new_messages: makes a place for messages, without any.

    Attributes:
        lock: held while samples change.
        samples: those that were added since the last score.

    """

    def __init__(self, new_messages: Callable[[], Messages]) -> None:
        self._new_messages = new_messages
        self.lock = RLock()
        self.samples = self.empty()

    def empty(self) -> AddedSamples:
        """Return no samples."""
        return AddedSamples(self._new_messages())

    def change(self, step: Callable[[AddedSamples], tuple[AddedSamples, T]]) -> T:
        """Replace the samples by those that a step makes of them; if it raises, they stay.

        Args:
            step: returns the new samples, and what the caller gets.

        """
        before = self.samples
        after = None
        try:
            with self.lock:
                before = self.samples
                after, result = step(before)
                self.check_unchanged(before)
                self.samples = after
            return result
        except BaseException:  # an interrupt as well, also while the lock is released
            with self.lock:
                if self.samples is after:
                    self.samples = before
            raise

    def check_unchanged(self, samples: AddedSamples) -> None:
        """Refuse a change that was made, by the same thread, in the middle of another.

        Args:
            samples: those at the start of the change.

        Raises:
            InputError: if there are others now.

        """
        if self.samples is not samples:
            raise InputError("evaluate.used_within")
