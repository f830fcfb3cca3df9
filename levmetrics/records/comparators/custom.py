"""Comparison by a caller's function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from levmetrics.errors import InputError, reason
from levmetrics.records.comparators.comparator import Comparator
from levmetrics.signature import describe_callable


@dataclass(frozen=True)
class Custom(Comparator):
    """Compares values by a function of the caller.

    Args:
        function: returns the similarity of a reference and a prediction, from 0 to 1.

    >>> Custom(lambda reference, prediction: reference[:2] == prediction[:2]).similarity("ab", "ac")
    0.0

    """

    name: ClassVar[str] = "custom"
    description: ClassVar[str] = "a function of reference and prediction"

    function: Callable[[Any, Any], float]

    def read(self, value: Any) -> Any:
        """Return the value unchanged, also a list or an object."""
        return value

    def similarity(self, reference: Any, prediction: Any) -> float:
        """Return the function's result.

        Raises:
            InputError: if the function fails, or does not return a number from 0 to 1.

        """
        try:
            similarity = float(self.function(reference, prediction))
        except Exception as error:
            raise InputError("record.custom_failed", name=str(self), why=reason(error)) from error
        if not 0 <= similarity <= 1:
            raise InputError("record.custom_range", name=str(self), given=similarity)
        return similarity

    def __str__(self) -> str:
        """Return the name of the function."""
        return describe_callable(self.function)
