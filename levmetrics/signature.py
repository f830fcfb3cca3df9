"""How a score came about, in one line that can stand beside it in a paper."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from typing import Any

from levmetrics.version import __version__

# What computes: the search, the splitting, Unicode's categories, and matching.
_PACKAGES = ("rapidfuzz", "pyarrow", "regex", "scipy")


def signature(metric: str, settings: Mapping[str, object], packages: Iterable[str] = ()) -> str:
    """Write a signature: metric, version, settings, and the versions of what computed it.

    The same signature on the same texts gives the same number, unless it says ``custom``: a
    caller's own function is shown by its name, which cannot say all that it does.

    The idea is sacrebleu's: Post, "A Call for Clarity in Reporting BLEU Scores", WMT 2018.

    Args:
        metric: the metric's name.
        settings: everything that decides the score, in the order to be shown.
        packages: what else took part in computing it.

    >>> signature("WordErrorRate", {"tokenizer": "char"}).split("|")[:3:2]
    ['metric:WordErrorRate', 'tokenizer:char']

    """
    parts = {
        "metric": metric,
        "levmetrics": __version__,
        **settings,
        **{package: version(package) for package in (*_PACKAGES, *packages)},
        "python": platform.python_version(),  # whose Unicode tables lower-case
    }
    return "|".join(f"{name}:{value}" for name, value in parts.items())


def describe_callable(function: Any) -> str:
    """Name a caller's function or object as a signature shows it: its import path.

    What that path does not lead back to (a lambda, an inner function, a bound method, an object
    with settings, anything of a script) is shown as ``custom(...)``: its name does not say what it
    does.

    >>> describe_callable(str.casefold)
    'builtins.str.casefold'
    >>> describe_callable(lambda text: text), describe_callable("-".join)
    ('custom(levmetrics.signature.<lambda>)', 'custom(builtins.str.join)')
    """
    named = function if hasattr(function, "__qualname__") else type(function)
    owner = getattr(named, "__objclass__", None)  # of a method such as str.split
    module = str(getattr(named, "__module__", None) or getattr(owner, "__module__", "builtins"))
    found: Any = sys.modules.get(module) if module != "__main__" else None
    for part in named.__qualname__.split("."):
        found = getattr(found, part, None)
    path = f"{module}.{named.__qualname__}"
    return path if found is function else f"custom({path})"
