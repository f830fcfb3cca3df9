"""Normalizers, which change texts before they are tokenized, only if the caller asks for one.

``descriptions.json`` adds them to every list, message, usage text and page; the module of a family
is imported when one of its normalizers is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias, cast

from levmetrics.errors import InputError
from levmetrics.normalizers.normalizer import NORMALIZERS, Chain, Normalizer
from levmetrics.signature import describe_callable

if TYPE_CHECKING:
    from levmetrics.normalizers.replacements import (
        named,
        remove_words,
        replace_patterns,
        replace_strings,
        replace_words,
    )

__all__ = [
    "NORMALIZERS",
    "OF_FILES",
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

OF_FILES = ("replace", "substitute", "regex", "remove")
"""What a normalizer with a file of rules begins with, as ``"replace:FILE"``."""


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.replacements"), name)  # those above are found before


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
            from levmetrics.normalizers.replacements import of_file

            return (of_file(kind, path),)
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
