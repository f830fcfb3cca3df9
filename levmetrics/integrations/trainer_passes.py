"""Where a Trainer stands in its data, as accelerate knows it."""

from __future__ import annotations

import sys
import weakref
from importlib import import_module
from typing import Any


def own_samples(gathered: int) -> int:
    """Count the samples of a gathered batch, without those that fill up the last one.

    On several processes the last batch is filled up with samples of the first. ``Trainer`` drops
    them; ``Seq2SeqTrainer`` does not, because one sample may have several generated sequences
    (transformers pull request 27025).
    """
    state = _iteration_state()
    if state is None:
        return gathered
    processes = import_module("accelerate.state").PartialState().num_processes
    filled_up = state.end_of_dataloader and processes > 1 and gathered % processes == 0
    return min(gathered, state.remainder) if filled_up and state.remainder > 0 else gathered


def current_pass() -> tuple[Any, ...]:
    """Tell passes over data apart: the data loader, and which of the passes over it this is.

    A pass that was broken off leaves its data loader among those of accelerate, where the next one
    adds it once more; those that came to their end are counted by the loader itself.
    """
    state = _iteration_state()
    if state is None:
        return ()
    loader = state.active_dataloader
    times = sum(each is loader for each in state.dataloader_references)
    return weakref.ref(loader), times, getattr(loader, "iteration", 0)


def _iteration_state() -> Any:
    """Return what accelerate knows of the data loader that it goes through, if there is one."""
    if "accelerate" not in sys.modules:
        return None
    state = import_module("accelerate.state").GradientState()
    return state if state.in_dataloader else None
