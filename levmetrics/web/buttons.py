"""Places whose buttons and choices are drawn with what they are about."""

from __future__ import annotations

import gradio as gr

from levmetrics.rendering.html import render


def place_of_buttons(name: str) -> gr.HTML:
    """Return a place of HTML, whose elements trigger events of the component.

    Those with ``data-event`` trigger ``reread``, ``read`` or ``plain``, with the data of the
    element; those with ``data-rescore`` trigger ``rescore``, with a ``way`` of scoring.

    Args:
        name: the element id.

    """
    script = render("page/buttons.js.j2")
    return gr.HTML(elem_id=name, js_on_load=script)


def press(button: str) -> str:
    """Return a script that presses a button as soon as it is enabled.

    Args:
        button: the element id.

    """
    return render("page/press.js.j2", button=button)
