"""Two processes that share metrics, as torch.distributed connects them."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TypeVar

import torch

from tests.processes import free_port, in_two_processes

Result = TypeVar("Result")


def on_two_ranks(work: Callable[[int], Result]) -> list[Result]:
    """Call a function with the rank on each of two processes."""
    return in_two_processes(as_rank, free_port(), work)


def as_rank(rank: int, port: int, work: Callable[[int], Result]) -> Result:
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port))
    torch.distributed.init_process_group("gloo", rank=rank, world_size=2)
    result = work(rank)
    torch.distributed.destroy_process_group()
    return result
