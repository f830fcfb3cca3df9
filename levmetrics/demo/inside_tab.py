"""The tab that looks inside one pair: alignment, matrix, and every tokenizer's tokens."""

from __future__ import annotations

import gradio as gr

from levmetrics.alignment.edit_matrix import matrix_of_tokens
from levmetrics.demo import drawing
from levmetrics.demo.controls import normalizer_control, request_of_controls, tokenizer_control
from levmetrics.demo.error_messages import with_errors_shown
from levmetrics.demo.example_boxes import PAIRS
from levmetrics.demo.language import label
from levmetrics.errors import InputError

_EXAMPLE = PAIRS["example_word"]
_MAX_MATRIX_TOKENS = 30  # a side; a larger matrix does not fit on a page


def inside_tab(language: gr.Textbox) -> None:
    """Lay out the tab, and bind its events.

    Args:
        language: the visitor's.

    """
    gr.Markdown("One text and its reference: which token stands for which, and why.")
    load = gr.Button(label("example"), size="sm", elem_id="example_pair")
    with gr.Row():
        prediction = gr.Textbox(label=label("prediction"))
        reference = gr.Textbox(label=label("reference"))
    with gr.Row():
        tokenizer, normalizers = tokenizer_control(of_metric=False), normalizer_control()
    run = gr.Button(label("run_inside"), variant="primary", elem_id="align")
    alignment = gr.HTML(elem_id="pair")
    matrix = gr.HTML(elem_id="matrix")
    tokens = gr.HTML(elem_id="tokens")

    load.click(lambda: _EXAMPLE, None, [prediction, reference], api_visibility="private")
    run.click(
        with_errors_shown(_draw_pair, "", ""),
        [prediction, reference, tokenizer, normalizers],
        [alignment, matrix, tokens],
        api_visibility="private",
    )


def _draw_pair(
    prediction: str, reference: str, tokenizer: str, normalizers: list[str]
) -> list[str]:
    """Draw the alignment, the edit matrix (nothing if it is too large) and the tokens of a pair."""
    if not prediction and not reference:
        raise InputError("there is nothing to align yet: give a prediction and a reference")
    request = request_of_controls("wer_lev", tokenizer, normalizers)
    run = request.scoring().run(*request.checked([prediction], [reference]))
    alignment = run.alignment(0)
    matrix = ""
    if max(len(alignment.pred), len(alignment.target)) <= _MAX_MATRIX_TOKENS:
        matrix = drawing.matrix(matrix_of_tokens(alignment.pred, alignment.target, 1))
    # The reference's tokens are known already, but if it was normalized they are another text's.
    known = {} if normalizers else {request.tokenizer or "whitespace": alignment.target}
    return [alignment.to_html(), matrix, drawing.tokenizations(reference, known)]
