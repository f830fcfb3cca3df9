"""What accelerate knows of the data loader that a Trainer iterates over."""

from __future__ import annotations

import sys
import weakref
from importlib import import_module
from typing import Any


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


def current_pass() -> tuple[object, ...]:
    """Identify the pass over the data that is under way; two are the same one if they are equal.

    Returns:
        The data loader, how many of accelerate's active iterations are over it, and how many came
        to their end; nothing without accelerate's loaders. An iteration that was broken off stays
        among the active ones, so that the next one adds to their number.

    """
    state = _gradient_state()
    if state is None:
        return ()
    loader = state.active_dataloader
    active = sum(each is loader for each in state.dataloader_references)
    return weakref.ref(loader), active, getattr(loader, "iteration", 0)


def _gradient_state() -> Any:
    """Return accelerate's ``GradientState`` while it iterates over a data loader, else ``None``."""
    if "accelerate" not in sys.modules:
        return None
    state = import_module("accelerate.state").GradientState()
    return state if state.in_dataloader else None
