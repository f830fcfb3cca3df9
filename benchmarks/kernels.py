"""A contender that runs with the portable kernel."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from unittest.mock import patch

from benchmarks.timing import Call
from levmetrics.edits.library import kernel_name

CHOICE = "LEVMETRICS_KERNEL"
PORTABLE = "portable"
_held: list[Call] = []


class WithPortableKernel:
    """A contender in a process of its own, which runs the portable kernel.

    The texts are handed over once, so that a call costs what it costs in this process, and some
    tenths of a millisecond. The process ends when the contender is no longer needed.
    """

    def __init__(self, call: Call) -> None:
        """Start the process.

        Args:
            call: a function of a module, with the texts as its arguments.

        """
        self._process = ProcessPoolExecutor(1, get_context("spawn"))
        with patch.dict(os.environ, {CHOICE: PORTABLE}):
            used = self._process.submit(_hold, call).result()
        if used != PORTABLE:
            raise RuntimeError(f"{CHOICE}={PORTABLE} was set, and the kernel is {used}")

    def __call__(self) -> float | None:
        """Score the texts."""
        return self._process.submit(_score).result()


def _hold(call: Call) -> str:
    _held.append(call)
    return kernel_name()


def _score() -> float | None:
    return _held[-1]()
