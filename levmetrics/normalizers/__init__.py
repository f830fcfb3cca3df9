"""Normalizers, which change texts before they are tokenized, only if the caller asks for one.

The module of each family registers its normalizers, which adds them to every list, message, usage
text and page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import TypeAlias, cast

from levmetrics.errors import InputError
from levmetrics.normalizers.normalizer import NORMALIZERS, Chain, Normalizer
from levmetrics.normalizers.replacements import (
    OF_FILES,
    named,
    remove_words,
    replace_patterns,
    replace_strings,
    replace_words,
)
from levmetrics.registry import import_modules
from levmetrics.signature import describe_callable

__all__ = [
    "NORMALIZERS",
    "Chain",
    "Normalizer",
    "NormalizerLike",
    "get_normalizer",
    "list_normalizers",
    "named",
    "remove_words",
    "replace_patterns",
    "replace_strings",
    "replace_words",
]

NormalizerLike: TypeAlias = str | Callable[[str], str] | Sequence[str | Callable[[str], str]] | None

import_modules(__name__, __path__)


def list_normalizers() -> list[str]:
    """Return the names of the built-in normalizers.

    >>> list_normalizers()
    ['arabic', ..., 'lower', ..., 'width']
    """
    return list(NORMALIZERS)


def get_normalizer(normalizer: NormalizerLike | Normalizer | Chain) -> Chain:
    """Return a chain of named normalizers and the caller's functions, in the order given.

    Args:
        normalizer: a name (see :func:`list_normalizers`) such as ``"lower"``; a kind with a file of
            rules, such as ``"replace:rules.txt"``; several of these with commas between them,
            ``"lower,nfkc"``; a callable from string to string, such as Whisper's normalizers; a
            list of these, applied in order; or ``None`` for no change.

    Raises:
        InputError: for an unknown name (the message suggests the nearest known one) or another
            type.
        ImportError: if a normalizer's package is not installed; the message has the line that
            installs it.

    >>> get_normalizer(["lower", "squeeze_whitespace"])(" Some  TEXT ")
    'some text'
    >>> get_normalizer("lower,nfkc")
    lower+nfkc

    """
    if isinstance(normalizer, Chain):
        return normalizer
    if normalizer is None:
        return Chain(())
    if isinstance(normalizer, str):
        normalizer = [name.strip() for name in normalizer.split(",")]
    normalizers = normalizer if isinstance(normalizer, (list, tuple)) else [normalizer]
    return Chain(tuple(chain.from_iterable(map(_steps, normalizers))))


def _steps(normalizer: object) -> tuple[Normalizer, ...]:
    if isinstance(normalizer, Chain):
        return normalizer.steps
    if isinstance(normalizer, Normalizer):
        return (normalizer,)
    if isinstance(normalizer, str):
        kind, _, path = normalizer.partition(":")
        if path and kind in OF_FILES:
            return (OF_FILES[kind](path),)
        known = NORMALIZERS.lookup(normalizer)
        if known.load is not None:
            known.load()
        return (known,)
    if callable(normalizer):
        function = cast("Callable[[str], str]", normalizer)  # its result is checked each time
        return (Normalizer(describe_callable(normalizer), function),)
    raise InputError(
        "normalizer.type", type=type(normalizer).__name__, known=", ".join(NORMALIZERS)
    )
