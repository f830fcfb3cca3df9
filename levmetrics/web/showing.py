"""The display of results: scrolled into view, and greyed out once inputs change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import gradio as gr

from levmetrics.rendering.html import render
from levmetrics.web.internals import Dependency
from levmetrics.web.language import label
from levmetrics.web.running import cancel

# Concurrent runs of all visitors. More than processors, since a run mostly waits for Gradio to read
# its inputs and send its outputs one by one. Gradio's own limit is per button, which would make all
# visitors wait for the slowest one.
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
    """Bind a handler to an event, and remember the inputs of the results.

    During a run, the button shows it, and the refusals of the previous run are removed. After a
    run that failed or was cancelled, the earlier results stay, as grey as they were.

    Args:
        start: the event, such as ``button.click``.
        handler: the handler of the event.
        inputs: the input components; the first is the visitor's language.
        outputs: the output components.
        tab: the tab of the results.
        button: the tab's button that runs the handler, whatever else may run it.
        cancelling: the button that ends the run, if it may take long.
        **options: the options of the event.

    """
    places = {"results": f"{tab}_results", "button": button.elem_id}
    event: Dependency = start(
        handler,
        inputs,
        outputs,
        js=render("page/started.js.j2", **places),
        concurrency_id="visitors",
        concurrency_limit=_AT_ONCE,
        **{"show_progress": "hidden", **options},
    )
    event.success(None, inputs[1:], None, js=render("page/shown.js.j2", **places))
    ended = render("page/ended.js.j2", **places)
    # Gradio starts nothing after a run that the server rejects, for example with a full queue.
    event.failure(None, js=ended)
    if cancelling is not None:
        cancelling.click(cancel, None, None, queue=False, cancels=[event]).then(None, js=ended)
    after: Dependency = event.then(None, js=ended)
    return after


def show_after(event: Dependency, tab: str) -> None:
    """Scroll to the heading of a tab's results, or to a refusal, once an event has ended."""
    event.then(None, js=render("page/show.js.j2", results=f"{tab}_results"))


def cancel_button() -> gr.Button:
    """Return a button that ends a run; it appears beside the start button during long runs."""
    return gr.Button(label("cancel"), scale=0, elem_classes="lev-cancel")


def grey_when_changed(inputs: Sequence[Any], tab: str) -> None:
    """Grey out results while the inputs differ from the ones that they were computed from.

    Args:
        inputs: the components, as for :func:`run_remembering`; a change of language is ignored.
        tab: the tab of the results.

    """
    changes = [component.change for component in inputs[1:]]
    grey = render("page/grey.js.j2", results=f"{tab}_results")
    gr.on(changes, None, inputs[1:], js=grey)
