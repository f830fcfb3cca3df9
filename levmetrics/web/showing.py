"""How results come to a visitor's notice: shown where they are, and greyed once inputs change."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import gradio as gr
from gradio.events import Dependency

from levmetrics.rendering.html import render
from levmetrics.web.language import label
from levmetrics.web.running import cancel

# Runs of all visitors together. More than processors: for most of its time a run waits for Gradio
# to read its inputs and send its outputs, one after the other. Gradio's own limit is for each
# button, and would let all visitors wait for the slowest one.
_AT_ONCE = 12


def run_remembering(
    start: Callable[..., Dependency],
    handler: Callable[..., object],
    inputs: Sequence[Any],
    outputs: Sequence[Any],
    tab: str,
    button: gr.Button,
    cancelling: gr.Button | None = None,
    **options: Any,
) -> Dependency:
    """Let an event run a handler, and remember which inputs the results are made of.

    While it runs, the button shows that it does, and refusals of the run before are gone.

    Args:
        start: the event, as ``button.click``.
        handler: of the event.
        inputs: components; the first is the visitor's language.
        outputs: components.
        tab: whose results these are.
        button: the tab's one that runs the handler, whatever else may run it.
        cancelling: ends the run, if it may take long.
        **options: of the event.

    """
    places = {"results": f"{tab}_results", "button": button.elem_id}
    event: Dependency = start(
        handler,
        inputs,
        outputs,
        js=render("page/started.js.j2", **places),
        api_visibility="private",
        concurrency_id="visitors",
        concurrency_limit=_AT_ONCE,
        **{"show_progress": "hidden", **options},
    )
    ended = render("page/ended.js.j2", **places)
    # Gradio starts nothing else after a run that the server refuses, as of a full queue.
    event.failure(None, js=ended, api_visibility="private")
    if cancelling is not None:
        cancelling.click(
            cancel, None, None, queue=False, cancels=[event], api_visibility="private"
        ).then(None, js=ended, api_visibility="private")
    after: Dependency = event.then(None, js=ended, api_visibility="private")
    return after


def show_after(event: Dependency, tab: str) -> None:
    """Scroll to the heading of a tab's results, or to a refusal, once an event has ended."""
    event.then(
        None, js=render("page/show.js.j2", results=f"{tab}_results"), api_visibility="private"
    )


def cancel_button() -> gr.Button:
    """Make a button that ends a run, seen beside the one that started it if that takes a while."""
    return gr.Button(label("cancel"), scale=0, elem_classes="lev-cancel")


def grey_when_changed(inputs: Sequence[Any], tab: str) -> None:
    """Grey results while their inputs are others than those that they were made of.

    Args:
        inputs: components, as :func:`run_remembering` takes them; another language greys nothing.
        tab: whose results these are.

    """
    changes = [component.change for component in inputs[1:]]
    grey = render("page/grey.js.j2", results=f"{tab}_results")
    gr.on(changes, None, inputs[1:], js=grey, api_visibility="private")


@contextmanager
def results_column(tab: str, *, has_example: bool = False) -> Iterator[gr.Column]:
    """Lay out a column of results, hidden until there are some.

    Args:
        tab: whose results they are.
        has_example: whether an example is shown from the start.

    """
    classes = ["lev-results", *(["lev-example"] if has_example else [])]
    with gr.Column(visible=has_example, elem_id=f"{tab}_results", elem_classes=classes) as column:
        gr.HTML(label(f"stale_{tab}"), elem_classes="lev-stale-label")
        if has_example:
            gr.HTML(label("example_result"), elem_id="example_result")
        yield column


NOTHING = (gr.update(visible=False), None)
"""The values of a column of results and of what it shows after an error."""
