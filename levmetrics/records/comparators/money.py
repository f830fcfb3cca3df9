"""Comparison of amounts of money: a number and its currency."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import product
from typing import Any, ClassVar, NamedTuple

import numpy as np

from levmetrics.errors import InputError, quoted
from levmetrics.inputs.arrays import FloatArray
from levmetrics.records.comparators.comparator import COMPARATORS, Leaf
from levmetrics.records.comparators.currencies import CODES, codes_of, has_decimals
from levmetrics.records.comparators.number import Numeric, number_of, written


class Amount(NamedTuple):
    """An amount of money.

    Attributes:
        number: the amount.
        currencies: the possible codes of its currency; empty if it names no currency.

    """

    number: Decimal
    currencies: frozenset[str]


@dataclass(frozen=True)
class Money(Numeric):
    """Compares amounts of money by value and currency.

    A currency is an ISO 4217 code, a sign or a word, before or after the number. A sign equals all
    codes that it may stand for. An amount without a currency differs from one with a currency.

    Args:
        tolerance: the largest difference at which amounts are equal.
        relative: the same as a fraction of the reference.
        locale: the locale of strings; see :class:`levmetrics.records.comparators.number.Number`.
        currency: the code for values without a currency, and for signs that may stand for it.

    Raises:
        InputError: for an invalid tolerance, an unknown locale, and an unknown currency code.

    >>> money = Money()
    >>> dollars = money.read("$12.50")
    >>> others = map(money.read, ["12,50 dollars", "CAD 12.50", "12.50 €", "12.50"])
    >>> [money.similarity(dollars, other) for other in others]
    [1.0, 1.0, 0.0, 0.0]
    >>> money.similarity(money.read("USD 12.50"), money.read("CAD 12.50"))
    0.0

    """

    name: ClassVar[str] = "money"
    description: ClassVar[str] = "1 where both are the same amount of the same currency, else 0"

    currency: str | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.currency is not None and not (
            isinstance(self.currency, str) and self.currency.upper() in CODES
        ):
            raise InputError("record.currency", given=quoted(self.currency))

    def read(self, value: Leaf) -> Hashable | None:
        """Return the amount and its currency as an :class:`Amount`.

        Raises:
            AmbiguousError: for an ambiguous number, if there is no locale.

        """
        codes = own = codes_of(self.currency or "")
        if not isinstance(value, str):
            number = number_of(value)
            return None if number is None else Amount(number, own)
        found = written(value)
        if found is None:
            return None
        if found.currencies:
            named = CODES.intersection(*map(codes_of, found.currencies))
            if not named:
                return None
            codes = named & own or named
        number = self.value_of(found, decimals=has_decimals(codes))
        return None if number is None else Amount(number, codes)

    def similarity(self, reference: Any, prediction: Any) -> float:
        """Return 1 for equal amounts whose currencies may be the same, else 0."""
        if reference.currencies.isdisjoint(prediction.currencies) and (
            reference.currencies or prediction.currencies
        ):
            return 0.0
        return super().similarity(reference.number, prediction.number)

    @property
    def is_equality(self) -> bool:
        """Whether the similarity is 1 only for equal amounts: a sign equals several codes."""
        return False

    def similarities(self, references: Sequence[Any], predictions: Sequence[Any]) -> FloatArray:
        """Return the similarity of each reference (rows) and each prediction (columns)."""
        sides = references, predictions
        numbers = super().similarities(*([each.number for each in side] for side in sides))
        distinct = [dict.fromkeys(each.currencies for each in side) for side in sides]
        for ours, theirs in product(*distinct):
            if ours.isdisjoint(theirs) and (ours or theirs):
                places = (
                    [each.currencies == codes for each in side]
                    for side, codes in zip(sides, (ours, theirs), strict=True)
                )
                numbers[np.ix_(*places)] = 0
        return numbers


COMPARATORS.register(Money)
