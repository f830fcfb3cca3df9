"""What an evaluate module takes, and how it keeps it: texts, or nested values."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import replace
from typing import Any, ClassVar

import datasets
import numpy as np
import pyarrow as pa

from levmetrics.errors import InputError
from levmetrics.inputs.columns import (
    TextColumn,
    check_same_length,
    prediction_column,
    reference_column,
)
from levmetrics.inputs.values import (
    ALTERNATIVES,
    ValueColumn,
    checked_sample,
    checked_value,
    from_json,
    to_json,
    too_deep,
    value_column,
)

_COLUMNS = ["predictions", "references"]
_STRING = datasets.Value("string")
_BEGINS_OBJECT = re.compile(r"""\{\s*["']""")


class Inputs(ABC):
    """One kind of input.

    Attributes:
        features: its forms, as evaluate describes them.

    """

    features: ClassVar[list[datasets.Features]]

    def batch(self, predictions: Any, references: Any) -> tuple[Any, Any]:
        """Check what a caller gives for several samples, and return what a metric takes.

        Raises:
            InputError: for anything that cannot be scored.

        """
        for name, values in (("predictions", predictions), ("references", references)):
            if isinstance(values, str):
                raise InputError(f"{name} is a bare string; give a list: {name}=[{values[:20]!r}]")
        return self._checked(predictions, references, ("predictions", "references"))

    @abstractmethod
    def sample(self, prediction: Any, reference: Any) -> tuple[Any, Any]:
        """Check what a caller gives for one sample, and return what a metric takes for it."""

    @abstractmethod
    def _checked(
        self, predictions: Any, references: Any, names: tuple[str, str]
    ) -> tuple[Any, Any]:
        """Check columns of this kind."""

    @abstractmethod
    def to_cache(self, preds: Any, target: Any) -> pa.RecordBatch:
        """Return what a module keeps of them."""

    @abstractmethod
    def from_cache(self, predictions: pa.ChunkedArray, references: pa.ChunkedArray) -> Any:
        """Return from columns that a module kept what a metric takes."""


class Texts(Inputs):
    """Strings, with one reference or several."""

    features: ClassVar[list[datasets.Features]] = [
        datasets.Features({"predictions": _STRING, "references": _STRING}),
        datasets.Features({"predictions": _STRING, "references": datasets.Sequence(_STRING)}),
    ]

    def sample(self, prediction: Any, reference: Any) -> tuple[TextColumn, TextColumn]:
        """Check one sample: a string, and a string or a list of strings."""
        if not isinstance(prediction, str):
            raise InputError(
                f"prediction is of type {type(prediction).__name__}; add takes one string "
                "(and add_batch a list of them)"
            )
        return self._checked(prediction, [reference], ("prediction", "reference"))

    def _checked(
        self, predictions: Any, references: Any, names: tuple[str, str]
    ) -> tuple[TextColumn, TextColumn]:
        preds = prediction_column(predictions, names[0])
        target = reference_column(references, names[1])
        check_same_length(preds, target)
        return preds, target

    def to_cache(self, preds: TextColumn, target: TextColumn) -> pa.RecordBatch:
        """Return the texts as they are: they are Arrow already."""
        return pa.RecordBatch.from_arrays([preds.nested(), target.nested()], _COLUMNS)

    def from_cache(
        self, predictions: pa.ChunkedArray, references: pa.ChunkedArray
    ) -> tuple[TextColumn, TextColumn]:
        """Return the texts as checked columns."""
        return self.batch(predictions, references)


class SharedTexts(Texts):
    """Texts of one of several processes: all are joined, and so must have one form."""

    def to_cache(self, preds: TextColumn, target: TextColumn) -> pa.RecordBatch:
        """Return the texts, with every sample's references as a list."""
        if target.offsets is None:
            target = replace(target, offsets=np.arange(len(target) + 1))
        return super().to_cache(preds, target)


class Values(Inputs):
    """Nested values, or JSON; they are kept as JSON."""

    features: ClassVar[list[datasets.Features]] = [
        datasets.Features({"predictions": _STRING, "references": _STRING})
    ]

    def sample(self, prediction: Any, reference: Any) -> tuple[ValueColumn, ValueColumn]:
        """Check one sample: two values, or JSON."""
        return self._checked([prediction], [reference], ("prediction", "reference"))

    def _checked(
        self, predictions: Any, references: Any, names: tuple[str, str]
    ) -> tuple[ValueColumn, ValueColumn]:
        preds = value_column(predictions, names[0])
        target = value_column(references, names[1])
        check_same_length(preds, target)
        samples = []
        for i, sample in enumerate(zip(preds.values, target.values, strict=True)):
            positions = preds.position(i), target.position(i)
            prediction, reference = _read(*sample, positions)
            samples.append(checked_sample(prediction, reference, positions))
        return (
            ValueColumn(names[0], [pred for pred, _ in samples]),
            ValueColumn(names[1], [reference for _, reference in samples]),
        )

    def to_cache(self, preds: ValueColumn, target: ValueColumn) -> pa.RecordBatch:
        """Return the values as JSON."""
        columns = [
            pa.array(map(to_json, column.values), pa.large_string()) for column in (preds, target)
        ]
        return pa.RecordBatch.from_arrays(columns, _COLUMNS)

    def from_cache(
        self, predictions: pa.ChunkedArray, references: pa.ChunkedArray
    ) -> tuple[ValueColumn, ValueColumn]:
        """Read the JSON."""
        return (
            _read_cache("predictions", predictions, alternatives=False),
            _read_cache("references", references, alternatives=True),
        )


def _read_cache(name: str, texts: pa.ChunkedArray, *, alternatives: bool) -> ValueColumn:
    return ValueColumn(
        name, [from_json(text, alternatives=alternatives) for text in texts.to_pylist()]
    )


def _read(prediction: Any, reference: Any, positions: tuple[str, str]) -> tuple[Any, Any]:
    """Read the JSON of a sample, where it is given as JSON.

    The reference decides. JSON text of an object, an array, a quoted string or null is read. A
    prediction that is JSON text of an object or array is read where the reference is or may be
    one, null where it may be ``None``, and a quoted string where the reference was JSON text.
    Everything else is text as it stands: the answers ``12.50`` and ``[1]`` keep their spelling.

    Args:
        prediction: a value, or JSON text.
        reference: a value, or JSON text.
        positions: how the caller reaches them, for messages.

    Raises:
        InputError: for a reference that begins as a JSON object does and is none.

    >>> _read('{"a": 1}', '{"a": {"__any__": [1, 2]}}', ("predictions[0]", "references[0]"))
    ({'a': 1}, {'a': (1, 2)})
    >>> _read("12.50", '{"__any__": ["12.50", "12,50"]}', ("predictions[0]", "references[0]"))
    ('12.50', ('12.50', '12,50'))

    """
    written = isinstance(reference, str)
    if isinstance(reference, str):
        found = _read_reference(reference, positions[1])
        if found is None:
            return prediction, reference
        (reference,) = found
    if isinstance(prediction, str):
        prediction = _read_prediction(prediction, reference, positions[0], written)
        if written and isinstance(prediction, str) and isinstance(reference, list):
            return prediction, (reference,)  # an array is no list of answers
    return prediction, reference


def _read_reference(text: str, position: str) -> tuple[Any] | None:
    """Return the value that JSON text holds, in a tuple; or ``None``, if it is text."""
    stripped = text.strip()
    if not (stripped.startswith(("{", "[", '"')) or stripped == "null"):
        return None
    try:
        return (from_json(text, alternatives=True),)
    except RecursionError:
        raise too_deep(position) from None
    except ValueError as error:
        if not _BEGINS_OBJECT.match(stripped):
            return None
        fault = str(error).partition(";")[0]  # without Python's advice on its own settings
        raise InputError(
            f"{position} begins as a JSON object does, but is none ({fault}); mend it, or to "
            "compare it as text put it into a list"
        ) from None


def _read_prediction(text: str, reference: Any, position: str, written: bool) -> Any:
    """Return the value that JSON text holds, where it can be meant; else the text."""
    if isinstance(reference, dict) and reference.keys() == {ALTERNATIVES}:
        reference = tuple(reference[ALTERNATIVES])
    options = reference if isinstance(reference, tuple) else (reference,)
    if isinstance(reference, list) and text in reference:
        return text  # one of several answers
    try:
        value = from_json(text, alternatives=False)
        checked_value(value, position, alternatives=False)
    except (ValueError, RecursionError):  # what a model wrote need not be JSON, nor a fair value
        return text
    structured = any(isinstance(option, (dict, list)) for option in options)
    meant = (
        (structured and isinstance(value, (dict, list)))
        or (value is None and None in options)
        or (written and isinstance(value, str))
    )
    return value if meant else text
