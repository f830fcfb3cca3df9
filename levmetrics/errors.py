"""Errors that say what is wrong with an argument, where, and how to mend it."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from levmetrics.control_characters import unsteered


class InputError(TypeError, ValueError):
    r"""An argument that cannot be scored: its message names it, the position and the remedy.

    It is a ``TypeError`` by Python's habit and a ``ValueError`` by that of torchmetrics and
    evaluate, so that code written for either catches it. What it quotes of a caller's texts, names
    and paths cannot steer the terminal that shows it.

    >>> str(InputError("no file \x1b[2J.txt"))
    'no file ⟨1B⟩[2J.txt'
    """

    def __init__(self, message: str) -> None:
        super().__init__(unsteered(message))


def unknown_name(known: Iterable[str], name: object, what: str) -> InputError:
    """Make the error that says which known name is the nearest."""
    names = sorted(known)
    folded = {known_name.lower(): known_name for known_name in names}
    near = get_close_matches(str(name).lower(), folded, n=1)
    hint = f"did you mean {folded[near[0]]!r}? " if near else ""
    return InputError(f"unknown {what} {name!r}; {hint}Known: {', '.join(names)}")


def reason(error: Exception) -> str:
    """Say in one line why the caller's own function failed.

    >>> reason(KeyError("x")), reason(InputError("it returned None"))
    ("KeyError: 'x'", 'it returned None')
    """
    message = str(error).strip().partition("\n")[0]
    if isinstance(error, InputError):
        return message
    return f"{type(error).__name__}: {message}" if message else type(error).__name__
