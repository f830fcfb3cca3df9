"""Lone surrogates, which a Python string can hold and valid Unicode cannot."""

from __future__ import annotations

HOW_TO_CLEAN = "clean it with text.encode('utf-8', 'replace').decode()"


def lone_surrogate(text: str) -> str | None:
    r"""Describe the first lone surrogate of a text and its position; ``None`` if there is none.

    >>> lone_surrogate("ab\ud800"), lone_surrogate("ab")
    ('the lone surrogate U+D800 at character 2', None)
    """
    if str.isascii(text):
        return None
    try:
        str.encode(text)  # not text.encode(), which a subclass may override
    except UnicodeEncodeError as error:
        return (
            f"the lone surrogate U+{ord(error.object[error.start]):04X} at character {error.start}"
        )
    return None
