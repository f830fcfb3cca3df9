"""A visitor's run: it ends at its deadline, or when the visitor cancels it or leaves."""

from __future__ import annotations

import functools
from collections.abc import Callable
from threading import Event
from typing import ParamSpec, TypeVar

import gradio as gr
from gradio.context import LocalContext

from levmetrics.errors import InputError
from levmetrics.web.limits import SECONDS
from levmetrics.work import watched

P = ParamSpec("P")
R = TypeVar("R")

_runs: dict[Event, str | None] = {}
"""What cancels each run that goes on, with the session that asked for it."""


def with_deadline(function: Callable[P, R]) -> Callable[P, R]:
    """Wrap a handler of Gradio, so that it ends at the deadline, or when :func:`cancel` says so.

    Every handler and endpoint has it already: :mod:`levmetrics.web.error_messages` puts it within
    what shows the error.

    Raises:
        InputError: at the deadline, and when the run is cancelled.

    """

    @functools.wraps(function)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        request, cancelled = LocalContext.request.get(None), Event()
        _runs[cancelled] = getattr(request, "session_hash", None)
        try:
            with watched(timeout=SECONDS, is_cancelled=cancelled.is_set):
                return function(*args, **kwargs)
        except TimeoutError:
            raise InputError("page.too_slow", seconds=SECONDS) from None
        except InterruptedError:
            raise InputError("page.cancelled") from None
        finally:
            del _runs[cancelled]

    return wrapped


def cancel(request: gr.Request) -> None:
    """End all runs of a session: a handler of Gradio, for a button or for when the visitor leaves.

    With ``button.click(cancel, None, None, queue=False, cancels=[run])`` the event ``run`` ends
    without a word, also while it still waits: Gradio ends the event, and this its work. Without
    ``cancels`` only work that has begun ends, and what shows errors shows ``page.cancelled``.

    Args:
        request: of the session.

    """
    for event, session in _runs.copy().items():
        if session == request.session_hash:
            event.set()
