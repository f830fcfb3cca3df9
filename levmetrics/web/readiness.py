"""A tab's button waits for its inputs, and says what it waits for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gradio as gr

from levmetrics.rendering.html import render
from levmetrics.web.language import LANGUAGES, WORDING_BY_PART, say


def bind_readiness(tab: str, inputs: Mapping[str, Any], button: gr.Button, *others: Any) -> None:
    """Let a button be pressed once there is what its tab needs.

    Args:
        tab: ``"score"``, ``"compare"`` or ``"inside"``, for which the script has a case.
        inputs: of the button's handler, by the names that the script calls them; the first is the
            visitor's language.
        button: which is disabled at first.
        *others: the place of the reason, and where files are uploaded the question of their order.

    """
    words = {
        language: {reason: say(language, reason) for reason in WORDING_BY_PART["readiness"]}
        for language in LANGUAGES
    }
    gr.on(
        [component.change for component in inputs.values()],
        None,
        [*inputs.values()],
        [button, *others],
        js=render("page/ready.js.j2", tab=tab, words=words, names=[*inputs]),
        api_visibility="private",
    )
