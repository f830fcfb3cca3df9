"""Pasted text, as lists of texts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from levmetrics.demo import limits

SEPARATOR = " ||| "  # between several references of a sample


def lines(text: str, name: str) -> list[str]:
    r"""Split pasted text into samples, one a line; an empty line is an empty text.

    Only line feeds part samples (and the end of the last line none): a text may hold any other
    separator of Unicode.

    Args:
        text: the pasted text.
        name: what the page calls it, for messages.

    Raises:
        InputError: for more than the page takes.

    >>> lines("a\r\nb\n\nc\n", "predictions")
    ['a', 'b', '', 'c']

    """
    samples = text.replace("\r\n", "\n").removesuffix("\n").split("\n") if text else []
    limits.check_size(np.array([*map(len, samples)], np.int64), name)
    return samples


def alternatives(references: Sequence[str | list[str]]) -> list[str | list[str]]:
    """Part the references of a sample where any sample has several.

    >>> alternatives(["a ||| b", "c"]), alternatives(["a", "b"])
    ([['a', 'b'], ['c']], ['a', 'b'])
    """
    several = any(isinstance(own, list) or SEPARATOR in own for own in references)
    if not several:
        return list(references)
    return [own if isinstance(own, list) else own.split(SEPARATOR) for own in references]
