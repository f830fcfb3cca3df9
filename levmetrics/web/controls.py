"""Controls shared by several tabs, and the request made from their values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gradio as gr
from gradio.components import Component

from levmetrics.core.aliases import qualified
from levmetrics.core.config import Option
from levmetrics.core.names import metric_name
from levmetrics.normalizers import NORMALIZERS
from levmetrics.tokenizers import TOKENIZERS
from levmetrics.web.language import label, label_or
from levmetrics.web.requests import (
    AUTOMATIC,
    Request,
    installed_tokenizers,
    not_here,
    page_metrics,
    quick_normalizers,
)


def metric_control(first: str) -> gr.Dropdown:
    """Return the choice of a metric, to be laid out elsewhere.

    Args:
        first: the initial choice, as :func:`first_choice` returns it. Metrics of its module come
            first, those of sessions last.

    """
    own = qualified(first)[0]
    known = page_metrics()
    choices = [(label_or(name, config.title), name) for name, config in known.items()]
    last = with_own_files()
    choices.sort(key=lambda choice: (choice[1] in last, qualified(choice[1])[0] != own))
    return gr.Dropdown(
        [(label("automatic"), AUTOMATIC), *choices],
        value=first,
        label=label("metric"),
        render=False,
    )


def first_choice(metric: str) -> str:
    """Return the page's choice for a metric's name, of today or an old one.

    Args:
        metric: the name; empty for the automatic choice.

    Raises:
        InputError: for unknown names, and for a metric that the page does not offer.

    >>> first_choice("meeting:cp"), first_choice("cer")
    ('meeting:cp', 'cer')

    """
    if not metric:
        return AUTOMATIC
    name = metric_name(metric)
    if name not in page_metrics():
        raise not_here(name)
    return name


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


def option_control(option: Option, **layout: Any) -> Component:
    """Return the control of an option, by what its values are.

    Args:
        option: the option.
        **layout: further settings of a box for text.

    """
    if option.registry is TOKENIZERS:
        return tokenizer_control()
    if option.registry is NORMALIZERS:
        return normalizer_control()
    if option.is_file:
        layout = {"lines": 4, "max_lines": 12, **layout}
    # Not a gr.Number, which shows 0 for no value.
    return gr.Textbox(
        "",
        label=label_or(option.name, option.name),
        info=label_or(f"{option.name}_info", option.short_help),
        **layout,
    )


def request_of_controls(metric: str, values: Mapping[str, str | list[str]]) -> Request:
    """Return the request made from the values of the controls.

    Args:
        metric: the value of :func:`metric_control`, or a metric's name.
        values: those of options' controls, by the options' names; of options that the metric does
            not have, which hides their controls, they are ignored.

    """
    given = {
        name: value if isinstance(value, str) else "+".join(value)
        for name in Request(metric).asked()
        if (value := values.get(name))
    }
    return Request(metric, given)


def with_own_files() -> list[str]:
    """Return the metrics whose samples are in files of their own, such as sessions of speakers."""
    return [name for name, one in page_metrics().items() if not one.kind.takes.in_columns]


def with_option(name: str) -> list[str]:
    """Return the metrics that ask for an option."""
    return [metric for metric in (AUTOMATIC, *page_metrics()) if name in Request(metric).asked()]
