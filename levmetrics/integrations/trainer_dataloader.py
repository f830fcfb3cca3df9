"""What accelerate knows of the data loader that a Trainer iterates over."""

from __future__ import annotations

import sys
import weakref
from collections.abc import Sequence
from importlib import import_module
from typing import NamedTuple, Protocol


class _GradientState(Protocol):
    """What is used of ``accelerate.state.GradientState``."""

    in_dataloader: bool
    end_of_dataloader: bool
    remainder: int
    active_dataloader: object
    dataloader_references: Sequence[object]


class DataPass(NamedTuple):
    """Identifies one pass over the data: passes are equal if they are the same one.

    Attributes:
        loader: the data loader.
        nested: how many of accelerate's active iterations are over it. An iteration that was broken
            off stays among these, so that the next one adds to their number.
        iteration: how many iterations over the loader have come to their end.

    """

    loader: weakref.ref[object]
    nested: int
    iteration: int


def count_without_duplicates(gathered: int) -> int:
    """Return how many samples of a gathered batch are no duplicates.

    On several processes the last batch is filled up with duplicates of the first samples.
    ``Trainer`` drops them; ``Seq2SeqTrainer`` does not, because one sample may have several
    generated sequences (transformers pull request 27025).

    Args:
        gathered: the number of samples of all processes; duplicates are the last ones.

    """
    state = _gradient_state()
    if state is None:
        return gathered
    processes = import_module("accelerate.state").PartialState().num_processes
    filled_up = state.end_of_dataloader and processes > 1 and gathered % processes == 0
    return min(gathered, state.remainder) if filled_up and state.remainder > 0 else gathered


def current_pass() -> DataPass | None:
    """Return the pass over the data that is under way; ``None`` without accelerate's loaders."""
    state = _gradient_state()
    if state is None:
        return None
    loader = state.active_dataloader
    nested = sum(each is loader for each in state.dataloader_references)
    return DataPass(weakref.ref(loader), nested, getattr(loader, "iteration", 0))


def _gradient_state() -> _GradientState | None:
    """Return accelerate's state while it iterates over a data loader."""
    if "accelerate" not in sys.modules:
        return None
    state: _GradientState = import_module("accelerate.state").GradientState()
    return state if state.in_dataloader else None
