r"""Packages that load, and regular expressions that are compiled, when they are first used.

A command or a short score needs few of them, and loading all would take longer than the work.

>>> sound = regex.compile(r"\p{Hiragana}+")  # not compiled yet
>>> sound.sub("", "はい OK")
' OK'
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

__all__ = [
    "Package",
    "difflib",
    "futures",
    "gzip",
    "hashlib",
    "html",
    "pa",
    "pc",
    "rapidfuzz",
    "re",
    "regex",
    "shutil",
    "tempfile",
    "without_pandas",
    "zipfile",
]


class Package:
    """A package or module under its own name, which loads when an attribute is first read."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        value = getattr(self.load(), attribute)
        setattr(self, attribute, value)  # which is found without this the next time
        return value

    def load(self) -> ModuleType:
        """Load the package now."""
        return import_module(self._name)


class _Pattern:
    """A regular expression, compiled when an attribute is first read."""

    def __init__(self, package: str, pattern: str, flags: int) -> None:
        self._given = package, pattern, flags

    def __getattr__(self, attribute: str) -> Any:
        package, *given = self._given
        value = getattr(import_module(package).compile(*given), attribute)  # packages keep patterns
        setattr(self, attribute, value)  # which is found without this the next time
        return value

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return _Pattern, self._given


class _Expressions(Package):
    """A package of regular expressions, which compiles them at first use."""

    V1 = 0x100  # as there

    def compile(self, pattern: str, flags: int = 0) -> _Pattern:
        return _Pattern(self._name, pattern, flags)


@contextmanager
def without_pandas() -> Iterator[None]:
    """Keep Arrow from loading pandas, which takes as long as a small score, and 35 MB.

    Arrow looks for pandas when it first makes an array, to recognise its objects. This is for
    processes that have none; where Arrow or pandas is loaded already, nothing changes.
    """
    if "pyarrow" in sys.modules or "pandas" in sys.modules:
        yield
        return
    sys.meta_path.insert(0, _WithoutPandas)
    try:
        yield
    finally:
        sys.meta_path.remove(_WithoutPandas)


class _WithoutPandas:
    """A finder of packages that finds no pandas."""

    @staticmethod
    def find_spec(name: str, *_: object) -> None:
        if name == "pandas":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


if TYPE_CHECKING:
    import difflib
    import gzip
    import hashlib
    import html
    import re
    import shutil
    import tempfile
    import zipfile
    from concurrent import futures

    import pyarrow as pa
    import pyarrow.compute as pc
    import rapidfuzz
    import regex
else:
    pa, pc = Package("pyarrow"), Package("pyarrow.compute")
    rapidfuzz = Package("rapidfuzz")
    re, regex = _Expressions("re"), _Expressions("regex")
    difflib, hashlib, html = Package("difflib"), Package("hashlib"), Package("html")
    gzip, tempfile, zipfile = Package("gzip"), Package("tempfile"), Package("zipfile")
    futures, shutil = Package("concurrent.futures"), Package("shutil")
