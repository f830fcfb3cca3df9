"""Controls that several tabs have, and the request that they make up."""

from __future__ import annotations

import gradio as gr

from levmetrics.configs import METRICS, configs_of
from levmetrics.demo.language import label
from levmetrics.demo.requests import Request, installed_tokenizers
from levmetrics.errors import InputError
from levmetrics.normalizers import list_normalizers

_METRIC_DEFAULT = ("the metric's own", "")


def metric_control() -> gr.Dropdown:
    """Make the choice of a metric with its config."""
    choices = [
        (config.title, f"{metric}:{name}")
        for metric in METRICS
        for name, config in configs_of(metric).items()
    ]
    return gr.Dropdown(choices, value="wer_lev:wer", label=label("metric"))


def tokenizer_control(first: tuple[str, str] = _METRIC_DEFAULT) -> gr.Dropdown:
    """Make the choice of a tokenizer.

    Args:
        first: label and value of the first choice, which is the chosen one.

    """
    choices = [first, *((name, name) for name in installed_tokenizers() if name != first[1])]
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


def request_of_controls(
    metric: str, tokenizer: str, normalizers: list[str], threshold: str = ""
) -> Request:
    """Return the request that the values of the controls make up.

    Args:
        metric: the value of :func:`metric_control`, or a metric's name.
        tokenizer: the value of :func:`tokenizer_control`.
        normalizers: the value of :func:`normalizer_control`.
        threshold: as typed; empty for the metric's own. Only ANLS has one.

    Raises:
        InputError: for a threshold that is no number.

    """
    number = None
    if threshold.strip() and metric.startswith("anls"):
        try:
            number = float(threshold.strip().replace(",", "."))
        except ValueError:
            raise InputError(
                f"threshold is {threshold!r}; it must be a number from 0 to 1, or empty"
            ) from None
    return Request(metric, tokenizer, "+".join(normalizers), number)
