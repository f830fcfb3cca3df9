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
    from levmetrics.alignment.alignment import Alignment, align, align_all
    from levmetrics.alignment.confusions import Confusions, confusions
    from levmetrics.alignment.edit_matrix import EditMatrix, edit_matrix
    from levmetrics.comparison import compare_systems
    from levmetrics.errors import InputError
    from levmetrics.frames.batch_scorer import batch_scorer
    from levmetrics.frames.score_table import score_table
    from levmetrics.integrations.loading import load
    from levmetrics.integrations.trainer import make_compute_metrics
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
    from levmetrics.plotting import (
        figure_svg,
        plot_confusions,
        plot_rate_by_length,
        plot_rates,
        plot_systems,
    )
    from levmetrics.reports.report import Report, report
    from levmetrics.scores.anls_star import TreeScore, anls_star
    from levmetrics.scores.error_counts import ErrorCounts, error_counts
    from levmetrics.scores.sample_statistics import SampleStatistics
    from levmetrics.significance.intervals import confidence_interval
    from levmetrics.significance.paired_comparison import compare
    from levmetrics.tokenizers import get_tokenizer, list_tokenizers

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
    "Report",
    "SampleStatistics",
    "TreeScore",
    "WordErrorRate",
    "WordInfoLost",
    "WordInfoPreserved",
    "__version__",
    "align",
    "align_all",
    "anls_star",
    "batch_scorer",
    "compare",
    "compare_systems",
    "confidence_interval",
    "confusions",
    "edit_distance",
    "edit_matrix",
    "error_counts",
    "figure_svg",
    "get_normalizer",
    "get_tokenizer",
    "list_tokenizers",
    "load",
    "make_compute_metrics",
    "normalized_levenshtein_similarity",
    "plot_confusions",
    "plot_rate_by_length",
    "plot_rates",
    "plot_systems",
    "report",
    "score_table",
]

# Loaded when first touched: torch alone takes seconds, and half of the package does without it.
_HOMES = {
    "Alignment": "alignment.alignment",
    "Confusions": "alignment.confusions",
    "EditMatrix": "alignment.edit_matrix",
    "align": "alignment.alignment",
    "align_all": "alignment.alignment",
    "confusions": "alignment.confusions",
    "edit_matrix": "alignment.edit_matrix",
    "SampleStatistics": "scores.sample_statistics",
    "compare": "significance.paired_comparison",
    "compare_systems": "comparison",
    "confidence_interval": "significance.intervals",
    "ErrorCounts": "scores.error_counts",
    "InputError": "errors",
    "error_counts": "scores.error_counts",
    "get_normalizer": "normalizers",
    "get_tokenizer": "tokenizers",
    "list_tokenizers": "tokenizers",
    "load": "integrations.loading",
    "make_compute_metrics": "integrations.trainer",
    "Report": "reports.report",
    "report": "reports.report",
    "figure_svg": "plotting",
    "plot_confusions": "plotting",
    "plot_rate_by_length": "plotting",
    "plot_rates": "plotting",
    "plot_systems": "plotting",
    "TreeScore": "scores.anls_star",
    "anls_star": "scores.anls_star",
    "batch_scorer": "frames.batch_scorer",
    "score_table": "frames.score_table",
}


if not TYPE_CHECKING:  # to checkers, every misspelt name would be one of these

    def __getattr__(name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"module 'levmetrics' has no attribute {name!r}")
        value = getattr(import_module(f"levmetrics.{_HOMES.get(name, 'metrics')}"), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
