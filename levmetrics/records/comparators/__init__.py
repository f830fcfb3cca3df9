"""How two values of a field are compared: a file for each kind, which registers itself."""

from levmetrics.records.comparators.comparator import COMPARATORS, AmbiguousError, Comparator
from levmetrics.registry import import_modules

__all__ = ["COMPARATORS", "AmbiguousError", "Comparator"]

import_modules(__name__, __path__)
