"""Contenders that run with the portable kernel."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

from benchmarks.texts import Texts
from levmetrics.edits.kernel import kernel_name

CHOICE = "LEVMETRICS_KERNEL"
PORTABLE = "portable"


class WithPortableKernel:
    """A contender in a process of its own, which runs the portable kernel.

    The texts are handed over once, so that a call costs what it costs in this process, and some
    tenths of a millisecond. The process ends when the contender is no longer needed.
    """

    def __init__(self, score: Callable[[Texts, Texts], float], preds: Texts, target: Texts) -> None:
        """Start the process.

        Args:
            score: a function of a module.
            preds: the predictions.
            target: the references.

        """
        self._process = ProcessPoolExecutor(1, get_context("spawn"), _hold, (score, preds, target))
        with _portable_children():
            used = self._process.submit(kernel_name).result()
        if used != PORTABLE:
            raise RuntimeError(f"{CHOICE}={PORTABLE} was set, and the kernel is {used}")

    def __call__(self) -> float:
        """Score the texts."""
        return self._process.submit(_score).result()


_held: list[Callable[[], float]] = []


def _hold(score: Callable[[Texts, Texts], float], preds: Texts, target: Texts) -> None:
    _held.append(lambda: score(preds, target))


def _score() -> float:
    return _held[-1]()


@contextmanager
def _portable_children() -> Iterator[None]:
    before = os.environ.get(CHOICE)
    os.environ[CHOICE] = PORTABLE
    try:
        yield
    finally:
        if before is None:
            del os.environ[CHOICE]
        else:
            os.environ[CHOICE] = before
