"""The keywords of the command line: a file of them, or they themselves."""

from __future__ import annotations

from pathlib import Path

from levmetrics.errors import InputError

_SUFFIXES = (".txt", ".lst", ".csv", ".tsv")


def keyword_list(given: str) -> list[str]:
    """Return words and phrases: the lines of a file, or what stands between commas.

    Args:
        given: the file's path, or the words.

    Raises:
        InputError: if there is no such file, if it is no text, and if there is no word.

    >>> keyword_list("aspirin, New York")
    ['aspirin', 'New York']

    """
    path = Path(given)
    if path.suffix.lower() in _SUFFIXES or path.is_file():
        phrases = _lines(path)
    else:
        phrases = given.split(",")
    words = [stripped for phrase in phrases if (stripped := phrase.strip())]
    if not words:
        raise InputError("command.no_keyword", given=given)
    return words


def _lines(path: Path) -> list[str]:
    from levmetrics.formats.file_format import listed
    from levmetrics.formats.files import table

    batches = table(path, file_format="lines").batches([""])
    return [line for (lines,) in batches for line in listed(lines)]
