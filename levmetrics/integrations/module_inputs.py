"""What an evaluate module takes, and how it keeps it: texts, or nested values."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import Any, ClassVar

import datasets
import numpy as np
import pyarrow as pa

from levmetrics.errors import InputError
from levmetrics.inputs.columns import (
    TextColumn,
    text_columns,
)
from levmetrics.inputs.json_values import from_json, json_value_columns, to_json
from levmetrics.inputs.values import ValueColumn

_COLUMNS = ["predictions", "references"]
_STRING = datasets.Value("string")


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
        return text_columns(predictions, references, names)

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
        """Read the JSON."""
        return (
            _read_cache("predictions", predictions, alternatives=False),
            _read_cache("references", references, alternatives=True),
        )


def _read_cache(name: str, texts: pa.ChunkedArray, *, alternatives: bool) -> ValueColumn:
    return ValueColumn(
        name, [from_json(text, alternatives=alternatives) for text in texts.to_pylist()]
    )
