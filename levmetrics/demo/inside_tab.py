"""The tab that looks inside one pair: alignment, matrix, and every tokenizer's tokens."""

from __future__ import annotations

import gradio as gr

from levmetrics.alignment.edit_matrix import matrix_of_tokens
from levmetrics.demo import drawing
from levmetrics.demo.controls import in_place, normalizer_control, request, tokenizer_control
from levmetrics.demo.labels import label
from levmetrics.errors import InputError

_EXAMPLE = ("今日はいい天気です", "今日は良い天気です")
_LARGEST_MATRIX = 30  # tokens a side that fit on a page


def inside_tab() -> None:
    """Lay out the tab."""
    gr.Markdown("One text and its reference: which token stands for which, and why.")
    load = gr.Button(label("example"), size="sm", elem_id="example_pair")
    with gr.Row():
        prediction = gr.Textbox(label=label("prediction"))
        reference = gr.Textbox(label=label("reference"))
    with gr.Row():
        tokenizer, normalizers = tokenizer_control(("char", "char")), normalizer_control()
    run = gr.Button(label("run_inside"), variant="primary", elem_id="align")
    alignment = gr.HTML(elem_id="pair")
    matrix = gr.HTML(elem_id="matrix")
    tokens = gr.HTML(elem_id="tokens")

    load.click(lambda: _EXAMPLE, None, [prediction, reference], api_visibility="private")
    run.click(
        in_place(_looked_into, "", ""),
        [prediction, reference, tokenizer, normalizers],
        [alignment, matrix, tokens],
        api_visibility="private",
    )


def _looked_into(
    prediction: str, reference: str, tokenizer: str, normalizers: list[str]
) -> list[str]:
    if not prediction and not reference:
        raise InputError("there is nothing to align yet: give a prediction and a reference")
    asked = request("wer_lev", tokenizer, normalizers)
    run = asked.scoring().run(*asked.checked([prediction], [reference]))
    alignment = run.alignment(0)
    matrix = ""
    if max(len(alignment.pred), len(alignment.target)) <= _LARGEST_MATRIX:
        matrix = drawing.matrix(matrix_of_tokens(alignment.pred, alignment.target, 1))
    known = {} if normalizers else {asked.tokenizer or "whitespace": alignment.target}
    return [alignment.to_html(), matrix, drawing.tokenizations(reference, known)]
