"""The error of invalid arguments, which names the position and the remedy, and warnings."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable
from difflib import get_close_matches
from itertools import islice

from levmetrics.control_characters import without_controls

_PACKAGE = __name__.partition(".")[0]
_ITEMS_IN_MESSAGE = 10


class InputError(TypeError, ValueError):
    r"""An argument that cannot be scored: its message names it, the position and the remedy.

    It is a ``TypeError``, as Python raises for wrong types, and a ``ValueError``, as torchmetrics
    and evaluate raise, so that code written for either catches it. Control characters in quoted
    texts, names and paths are escaped.

    >>> str(InputError("no file \x1b[2J.txt"))
    'no file ⟨1B⟩[2J.txt'
    """

    def __init__(self, message: str) -> None:
        super().__init__(without_controls(message))


def warn(message: str, category: type[Warning] = UserWarning) -> None:
    """Warn at the line outside of this package that led here, once for each such line.

    Args:
        message: what is to be known.
        category: of the warning.

    """
    frame, level = sys._getframe(1), 2
    while frame.f_back and frame.f_globals.get("__name__", "").partition(".")[0] == _PACKAGE:
        frame, level = frame.f_back, level + 1
    warnings.warn(message, category, stacklevel=level)


def few(items: Iterable[object]) -> str:
    """Return a list for a message: at most ten items, and how many more there are.

    >>> few(["a", "b"])
    'a, b'
    >>> few(range(5_349))
    '0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 5,339 more'
    """
    rest = iter(items)
    first = ", ".join(map(str, islice(rest, _ITEMS_IN_MESSAGE)))
    more = sum(1 for _ in rest)
    return f"{first} and {more:,} more" if more else first


def unknown_name(known: Iterable[str], name: object, what: str) -> InputError:
    """Make the error for an unknown name, with the nearest known one.

    Args:
        known: all known names.
        name: the unknown one.
        what: what the names are of, as ``"tokenizer"``.

    """
    names = sorted(known)
    folded = {known_name.lower(): known_name for known_name in names}
    nearest = get_close_matches(str(name).lower(), folded, n=1)
    hint = f"did you mean {folded[nearest[0]]!r}? " if nearest else ""
    return InputError(f"unknown {what} {name!r}; {hint}Known: {', '.join(names)}")


def nothing_to_score(name: str, remedy: str = "") -> InputError:
    """Make the error of a call without samples.

    Args:
        name: of an argument, file or column that should have some.
        remedy: where it is not plain.

    """
    message = f"{name} has no samples; there is nothing to score"
    return InputError(f"{message}: {remedy}" if remedy else message)


def reason(error: Exception) -> str:
    """Return the cause of an error as one line, to be quoted in another message.

    >>> reason(KeyError("x")), reason(InputError("it returned None"))
    ("KeyError: 'x'", 'it returned None')
    """
    message = str(error).strip().partition("\n")[0]
    if isinstance(error, InputError):
        return message
    return f"{type(error).__name__}: {message}" if message else type(error).__name__
