"""Controls that several tabs have, and refusals as a visitor sees them."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import gradio as gr

from levmetrics.configs import METRICS, configs_of
from levmetrics.demo import drawing
from levmetrics.demo.labels import label
from levmetrics.demo.requests import Request, tokenizers
from levmetrics.errors import InputError
from levmetrics.normalizers import list_normalizers
from levmetrics.rendering.text import legible

OWN = ("the metric's own", "")
_LOGGER = logging.getLogger(__name__)
_LONGEST = 600  # characters of a message: it may repeat what was given
P = ParamSpec("P")
R = TypeVar("R")


def metric_control() -> gr.Dropdown:
    """Make the choice of a metric with its config."""
    choices = [
        (config.title, f"{metric}:{name}")
        for metric in METRICS
        for name, config in configs_of(metric).items()
    ]
    return gr.Dropdown(choices, value="wer_lev:wer", label=label("metric"))


def tokenizer_control(first: tuple[str, str] = OWN) -> gr.Dropdown:
    """Make the choice of a tokenizer; ``first`` is offered before those by name, and chosen."""
    choices = [first, *((name, name) for name in tokenizers() if name != first[1])]
    return gr.Dropdown(
        choices, value=first[1], label=label("tokenizer"), info=label("tokenizer_info")
    )


def normalizer_control() -> gr.Dropdown:
    """Make the choice of normalizers."""
    return gr.Dropdown(
        [(name, name) for name in list_normalizers()],
        value=[],
        multiselect=True,
        label=label("normalizer"),
        info=label("normalizer_info"),
    )


def request(metric: str, tokenizer: str, normalizers: list[str], threshold: str = "") -> Request:
    """Return what the controls ask for; a threshold is only of ANLS.

    Raises:
        InputError: for a threshold that is no number.

    """
    limit = None
    if threshold.strip() and metric.startswith("anls"):
        try:
            limit = float(threshold.strip().replace(",", "."))
        except ValueError:
            raise InputError(
                f"threshold is {threshold!r}; it must be a number from 0 to 1, or empty"
            ) from None
    return Request(metric, tokenizer, "+".join(normalizers), limit)


def told(function: Callable[P, R]) -> Callable[P, R]:
    """Let a program be told why a function refuses, or that it failed."""

    @functools.wraps(function)
    def telling(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except Exception as error:
            raise gr.Error(sentence(error), print_exception=False) from error

    return telling


def in_place(function: Callable[P, object], *rest: object) -> Callable[P, object]:
    """Show why a function refuses where its result would be, which must not stay from before.

    Args:
        function: returns HTML, or a list that begins with it.
        *rest: what the rest of the list is then.

    """

    @functools.wraps(function)
    def showing(*args: P.args, **kwargs: P.kwargs) -> object:
        try:
            return function(*args, **kwargs)
        except Exception as error:
            shown = drawing.refusal(sentence(error))
            return [shown, *rest] if rest else shown

    return showing


def sentence(error: Exception) -> str:
    """Say why there is no result, to one who cannot look into this machine."""
    if isinstance(error.__context__, RecursionError):
        return f"{str(error).partition(' is nested')[0]} is nested too deep for this page"
    if not isinstance(error, (InputError, ImportError)):
        _LOGGER.error("A request failed", exc_info=error)
        return "This page failed at it, and its keeper can see why; try other texts"
    shown = legible(str(error))
    return shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}…"
