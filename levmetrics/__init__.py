"""levmetrics: exact, fast text similarity and error rates, in every script.

>>> import levmetrics
>>> levmetrics.error_counts(["is there"], ["who is there"]).wer
0.3333333333333333
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from levmetrics.version import __version__

if TYPE_CHECKING:
    from levmetrics.alignment import Alignment, Confusions, align, align_all, confusions
    from levmetrics.columns import InputError
    from levmetrics.comparison import compare_systems
    from levmetrics.error_rates import ErrorCounts, error_counts
    from levmetrics.matrix import EditMatrix, edit_matrix
    from levmetrics.metrics import (
        ANLS,
        CharErrorRate,
        EditDistance,
        ErrorRates,
        MatchErrorRate,
        NormalizedLevenshteinSimilarity,
        WordErrorRate,
        WordInfoLost,
        WordInfoPreserved,
        edit_distance,
        normalized_levenshtein_similarity,
    )
    from levmetrics.normalizers import get_normalizer
    from levmetrics.significance import compare, confidence_interval
    from levmetrics.statistics import SampleStatistics
    from levmetrics.tokenizers import get_tokenizer, list_tokenizers
    from levmetrics.trainer import make_compute_metrics
    from levmetrics.trees import TreeScore, anls_star

__all__ = [
    "ANLS",
    "Alignment",
    "CharErrorRate",
    "Confusions",
    "EditDistance",
    "EditMatrix",
    "ErrorCounts",
    "ErrorRates",
    "InputError",
    "MatchErrorRate",
    "NormalizedLevenshteinSimilarity",
    "SampleStatistics",
    "TreeScore",
    "WordErrorRate",
    "WordInfoLost",
    "WordInfoPreserved",
    "__version__",
    "align",
    "align_all",
    "anls_star",
    "compare",
    "compare_systems",
    "confidence_interval",
    "confusions",
    "edit_distance",
    "edit_matrix",
    "error_counts",
    "get_normalizer",
    "get_tokenizer",
    "list_tokenizers",
    "make_compute_metrics",
    "normalized_levenshtein_similarity",
]

# Loaded when first touched: torch alone takes seconds, and half of the package does without it.
_HOMES = {
    "Alignment": "alignment",
    "Confusions": "alignment",
    "EditMatrix": "matrix",
    "align": "alignment",
    "align_all": "alignment",
    "confusions": "alignment",
    "edit_matrix": "matrix",
    "SampleStatistics": "statistics",
    "compare": "significance",
    "compare_systems": "comparison",
    "confidence_interval": "significance",
    "ErrorCounts": "error_rates",
    "InputError": "columns",
    "error_counts": "error_rates",
    "get_normalizer": "normalizers",
    "get_tokenizer": "tokenizers",
    "list_tokenizers": "tokenizers",
    "make_compute_metrics": "trainer",
    "TreeScore": "trees",
    "anls_star": "trees",
}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'levmetrics' has no attribute {name!r}")
    value = getattr(import_module(f"levmetrics.{_HOMES.get(name, 'metrics')}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
