"""Files that are written: under a temporary name, until they are complete."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from levmetrics.errors import InputError


@contextmanager
def replaced(path: Path) -> Iterator[Path]:
    """Give a new file beside ``path``, which takes its name at the end, or is removed on an error.

    Raises:
        InputError: if there can be no file of that name.

    """
    if path.is_dir():
        raise InputError("file.is_folder", file=str(path))
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise InputError("file.unwritable", file=str(path), why=error.strerror) from None
    os.close(handle)
    new = Path(name)
    try:
        yield new
        new.chmod(0o666 & ~_mask())  # as an ordinary file has it, not a temporary one
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def _mask() -> int:
    """Return the mask by which this process takes rights from new files."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
