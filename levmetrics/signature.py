"""How a score came about, in one line that can stand beside it in a paper."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

from levmetrics.version import __version__

# What computes: the search, the splitting, Unicode's categories, matching, and the reduction.
_PACKAGES = ("rapidfuzz", "pyarrow", "regex", "scipy", "torchmetrics")


def signature(metric: str, settings: Mapping[str, Any]) -> str:
    """Write a signature: metric, version, settings, and the versions of what computed it.

    The same signature on the same texts gives the same number, unless it says ``custom``: a
    caller's own function is shown by its name, which cannot say all that it does.

    The idea is sacrebleu's: Post, "A Call for Clarity in Reporting BLEU Scores", WMT 2018.

    Args:
        metric: the metric's name.
        settings: everything that decides the score, in the order to be shown.

    >>> signature("WordErrorRate", {"tokenizer": "char"}).split("|")[:3:2]
    ['metric:WordErrorRate', 'tokenizer:char']

    """
    parts = {
        "metric": metric,
        "levmetrics": __version__,
        **settings,
        **{package: version(package) for package in _PACKAGES},
        "python": platform.python_version(),  # whose Unicode tables lower-case
    }
    return "|".join(f"{name}:{value}" for name, value in parts.items())
