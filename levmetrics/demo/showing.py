"""How results come to a visitor's notice: shown where they are, and greyed once inputs change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gradio as gr
from gradio.events import Dependency

from levmetrics.rendering.html import render


def grey_when_changed(
    inputs: Sequence[Any], results: str, first: Sequence[str] | None = None
) -> None:
    """Grey results while their inputs are others than those that :func:`remembering` has noted.

    Args:
        inputs: components, without the visitor's language.
        results: the element id of the column of results.
        first: the values of the inputs whose results the page opens on; ``None`` without any.

    """
    gr.on(
        [component.change for component in inputs],
        None,
        inputs,
        js=render("page/grey.js.j2", results=results, first=first),
        api_visibility="private",
    )


def remembering(results: str) -> str:
    """Return JavaScript for an event that gives results, which notes what they are of.

    Args:
        results: the element id of the column of results.

    """
    return render("page/remember.js.j2", results=results)


def show_afterwards(event: Dependency, results: str) -> None:
    """Scroll to the heading of results and focus it, or to the first refusal.

    Args:
        event: after which there are results.
        results: the element id of their column.

    """
    event.then(None, js=render("page/show.js.j2", results=results), api_visibility="private")
