"""Comparators of two values of a field: one file per kind, which registers itself."""

from levmetrics.records.comparators.comparator import COMPARATORS, AmbiguousError, Comparator
from levmetrics.registry import import_modules

__all__ = ["COMPARATORS", "AmbiguousError", "Comparator"]

import_modules(__name__, __path__)
