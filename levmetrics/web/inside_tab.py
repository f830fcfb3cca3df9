"""The tab that looks inside one pair: alignment, matrix, and every tokenizer's tokens."""

from __future__ import annotations

from functools import partial

import gradio as gr

from levmetrics.alignment.alignment import align
from levmetrics.alignment.edit_matrix import MatrixWords, matrix_of_tokens
from levmetrics.core.run import Run
from levmetrics.errors import InputError
from levmetrics.rendering.html import render
from levmetrics.web.controls import normalizer_control, tokenizer_control
from levmetrics.web.error_messages import error_message, with_errors_shown
from levmetrics.web.language import WORDS, Language, label, say
from levmetrics.web.requests import Request, installed_tokenizers
from levmetrics.web.showing import grey_when_changed, run_remembering, show_after

_EXAMPLE = {"reference": "今日は良い天気です", "prediction": "今日はいい天気です"}
_TOKENIZED_CHARACTERS = 500
_MATRIX_TOKENS = 30  # of each side; a larger matrix does not fit on a page


def inside_tab(language: gr.Textbox) -> None:
    """Lay out the tab, and bind its events.

    Args:
        language: the visitor's language.

    """
    gr.Markdown(label("inside_introduction"))
    with gr.Row():
        texts = [
            gr.Textbox(text, label=label(f"inside_{side}"), elem_id=f"inside_{side}")
            for side, text in _EXAMPLE.items()
        ]
    with gr.Row():
        inputs = [language, *texts, tokenizer_control(of_metric=False), normalizer_control()]
    run = gr.Button(label("inside_run"), variant="primary", elem_id="align")
    results = gr.HTML(elem_id="inside_results", elem_classes="lev-results")
    grey_when_changed(inputs, "inside")
    drawn = with_errors_shown(_draw_pair)
    show_after(run_remembering(run.click, drawn, inputs, [results], "inside", run), "inside")


def _draw_pair(
    language: Language, reference: str, prediction: str, tokenizer: str, normalizers: list[str]
) -> str:
    """Return what is drawn of a pair, as HTML.

    Raises:
        InputError: for anything that cannot be aligned.

    """
    if not reference and not prediction:
        raise InputError("page.nothing_to_align")
    request = Request.of_names("wer", tokenizer, normalizers)
    request.checked([prediction], [reference])
    aligned = align(prediction, reference, **request.options())
    axes = ("inside_matrix_caption", "inside_reference_axis", "inside_prediction_axis")
    words = MatrixWords(*(say(language, key, distance="{distance}") for key in axes))
    matrix = matrix_of_tokens(aligned.pred[:_MATRIX_TOKENS], aligned.target[:_MATRIX_TOKENS], 1)
    texts = (prediction[:_TOKENIZED_CHARACTERS], reference[:_TOKENIZED_CHARACTERS])
    return render(
        "page/inside.html.j2",
        t=partial(say, language),
        characters=_TOKENIZED_CHARACTERS,
        most=_MATRIX_TOKENS,
        alignment=aligned.to_html(WORDS[language]),
        matrix=matrix.to_html(words),
        tokenizers={name: _tokenized(language, name, *texts) for name in installed_tokenizers()},
    )


def _tokenized(
    language: Language, tokenizer: str, prediction: str, reference: str
) -> dict[str, object]:
    """Return the tokens of both texts and the error rate by a tokenizer, or why it fails."""
    try:
        run = Run.of(Request.of_names("wer", tokenizer).chosen(), [prediction], [reference])
        aligned = run.alignment(0).to_dict()
    except InputError as error:
        return {"failure": error_message(error, language)}
    return {"rate": run.score, "reference": aligned["target"], "prediction": aligned["pred"]}
