"""How often the garbage collector looks through objects: rarely in a command, which ends soon."""

from __future__ import annotations

import gc

_USUAL = gc.get_threshold()
_OBJECTS = 200_000  # made in between; the modules of a command make less, and keep them


def collect_rarely() -> None:
    """Have the collector wait while modules load, in which it would find nothing to free."""
    gc.set_threshold(_OBJECTS)


def collect_as_usual() -> None:
    """Have the collector work as in any Python, for a program that goes on.

    >>> collect_rarely()
    >>> collect_as_usual()
    >>> gc.get_threshold() == _USUAL
    True
    """
    gc.set_threshold(*_USUAL)
