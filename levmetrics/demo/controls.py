"""Controls that several tabs have, and errors as a visitor sees them."""

from __future__ import annotations

import functools
from collections.abc import Callable
from html import escape
from typing import ParamSpec, TypeVar

import gradio as gr

from levmetrics.columns import InputError
from levmetrics.demo.labels import label
from levmetrics.demo.scoring import NORMALIZERS, Request, tokenizers
from levmetrics.rendering import legible

METRICS = [
    ("WER: words (単語)", "wer_lev:wer"),
    ("CER: characters (文字)", "wer_lev:cer"),
    ("WER: Japanese words (MeCab)", "wer_lev:ja"),
    ("ANLS: plain similarity (類似度)", "anls:default"),
    ("ANLS: ST-VQA's rule", "anls:stvqa"),
    ("ANLS: DocVQA's rule", "anls:docvqa"),
    ("ANLS*: nested JSON values", "anls:star"),
]
OWN = ("the metric's own", "")
P = ParamSpec("P")
R = TypeVar("R")


def metric_control() -> gr.Dropdown:
    """Make the choice of a metric with its config."""
    return gr.Dropdown(METRICS, value="wer_lev:wer", label=label("metric"))


def tokenizer_control(first: tuple[str, str] = OWN) -> gr.Dropdown:
    """Make the choice of a tokenizer; ``first`` is offered before those by name, and chosen."""
    choices = [first, *((name, name) for name in tokenizers() if name != first[1])]
    return gr.Dropdown(
        choices, value=first[1], label=label("tokenizer"), info=label("tokenizer_info")
    )


def normalizer_control() -> gr.Dropdown:
    """Make the choice of normalizers."""
    return gr.Dropdown(
        list(NORMALIZERS),
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
    own = None
    if threshold.strip() and metric.startswith("anls"):
        try:
            own = float(threshold.strip().replace(",", "."))
        except ValueError:
            raise InputError(
                f"threshold is {threshold!r}; it must be a number from 0 to 1, or empty"
            ) from None
    return Request(metric, tokenizer, "+".join(normalizers), own)


def told(function: Callable[P, R], written: Callable[[str], str] = escape) -> Callable[P, R]:
    """Let a function's refusals be shown as they are: they are written for the one who asks.

    Args:
        function: whose refusals.
        written: makes of a message what can be shown; the page shows HTML.

    """

    @functools.wraps(function)
    def telling(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except (InputError, ImportError) as error:
            raise gr.Error(written(legible(str(error))), print_exception=False) from error

    return telling
