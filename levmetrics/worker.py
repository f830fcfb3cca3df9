"""A worker process: it calls functions on parts that its parent sends, and ends with its parent.

It imports only the standard library, so it watches its parent before it loads anything slow.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable
from functools import lru_cache
from queue import Empty, SimpleQueue
from struct import Struct
from threading import Thread
from typing import IO, Any

# The exit status of a worker that ended because nothing was asked of it for so many seconds.
UNUSED = 113
_UNUSED_SECONDS = 300
_LENGTH = Struct("<Q")
_PR_SET_PDEATHSIG = 1  # of Linux's prctl


def send(pipe: IO[bytes], message: bytes) -> None:
    """Write a message to an unbuffered pipe."""
    rest = memoryview(_LENGTH.pack(len(message)) + message)
    while rest:
        rest = rest[pipe.write(rest) :]


def receive(pipe: IO[bytes]) -> bytes:
    """Read a message from an unbuffered pipe.

    Raises:
        EOFError: if the other side has closed it.

    """
    (length,) = _LENGTH.unpack(_exactly(pipe, _LENGTH.size))
    return _exactly(pipe, length)


def _exactly(pipe: IO[bytes], length: int) -> bytes:
    read = bytearray()
    while len(read) < length:
        part = pipe.read(length - len(read))
        if not part:
            raise EOFError
        read += part
    return bytes(read)


def main() -> None:
    """Answer requests from standard input on standard output until standard input ends."""
    _end_with_parent()
    read, written = os.fdopen(os.dup(0), "rb", 0), os.fdopen(os.dup(1), "wb", 0)
    with open(os.devnull, "r+b", 0) as nothing:  # what a function prints is no answer
        os.dup2(nothing.fileno(), 0)
        os.dup2(nothing.fileno(), 1)
    requests: SimpleQueue[tuple[bytes, bytes]] = SimpleQueue()
    Thread(target=_read, args=(read, requests), daemon=True).start()
    function = b""
    while True:
        try:
            other, part = requests.get(timeout=_UNUSED_SECONDS)
        except Empty:
            os._exit(UNUSED)
        function = other or function  # empty: that of the last request
        try:
            send(written, _answer(function, part))
        except BrokenPipeError:  # the parent has ended
            os._exit(1)


def _end_with_parent() -> None:
    """Have Linux kill this process when the thread that started it ends.

    Elsewhere, and if the parent has ended already, standard input ends. That alone would not end a
    function that lets no other thread run.
    """
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _read(pipe: IO[bytes], waiting: SimpleQueue[tuple[bytes, bytes]]) -> None:
    """Read requests, and end the process with its standard input, whatever it does then."""
    try:
        while True:
            waiting.put((receive(pipe), receive(pipe)))
    finally:
        os._exit(1)


def _answer(function: bytes, part: bytes) -> bytes:
    """Return the result of a function as ``(True, result)``, or ``(False, (error, traceback))``."""
    from cloudpickle import dumps, loads

    answer: bytes
    try:
        answer = dumps((True, _loaded(function)(loads(part))))
    except BaseException as error:
        shown = traceback.format_exc()
        try:
            answer = dumps((False, (error, shown)))
            loads(answer)
        except Exception:  # an error that cannot be passed on as it is
            answer = dumps((False, (RuntimeError(repr(error)), shown)))
    return answer


@lru_cache(maxsize=1)
def _loaded(function: bytes) -> Callable[[Any], Any]:
    import cloudpickle

    loaded: Callable[[Any], Any] = cloudpickle.loads(function)
    return loaded
