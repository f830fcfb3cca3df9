"""Conversion between nested values and JSON, and reading of values given as JSON text."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from levmetrics.errors import InputError, reason
from levmetrics.inputs.arguments import check_same_length, reading
from levmetrics.inputs.texts import Texts
from levmetrics.inputs.values import (
    ALTERNATIVES,
    ValueColumn,
    ValuesLike,
    as_json_has_it,
    as_texts,
    checked_samples,
    checked_value,
    value_column,
)
from levmetrics.lazy import pc, re
from levmetrics.system.pointers import check_file_is_fetched

# At least the white space of str.strip() is removed before.
_JSON_PREFIX = r"^[\s\pZ\pC]*([\[{\"]|null[\s\pZ\pC]*$)"
_JSON_SIGNS = (b"[", b"{", b'"', b"null")  # one of which such a text has
_BYTE_ORDER_MARK = "\ufeff"
_OBJECT_PREFIX = re.compile(r"""\{\s*["']""")


def json_value_columns(
    predictions: ValuesLike,
    references: ValuesLike,
    names: tuple[str, str] = ("predictions", "references"),
) -> tuple[ValueColumn, ValueColumn]:
    """Return columns of values, checked and with JSON texts parsed, unless they already are.

    Args:
        predictions: see :func:`levmetrics.inputs.values.value_column`.
        references: the same.
        names: the names of the caller's arguments, for messages.

    Returns:
        Predictions and references as :func:`levmetrics.inputs.values.checked_sample` returns them.

    Raises:
        InputError: for a value of another type, and for columns of different lengths.

    >>> preds, target = json_value_columns(['{"a": 1}', "x"], ['{"a": 2}', ["x", "y"]])
    >>> preds.values, target.values
    ([{'a': 1}, 'x'], [{'a': 2}, ('x', 'y')])

    """
    preds = value_column(predictions, names[0])
    target = value_column(references, names[1])
    check_same_length(preds, target)
    if (preds.is_read and target.is_read) or _are_plain_texts(preds, target):
        return preds, target
    samples = checked_samples(preds, target, json_sample)
    return (
        ValueColumn(preds.name, [pred for pred, _ in samples], is_read=True),
        ValueColumn(target.name, [reference for _, reference in samples], is_read=True),
    )


def _are_plain_texts(preds: ValueColumn, target: ValueColumn) -> bool:
    """Whether two columns hold only texts, none of which begins like JSON.

    A list of answers is not parsed, whatever they begin like.
    """
    columns = as_texts(preds, target)
    if columns is None:
        return False
    are_lists = target.texts is not None and target.texts.offsets is not None
    parsed = columns[:1] if are_lists else columns
    return not any(_begins_like_json(column.texts) for column in parsed)


def _begins_like_json(texts: Texts) -> bool:
    """Whether any of some texts does."""
    data = texts.data.tobytes()
    if not any(sign in data for sign in _JSON_SIGNS):
        return False
    return bool(pc.any(pc.match_substring_regex(texts.to_arrow(), _JSON_PREFIX)).as_py())


def json_sample(prediction: Any, reference: Any, positions: tuple[str, str]) -> tuple[Any, Any]:
    """Return a sample's prediction and reference, parsed if they are JSON text, but not checked.

    The reference decides. It is parsed if it is the JSON text of an object, an array, a quoted
    string or null. A prediction is parsed if it is the JSON text of an object or array and the
    reference is or may be one, of null and the reference may be one of these or ``None``, or of a
    quoted string and the reference was JSON text. All other strings are texts: the answers
    ``12.50`` and ``[1]`` keep their spelling.

    Args:
        prediction: a value, or JSON text.
        reference: a value, or JSON text.
        positions: the positions of both in the caller's arguments, for messages.

    Raises:
        InputError: for a reference that begins like a JSON object but does not parse as one, and
            for one with a key that has two values.

    >>> json_sample('{"a": 1}', '{"a": {"__any__": [1, 2]}}', ("predictions[0]", "references[0]"))
    ({'a': 1}, {'a': (1, 2)})
    >>> json_sample("12.50", '{"__any__": ["12.50", "12,50"]}', ("predictions[0]", "references[0]"))
    ('12.50', ('12.50', '12,50'))

    """
    with reading(lambda: positions[1]):
        return _json_sample(prediction, as_json_has_it(reference), positions)


def _json_sample(prediction: Any, reference: Any, positions: tuple[str, str]) -> tuple[Any, Any]:
    was_json = isinstance(reference, str)
    if isinstance(reference, str):
        parsed = _parse_reference(reference, positions[1])
        if parsed is None:
            return prediction, reference
        (reference,) = parsed
    if isinstance(prediction, str):
        prediction = _parse_prediction(prediction, reference, positions[0], was_json)
        if was_json and isinstance(prediction, str) and isinstance(reference, list):
            return prediction, (reference,)  # a JSON array is one answer, not a list of answers
    return prediction, reference


def _parse_reference(text: str, position: str) -> tuple[Any] | None:
    """Return the value of JSON text in a tuple, or ``None`` for a text that is not JSON."""
    stripped = text.removeprefix(_BYTE_ORDER_MARK).strip()
    if not (stripped.startswith(("{", "[", '"')) or stripped == "null"):
        return None
    try:
        return (from_json(text, alternatives=True),)
    except RecursionError:
        raise InputError("value.recursion_limit", place=position) from None
    except RepeatedKeyError as error:
        raise InputError("value.repeated_key", place=position, key=error.key) from None
    except ValueError as error:
        if not _OBJECT_PREFIX.match(stripped):
            return None
        fault = str(error).partition(";")[0]  # without the parser's advice on Python's settings
        raise InputError("value.broken_json", place=position, fault=fault) from None


def _parse_prediction(text: str, reference: Any, position: str, was_json: bool) -> Any:
    """Return the value of JSON text if the reference is of the same kind, and else the text."""
    if isinstance(reference, dict) and reference.keys() == {ALTERNATIVES}:
        reference = reference[ALTERNATIVES]
        reference = tuple(reference) if isinstance(reference, list) else reference
    options = reference if isinstance(reference, tuple) else (reference,)
    if isinstance(reference, list) and text in filter(_is_text, reference):
        return text  # one of several answers
    try:
        value = from_json(text, alternatives=False)
        checked_value(value, position, alternatives=False, nans=[])
    except (ValueError, RecursionError):
        return text  # a model's output may be invalid JSON, or a value that is not allowed
    structured = any(isinstance(option, (dict, list)) for option in options)
    same_kind = (
        (structured and (value is None or isinstance(value, (dict, list))))
        or (value is None and any(option is None for option in options))
        or (was_json and isinstance(value, str))
    )
    return value if same_kind else text


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def to_json(value: Any) -> str:
    """Return a checked value as JSON.

    >>> to_json({"total": ("12", 12.0)})
    '{"total": {"__any__": ["12", 12.0]}}'
    """
    return json.dumps(_without_tuples(value), ensure_ascii=False)


def as_text(value: Any) -> str:
    """Return a text unchanged, and any other checked value as JSON.

    >>> as_text("a"), as_text({"a": None})
    ('a', '{"a": null}')
    """
    return value if isinstance(value, str) else to_json(value)


def _without_tuples(value: Any) -> Any:
    """Return a value with an ``__any__`` object in place of every tuple, which JSON lacks."""
    if isinstance(value, tuple):
        return {ALTERNATIVES: [_without_tuples(option) for option in value]}
    if isinstance(value, list):
        return [_without_tuples(item) for item in value]
    if isinstance(value, dict):
        return {key: _without_tuples(item) for key, item in value.items()}
    return value


def from_json(text: str, *, alternatives: bool) -> Any:
    """Return the value of JSON; ``{"__any__": [...]}`` becomes a tuple if ``alternatives`` is true.

    A byte order mark is ignored. ``NaN`` and ``Infinity`` are floats, as Python writes them.

    Args:
        text: JSON.
        alternatives: as in :func:`checked_value`, which must check the result.

    Raises:
        ValueError: if it is not JSON, or has a key with two values.
        RecursionError: if it is nested deeper than Python's recursion limit allows.

    >>> from_json('{"__any__": ["a", "b"]}', alternatives=True)
    ('a', 'b')

    """
    hook = _with_tuples if alternatives else unique_object
    return json.loads(text.removeprefix(_BYTE_ORDER_MARK), object_pairs_hook=hook)


class RepeatedKeyError(ValueError):
    """A JSON object with two values for one key, of which parsers silently take the last.

    Args:
        key: the key.

    """

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(f"the key {key!r} has two values")


def unique_object(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object; the ``object_pairs_hook`` of a parser.

    Raises:
        RepeatedKeyError: for a key with two different values.

    >>> json.loads('{"a": 1, "a": 1}', object_pairs_hook=unique_object)
    {'a': 1}

    """
    values = dict(pairs)
    if len(values) < len(pairs):
        for key, value in pairs:
            if repr(value) != repr(values[key]):  # 1 and True are equal
                raise RepeatedKeyError(key)
    return values


def _with_tuples(pairs: Sequence[tuple[str, Any]]) -> Any:
    value = unique_object(pairs)
    options = value.get(ALTERNATIVES)
    return tuple(options) if len(value) == 1 and isinstance(options, list) else value


def schema_of_file(path: str | Path) -> Any:
    """Return the schema in a file of JSON.

    Raises:
        InputError: if the file does not exist or is not JSON.

    """
    try:
        check_file_is_fetched(path)
        return json.loads(Path(path).read_text("utf-8-sig"), object_pairs_hook=unique_object)
    except RepeatedKeyError as error:
        raise InputError("value.repeated_key", place=Path(path).name, key=error.key) from None
    except (OSError, ValueError, RecursionError) as error:
        raise InputError("record.schema_file", file=Path(path).name, why=reason(error)) from None
