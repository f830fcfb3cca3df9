"""Reading of files: opened, decompressed and decoded, a part at a time and within limits."""

from __future__ import annotations

import errno
import io
import lzma
import os
import shutil
import sys
import weakref
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import chain
from pathlib import Path
from typing import IO, Any, TypeAlias, TypeVar

from levmetrics.errors import InputError, InputWarning, Note, warn
from levmetrics.formats.encodings import CheckedDecoder, EncodingError
from levmetrics.lazy import gzip, pa, tempfile, zipfile
from levmetrics.system.pointers import check_is_fetched
from levmetrics.system.written_files import OPEN_FILES

NO_LIMIT = 1 << 62  # more than any memory can hold


@dataclass(frozen=True)
class Limits:
    """Upper limits on texts and files.

    Attributes:
        owner: the page or machine that sets the limits, for messages.
        rows: the samples in a column.
        characters_per_text: the characters of one text.
        characters_alone: the characters of the only text of a column, such as a whole document;
            ``None``: as of any text.
        characters: the characters of all texts in a column.
        file_bytes: the bytes of a file.
        columns: the columns of a file.
        members: the files of an archive.

    """

    owner: str = "this machine"
    rows: int = NO_LIMIT
    characters_per_text: int = NO_LIMIT
    characters_alone: int | None = None
    characters: int = NO_LIMIT
    file_bytes: int = NO_LIMIT
    columns: int = NO_LIMIT
    members: int = NO_LIMIT

    def check_texts(self, samples: Collection[str | Sequence[str]], name: str) -> None:
        """Refuse texts that exceed a limit on their number or lengths.

        Args:
            samples: a text or several of each sample.
            name: the name of the column, for the message.

        Raises:
            InputError: naming the limit.

        >>> Limits("this page", rows=2).check_texts(["a", ["b", "c"], "d"], "predictions")
        Traceback (most recent call last):
        levmetrics.errors.InputError: predictions: more than the 2 texts that this page takes; ...

        """
        self.check_rows(len(samples), name)
        lengths = [len(one) if isinstance(one, str) else sum(map(len, one)) for one in samples]
        longest, most = max(lengths, default=0), self.characters_per_text
        if len(lengths) == 1 and self.characters_alone is not None:
            most = self.characters_alone
        if longest > most:
            at = {"side": name, "number": lengths.index(longest) + 1}
            raise InputError("table.long_text", **at, length=longest, most=most, owner=self.owner)
        self._check("table.too_many_characters", sum(lengths), self.characters, side=name)

    def check_rows(self, rows: int, name: str) -> None:
        """Refuse more texts than the limit.

        Raises:
            InputError: naming the limit.

        """
        self._check("table.too_many_texts", rows, self.rows, side=name)

    def check_file(self, file: str, size: int) -> None:
        """Refuse a file of too many bytes.

        Raises:
            InputError: naming the limit.

        """
        if size > self.file_bytes:
            raise InputError("file.too_large", file=file, megabytes=self.file_bytes / 1_000_000)

    def check_columns(self, file: str, columns: int) -> None:
        """Refuse too many columns.

        Raises:
            InputError: naming the limit.

        """
        self._check("table.too_many_columns", columns, self.columns, file=file)

    def check_members(self, file: str, members: int) -> None:
        """Refuse an archive of too many files.

        Raises:
            InputError: naming the limit.

        """
        self._check("file.too_many_members", members, self.members, file=file)

    def _check(self, code: str, count: int, most: int, **place: str) -> None:
        if count > most:
            raise InputError(code, **place, count=count, most=most, owner=self.owner)


NO_LIMITS = Limits()
T = TypeVar("T")

STANDARD_INPUT = Path("-")
# A line is one sample; longer lines come from files of another format, and would fill memory.
MOST_CHARACTERS_OF_A_LINE = 20_000_000

_BYTES_OF_A_PART = 1 << 20

_DECOMPRESSORS: dict[str, Callable[[IO[bytes]], Any]] = {
    ".gz": lambda file: gzip.open(file),
    ".xz": lzma.open,
    ".zst": lambda file: pa.CompressedInputStream(file, "zstd"),
}


def _damaged() -> tuple[type[Exception], ...]:
    """Return the errors of a damaged file."""
    of_a_zip_file = zipfile.BadZipFile, NotImplementedError  # a compression
    return lzma.LZMAError, zlib.error, *of_a_zip_file, EOFError, OSError


OnRead: TypeAlias = Callable[[int], object]
"""A function called with the number of bytes just read from a file, before decompression."""


@dataclass(frozen=True)
class Source:
    """A file, and how its bytes are read.

    Attributes:
        path: the path of the file; ``-`` is standard input. A source that can be read only once, as
            a pipe, is copied to a temporary file when it is first read.
        encoding: the encoding of its text, by its name in Python; ``None``: UTF-8, or UTF-16 or
            UTF-32 if it has their byte order mark.
        limits: the limits on its size.
        on_read: called after every read, to show progress.
        label: the name for messages, if it is not that of the path.
        content: opens the bytes of what is not a file of this path, such as a member of an archive;
            ``None`` for a file.

    """

    path: Path
    encoding: str | None = None
    limits: Limits = NO_LIMITS
    on_read: OnRead | None = field(default=None, compare=False, repr=False)
    label: str | None = None
    content: Callable[[], Any] | None = field(default=None, compare=False, repr=False)
    _kept: dict[object, Any] = field(default_factory=dict, init=False, compare=False, repr=False)
    _said: list[Note] = field(default_factory=list, init=False, compare=False, repr=False)

    @classmethod
    def of_text(cls, text: str, name: str, limits: Limits = NO_LIMITS) -> Source:
        r"""Return a text as a file, whose name says nothing about its format.

        Args:
            text: the text; lone surrogates are written as they are, and refused when it is read.
            name: the name for messages.
            limits: the limits on its size.

        >>> [*Source.of_text("a\nb", "references").lines()]
        ['a', 'b']

        """
        content = partial(io.BytesIO, text.encode("utf-8", "surrogatepass"))
        return cls(Path("pasted"), limits=limits, label=name, content=content)

    def once(self, read: Callable[[Source], T]) -> T:
        """Return the result of a function that reads the file; it is called only the first time."""
        if read not in self._kept:
            self._kept[read] = read(self)
        kept: T = self._kept[read]
        return kept

    def say(self, note: Note) -> None:
        """Warn of what is left out of the file, once however often it is read."""
        if note not in self._said:
            self._said.append(note)
            warn(InputWarning(note))

    def changed(self, **attributes: Any) -> Source:
        """Return the file with other attributes; a pipe is not read again."""
        other = replace(self, **attributes)
        if "_copy" in vars(self):
            vars(other)["_copy"] = self._copy
        return other

    def in_likely_encoding(self, read: Callable[[Source], T]) -> T:
        """Return what a function reads from the file, in its likely encoding if it is not in UTF-8.

        Raises:
            EncodingError: for text without a likely encoding, or not in the encoding told.

        """
        try:
            return read(self)
        except EncodingError as error:
            if self.encoding is not None or error.guess is None:
                raise
            return read(self.changed(encoding=error.guess))

    @cached_property
    def name(self) -> str:
        """The file's name, for messages.

        >>> Source(Path("a/b.csv")).name, Source(Path("-")).name, Source(Path("/dev/fd/63")).name
        ('b.csv', 'standard input', '/dev/fd/63')
        """
        if self.label is not None:
            return self.label
        if self.path == STANDARD_INPUT:
            return "standard input"
        if self.path.parts[:2] == ("/", "dev"):
            return str(self.path)
        return self.path.name or str(self.path)  # for the folder "."

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder."""
        return self.content is None and self.path.is_dir()

    @cached_property
    def suffix(self) -> str:
        """The suffix of the format, in lower case, without that of a compression.

        >>> Source(Path("a.TXT.gz")).suffix
        '.txt'
        """
        return Path(self.path.name.lower().removesuffix(self._compression)).suffix

    @contextmanager
    def opened(self) -> Iterator[IO[bytes]]:
        """Open the file for its decompressed bytes; errors, also later ones, name the file.

        Raises:
            InputError: if it cannot be read, or is damaged, or is not compressed as its suffix
                says, or if it is only a pointer to the file.

        """
        suffix = self._compression
        decompressed = _DECOMPRESSORS.get(suffix, nullcontext)
        try:
            with self._raw() as raw:
                check_is_fetched(self.name, raw.peek())
                with decompressed(raw) as file:
                    yield file
        except _damaged() as error:
            if suffix and getattr(error, "errno", None) is None:  # as the system would set it
                raise InputError("file.truncated", file=self.name, suffix=suffix) from None
            why = getattr(error, "strerror", None) or str(error)
            raise InputError("file.unreadable", file=self.name, why=why) from None

    def _raw(self) -> io.BufferedReader:
        """Open the bytes as they are stored."""
        if self.content is not None:
            return io.BufferedReader(self.content())
        path = self.path if self._copy is None else self._copy.path
        if not self._compression:
            self.limits.check_file(self.name, path.stat().st_size)
        if self.on_read is not None:
            return io.BufferedReader(_WatchedFile(path, self.on_read))
        return path.open("rb")

    @contextmanager
    def seekable(self) -> Iterator[IO[bytes]]:
        """Open the file for reads at any position; a compressed file is decompressed as a whole.

        It is decompressed into memory if there is a limit on its size, else into a temporary file.

        Raises:
            InputError: as :meth:`opened` does.

        """
        if not self._compression:
            with self.opened() as file:
                yield file
            return
        is_small = self.limits.file_bytes < NO_LIMIT
        with io.BytesIO() if is_small else tempfile.TemporaryFile() as copy:
            copy.writelines(self.parts())
            copy.seek(0)
            yield copy

    def parts(self) -> Iterator[bytes]:
        """Yield the decompressed bytes in parts; the first part is kept for the next call.

        Raises:
            InputError: as in :meth:`opened`, and if they exceed the limit.

        """
        yield self.start
        size = len(self.start)
        if size < _BYTES_OF_A_PART:
            return
        with self.opened() as file:
            file.read(size)
            while part := file.read(_BYTES_OF_A_PART):
                size += len(part)
                self.limits.check_file(self.name, size)
                yield part

    @cached_property
    def start(self) -> bytes:
        """The first part of the decompressed bytes.

        Raises:
            InputError: as :meth:`parts` does.

        """
        with self.opened() as file:
            start = file.read(_BYTES_OF_A_PART)
        self.limits.check_file(self.name, len(start))
        return start

    @cached_property
    def decoder(self) -> CheckedDecoder:
        """A decoder of the text that has decoded only the first part.

        Raises:
            InputError: as :meth:`decoded` does.

        """
        return CheckedDecoder(self.name, self.encoding, self.start)

    def decoded(self) -> Iterable[str]:
        """Yield the text in parts, as :class:`CheckedDecoder` decodes it.

        Raises:
            InputError: as in :meth:`parts`, if it is not in the encoding, and if it has control
                characters that only binary files have.

        """
        is_all = len(self.start) < _BYTES_OF_A_PART and not self.decoder.pending
        return [self.decoder.first_text] if is_all else self._decoded_parts()

    def _decoded_parts(self) -> Iterator[str]:
        parts = self.parts()
        decoder = CheckedDecoder(self.name, self.encoding, next(parts))
        yield decoder.first_text
        yield from map(decoder.decode, chain(parts, [b""]))

    def whole_lines(self) -> Iterator[str]:
        """Yield the text in parts of many whole lines, with their ends.

        Raises:
            InputError: as :meth:`decoded` does, and if a line is too long.

        """
        lines, rest = "", ""
        for text in self.decoded():
            if lines:
                yield lines
            lines, feed, rest = (rest + text).rpartition("\n")
            lines += feed
            if len(rest) > MOST_CHARACTERS_OF_A_LINE:
                raise InputError("file.long_line", file=self.name, most=MOST_CHARACTERS_OF_A_LINE)
        if lines or rest:
            yield lines + rest

    def lines(self) -> Iterator[str]:
        """Yield the lines without their ends: a line feed, or a carriage return and a line feed.

        Other line separators are characters of a line, and the last line feed ends the text.

        Raises:
            InputError: as :meth:`whole_lines` does.

        """
        return chain.from_iterable(
            block.replace("\r\n", "\n").removesuffix("\n").split("\n")
            for block in self.whole_lines()
        )

    @cached_property
    def first_lines(self) -> list[str]:
        """The whole lines of the first part; its first line even if it is incomplete.

        Raises:
            InputError: as :meth:`decoded` does.

        """
        lines = self.decoder.first_text.replace("\r\n", "\n").split("\n")
        return lines if len(self.start) < _BYTES_OF_A_PART else lines[:-1] or lines

    @cached_property
    def _compression(self) -> str:
        """The suffix of the compression; empty if the file is not compressed."""
        suffix = self.path.suffix.lower()
        return suffix if suffix in _DECOMPRESSORS else ""

    @cached_property
    def _copy(self) -> _Copy | None:
        """A temporary copy of the bytes if they can be read only once."""
        if self.path == STANDARD_INPUT:
            return _Copy(_standard_input())
        if self.path.exists() and not self.path.is_file() and not self.path.is_dir():
            with self.path.open("rb") as pipe:
                return _Copy(pipe)
        return None


def lines_as_they_come() -> Iterator[str]:
    """Yield the lines of standard input, each when it is complete.

    Raises:
        InputError: if it is closed, or is not text in UTF-8.

    """
    decoder = CheckedDecoder(Source(STANDARD_INPUT).name, None, b"")
    for line in _standard_input():
        yield decoder.decode(line).removesuffix("\n").removesuffix("\r")


def _standard_input() -> IO[bytes]:
    if sys.stdin is None:
        name = Source(STANDARD_INPUT).name
        raise InputError("file.unreadable", file=name, why=os.strerror(errno.EBADF))
    return sys.stdin.buffer


class _Copy:
    """A temporary file with the bytes of a stream, removed with this object."""

    def __init__(self, stream: IO[bytes]) -> None:
        if OPEN_FILES.is_dir():
            copy = tempfile.TemporaryFile()  # closed with this object
            self.path = OPEN_FILES / str(copy.fileno())
            weakref.finalize(self, copy.close)
            shutil.copyfileobj(stream, copy, _BYTES_OF_A_PART)
            copy.flush()
            return
        handle, name = tempfile.mkstemp(prefix="levmetrics-")
        self.path = Path(name)
        weakref.finalize(self, os.unlink, name)
        with os.fdopen(handle, "wb") as file:
            shutil.copyfileobj(stream, file, _BYTES_OF_A_PART)


class _WatchedFile(io.FileIO):
    """A file that reports its reads."""

    def __init__(self, path: Path, on_read: OnRead) -> None:
        super().__init__(path)
        self._on_read = on_read

    def readinto(self, buffer: Any) -> int:
        size = super().readinto(buffer) or 0
        self._on_read(size)
        return size


def distinct_names(paths: Iterable[Path]) -> dict[Path, str]:
    """Return a name of each file for messages, with enough of the path to be distinct.

    >>> [*distinct_names(map(Path, ["a/gt/p.txt", "a/ocr/p.txt", "p.csv", "-"])).values()]
    ['gt/p.txt', 'ocr/p.txt', 'p.csv', 'standard input']
    """
    distinct = dict.fromkeys(paths)
    names: dict[Path, str] = {}
    for path in distinct:
        end = path.parts[-1:]
        while end != path.parts and [other.parts[-len(end) :] for other in distinct].count(end) > 1:
            end = path.parts[-len(end) - 1 :]
        names[path] = str(Path(*end)) if len(end) > 1 else Source(path).name
    return names
