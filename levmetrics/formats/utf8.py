"""Text files in UTF-8."""

from __future__ import annotations

import re
from pathlib import Path

from levmetrics.errors import InputError

_BINARY = re.compile(r"[\x00-\x08\x0e-\x1a\x7f]")


def utf8_text(path: Path) -> str:
    """Return the text of a file, without a byte order mark.

    Raises:
        InputError: if the file cannot be read, is not UTF-8, or has control characters that only
            binary files have.

    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise unreadable(path, error) from None
    except UnicodeDecodeError:
        raise InputError(
            f"{path.name} cannot be read: it is no text in UTF-8; save it as UTF-8"
        ) from None
    binary = _BINARY.search(text)
    if binary:
        raise InputError(
            f"{path.name} cannot be read: it holds U+{ord(binary[0]):04X}, as pictures and other "
            "binary files do; give text in UTF-8"
        )
    return text


def unreadable(path: Path, error: OSError) -> InputError:
    """Make the error for a file that cannot be opened; the system's shows the whole path."""
    return InputError(f"{path.name} cannot be read: {error.strerror}")
