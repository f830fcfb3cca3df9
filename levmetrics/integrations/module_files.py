"""The files of the evaluate modules: in an installed package, and in a checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parents[1]


def module_file(metric: str, name: str) -> Path:
    """Return the path of a file of a module: installed it is in the package, else beside it.

    Args:
        metric: the module's name.
        name: the file's.

    >>> module_file("anls", "anls.py").parent.name
    'anls'

    """
    inside = _PACKAGE / "modules" / metric / name
    return inside if inside.exists() else _PACKAGE.parent / metric / name
