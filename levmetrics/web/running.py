"""A visitor's runs, which end at their deadline, or when the visitor cancels or leaves."""

from __future__ import annotations

import functools
from collections.abc import Callable
from threading import Event
from typing import ParamSpec, TypeVar

import gradio as gr

from levmetrics.errors import InputError
from levmetrics.system.work import watched
from levmetrics.web.internals import LocalContext
from levmetrics.web.limits import SECONDS

P = ParamSpec("P")
R = TypeVar("R")

_runs: dict[Event, str | None] = {}
"""The cancel function and the session of each active run."""


def with_deadline(function: Callable[P, R]) -> Callable[P, R]:
    """Wrap a Gradio handler so that it ends at the deadline, or on :func:`cancel`.

    Runs and endpoints have it. The process that reads uploads has a limit of its own, and other
    handlers are quick.

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
    """End all runs of a session; a Gradio handler for a button, or for a visitor's leaving.

    With ``button.click(cancel, None, None, queue=False, cancels=[run])`` the event ``run`` ends
    silently, even while it waits: Gradio ends the event, and this function its work. Without
    ``cancels``, only work that has begun ends, and the error ``page.cancelled`` is shown.

    Args:
        request: the session's request.

    """
    for event, session in _runs.copy().items():
        if session == request.session_hash:
            event.set()
