"""Long work: worker threads, progress bars, time limits and cancellation."""

from __future__ import annotations

import functools
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar, copy_context
from dataclasses import dataclass
from typing import Any, TypeVar

from levmetrics.errors import InputError
from levmetrics.lazy import futures, pa
from levmetrics.system.extras import needed_by

T = TypeVar("T")
A = TypeVar("A")
_BAR_AFTER = 0.5  # seconds: shorter work shows no bar
_TICK = 0.1  # seconds between a waiting thread's checks of whether the work must end


@dataclass(frozen=True)
class _Watch:
    """Options of long work: tqdm's class or none, the limit, the time it ends, and cancellation."""

    bar: Any
    timeout: float | None
    end: float | None
    is_cancelled: Callable[[], bool] | None


_watch: ContextVar[_Watch | None] = ContextVar("levmetrics_watch", default=None)


def watched(
    *,
    progress: bool = False,
    timeout: float | None = None,
    is_cancelled: Callable[[], bool] | None = None,
) -> AbstractContextManager[None]:
    """Show the progress of the work within, and end it at a time limit or when it is cancelled.

    Without any option, those of the enclosing ``watched`` apply.

    Args:
        progress: whether to show tqdm's bars on standard error for work that takes more than a
            moment.
        timeout: the seconds after which the work raises ``TimeoutError``; ``None``: no limit.
        is_cancelled: called again and again, in any thread; once it returns true, the work raises
            ``InterruptedError``. ``None``: the work is never cancelled.

    Raises:
        InputError: for a limit that is not a number of seconds.
        ImportError: if tqdm is not installed; the message has the line that installs it.

    >>> with watched(timeout=0.001):
    ...     for _ in steps(range(3), "waiting"):
    ...         time.sleep(0.002)
    Traceback (most recent call last):
    TimeoutError: this took longer than timeout=0.001 seconds, and nothing was returned; ...

    """
    bar: Any = None
    if progress:
        with needed_by("progress=True", "progress"):
            from tqdm.auto import tqdm
        bar = None if sys.stderr is None else tqdm  # closed, as in a daemon
    is_number = isinstance(timeout, (int, float)) and not isinstance(timeout, bool)
    if timeout is not None and not (is_number and timeout > 0):
        raise InputError("option.timeout", given=timeout)
    if bar is None and timeout is None and is_cancelled is None:
        return nullcontext()
    end = None if timeout is None else time.monotonic() + timeout
    return _watched(_Watch(bar, timeout, end, is_cancelled))


@contextmanager
def _watched(watch: _Watch) -> Iterator[None]:
    token = _watch.set(watch)
    try:
        yield
    finally:
        _watch.reset(token)


def steps(
    items: Iterable[T], what: str, total: int | None = None, size: Callable[[T], int] | None = None
) -> Iterable[T]:
    """Return the items of long work one by one, with the progress and limits of :func:`watched`.

    Args:
        items: the items; the caller processes each, or they arrive processed.
        what: the name of the work, for the bar.
        total: the whole amount of work.
        size: returns the amount of an item; ``None``: 1.

    """
    if _watch.get() is None:
        return items

    def shown() -> Iterator[T]:
        with counted(what, total) as count:
            for item in items:
                yield item
                count(1 if size is None else size(item))

    return shown()


@contextmanager
def counted(what: str, total: int | None = None) -> Iterator[Callable[[int], None]]:
    """Provide a function that counts work done, with the progress and limits of :func:`watched`.

    It is for work that calls back; a loop uses :func:`steps`.

    Args:
        what: the name of the work, for the bar.
        total: the whole amount of work.

    """
    watch = _watch.get()
    bar = None
    if watch is not None and watch.bar is not None:
        bar = watch.bar(desc=what, total=total, delay=_BAR_AFTER, leave=False)

    def count(done: int) -> None:
        seconds_left()
        if bar is not None:
            bar.update(done)

    with nullcontext() if bar is None else bar:
        yield count


def seconds_left() -> float | None:
    """Return the seconds left for the work; ``None`` without a limit.

    Raises:
        TimeoutError: after the limit.
        InterruptedError: if the work is cancelled.

    """
    watch = _watch.get()
    if watch is None:
        return None
    if watch.is_cancelled is not None and watch.is_cancelled():
        raise InterruptedError("the work was cancelled, and nothing was returned")
    if watch.end is None:
        return None
    left = watch.end - time.monotonic()
    if left <= 0:
        raise TimeoutError(
            f"this took longer than timeout={watch.timeout} seconds, and nothing was returned; "
            "give it more time, fewer or shorter texts, or fewer resamples"
        )
    return left


def thread_count() -> int:
    """Return the number of worker threads: ``pyarrow.cpu_count()``, found without loading Arrow.

    >>> thread_count() == pa.cpu_count()
    True
    """
    if "pyarrow" in sys.modules:  # where ``pyarrow.set_cpu_count`` may have set it
        return int(pa.cpu_count())
    asked = os.environ.get("OMP_NUM_THREADS", "").partition(",")[0].strip()
    if asked.isdecimal() and int(asked):
        return int(asked)
    usable = getattr(os, "sched_getaffinity", None)  # not on macOS and Windows
    return len(usable(0)) if usable else os.cpu_count() or 1


def on_threads(work: Callable[[A], T], parts: list[A]) -> Iterator[T]:
    """Apply a function to the parts on all worker threads; yield the results in order.

    Raises:
        TimeoutError: after the limit of :func:`levmetrics.system.work.watched`.
        InterruptedError: if the work is cancelled.

    >>> list(on_threads(str.upper, ["a", "b"]))
    ['A', 'B']
    """
    seconds_left()
    if process_ends():
        yield from map(work, parts)
        return
    pool = _staying_threads(thread_count())
    # Each part has its own copy of the context, which holds the options of ``watched``.
    pending = [pool.submit(copy_context().run, work, part) for part in parts]
    pending.reverse()
    try:
        while pending:
            yield _result(pending.pop())
    finally:
        for future in pending:
            future.cancel()


def _result(future: futures.Future[T]) -> T:
    """Return the result of a thread, unless the work must end first."""
    while _watch.get() is not None and not future.done():
        left = seconds_left()
        futures.wait([future], _TICK if left is None else min(left, _TICK))
    return future.result()


def process_ends() -> bool:
    """Whether the process is exiting, as in an ``atexit`` handler, and can start no threads.

    >>> process_ends()
    False
    """
    try:
        _staying_threads(thread_count()).submit(int)
    except RuntimeError:
        return True
    return False


@functools.lru_cache(maxsize=1)
def _staying_threads(count: int) -> futures.ThreadPoolExecutor:
    """Return a pool of as many threads as Arrow has now.

    It is kept for later calls: new threads would allocate memory each time.
    """
    return futures.ThreadPoolExecutor(count, "levmetrics")


# A forked process has none of its parent's threads, and would wait for them forever.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_staying_threads.cache_clear)
