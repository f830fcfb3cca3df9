"""Writing of outputs: files that appear only when complete, and streams, devices and pipes."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from levmetrics.errors import InputError
from levmetrics.lazy import re, shutil

STANDARD_OUTPUT = Path("-")
# Where Linux has the open files of a process, also those without a name.
OPEN_FILES = Path("/proc/self/fd")
_DESCRIPTOR = re.compile(r"/dev/std(?P<name>out|err)|/(?:dev|proc/self)/fd/(?P<number>\d{1,9})")
_NUMBERS = {"out": 1, "err": 2}
_MOST_LINKS = 40  # that lead to a file, as in Linux
_BINARY = getattr(os, "O_BINARY", 0)  # on Windows, line feeds are changed otherwise


@contextmanager
def written(path: Path, *, private: bool = False) -> Iterator[IO[bytes]]:
    """Open an output for its bytes; faults of writing name it.

    A file gets its name once it is complete, and is removed on an error. It takes over the owner
    and the permissions of the file that it replaces. A link stays a link to the new file. Streams
    are written into (see :func:`is_stream`).

    Args:
        path: the output; ``-`` is standard output.
        private: whether only the owner may read a file that did not exist.

    Raises:
        InputError: if it cannot be written.

    >>> with written(Path("-")) as file:
    ...     _ = file.write(b"")

    """
    check_writable(path)
    with _stream(path) if is_stream(path) else _replaced(path, private=private) as file:
        yield file


def write_text(path: Path, text: str) -> None:
    """Write an output as :func:`written` does, in UTF-8.

    Raises:
        InputError: if it cannot be written.

    """
    with written(path) as file:
        file.write(text.encode())


def is_stream(path: Path) -> bool:
    """Whether an output is written into, not replaced: an open stream, a pipe, or a device.

    >>> is_stream(Path("-")), is_stream(Path("/dev/null")), is_stream(Path("a.csv"))
    (True, True, False)
    """
    is_other = path.exists() and not path.is_file() and not path.is_dir()
    return is_other or _descriptor(path) is not None


def is_standard_output(path: Path) -> bool:
    """Whether an output is standard output, also as ``/dev/stdout``."""
    return _descriptor(path) == _NUMBERS["out"]


def output_name(path: Path) -> str:
    """Return the name of an output for messages."""
    return "standard output" if path == STANDARD_OUTPUT else str(path)


def place_of(path: Path) -> str | None:
    """Return what no other output may write to; ``None`` for a device, which all may write to.

    >>> place_of(Path("-")), place_of(Path("/dev/null"))
    ('/dev/fd/1', None)
    """
    if (number := _descriptor(path)) is not None:
        return f"/dev/fd/{number}"
    return None if path.is_char_device() else os.path.realpath(path)


def check_writable(path: Path) -> None:
    """Refuse an output that cannot be written, before there are results to lose.

    Raises:
        InputError: for a folder, for a file in a folder that does not exist, and for one that may
            not be written.

    """
    with _faults(path):
        if is_stream(path):
            return
        target = Path(os.path.realpath(path))
        if target.is_dir():
            raise InputError("file.is_folder", file=str(path))
        target.parent.stat()
        if not os.access(target.parent, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        with suppress(FileNotFoundError):
            os.close(os.open(target, os.O_WRONLY))


def make_folder(folder: Path) -> None:
    """Make a folder if it does not exist.

    Raises:
        InputError: if no folder of that name can be made.

    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError("file.no_folder", file=str(folder), reason=error.strerror) from None


@contextmanager
def _stream(path: Path) -> Iterator[IO[bytes]]:
    """Open what exists, and is not a file, for writing into it."""
    with _faults(path):
        number = _descriptor(path)
        if number is None:
            handle = os.open(path, os.O_WRONLY | _BINARY)
        else:
            print(end="", flush=True)  # what was printed before comes first
            handle = os.dup(number)
    with io.BufferedWriter(_Output(handle, path)) as file:
        yield file


@contextmanager
def _replaced(path: Path, *, private: bool) -> Iterator[IO[bytes]]:
    """Open a new file that gets its name at the end."""
    target = Path(os.path.realpath(path))
    new = target.with_name(f".levmetrics-{os.urandom(8).hex()}")
    try:
        with _faults(path):
            handle = _new_file(new, target, private=private)
        with open(handle, "wb", buffering=0):  # a file without a name goes when it is closed
            with io.BufferedWriter(_Output(os.dup(handle), path)) as file:
                yield file
            with _faults(path):
                _name(handle, new)
        with _faults(path):
            _rename(new, target)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def _rename(new: Path, target: Path) -> None:
    """Give a new file its final name; a mount point, as containers have, gets its content."""
    try:
        new.replace(target)
    except OSError as error:
        if error.errno != errno.EBUSY:
            raise
        shutil.copyfile(new, target)
        new.unlink()


def _new_file(new: Path, target: Path, *, private: bool) -> int:
    """Create a file, with the owner and the permissions of the one that it will replace."""
    replaces = target.exists()
    handle = _opened(new, 0o600 if replaces or private else 0o666)
    if replaces:
        place = new if new.exists() else OPEN_FILES / str(handle)
        _take_over(target, place)
        os.utime(place)
    return handle


def _opened(new: Path, mode: int) -> int:
    """Create a file; on Linux without a name, so that it goes even if the process is killed."""
    nameless = getattr(os, "O_TMPFILE", 0)
    if nameless and OPEN_FILES.is_dir():
        with suppress(OSError):  # of a file system without such files
            return os.open(new.parent, os.O_WRONLY | nameless, mode)
    return os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, mode)


def _take_over(old: Path, new: Path) -> None:
    """Copy the owner and the permissions of a file, as far as this user may."""
    if sys.platform != "win32":
        status = old.stat()
        for owner in (status.st_uid, -1):
            with suppress(OSError):
                os.chown(new, owner, status.st_gid)
                break
    with suppress(OSError):
        shutil.copystat(old, new)


def _name(handle: int, new: Path) -> None:
    """Give a file its name, unless it has it already."""
    if new.exists():
        return
    place = OPEN_FILES / str(handle)
    try:
        os.link(place, new, src_dir_fd=handle)  # makes Python follow the link that the place is
    except OSError:  # of a file system that names no file later
        os.close(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        shutil.copyfile(place, new)
        _take_over(place, new)


def _descriptor(path: Path) -> int | None:
    """Return the number of the open stream that a path, or a link, names; ``None`` for others."""
    if path == STANDARD_OUTPUT:
        return _NUMBERS["out"]
    for _ in range(_MOST_LINKS):
        if found := _DESCRIPTOR.fullmatch(str(path)):
            return _NUMBERS[found["name"]] if found["name"] else int(found["number"])
        if not path.is_symlink():
            break
        path = path.parent / path.readlink()
    return None


class _Output(io.FileIO):
    """An open output, whose faults name it."""

    def __init__(self, handle: int, path: Path) -> None:
        super().__init__(handle, "wb")
        self._path = path

    def write(self, data: Any) -> int:
        with _faults(self._path):
            return super().write(data)

    def close(self) -> None:
        with _faults(self._path):
            super().close()


@contextmanager
def _faults(path: Path) -> Iterator[None]:
    """Raise faults of the system as errors that name an output."""
    try:
        yield
    except OSError as error:
        if isinstance(error, BrokenPipeError) and is_standard_output(path):
            raise  # as printing does: the reader has read enough
        why = error.strerror or str(error)
        raise InputError("file.unwritable", file=output_name(path), why=why) from None
