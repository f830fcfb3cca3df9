"""Controls shared by several tabs, and the request made from their values."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from typing import Any

import gradio as gr
from gradio.components import Component

from levmetrics.core.config import Option
from levmetrics.core.names import metric_name
from levmetrics.normalizers import NORMALIZERS
from levmetrics.rendering.labels import words_beside
from levmetrics.tokenizers import TOKENIZERS
from levmetrics.web.language import LANGUAGES, WORDING, label, label_or, say
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

    A metric's title begins with its group, as in "Words: WER"; groups stay together.

    Args:
        first: the initial choice, as :func:`first_choice` returns it.

    """
    known = page_metrics()
    titles = {name: WORDING.get(name, {"en": one.title})["en"] for name, one in known.items()}
    groups = [title.partition(":")[0] for title in titles.values()]
    names = sorted(known, key=lambda name: groups.index(titles[name].partition(":")[0]))
    return gr.Dropdown(
        [
            (label("automatic"), AUTOMATIC),
            *((label_or(name, titles[name]), name) for name in names),
        ],
        value=first,
        label=label("metric"),
        render=False,
    )


def about_metric(tab: str, language: gr.Textbox, metric: Any) -> None:
    """Lay out what the chosen metric is for, and how its texts are given.

    Args:
        tab: the name of the tab.
        language: the visitor's language.
        metric: the choice of the metric.

    """
    said: dict[str, dict[str, str]] = {
        each: {AUTOMATIC: say(each, "about_automatic")} for each in LANGUAGES
    }
    for name, config in page_metrics().items():
        words = words_beside(config.kind)
        keys = [key for key in (f"about_{name}", "about_input") if key in words]
        for each in LANGUAGES:
            lines = [words[key][each] for key in keys] or [config.description or config.title]
            said[each][name] = "".join(f"<p>{escape(line)}</p>" for line in lines)
    about = gr.HTML(elem_id=f"{tab}_about", elem_classes="lev-note")
    gr.on(
        [metric.change, language.change],
        None,
        [language, metric],
        about,
        js=f"(language, metric) => [{json.dumps(said)}[language][metric] ?? '']",
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


def with_option(name: str) -> list[str]:
    """Return the metrics that ask for an option."""
    return [metric for metric in (AUTOMATIC, *page_metrics()) if name in Request(metric).asked()]
