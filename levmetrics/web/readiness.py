"""A tab's button waits for its inputs, and says what it waits for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gradio as gr

from levmetrics.rendering.html import render
from levmetrics.web.language import LANGUAGES, WORDING_BY_PART, say
from levmetrics.web.places import PASTE
from levmetrics.web.uploads import SAME_ORDER


def bind_readiness(tab: str, inputs: Sequence[Any], button: gr.Button, *others: Any) -> None:
    """Let a button be pressed once there is what its tab needs.

    Args:
        tab: ``"score"``, ``"compare"`` or ``"inside"``, for which the script has a case.
        inputs: of the button's handler; the first is the visitor's language.
        button: which is disabled at first.
        *others: the place of the reason, and where files are uploaded the question of their order.

    """
    words = {
        language: {reason: say(language, reason) for reason in WORDING_BY_PART["readiness"]}
        for language in LANGUAGES
    }
    gr.on(
        [component.change for component in inputs],
        None,
        [*inputs],
        [button, *others],
        js=render("page/ready.js.j2", tab=tab, words=words, paste=PASTE, same_order=SAME_ORDER),
        api_visibility="private",
    )
