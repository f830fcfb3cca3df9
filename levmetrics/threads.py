"""Threads for work that takes a while; whoever waits for them can be interrupted."""

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
    """Do the parts of some work on all threads at once, and return what they come to in order.

    >>> list(on_threads(str.upper, ["a", "b"]))
    ['A', 'B']
    """
    return map(work, parts) if process_ends() else _threads().map(work, parts)


def on_one_thread(work: Callable[[A], T], parts: list[A]) -> Iterator[T]:
    """Do the parts of some work one after the other, where each has threads of its own.

    >>> list(on_one_thread(str.upper, ["a", "b"]))
    ['A', 'B']
    """
    if process_ends():
        return map(work, parts)
    return (_threads().submit(work, part).result() for part in parts)


def process_ends() -> bool:
    """Tell whether the process ends, as in a handler of ``atexit``, and starts nothing more.

    >>> process_ends()
    False
    """
    try:
        _threads().submit(int)
    except RuntimeError:
        return True
    return False


def _threads() -> ThreadPoolExecutor:
    """Return as many threads as Arrow has now."""
    return _staying_threads(pa.cpu_count())


@functools.lru_cache(maxsize=1)
def _staying_threads(count: int) -> ThreadPoolExecutor:
    """Return threads that stay, since new ones would have to be given memory each time."""
    return ThreadPoolExecutor(count, "levmetrics")


# A forked process has none of its parent's threads, and would wait for them.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_staying_threads.cache_clear)
