"""Texts of lists of strings, which tables without lists have in the place of several references."""

from __future__ import annotations

import ast
import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from levmetrics.errors import InputError, InputWarning, Note, warn
from levmetrics.inputs.arguments import reading
from levmetrics.inputs.arrow import is_array
from levmetrics.inputs.columns import TextColumn, prediction_column, reference_column
from levmetrics.inputs.list_signs import may_be_lists
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

    Empty texts are not counted, and one list must have a string.

    Args:
        references: the references of all samples.
        predictions: the predictions of each system.

    Raises:
        InputError: if only some references are the texts of lists, and no prediction is.

    """
    if references.offsets is not None or ord("[") not in references.texts.data:
        return False
    lists, others = _lists_and_others(references)
    texts = references.texts
    first = next((sample for sample in lists if strings_in(texts[sample])), None)
    if first is None:  # lists without a string say nothing
        return False
    if not others:
        sides = map(_lists_and_others, predictions)
        return not any(lists and not others for lists, others in sides)
    if any(_lists_and_others(column)[0] for column in predictions):
        return False
    places = {"place": references.position(first), "other": references.position(others[0])}
    raise InputError("samples.some_lists", **places)


def _lists_and_others(column: TextColumn) -> tuple[list[int], list[int]]:
    """Return the samples whose texts are those of lists, and those of other texts."""
    samples: tuple[list[int], list[int]] = [], []
    for sample, text in enumerate(column.texts):
        if text:
            samples[strings_in(text) is None].append(sample)
    return samples


def lists_note(place: str) -> Note:
    """Return what is said of references that are the texts of lists."""
    return Note("note.lists", {"place": place})


def several_references(references: TextColumn) -> TextColumn:
    """Return references of which each is the text of a list, with its strings.

    Raises:
        InputError: for a list without strings.

    >>> column = several_references(reference_column(["['a', 'b']", ""], "references"))
    >>> column.as_lists().to_pylist()
    [['a', 'b'], ['']]

    """
    texts = references.texts.to_pylist()
    lists = [(strings_in(text) or []) if text else [text] for text in texts]
    return reference_column(lists, references.name)


def with_lists_read(references: Any, systems: Sequence[Any], name: str = "references") -> Any:
    """Return references, or the strings of the lists whose texts they all are, which is said.

    Values that are not texts are returned as they are, for the metric to check.

    Args:
        references: the references of all samples.
        systems: the predictions of each system.
        name: the name of the caller's argument of references, for messages.

    Raises:
        InputError: for a list without strings, and if only some references are the texts of lists.

    """
    with reading(lambda: name):
        is_column = is_array(references) or hasattr(references, "__arrow_c_stream__")
        is_column |= isinstance(references, TextColumn)
        is_column |= isinstance(references, np.ndarray) and references.dtype.kind in "OU"
    if not is_column and not may_be_lists(references):
        return references
    try:
        column = reference_column(references, name)
        texts = [prediction_column(predictions) for predictions in systems]
    except InputError:
        return references
    if not hold_lists(column, texts):
        return column
    warn(InputWarning(lists_note(column.name)))
    return several_references(column)
