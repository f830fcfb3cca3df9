"""The input of an evaluate module, texts or nested values: checked, and converted for its cache."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from enum import Enum
from typing import Any, ClassVar, Generic, TypeVar

import datasets
import numpy as np
import pyarrow as pa

from levmetrics.errors import InputError
from levmetrics.inputs.columns import TextColumn, text_columns
from levmetrics.inputs.json_values import from_json, json_value_columns, to_json
from levmetrics.inputs.values import ValueColumn

_COLUMNS = ["predictions", "references"]
_STRING = datasets.Value("string")


C = TypeVar("C", TextColumn, ValueColumn)


class _Missing(Enum):
    """Marks an argument that was not given: ``None`` is a value that can be scored.

    It is an ``Enum`` because its member stays the same object in a copied or unpickled module.
    """

    MISSING = 0


MISSING = _Missing.MISSING


def single_argument(name: str, value: object, plural_value: object) -> object:
    """Return an argument that may be given by either of two names.

    Args:
        name: the name in the singular.
        value: what was given by that name, or ``MISSING``.
        plural_value: what was given by the name in the plural, or ``MISSING``.

    Raises:
        InputError: if it was given by none of them, or by both.

    """
    if value is MISSING and plural_value is MISSING:
        raise InputError("evaluate.missing", name=name)
    if value is not MISSING and plural_value is not MISSING:
        raise InputError("evaluate.both_given", name=name)
    return plural_value if value is MISSING else value


class ModuleInputs(ABC, Generic[C]):
    """A kind of input that evaluate modules take.

    Attributes:
        features: its forms, as evaluate describes them.

    """

    features: ClassVar[list[datasets.Features]]

    def batch(self, predictions: Any, references: Any) -> tuple[C, C]:
        """Check predictions and references of several samples, and return them as columns.

        Raises:
            InputError: for anything that cannot be scored.

        """
        for name, values in (("predictions", predictions), ("references", references)):
            if isinstance(values, str):
                raise InputError("evaluate.bare_string", name=name, text=values[:20])
        return self._columns(predictions, references, ("predictions", "references"))

    @abstractmethod
    def sample(self, prediction: Any, reference: Any) -> tuple[C, C]:
        """Check prediction and reference of one sample, and return them as columns of one sample.

        Raises:
            InputError: for anything that cannot be scored.

        """

    @abstractmethod
    def _columns(self, predictions: Any, references: Any, names: tuple[str, str]) -> tuple[C, C]:
        """Check columns of this kind; ``names`` are for messages."""

    @abstractmethod
    def to_cache(self, preds: C, target: C) -> pa.RecordBatch:
        """Return checked columns as a module caches them."""

    @abstractmethod
    def from_cache(self, predictions: pa.ChunkedArray, references: pa.ChunkedArray) -> tuple[C, C]:
        """Return checked columns from the columns of the cache."""


class TextInputs(ModuleInputs[TextColumn]):
    """Strings, with one reference or several."""

    features: ClassVar[list[datasets.Features]] = [
        datasets.Features({"predictions": _STRING, "references": _STRING}),
        datasets.Features({"predictions": _STRING, "references": datasets.Sequence(_STRING)}),
    ]

    def sample(self, prediction: Any, reference: Any) -> tuple[TextColumn, TextColumn]:
        """Check one sample: a string, and a string or a list of strings."""
        if not isinstance(prediction, str):
            raise InputError("evaluate.no_string", type=type(prediction).__name__)
        return self._columns(prediction, [reference], ("prediction", "reference"))

    def _columns(
        self, predictions: Any, references: Any, names: tuple[str, str]
    ) -> tuple[TextColumn, TextColumn]:
        return text_columns(predictions, references, names)

    def to_cache(self, preds: TextColumn, target: TextColumn) -> pa.RecordBatch:
        """Return the texts, which are Arrow arrays already."""
        return pa.RecordBatch.from_arrays([preds.nested(), target.nested()], _COLUMNS)

    def from_cache(
        self, predictions: pa.ChunkedArray, references: pa.ChunkedArray
    ) -> tuple[TextColumn, TextColumn]:
        """Return checked columns of the texts."""
        return self.batch(predictions, references)


class DistributedTextInputs(TextInputs):
    """Texts on one of several processes, whose caches are joined and so must have one schema."""

    def to_cache(self, preds: TextColumn, target: TextColumn) -> pa.RecordBatch:
        """Return the texts, with the references of every sample as a list."""
        if target.offsets is None:
            target = replace(target, offsets=np.arange(len(target) + 1))
        return super().to_cache(preds, target)


class ValueInputs(ModuleInputs[ValueColumn]):
    """Nested values, or JSON of them; they are cached as JSON."""

    features: ClassVar[list[datasets.Features]] = [
        datasets.Features({"predictions": _STRING, "references": _STRING})
    ]

    def sample(self, prediction: Any, reference: Any) -> tuple[ValueColumn, ValueColumn]:
        """Check one sample: two values, or JSON."""
        return self._columns([prediction], [reference], ("prediction", "reference"))

    def _columns(
        self, predictions: Any, references: Any, names: tuple[str, str]
    ) -> tuple[ValueColumn, ValueColumn]:
        return json_value_columns(predictions, references, names)

    def to_cache(self, preds: ValueColumn, target: ValueColumn) -> pa.RecordBatch:
        """Return the values as JSON."""
        columns = [
            pa.array(map(to_json, column.values), pa.large_string()) for column in (preds, target)
        ]
        return pa.RecordBatch.from_arrays(columns, _COLUMNS)

    def from_cache(
        self, predictions: pa.ChunkedArray, references: pa.ChunkedArray
    ) -> tuple[ValueColumn, ValueColumn]:
        """Return columns of the values, from JSON."""
        return (
            _values_of_json("predictions", predictions, alternatives=False),
            _values_of_json("references", references, alternatives=True),
        )


def _values_of_json(name: str, texts: pa.ChunkedArray, *, alternatives: bool) -> ValueColumn:
    return ValueColumn(
        name,
        [from_json(text, alternatives=alternatives) for text in texts.to_pylist()],
        is_read=True,
    )
