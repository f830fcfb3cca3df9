"""Worker processes, which end with this process, however it ends.

A worker has two pipes, and no semaphores, files or shared memory that could be left behind. Its
input ends with this process, and the worker with its input (see :mod:`levmetrics.worker`).
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from functools import lru_cache
from threading import Lock
from typing import Any, TypeVar
from weakref import WeakSet

import cloudpickle

from levmetrics.work import on_threads
from levmetrics.worker import UNUSED, receive, send

T = TypeVar("T")
A = TypeVar("A")
_START = "import sys; sys.path[:] = sys.argv[1:]; from levmetrics.worker import main; main()"
# Signals of a terminal or service manager to a whole group of processes, whose parent answers them.
_OF_GROUPS = ("SIGINT", "SIGTERM", "SIGHUP")


def on_processes(work: Callable[[A], T], parts: list[A]) -> Iterator[T]:
    """Apply a function to the parts in worker processes, one per thread; yield results in order.

    The processes stay for later calls for some minutes, unless this call fails or is broken off.

    Raises:
        BrokenExecutor: if a process is ended from outside.
        TimeoutError: after the limit of :func:`levmetrics.work.watched`.
        InterruptedError: if the work is cancelled.

    >>> list(on_processes(str.upper, ["a", "b"]))
    ['A', 'B']
    """
    call = _Call(cloudpickle.dumps(work))
    is_complete = False
    try:
        yield from on_threads(call.result, parts)
        is_complete = True
    finally:
        if not is_complete:
            call.end()


class _Worker:
    """A worker process, asked by one thread at a time."""

    def __init__(self) -> None:
        self._function = b""
        self._process = subprocess.Popen(
            [sys.executable, "-c", _START, *sys.path],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),  # of Windows
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._requests, self._answers = self._process.stdin, self._process.stdout

    def call(self, function: bytes, part: bytes) -> tuple[bool, Any]:
        """Return whether a pickled function had a result, and this, or its error and traceback.

        Raises:
            EOFError, OSError: if the process has ended.

        """
        send(self._requests, b"" if function == self._function else function)
        self._function = function
        send(self._requests, part)
        answer: tuple[bool, Any] = cloudpickle.loads(receive(self._answers))
        return answer

    def kill(self) -> None:
        """End the process; the thread that asks it gets an error."""
        self._process.kill()

    def end(self) -> int:
        """End the process, and return its exit status."""
        self.kill()
        self.forget()
        return self._process.wait()

    def forget(self) -> None:
        """Close the pipes, which ends the process if no other holds them."""
        self._requests.close()
        self._answers.close()


class _Pool:
    """The workers of this process.

    A thread of its own starts them, since Linux kills them when the thread that started them ends.
    """

    def __init__(self) -> None:
        self.lock = Lock()
        self.unused: list[_Worker] = []
        self._all: WeakSet[_Worker] = WeakSet()
        self._starter = ThreadPoolExecutor(1, "levmetrics-starter", _block_signals)

    def take(self) -> _Worker:
        """Return a worker that is not in use, or a new one."""
        with self.lock:
            if self.unused:
                return self.unused.pop()
        worker = self._starter.submit(_Worker).result()
        self._all.add(worker)
        return worker

    def forget(self) -> None:
        """Close this process's copies of the pipes, in a forked process that has no workers."""
        for worker in self._all:
            worker.forget()


@lru_cache(maxsize=1)
def _pool() -> _Pool:
    return _Pool()


def _block_signals() -> None:
    """Have the processes that this thread starts leave some signals to their parent."""
    if sys.platform != "win32":
        signals = [signal.Signals[name] for name in _OF_GROUPS]
        signal.pthread_sigmask(signal.SIG_BLOCK, signals)


def _leave_workers() -> None:
    if _pool.cache_info().currsize:
        _pool().forget()
        _pool.cache_clear()


# A forked process would keep its parent's workers alive.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_workers)


class _Call:
    """A function that workers call on the parts of one work."""

    def __init__(self, function: bytes) -> None:
        self._function = function
        self._pool = _pool()
        self._used: set[_Worker] = set()
        self._is_over = False

    def result(self, part: Any) -> Any:
        """Return the result of one part, or raise its error."""
        succeeded, value = self._answer(cloudpickle.dumps(part))
        if succeeded:
            return value
        error, shown = value
        raise error from RuntimeError(f"in a worker process:\n{shown}")

    def end(self) -> None:
        """End the workers that are in use, and those that are not."""
        with self._pool.lock:
            self._is_over = True
            for worker in self._used:
                worker.kill()
            unused, self._pool.unused = self._pool.unused, []
        for worker in unused:
            worker.end()

    def _answer(self, part: bytes) -> tuple[bool, Any]:
        """Return a worker's answer; another is asked if it has ended because nobody used it."""
        while True:
            worker = self._pool.take()
            try:
                with self._used_here(worker):
                    return worker.call(self._function, part)
            except (EOFError, OSError):
                if worker.end() != UNUSED:
                    raise BrokenExecutor("a worker process was ended from outside") from None

    @contextmanager
    def _used_here(self, worker: _Worker) -> Iterator[None]:
        """Keep a worker for other calls after its use, unless it failed or this call is over."""
        with self._pool.lock:
            self._used.add(worker)
            if self._is_over:
                worker.kill()
        succeeded = False
        try:
            yield
            succeeded = True
        finally:
            with self._pool.lock:
                self._used.remove(worker)
                is_kept = succeeded and not self._is_over
                if is_kept:
                    self._pool.unused.append(worker)
            if not is_kept:
                worker.end()
