"""Worker threads for long work; the thread that waits for them can be interrupted (Ctrl-C)."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import pyarrow as pa

A = TypeVar("A")
T = TypeVar("T")


def on_threads(work: Callable[[A], T], parts: list[A]) -> Iterator[T]:
    """Apply a function to the parts on all worker threads at once; results come in order.

    >>> list(on_threads(str.upper, ["a", "b"]))
    ['A', 'B']
    """
    return map(work, parts) if process_ends() else _threads().map(work, parts)


def process_ends() -> bool:
    """Tell whether the process is exiting, as in an ``atexit`` handler, and starts no threads.

    >>> process_ends()
    False
    """
    try:
        _threads().submit(int)
    except RuntimeError:
        return True
    return False


def _threads() -> ThreadPoolExecutor:
    """Return a pool with as many worker threads as Arrow has now."""
    return _staying_threads(pa.cpu_count())


@functools.lru_cache(maxsize=1)
def _staying_threads(count: int) -> ThreadPoolExecutor:
    """Return a pool that is kept for later calls: new threads would allocate memory each time."""
    return ThreadPoolExecutor(count, "levmetrics")


# A forked process has none of its parent's threads, and would wait for them forever.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_staying_threads.cache_clear)
