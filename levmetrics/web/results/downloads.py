"""Downloads that are made when they are asked for, in the browser: no file lies on the server."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import gradio as gr

from levmetrics.rendering.html import render
from levmetrics.web.error_messages import with_errors_shown
from levmetrics.web.language import Language, label
from levmetrics.web.results.scored import Scored
from levmetrics.web.results.state import not_expired

_BYTE_ORDER_MARK = "\ufeff"  # by which Excel knows UTF-8


def lay_out_downloads(
    language: gr.Textbox, state: gr.State, writers: dict[str, Callable[[Scored], str]]
) -> None:
    """Lay out a button for each kind of file, and bind it.

    Args:
        language: the visitor's.
        state: what was scored.
        writers: return the text of each kind of file, ``"csv"`` and ``"json"``.

    """
    with gr.Row():
        buttons = {
            kind: gr.Button(label(kind), elem_id=kind, variant="secondary") for kind in writers
        }
    note = gr.HTML(elem_id="download-note")
    text = gr.Textbox("", visible=False)
    for kind, write in writers.items():
        buttons[kind].click(
            with_errors_shown(partial(written, write), ""),
            [language, state],
            [note, text],
            api_visibility="private",
        ).then(None, text, text, js=_save(kind), api_visibility="private")


def written(
    write: Callable[[Scored], str], language: Language, scored: Scored | None
) -> tuple[str, str]:
    """Return no message, and the text of a file.

    Args:
        write: returns the text.
        language: the visitor's, in which :func:`with_errors_shown` refuses.
        scored: the state; ``None`` when it has expired.

    Raises:
        InputError: when it has.

    """
    return "", write(not_expired(scored))


def _save(kind: str) -> str:
    """Return the script that saves a text as a file of the browser."""
    return render(
        "page/download.js.j2",
        name=f"levmetrics.{kind}",
        type={"csv": "text/csv;charset=utf-8", "json": "application/json"}[kind],
        prefix=_BYTE_ORDER_MARK if kind == "csv" else "",
    )
