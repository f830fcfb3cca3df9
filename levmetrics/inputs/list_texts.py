"""Texts of lists of strings, which tables without lists have in the place of several references."""

from __future__ import annotations

import ast
import json
from collections.abc import Sequence

from levmetrics.errors import InputWarning, Note, warn
from levmetrics.inputs.columns import TextColumn, reference_column
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


def hold_lists(references: TextColumn, predictions: Sequence[TextColumn]) -> bool:
    """Whether all references are the texts of lists, and the predictions are not.

    Empty texts are not counted. Only if the first reference is a list are the others read.

    Args:
        references: the references of all samples.
        predictions: the predictions of each system.

    """
    if references.offsets is not None or not len(references):
        return False
    first = references.texts[0].as_py()
    if first and strings_in(first) is None:
        return False
    return _are_lists(references) and not any(map(_are_lists, predictions))


def _are_lists(column: TextColumn) -> bool:
    filled = [text for text in column.texts.to_pylist() if text]
    return bool(filled) and all(strings_in(text) is not None for text in filled)


def with_lists(references: TextColumn, predictions: Sequence[TextColumn]) -> TextColumn:
    """Return references, or the strings of the lists whose texts they all are, which is said.

    Args:
        references: the references of all samples.
        predictions: the predictions of each system.

    Raises:
        InputError: for a list without strings.

    """
    if not hold_lists(references, predictions):
        return references
    warn(InputWarning(lists_note(references.name)))
    return several_references(references)


def lists_note(place: str) -> Note:
    """Return what is said of references that are the texts of lists."""
    return Note("note.lists", {"place": place})


def several_references(references: TextColumn) -> TextColumn:
    """Return references of which each is the text of a list, with its strings.

    Raises:
        InputError: for a list without strings.

    >>> column = several_references(reference_column(["['a', 'b']", ""], "references"))
    >>> column.nested().to_pylist()
    [['a', 'b'], ['']]

    """
    texts = references.texts.to_pylist()
    lists = [(strings_in(text) or []) if text else [text] for text in texts]
    return reference_column(lists, references.name)
