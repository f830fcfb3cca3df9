"""levmetrics: exact, fast text similarity and error rates, in every script.

>>> import levmetrics as lm
>>> run = lm.score(["is there"], ["who is there"])
>>> run.score, run["deletions"]
(0.3333333333333333, 1)
>>> lm.cer(["is here"], ["is there"])
0.125
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from levmetrics.version import __version__

if TYPE_CHECKING:
    from levmetrics.alignment.alignment import align, align_all
    from levmetrics.comparison import Comparison, compare
    from levmetrics.errors import InputError
    from levmetrics.frames.score_table import score_table
    from levmetrics.integrations.loading import load
    from levmetrics.integrations.trainer import make_compute_metrics
    from levmetrics.metric import list_metrics
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
    )
    from levmetrics.normalizers import list_normalizers
    from levmetrics.run import Run
    from levmetrics.scores.anls_star import anls_star
    from levmetrics.scores.error_counts import error_counts
    from levmetrics.scoring import (
        anls,
        cer,
        edit_distance,
        normalized_levenshtein_similarity,
        score,
        wer,
    )
    from levmetrics.significance.resampling import Interval
    from levmetrics.tokenizers import get_tokenizer, list_tokenizers

__all__ = [
    "ANLS",
    "CharErrorRate",
    "Comparison",
    "EditDistance",
    "ErrorRates",
    "InputError",
    "Interval",
    "MatchErrorRate",
    "NormalizedLevenshteinSimilarity",
    "Run",
    "WordErrorRate",
    "WordInfoLost",
    "WordInfoPreserved",
    "__version__",
    "align",
    "align_all",
    "anls",
    "anls_star",
    "cer",
    "compare",
    "edit_distance",
    "error_counts",
    "get_tokenizer",
    "list_metrics",
    "list_normalizers",
    "list_tokenizers",
    "load",
    "make_compute_metrics",
    "normalized_levenshtein_similarity",
    "score",
    "score_table",
    "wer",
]

# The names of each module, which is loaded when one of them is first touched: torch alone takes
# seconds. All others are torchmetrics classes.
_MODULES = {
    "alignment.alignment": ("align", "align_all"),
    "comparison": ("Comparison", "compare"),
    "errors": ("InputError",),
    "frames.score_table": ("score_table",),
    "integrations.loading": ("load",),
    "integrations.trainer": ("make_compute_metrics",),
    "metric": ("list_metrics",),
    "normalizers": ("list_normalizers",),
    "run": ("Run",),
    "scores.anls_star": ("anls_star",),
    "scores.error_counts": ("error_counts",),
    "scoring": (
        "anls",
        "cer",
        "edit_distance",
        "normalized_levenshtein_similarity",
        "score",
        "wer",
    ),
    "significance.resampling": ("Interval",),
    "tokenizers": ("get_tokenizer", "list_tokenizers"),
}


if not TYPE_CHECKING:  # to checkers, every misspelt name would be one of these

    def __getattr__(name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"module 'levmetrics' has no attribute {name!r}")
        home = next((module for module, names in _MODULES.items() if name in names), "metrics")
        try:
            module = import_module(f"levmetrics.{home}")
        except ImportError as error:
            return _placeholder(name, str(error))
        value = getattr(module, name)
        globals()[name] = value
        return value


def _placeholder(name: str, message: str) -> type:
    """Return a class for a name whose packages are missing: it raises when called or subclassed."""

    def refuse(*_: object, **__: object) -> None:
        raise ImportError(message)

    namespace = {"__new__": refuse, "__init_subclass__": classmethod(refuse), "__doc__": message}
    return type(name, (), {**namespace, "__module__": __name__})


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
