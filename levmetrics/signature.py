"""Signatures: a score's metric, settings and versions in one line, to report beside it."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from levmetrics.lazy import hashlib
from levmetrics.version import __version__

_METADATA = ".dist-info"


@cache
def version(package: str) -> str:
    """Return the version of an installed package.

    It is read from the name of the metadata's folder. Only if no folder has it is
    ``importlib.metadata`` used, which takes as long to load as scoring thousands of sentences.

    Raises:
        PackageNotFoundError: if it is not installed.

    >>> import numpy
    >>> version("numpy") == numpy.__version__
    True

    """
    start = f"{package.replace('-', '_')}-"
    for folder in sys.path:
        for name in _names(folder or "."):
            if name.startswith(start) and name.endswith(_METADATA):
                found = name.removeprefix(start).removesuffix(_METADATA)
                if found[0].isdigit() and not {"-", "_"} & {*found}:
                    return found
    from importlib.metadata import version as read_version

    return read_version(package)


def _names(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:  # a path need not be there, or is an archive
        return []


def signature(metric: str, settings: Mapping[str, object], packages: Iterable[str] = ()) -> str:
    """Return a signature: the metric, its settings, and the versions of the packages involved.

    The same signature on the same texts means the same score, unless it contains ``custom``, which
    identifies a caller's function by its name alone.

    The idea is sacrebleu's: Post, "A Call for Clarity in Reporting BLEU Scores", WMT 2018.

    Args:
        metric: the metric's name.
        settings: everything that determines the score, in the order of the signature.
        packages: the packages that took part in computing it.

    >>> signature("WordErrorRate", {"tokenizer": "char"}).split("|")[:3:2]
    ['metric:WordErrorRate', 'tokenizer:char']

    """
    parts = {
        "metric": metric,
        "levmetrics": __version__,
        **settings,
        **{package: version(package) for package in sorted({*packages})},
        "python": platform.python_version(),  # str.lower depends on its Unicode tables
    }
    return "|".join(f"{name}:{value}" for name, value in parts.items())


def fingerprint(count: int, written: str, note: str = "") -> str:
    """Return what stands for data in a signature: how many there are, and a hash of them.

    >>> fingerprint(2, "ann new york")
    '2[...]'
    """
    return f"{count}[{hashlib.blake2b(written.encode(), digest_size=4).hexdigest()}{note}]"


def describe_callable(function: object) -> str:
    """Return the import path of a caller's function or object, for signatures.

    The result is ``custom(...)`` if importing that path would not return the same object: for a
    lambda, an inner function, a bound method, an object with settings, or anything defined in a
    script.

    >>> describe_callable(str.casefold)
    'builtins.str.casefold'
    >>> describe_callable(lambda text: text), describe_callable("-".join)
    ('custom(levmetrics.signature.<lambda>)', 'custom(builtins.str.join)')
    """
    named: Any = function if hasattr(function, "__qualname__") else type(function)
    owner = getattr(named, "__objclass__", None)  # the class of a method such as str.split
    module = str(getattr(named, "__module__", None) or getattr(owner, "__module__", "builtins"))
    imported: Any = sys.modules.get(module) if module != "__main__" else None
    for part in named.__qualname__.split("."):
        imported = getattr(imported, part, None)
    path = f"{module}.{named.__qualname__}"
    return path if imported is function else f"custom({path})"
