"""Errors as a visitor or a program sees them: one sentence, which tells nothing of the server."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import gradio as gr

from levmetrics.demo import drawing
from levmetrics.errors import InputError
from levmetrics.rendering.text import legible

_LOGGER = logging.getLogger(__name__)
_MAX_CHARACTERS = 600  # of a message: it may repeat what was given
P = ParamSpec("P")
R = TypeVar("R")


def with_gradio_errors(function: Callable[P, R]) -> Callable[P, R]:
    """Wrap an endpoint, so that the program that calls it gets the message of any error."""

    @functools.wraps(function)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except Exception as error:
            raise gr.Error(error_message(error), print_exception=False) from error

    return wrapped


def with_errors_shown(function: Callable[P, object], *rest: object) -> Callable[P, object]:
    """Wrap an event handler, so that its first output shows the message of any error.

    Without it an earlier result would stay on the page, as if it were that of the new texts.

    Args:
        function: returns HTML, or a sequence that begins with HTML.
        *rest: the values of the other outputs in case of an error.

    """

    @functools.wraps(function)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> object:
        try:
            return function(*args, **kwargs)
        except Exception as error:
            message = drawing.refusal(error_message(error))
            return [message, *rest] if rest else message

    return wrapped


def error_message(error: Exception) -> str:
    """Return what to say of an error; one that is the page's fault is logged, and not shown."""
    if isinstance(error.__context__, RecursionError):
        return f"{str(error).partition(' is nested')[0]} is nested too deep for this page"
    if not isinstance(error, (InputError, ImportError)):
        _LOGGER.error("A request failed", exc_info=error)
        return "This page failed at it, and its keeper can see why; try other texts"
    message = legible(str(error))
    return message if len(message) <= _MAX_CHARACTERS else f"{message[:_MAX_CHARACTERS]}…"
