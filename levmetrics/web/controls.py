"""Controls shared by several tabs, and the request made from their values."""

from __future__ import annotations

import gradio as gr

from levmetrics.core.names import find_config
from levmetrics.errors import InputError
from levmetrics.web.language import label, label_or
from levmetrics.web.requests import (
    AUTOMATIC,
    Request,
    installed_tokenizers,
    not_here,
    page_configs,
    page_metrics,
    quick_normalizers,
)


def metric_control(first: str) -> gr.Dropdown:
    """Return the choice of a metric with its config, to be laid out elsewhere.

    Args:
        first: the initial choice, as :func:`first_choice` returns it. The configs of its metric
            come first, those of sessions last.

    """
    own = first.partition(":")[0]
    known = page_metrics()
    choices = [(label_or(name, config.title), name) for name, config in known.items()]
    last = with_own_files()
    choices.sort(key=lambda choice: (choice[1] in last, choice[1].partition(":")[0] != own))
    return gr.Dropdown(
        [(label("automatic"), AUTOMATIC), *choices],
        value=first,
        label=label("metric"),
        render=False,
    )


def first_choice(metric: str) -> str:
    """Return the page's choice for a metric's name, with or without a config.

    Args:
        metric: the name; empty for the automatic choice.

    Raises:
        InputError: for unknown names, and for a config that the page does not offer.

    >>> first_choice("anls"), first_choice("wer_lev:cer")
    ('anls:default', 'wer_lev:cer')

    """
    if not metric:
        return AUTOMATIC
    name, config, _ = find_config(metric)
    if config not in page_configs(name):
        raise not_here(name, config)
    return f"{name}:{config}"


def tokenizer_control(*, of_metric: bool = True) -> gr.Dropdown:
    """Return the choice of a tokenizer.

    Args:
        of_metric: whether the first choice is the metric's own tokenizer; else it is ``char``.

    """
    own = [(label("own_tokenizer"), "")] if of_metric else []
    choices = [(label_or(f"tokenizer_{name}", name), name) for name in installed_tokenizers()]
    return gr.Dropdown(
        [*own, *choices],
        value="" if of_metric else "char",
        label=label("tokenizer"),
        info=label("tokenizer_info"),
    )


def normalizer_control() -> gr.Dropdown:
    """Return the choice of normalizers."""
    return gr.Dropdown(
        [(label_or(f"normalizer_{name}", name), name) for name in quick_normalizers()],
        value=[],
        multiselect=True,
        label=label("normalizer"),
        info=label("normalizer_info"),
    )


def request_of_controls(
    metric: str, tokenizer: str, normalizers: list[str], threshold: str = "", schema: str = ""
) -> Request:
    """Return the request made from the values of the controls.

    Args:
        metric: the value of :func:`metric_control`, or a metric's name.
        tokenizer: the value of :func:`tokenizer_control`.
        normalizers: the value of :func:`normalizer_control`.
        threshold: as typed; empty for the metric's own.
        schema: as pasted.

    Threshold and schema are ignored for metrics without one, which hide its box.

    Raises:
        InputError: for a threshold that is not a number.

    """
    number = None
    if threshold.strip() and metric in with_option("threshold"):
        try:
            number = float(threshold.strip().replace(",", "."))
        except ValueError:
            raise InputError("page.threshold", threshold=threshold) from None
    schema = schema if metric in with_option("schema") else ""
    return Request(metric, tokenizer, "+".join(normalizers), number, schema)


def with_own_files() -> list[str]:
    """Return the metrics whose samples are in files of their own, such as sessions of speakers."""
    return [name for name, one in page_metrics().items() if not one.kind.takes.in_columns]


def with_option(name: str) -> list[str]:
    """Return the metrics that take an option."""
    return [metric for metric, one in page_metrics().items() if name in one.option_names()]
