"""Lone surrogates: what a Python string can hold and valid Unicode cannot."""

from __future__ import annotations

HOW_TO_CLEAN = "clean it with text.encode('utf-8', 'replace').decode()"


def lone_surrogate(text: str) -> str | None:
    r"""Say which lone surrogate a text has and where, the first of them; ``None`` if it has none.

    >>> lone_surrogate("ab\ud800"), lone_surrogate("ab")
    ('the lone surrogate U+D800 at character 2', None)
    """
    if str.isascii(text):
        return None
    try:
        str.encode(text)  # whatever a subclass of str may do
    except UnicodeEncodeError as error:
        return (
            f"the lone surrogate U+{ord(error.object[error.start]):04X} at character {error.start}"
        )
    return None
