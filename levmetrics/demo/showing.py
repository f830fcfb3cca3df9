"""How results come to a visitor's notice: shown where they are, and greyed once inputs change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import gradio as gr
from gradio.events import Dependency

from levmetrics.rendering.html import render


def grey_when_changed(inputs: Iterable[Any], results: str) -> None:
    """Grey results as soon as one of their inputs changes.

    Args:
        inputs: components.
        results: the element id of the column of results.

    """
    changes = [component.change for component in inputs]
    gr.on(changes, None, js=render("page/grey.js.j2", results=results), api_visibility="private")


def show_afterwards(event: Dependency, results: str) -> None:
    """Scroll to the heading of results and focus it, or to the first refusal.

    Args:
        event: after which there are results.
        results: the element id of their column.

    """
    event.then(None, js=render("page/show.js.j2", results=results), api_visibility="private")
