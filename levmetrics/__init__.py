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

from levmetrics.version import __version__

TYPE_CHECKING = False  # typing's own would take most of the time until a command heeds signals
if TYPE_CHECKING:
    from typing import Any

    from levmetrics.alignment.alignment import align, align_all
    from levmetrics.comparison import Comparison, compare
    from levmetrics.error_rates.error_rate_metric import error_counts
    from levmetrics.errors import InputError
    from levmetrics.formats.page_files import read_pages
    from levmetrics.formats.session_files import read_sessions, write_sessions
    from levmetrics.frames.score_table import score_table
    from levmetrics.gating import assert_not_worse, gate
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
    from levmetrics.records.anls_star import anls_star
    from levmetrics.run import Run
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
    "assert_not_worse",
    "cer",
    "compare",
    "edit_distance",
    "error_counts",
    "gate",
    "get_tokenizer",
    "list_metrics",
    "list_normalizers",
    "list_tokenizers",
    "load",
    "make_compute_metrics",
    "normalized_levenshtein_similarity",
    "read_pages",
    "read_sessions",
    "score",
    "score_table",
    "wer",
    "write_sessions",
]

# The module of each name, imported on first access: torch alone takes seconds. All other names are
# torchmetrics classes.
_MODULES = {
    "Comparison": "comparison",
    "InputError": "errors",
    "Interval": "significance.resampling",
    "Run": "run",
    "align": "alignment.alignment",
    "align_all": "alignment.alignment",
    "anls": "scoring",
    "anls_star": "records.anls_star",
    "assert_not_worse": "gating",
    "cer": "scoring",
    "compare": "comparison",
    "edit_distance": "scoring",
    "error_counts": "error_rates.error_rate_metric",
    "gate": "gating",
    "get_tokenizer": "tokenizers",
    "list_metrics": "metric",
    "list_normalizers": "normalizers",
    "list_tokenizers": "tokenizers",
    "load": "integrations.loading",
    "make_compute_metrics": "integrations.trainer",
    "normalized_levenshtein_similarity": "scoring",
    "read_pages": "formats.page_files",
    "read_sessions": "formats.session_files",
    "score": "scoring",
    "score_table": "frames.score_table",
    "wer": "scoring",
    "write_sessions": "formats.session_files",
}


if not TYPE_CHECKING:  # for a type checker, every misspelt name would be a valid attribute

    def __getattr__(name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"module 'levmetrics' has no attribute {name!r}")
        try:
            module = import_module(f"levmetrics.{_MODULES.get(name, 'metrics')}")
        except ImportError as error:
            return _placeholder(name, str(error))
        value = getattr(module, name)
        globals()[name] = value
        return value


def _placeholder(name: str, message: str) -> type:
    """Return a class that raises on use, for a name whose packages are missing."""

    def refuse(*_: object, **__: object) -> None:
        raise ImportError(message)

    namespace = {"__new__": refuse, "__init_subclass__": classmethod(refuse), "__doc__": message}
    return type(name, (), {**namespace, "__module__": __name__})


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__} - {"TYPE_CHECKING", "Any", "annotations", "import_module"})
