"""Records: nested values with typed fields, such as invoices and forms."""

from levmetrics.records.comparators import COMPARATORS, Comparator
from levmetrics.records.comparators.date import Date
from levmetrics.records.comparators.datetime import DateTime
from levmetrics.records.comparators.money import Money
from levmetrics.records.comparators.number import Number
from levmetrics.records.comparators.spelling import Boolean, Choice, Exact, Identifier, Words
from levmetrics.records.comparators.text import Text
from levmetrics.records.comparators.time import Time
from levmetrics.records.schema import LIST_RULES, Field

__all__ = [
    "COMPARATORS",
    "LIST_RULES",
    "Boolean",
    "Choice",
    "Comparator",
    "Date",
    "DateTime",
    "Exact",
    "Field",
    "Identifier",
    "Money",
    "Number",
    "Text",
    "Time",
    "Words",
]
