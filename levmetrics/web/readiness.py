"""Enables a tab's button once its inputs are complete, and shows what is missing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gradio as gr

from levmetrics.rendering.html import render
from levmetrics.web.language import LANGUAGES, WORDING_BY_PART, say
from levmetrics.web.requests import page_metrics


def bind_readiness(tab: str, inputs: Mapping[str, Any], button: gr.Button, *others: Any) -> None:
    """Enable a button once its tab's inputs are complete.

    Args:
        tab: ``"score"`` or ``"compare"``.
        inputs: the inputs of the button's handler, by their names in the script; the first is the
            visitor's language.
        button: the button, initially disabled.
        *others: the place of the reason, and the question about the order of uploads.

    """
    words = {
        language: {reason: say(language, reason) for reason in WORDING_BY_PART["readiness"]}
        for language in LANGUAGES
    }
    required = {name: one.required for name, one in page_metrics().items() if one.required}
    gr.on(
        [component.change for component in inputs.values()],
        None,
        [*inputs.values()],
        [button, *others],
        js=render("page/ready.js.j2", tab=tab, words=words, names=[*inputs], required=required),
    )
