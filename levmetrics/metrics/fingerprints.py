"""Fingerprints of settings: which metrics count the same, and so may share or add their states."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor

from levmetrics.errors import InputError

_BYTES = 8  # for the names of settings, and as many for the identity of what a caller made


def fingerprint(settings: Mapping[str, Any]) -> Tensor:
    """Return bytes that equal settings share, and no others but by a rare chance.

    The first half is of names and types, and the same in every process. The second is of the very
    objects: a custom tokenizer is like nothing but itself, whatever its name.

    Returns:
        uint8, shape ``(16,)``.

    >>> same_settings(fingerprint({"cost": 1}), fingerprint({"cost": 1}))
    True

    """
    names = [(key, type(value).__qualname__, repr(value)) for key, value in settings.items()]
    objects = [getattr(value, "identity", int)() for value in settings.values()]
    halves = (
        hashlib.blake2b(repr(half).encode(), digest_size=_BYTES).digest()
        for half in (names, objects)
    )
    return torch.frombuffer(bytearray(b"".join(halves)), dtype=torch.uint8)


def same_settings(a: Tensor, b: Tensor) -> bool:
    """Tell whether fingerprints, perhaps of two processes, are of settings with the same names."""
    return a.shape == b.shape and torch.equal(a[:_BYTES].cpu(), b[:_BYTES].cpu())


def agreed(gathered: Tensor) -> Tensor:
    """Reduce the fingerprints of metrics whose states are added.

    Args:
        gathered: uint8, shape ``(metrics, 16)``; the metric's own is the last one where another's
            state is merged into it.

    Raises:
        InputError: if the settings differ.

    """
    if not all(same_settings(one, gathered[-1]) for one in gathered):
        raise InputError(
            "the processes have metrics with other settings; give all of them the same, or their "
            "counts cannot be added"
        )
    return gathered[-1]
