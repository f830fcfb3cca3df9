"""Texts of lists of strings, which tables without lists have in the place of several references."""

from __future__ import annotations

import ast
import json

from levmetrics.lazy import re

_STRING = r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\""""
_STRINGS = re.compile(_STRING, re.DOTALL)
# Python and JSON write commas between the strings, NumPy white space.
_LIST = re.compile(
    rf"\s*\[\s*(?:(?:{_STRING})(?:(?:\s*,\s*|\s+)(?:{_STRING}))*)?\s*\]\s*", re.DOTALL
)


def strings_in(text: str) -> list[str] | None:
    r"""Return the strings of a list that a text is, as Python, NumPy or JSON write it.

    Args:
        text: as in a cell of a CSV file.

    Returns:
        The strings; ``None`` for any other text.

    >>> strings_in("['1886', \"in '86\"]"), strings_in('["caf\\u00e9"]')
    (['1886', "in '86"], ['café'])
    >>> strings_in("['a' 'b']"), strings_in("[1886]"), strings_in("[laughter]"), strings_in("1886")
    (['a', 'b'], None, None, None)

    """
    if not text.lstrip().startswith("[") or not _LIST.fullmatch(text):
        return None
    try:
        return [*map(_value, _STRINGS.findall(text))]
    except (SyntaxError, ValueError):
        return None


def _value(literal: str) -> str:
    """Return the value of a string of JSON or Python."""
    if literal.startswith('"'):
        try:
            return str(json.loads(literal))
        except ValueError:
            pass
    return str(ast.literal_eval(literal))
