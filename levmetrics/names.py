"""Names that callers give and that messages and signatures show."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any, TypeVar

from levmetrics.columns import InputError

T = TypeVar("T")


def lookup(known: Mapping[str, T], name: object, what: str) -> T:
    """Return ``known[name]``, or say which known name is the nearest.

    >>> lookup({"lower": 1}, "lowr", "normalizer")
    Traceback (most recent call last):
    levmetrics.columns.InputError: unknown normalizer 'lowr'; did you mean 'lower'? Known: lower

    """
    if isinstance(name, str) and name in known:
        return known[name]
    raise unknown_name(known, name, what)


def unknown_name(known: Iterable[str], name: object, what: str) -> InputError:
    """Make the error that says which known name is the nearest."""
    names = sorted(known)
    folded = {known_name.lower(): known_name for known_name in names}
    near = get_close_matches(str(name).lower(), folded, n=1)
    hint = f"did you mean {folded[near[0]]!r}? " if near else ""
    return InputError(f"unknown {what} {name!r}; {hint}Known: {', '.join(names)}")


def describe_callable(function: Any) -> str:
    """Name a caller's function or object as a signature shows it: its import path.

    What that path does not lead back to (a lambda, an inner function, a bound method, an object
    with settings, anything of a script) is shown as ``custom(...)``: its name does not say what it
    does.

    >>> describe_callable(str.casefold)
    'builtins.str.casefold'
    >>> describe_callable(lambda text: text), describe_callable("-".join)
    ('custom(levmetrics.names.<lambda>)', 'custom(builtins.str.join)')
    """
    named = function if hasattr(function, "__qualname__") else type(function)
    owner = getattr(named, "__objclass__", None)  # of a method such as str.split
    module = str(getattr(named, "__module__", None) or getattr(owner, "__module__", "builtins"))
    found: Any = sys.modules.get(module) if module != "__main__" else None
    for part in named.__qualname__.split("."):
        found = getattr(found, part, None)
    path = f"{module}.{named.__qualname__}"
    return path if found is function else f"custom({path})"


def reason(error: Exception) -> str:
    """Say in one line why the caller's own function failed.

    >>> reason(KeyError("x")), reason(InputError("it returned None"))
    ("KeyError: 'x'", 'it returned None')
    """
    message = str(error).strip().partition("\n")[0]
    if isinstance(error, InputError):
        return message
    return f"{type(error).__name__}: {message}" if message else type(error).__name__
