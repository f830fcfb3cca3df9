"""Fingerprints of settings: metrics whose states may be shared or added have equal ones."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import torch
from torch import Tensor

from levmetrics.errors import InputError

_BYTES = 8  # of each half


def fingerprint(settings: Mapping[str, object]) -> Tensor:
    """Return a hash of settings: equal ones have the same, others have another.

    The first half hashes names and types, and is the same in every process. The second hashes the
    identity of objects: a custom tokenizer equals only itself, whatever its name.

    Returns:
        uint8, shape ``(16,)``.

    >>> same_settings(fingerprint({"cost": 1}), fingerprint({"cost": 1}))
    True

    """
    names = [(key, type(value).__qualname__, repr(value)) for key, value in settings.items()]
    objects = [getattr(value, "identity", int)() for value in settings.values()]
    halves = [
        hashlib.blake2b(repr(half).encode(), digest_size=_BYTES).digest()
        for half in (names, objects)
    ]
    return torch.frombuffer(bytearray(b"".join(halves)), dtype=torch.uint8)


def same_settings(a: Tensor, b: Tensor) -> bool:
    """Return whether two fingerprints, which may be of two processes, agree in the first half."""
    return a.shape == b.shape and torch.equal(a[:_BYTES].cpu(), b[:_BYTES].cpu())


def agreed(gathered: Tensor) -> Tensor:
    """Reduce the fingerprints of metrics whose states are added.

    Args:
        gathered: uint8, shape ``(metrics, 16)``; the metric's own is the last one where another's
            state is merged into it.

    Raises:
        InputError: if the settings differ.

    """
    *others, ours = gathered[:, :_BYTES].tolist()
    if any(other != ours for other in others):
        raise InputError("state.other_processes")
    return gathered[-1]
