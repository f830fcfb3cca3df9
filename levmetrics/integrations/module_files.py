"""Where the files of the evaluate modules are; loads nothing, for what publishes them."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parents[1]
MODULES = ("wer_lev", "anls", "rouge_lev")


def module_file(metric: str, name: str) -> Path:
    """Return the path of a module's file, in the installed package or beside the source package.

    Args:
        metric: the name of the module.
        name: the name of the file.

    >>> module_file("anls", "anls.py").parent.name
    'anls'

    """
    inside = _PACKAGE / "modules" / metric / name
    return inside if inside.exists() else _PACKAGE.parent / metric / name
