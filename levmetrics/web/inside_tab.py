"""The tab that looks inside one pair: alignment, matrix, and every tokenizer's tokens."""

from __future__ import annotations

import gradio as gr

from levmetrics.alignment.alignment import align
from levmetrics.errors import InputError
from levmetrics.web import inside_drawing
from levmetrics.web.controls import normalizer_control, tokenizer_control
from levmetrics.web.error_messages import with_errors_shown
from levmetrics.web.example_boxes import PAIRS
from levmetrics.web.language import Language, label
from levmetrics.web.readiness import bind_readiness
from levmetrics.web.requests import Request
from levmetrics.web.showing import grey_when_changed, results_column, run_remembering, show_after

_EXAMPLE = PAIRS["example_word"]
_NO_RESULTS = (gr.update(visible=False), *[gr.skip()] * 3)


def inside_tab(language: gr.Textbox) -> None:
    """Lay out the tab, and bind its events.

    Args:
        language: the visitor's language.

    """
    gr.Markdown(label("inside_introduction"))
    load = gr.Button(label("example"), size="sm", elem_id="example_pair")
    with gr.Row():
        reference = gr.Textbox(label=label("inside_reference"), elem_id="inside_reference")
        prediction = gr.Textbox(label=label("inside_prediction"), elem_id="inside_prediction")
    with gr.Row():
        tokenizer, normalizers = tokenizer_control(of_metric=False), normalizer_control()
    run = gr.Button(label("inside_run"), variant="primary", interactive=False, elem_id="align")
    reason = gr.HTML(
        label("nothing_pasted_inside"), elem_id="inside_reason", elem_classes="lev-reason"
    )
    refusal = gr.HTML(elem_id="inside_refusal", elem_classes="lev-note-place")
    with results_column("inside") as results:
        alignment = gr.HTML(elem_id="pair")
        matrix = gr.HTML(elem_id="matrix")
        tokens = gr.HTML(elem_id="tokens")

    named = {"language": language, "reference": reference, "prediction": prediction}
    inputs = [*named.values(), tokenizer, normalizers]
    load.click(lambda: _EXAMPLE, None, [reference, prediction], api_visibility="private")
    bind_readiness("inside", named, run, reason)
    grey_when_changed(inputs, "inside")
    event = run_remembering(
        run.click,
        with_errors_shown(_draw_pair, *_NO_RESULTS),
        inputs,
        [refusal, results, alignment, matrix, tokens],
        "inside",
        run,
    )
    show_after(event, "inside")


def _draw_pair(
    language: Language, reference: str, prediction: str, tokenizer: str, normalizers: list[str]
) -> list[object]:
    """Return an empty refusal, the column of results, alignment, edit matrix and tokens of a pair.

    Raises:
        InputError: for anything that cannot be aligned.

    """
    if not reference and not prediction:
        raise InputError("page.nothing_to_align")
    request = Request.of_names("wer", tokenizer, normalizers)
    request.checked([prediction], [reference])
    aligned = align(prediction, reference, **request.options())
    # The tokens of normalized texts belong to other texts.
    sides = {} if normalizers else {reference: aligned.target, prediction: aligned.pred}
    known = {(tokenizer, text): tokens for text, tokens in sides.items()}
    return [
        "",
        gr.Column(visible=True),
        inside_drawing.alignment(language, aligned),
        inside_drawing.matrix(language, aligned),
        inside_drawing.tokenizations(language, reference, prediction, known),
    ]
