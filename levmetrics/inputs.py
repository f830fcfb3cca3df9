"""What an evaluate module takes, and how evaluate's cache holds it: texts, or nested values."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

import datasets
import pyarrow as pa

from levmetrics.columns import (
    InputError,
    TextColumn,
    check_same_length,
    prediction_column,
    reference_column,
)
from levmetrics.values import (
    ValueColumn,
    checked_samples,
    from_json,
    read_sample,
    to_json,
    value_column,
)

_STRING = datasets.Value("string")


class Inputs(ABC):
    """One kind of input.

    Attributes:
        features: the forms that evaluate's cache may hold it in.

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
    def to_cache(self, preds: Any, target: Any) -> tuple[datasets.Features, pa.Table]:
        """Return the table that evaluate's cache keeps, and the form that it has."""

    @abstractmethod
    def from_cache(self, predictions: pa.ChunkedArray, references: pa.ChunkedArray) -> Any:
        """Return from the cache's columns what a metric takes."""


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

    def to_cache(self, preds: TextColumn, target: TextColumn) -> tuple[datasets.Features, pa.Table]:
        """Return the texts as they are: they are Arrow already."""
        features = self.features[0 if target.offsets is None else 1]
        return features, pa.table({"predictions": preds.nested(), "references": target.nested()})

    def from_cache(
        self, predictions: pa.ChunkedArray, references: pa.ChunkedArray
    ) -> tuple[TextColumn, TextColumn]:
        """Return the texts as checked columns."""
        return self.batch(predictions, references)


class Values(Inputs):
    """Nested values, or JSON; the cache holds JSON."""

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
        read = [
            read_sample(*sample, (preds.position(i), target.position(i)))
            for i, sample in enumerate(zip(preds.values, target.values, strict=True))
        ]
        samples = checked_samples(
            ValueColumn(names[0], [pred for pred, _ in read]),
            ValueColumn(names[1], [reference for _, reference in read]),
        )
        return (
            ValueColumn(names[0], [pred for pred, _ in samples]),
            ValueColumn(names[1], [reference for _, reference in samples]),
        )

    def to_cache(
        self, preds: ValueColumn, target: ValueColumn
    ) -> tuple[datasets.Features, pa.Table]:
        """Return the values as JSON."""
        columns = {
            name: pa.array(map(to_json, column.values), pa.large_string())
            for name, column in (("predictions", preds), ("references", target))
        }
        return self.features[0], pa.table(columns)

    def from_cache(
        self, predictions: pa.ChunkedArray, references: pa.ChunkedArray
    ) -> tuple[ValueColumn, ValueColumn]:
        """Read the JSON."""
        return (
            _read_cache("predictions", predictions, alternatives=False),
            _read_cache("references", references, alternatives=True),
        )


def _read_cache(name: str, texts: pa.ChunkedArray, *, alternatives: bool) -> ValueColumn:
    values = [from_json(text, name, alternatives=alternatives) for text in texts.to_pylist()]
    return ValueColumn(name, values)
