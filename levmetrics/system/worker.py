"""A worker process: it calls functions on parts that its parent sends, and ends with its parent."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from contextlib import suppress
from functools import lru_cache
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO

import cloudpickle

# The exit status of a worker that ended because nothing was asked of it for so many seconds.
UNUSED = 113
_UNUSED_SECONDS = 300
_PR_SET_PDEATHSIG = 1  # of Linux's prctl
_loaded = lru_cache(maxsize=1)(cloudpickle.loads)


def main() -> None:
    """Answer requests from standard input on standard output until standard input ends.

    A request is a pickled function, or nothing for that of the last request, and a pickled part.
    """
    _end_with_parent()
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "r+b", 0) as nothing:  # what a function prints is no answer
        os.dup2(nothing.fileno(), 0)
        os.dup2(nothing.fileno(), 1)
    waiting: SimpleQueue[tuple[bytes, bytes]] = SimpleQueue()
    Thread(target=_read, args=(requests, waiting), daemon=True).start()
    function = b""
    while True:
        try:
            other, part = waiting.get(timeout=_UNUSED_SECONDS)
        except Empty:
            os._exit(UNUSED)
        function = other or function
        with suppress(BrokenPipeError):  # the parent has ended, and this process soon does
            answers.write(_answer(function, part))
            answers.flush()


def _end_with_parent() -> None:
    """Have Linux kill this process when the thread that started it ends.

    Elsewhere, and if the parent has ended already, standard input ends. That alone would not end a
    function that lets no other thread run.
    """
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _read(requests: IO[bytes], waiting: SimpleQueue[tuple[bytes, bytes]]) -> None:
    """Read requests, and end the process with its standard input, whatever it does then."""
    try:
        while True:
            waiting.put(cloudpickle.load(requests))
    finally:
        os._exit(1)


def _answer(function: bytes, part: bytes) -> bytes:
    """Return the result of a function as ``(True, result)``, or ``(False, (error, traceback))``."""
    answer: bytes
    try:
        answer = cloudpickle.dumps((True, _loaded(function)(cloudpickle.loads(part))))
    except BaseException as error:
        shown = traceback.format_exc()
        try:
            answer = cloudpickle.dumps((False, (error, shown)))
            cloudpickle.loads(answer)
        except Exception:  # an error that cannot be passed on as it is
            answer = cloudpickle.dumps((False, (RuntimeError(repr(error)), shown)))
    return answer
