"""Writing files under a temporary name until they are complete."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex

from levmetrics.errors import InputError


@contextmanager
def replaced(path: Path) -> Iterator[Path]:
    """Open a new file beside ``path``; rename it to ``path`` at the end, or remove it on an error.

    Raises:
        InputError: if no file of that name can be made.

    """
    if path.is_dir():
        raise InputError("file.is_folder", file=str(path))
    new = path.resolve().with_name(f".{path.name}.{token_hex(4)}")
    try:
        new.touch(exist_ok=False)
    except OSError as error:
        raise InputError("file.unwritable", file=str(path), why=error.strerror) from None
    try:
        yield new
        new.replace(path.resolve())  # a link stays a link, to the new file
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def make_folder(folder: Path) -> None:
    """Make a folder if it does not exist.

    Raises:
        InputError: if no folder of that name can be made.

    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError("file.no_folder", file=str(folder), reason=error.strerror) from None
