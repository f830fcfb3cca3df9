"""The tab that shows other tools' pitfalls, on an example and on the visitor's own text."""

from __future__ import annotations

from functools import partial

import gradio as gr

from levmetrics.web.error_messages import with_errors_shown
from levmetrics.web.example_boxes import PAIRS
from levmetrics.web.language import label
from levmetrics.web.pitfalls import draw_pitfalls
from levmetrics.web.showing import grey_when_changed, run_remembering, show_after

_OPENS_ON = PAIRS["example_word"]


def why_tab(tab: gr.Tab, language: gr.Textbox) -> None:
    """Lay out the tab with an example, which is drawn when the tab is opened, and bind its events.

    Args:
        tab: this tab.
        language: the visitor's language.

    """
    gr.Markdown(label("why_introduction"))
    with gr.Row():
        example_buttons = {key: gr.Button(label(key), size="sm", elem_id=key) for key in PAIRS}
    with gr.Row():
        reference = gr.Textbox(_OPENS_ON[0], label=label("why_reference"))
        prediction = gr.Textbox(_OPENS_ON[1], label=label("why_prediction"))
    run = gr.Button(label("why_run"), variant="primary", elem_id="why")
    with gr.Column(elem_id="why_results"):
        gr.HTML(label("why_stale"), elem_classes="lev-stale-label")
        pitfalls = gr.HTML(elem_id="pitfalls")

    draw = with_errors_shown(draw_pitfalls)
    inputs, outputs = [language, reference, prediction], [pitfalls]
    run_remembering(tab.select, draw, inputs, outputs, "why", run)
    for key, button in example_buttons.items():
        loaded = button.click(
            partial(PAIRS.__getitem__, key), None, [reference, prediction], api_visibility="private"
        )
        show_after(run_remembering(loaded.then, draw, inputs, outputs, "why", run), "why")
    show_after(run_remembering(run.click, draw, inputs, outputs, "why", run), "why")
    grey_when_changed(inputs, "why")
