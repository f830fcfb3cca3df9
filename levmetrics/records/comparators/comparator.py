"""The base class of comparators of two values of a field."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, TypeAlias

import numpy as np

from levmetrics.inputs.arrays import FloatArray
from levmetrics.records.alike import equal_pairs
from levmetrics.registry import Registry

Leaf: TypeAlias = "str | int | float | bool"


class AmbiguousError(ValueError):
    """A value that is ambiguous, and that the options do not disambiguate.

    Attributes:
        an_option_decides: whether an option that was not given would disambiguate it.

    >>> raise AmbiguousError([1234, 1.234])
    Traceback (most recent call last):
    levmetrics.records.comparators.comparator.AmbiguousError: 1234 or 1.234
    """

    def __init__(self, readings: Iterable[object], an_option_decides: bool = True) -> None:
        super().__init__(" or ".join(map(str, readings)))
        self.an_option_decides = an_option_decides


@dataclass(frozen=True)
class Comparator(ABC):
    """Compares two values of a field; its options are the arguments of the class.

    Every value is parsed once, and the results are compared. If one of two values cannot be parsed
    (``"n/a"`` as a number), the two are equal if they are spelled alike.

    Attributes:
        name: the comparator's name in a schema.
        description: what it compares, in one line.
        reads_text: whether the metric's normalizer is applied to the values first.

    """

    name: ClassVar[str]
    description: ClassVar[str]
    reads_text: ClassVar[bool] = False

    @abstractmethod
    def read(self, value: Leaf) -> Hashable | None:
        """Parse a value; ``None`` if it is not of this kind.

        Raises:
            AmbiguousError: for an ambiguous value.

        """

    def similarity(self, reference: Any, prediction: Any) -> float:
        """Return the similarity of two parsed values, from 0 to 1."""
        return float(reference == prediction)

    @property
    def is_equality(self) -> bool:
        """Whether two parsed values have the similarity 1 if they are equal, and only then."""
        return type(self).similarity is Comparator.similarity

    def similarities(self, references: Sequence[Any], predictions: Sequence[Any]) -> FloatArray:
        """Return the similarity of each reference (rows) and each prediction (columns).

        >>> from levmetrics.records.comparators.spelling import Exact
        >>> Exact().similarities(["a", "b"], ["b", "c"]).tolist()
        [[0.0, 0.0], [1.0, 0.0]]

        """
        if type(self).similarity is Comparator.similarity:
            return equal_pairs(references, predictions).astype(np.float64)
        rows = [[self.similarity(ours, each) for each in predictions] for ours in references]
        return np.array(rows, np.float64).reshape(len(references), len(predictions))

    def __str__(self) -> str:
        """Return the name with the non-default options, for signatures."""
        options = [
            f"{option.name}={getattr(self, option.name)}"
            for option in fields(self)
            if getattr(self, option.name) != option.default
        ]
        return f"{self.name}({', '.join(options)})" if options else self.name


COMPARATORS: Registry[type[Comparator]] = Registry("comparator", by_name=True)
