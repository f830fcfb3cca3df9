"""Signals that end the command line: its work is broken off and cleans up, and then they end it.

It is loaded before anything slow, so that a signal while other modules load is answered too.
"""

from __future__ import annotations

import atexit
import os
import signal
import sys
import time
from _thread import get_ident, start_new_thread
from select import select

TYPE_CHECKING = False  # see levmetrics/__init__.py
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType
    from typing import Any, NoReturn

# Ctrl-C; a service manager or a batch system; a terminal that closes, which Windows has not.
_ENDING = ("SIGINT", "SIGTERM", "SIGHUP")
# A terminal or a service manager sends several at once. A later one must not break off what cleans
# up after the first, but may break it off if it takes long.
_AT_ONCE = 1.0  # seconds
_RETRY = 0.02  # seconds
# After which the program is broken off again, since a library may have swallowed the exception.
_PATIENCE = 10.0  # seconds


class _Received:
    """The last signal that ends this process, and when it came."""

    number = 0
    time = 0.0
    is_cleaned_up = False
    pipe: int | None = None  # to which Python writes the numbers of signals


_received = _Received()


def is_ending() -> bool:
    """Whether a signal ends this process, so that no error needs to be said.

    >>> is_ending()
    False
    """
    return _received.number > 0


def run(program: Callable[[], object]) -> None:
    """Call the program; signals break it off with ``KeyboardInterrupt`` and then end the process.

    The process ends by the signal itself and says nothing, whatever the exception has become.
    Signals that are ignored, as by ``nohup``, stay ignored.
    """
    try:
        try:
            _received.is_cleaned_up = False  # after another program of this process
            _heed_signals()
            program()
        finally:
            _received.is_cleaned_up = True
    finally:  # also after a signal that comes within the line above
        if is_ending():
            _received.is_cleaned_up = True
            atexit._run_exitfuncs()
            _end()


def _heed_signals() -> None:
    for name in _ENDING:
        number = getattr(signal, name, None)
        if number and signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, _break_off)
    sys.unraisablehook = _retry
    _watch_signals()


def _break_off(number: int, _frame: FrameType | None) -> None:
    now = time.monotonic()
    if is_ending() and now - _received.time < _AT_ONCE:
        return
    _received.number, _received.time = number, now
    if _received.is_cleaned_up:
        _end()
    raise KeyboardInterrupt


def _end() -> NoReturn:
    """End the process by the signal that it received.

    Python would wait for all threads first, and for ever for one whose start was broken off.
    """
    if sys.platform != "win32":
        signal.signal(_received.number, signal.SIG_DFL)
        os.kill(os.getpid(), _received.number)
    os._exit(128 + _received.number)


def _retry(unraisable: Any) -> None:
    """Break the program off later if that failed in a finalizer, which cannot raise exceptions."""
    if not (is_ending() and issubclass(unraisable.exc_type, KeyboardInterrupt)):
        sys.__unraisablehook__(unraisable)
    elif _received.pipe is not None:
        number, _received.number = _received.number, 0
        os.write(_received.pipe, bytes([number]))


def _watch_signals() -> None:
    """Send this thread again what it received just before a call that waits, as for a pipe.

    Python breaks off only what waits already. A program that goes on is sent the signal again.
    """
    if sys.platform != "win32":
        if _received.pipe is None:  # one pipe and one thread serve all programs of this process
            received, _received.pipe = os.pipe()
            os.set_blocking(_received.pipe, False)
            os.register_at_fork(after_in_child=_forget_pipe)
            start_new_thread(_send_again, (received, get_ident()))
        signal.set_wakeup_fd(_received.pipe, warn_on_full_buffer=False)


def _forget_pipe() -> None:
    """Leave the pipe to the process that made it, whose thread reads it."""
    _received.pipe = None
    signal.set_wakeup_fd(-1)


def _send_again(received: int, thread: int) -> None:
    number = 0
    while True:
        if select([received], [], [], _PATIENCE if number else None)[0]:
            number = ord(os.read(received, 1))
            time.sleep(_RETRY)
            if is_ending():
                continue
        if signal.getsignal(number) is _break_off:
            signal.pthread_kill(thread, number)  # comes by the pipe too
