"""The tab that shows today's pitfalls on the visitor's own text, beside our numbers."""

from __future__ import annotations

from functools import partial

import gradio as gr
from rouge_score.rouge_scorer import RougeScorer

from levmetrics.demo import drawing
from levmetrics.demo.controls import in_place
from levmetrics.demo.labels import label
from levmetrics.demo.requests import Request, module_result
from levmetrics.errors import InputError
from levmetrics.tokenizers import get_tokenizer

_PAIRS = {
    "example_equal": ("いぬ ねこ", "いぬ ねこ"),
    "example_word": ("今日はいい天気です", "今日は良い天気です"),
    "example_greek": ("καλημέρα κόσμε", "καλημέρα κόσμος"),
}


def why_tab() -> None:
    """Lay out the tab."""
    gr.Markdown(
        "Tools in daily use are silently wrong outside English. ROUGE's usual tokenizer drops "
        "every character but a-z and 0-9; a word error rate by white space takes a Japanese "
        "sentence for a single word. See it on a text of your own."
    )
    with gr.Row():
        loads = {key: gr.Button(label(key), size="sm", elem_id=key) for key in _PAIRS}
    with gr.Row():
        prediction = gr.Textbox(label=label("prediction"))
        reference = gr.Textbox(label=label("reference"))
    run = gr.Button(label("run_why"), variant="primary", elem_id="why")
    found = gr.HTML(elem_id="pitfalls")
    for key, load in loads.items():
        load.click(
            partial(_PAIRS.__getitem__, key),
            None,
            [prediction, reference],
            api_visibility="private",
        )
    run.click(in_place(_pitfalls), [prediction, reference], found, api_visibility="private")


def _pitfalls(prediction: str, reference: str) -> str:
    if not prediction and not reference:
        raise InputError("there is nothing to show yet: give a prediction and a reference")
    pair = [prediction], [reference]
    Request("wer_lev").checked(*pair)

    def rate(metric: str, score: str) -> float:
        return float(module_result(Request(metric), *pair)[score])

    rows = [
        ("ROUGE-1, rouge-score as it comes", _rouge(*pair, None), "it keeps only a-z and 0-9"),
        ("ROUGE-1, rouge-score with MeCab's words", _rouge(*pair, "mecab"), "our tokenizer in it"),
        ("WER by white space", rate("wer_lev:wer", "wer"), "what has no spaces is one word"),
        ("WER by MeCab's words", rate("wer_lev:ja", "wer"), "errors among real words"),
        ("CER", rate("wer_lev:cer", "cer"), "errors among characters"),
        ("ANLS", rate("anls", "anls"), "similarity: 1 is equal"),
    ]
    return drawing.pitfalls(rows)


def _rouge(predictions: list[str], references: list[str], tokenizer: str | None) -> float:
    own = None if tokenizer is None else get_tokenizer(tokenizer)
    score = RougeScorer(["rouge1"], tokenizer=own).score(references[0], predictions[0])
    return float(score["rouge1"].fmeasure)
