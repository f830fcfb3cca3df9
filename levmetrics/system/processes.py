"""Worker processes, which end with this process, however it ends.

A worker has two pipes, and no semaphores, files or shared memory that could be left behind, as
those of multiprocessing, loky and joblib have. Its input ends with this process, and the worker
with its input (see :mod:`levmetrics.system.worker`).
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache
from pickle import UnpicklingError  # of what the package itself wrote
from threading import Lock
from typing import Any, TypeVar

import cloudpickle

from levmetrics.system.work import on_threads
from levmetrics.system.worker import UNUSED

T = TypeVar("T")
A = TypeVar("A")
_START = "import sys; sys.path[:] = sys.argv[1:]; from levmetrics.system.worker import main; main()"


def on_processes(work: Callable[[A], T], parts: list[A]) -> Iterator[T]:
    """Apply a function to the parts in worker processes, one per thread; yield results in order.

    The processes stay for later calls for some minutes, unless this call fails or is broken off.

    Raises:
        BrokenExecutor: if a process is ended from outside.
        TimeoutError: after the limit of :func:`levmetrics.system.work.watched`.
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
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # the signals of a terminal are for the parent
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),  # so on Windows
        )

    def answer(self, function: bytes, part: bytes) -> tuple[bool, Any]:
        """Return whether a pickled function had a result, and this, or its error and traceback.

        Raises:
            EOFError, OSError, UnpicklingError: if the process has ended.

        """
        requests, answers = self._process.stdin, self._process.stdout
        assert requests is not None
        assert answers is not None
        cloudpickle.dump((b"" if function == self._function else function, part), requests)
        requests.flush()
        self._function = function
        answer: tuple[bool, Any] = cloudpickle.load(answers)
        return answer

    def end(self) -> int:
        """End the process, also while a thread asks it, and return its exit status."""
        with suppress(OSError), self._process:  # what was not sent yet is of no use
            self._process.kill()
        return self._process.wait()


class _Pool:
    """The workers of this process that no call uses.

    A thread of its own starts workers, since Linux kills them when the thread that started them
    ends.
    """

    def __init__(self) -> None:
        self.lock = Lock()
        self.unused: list[_Worker] = []
        self.starter = ThreadPoolExecutor(1, "levmetrics-starter")


@lru_cache(maxsize=1)
def _pool() -> _Pool:
    return _Pool()


# A forked process has workers of its own.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_pool.cache_clear)


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
            workers = [*self._used, *self._pool.unused]
            self._pool.unused.clear()
        for worker in workers:
            worker.end()

    def _answer(self, part: bytes) -> tuple[bool, Any]:
        """Return a worker's answer; another is asked if it has ended because nobody used it."""
        while True:
            worker = self._taken()
            try:
                answer = worker.answer(self._function, part)
            except (EOFError, OSError, UnpicklingError):
                if worker.end() != UNUSED:
                    raise BrokenExecutor("a worker process was ended from outside") from None
            else:
                self._keep(worker)
                return answer

    def _taken(self) -> _Worker:
        """Return a worker that is not in use, or a new one."""
        with self._pool.lock:
            unused = self._pool.unused.pop() if self._pool.unused else None
        worker = unused or self._pool.starter.submit(_Worker).result()
        with self._pool.lock:
            self._used.add(worker)
            if self._is_over:
                worker.end()
        return worker

    def _keep(self, worker: _Worker) -> None:
        """Leave a worker to other calls, unless this call is over."""
        with self._pool.lock:
            if not self._is_over:
                self._used.remove(worker)
                self._pool.unused.append(worker)
