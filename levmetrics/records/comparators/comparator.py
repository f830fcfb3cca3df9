"""What compares two values of a field."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, fields
from typing import Any, ClassVar, TypeAlias

from levmetrics.registry import Registry

Leaf: TypeAlias = "str | int | float | bool"


class AmbiguousError(ValueError):
    """A value that may be read in several ways, of which the options say none.

    Its argument are the readings.

    >>> raise AmbiguousError([1234, 1.234])
    Traceback (most recent call last):
    levmetrics.records.comparators.comparator.AmbiguousError: 1234 or 1.234
    """

    def __init__(self, readings: Iterable[object]) -> None:
        super().__init__(" or ".join(map(str, readings)))


@dataclass(frozen=True)
class Comparator(ABC):
    """Compares two values of a field; its options are the arguments of its class.

    Every value is read once, and what was read is compared. Where one of two values cannot be read
    (``"n/a"`` as a number), the two are equal if they are spelled alike.

    Attributes:
        name: by which a schema asks for it.
        description: what it compares, in one line.
        reads_text: whether the metric's normalizer is applied to the values first.

    """

    name: ClassVar[str]
    description: ClassVar[str]
    reads_text: ClassVar[bool] = False

    @abstractmethod
    def read(self, value: Leaf) -> Hashable | None:
        """Return what a value says; ``None``, where it is no value of this kind.

        Raises:
            AmbiguousError: for a value that may be read in two ways.

        """

    def similarity(self, reference: Any, prediction: Any) -> float:
        """Return the similarity of two values that were read, from 0 to 1."""
        return float(reference == prediction)

    def __str__(self) -> str:
        """Write the name with the options that are not the default, for signatures."""
        options = [
            f"{option.name}={getattr(self, option.name)}"
            for option in fields(self)
            if getattr(self, option.name) != option.default
        ]
        return f"{self.name}({', '.join(options)})" if options else self.name


COMPARATORS: Registry[type[Comparator]] = Registry("comparator", by_name=True)
