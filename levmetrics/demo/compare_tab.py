"""The tab that compares two systems on the same references."""

from __future__ import annotations

import gradio as gr

from levmetrics.demo import drawing
from levmetrics.demo.controls import in_place, metric_control, normalizer_control, tokenizer_control
from levmetrics.demo.endpoints import compare
from levmetrics.demo.labels import label
from levmetrics.demo.offered_examples import ENGLISH, example

_PUT_IN = ("inserted", "new", "random", "word")


def compare_tab() -> None:
    """Lay out the tab."""
    gr.Markdown(
        "Is the difference between two systems more than chance? Give both on the same references. "
        "In the example, A is right but for synthetic errors, and B is A without four of the words "
        f"that these put in: {', '.join(_PUT_IN)}."
    )
    load = gr.Button(label("example_english"), size="sm", elem_id="example_systems")
    references = gr.Textbox(label=label("references"), lines=4, max_lines=10)
    with gr.Row():
        system_a = gr.Textbox(label=label("system_a"), lines=4, max_lines=10)
        system_b = gr.Textbox(label=label("system_b"), lines=4, max_lines=10)
    with gr.Row():
        metric, tokenizer, normalizers = (
            metric_control(),
            tokenizer_control(),
            normalizer_control(),
        )
    run = gr.Button(label("run_compare"), variant="primary", elem_id="compare")
    found = gr.HTML(elem_id="comparison")

    load.click(_loaded, None, [references, system_a, system_b, metric], api_visibility="private")
    run.click(
        in_place(_compared),
        [references, system_a, system_b, metric, tokenizer, normalizers],
        found,
        api_visibility="private",
    )


def _compared(
    references: str,
    system_a: str,
    system_b: str,
    metric: str,
    tokenizer: str,
    normalizers: list[str],
) -> str:
    texts = (references, system_a, system_b)
    return drawing.comparison(compare(*texts, metric, tokenizer, "+".join(normalizers)))


def _loaded() -> tuple[str, str, str, str]:
    """Return the references and both systems of the example, and its metric."""
    own = example(ENGLISH)
    return own.references, own.predictions, _mended(own.predictions), own.metric


def _mended(texts: str) -> str:
    """Make a second system for the example: the first one, without words that were put in."""
    return "\n".join(
        " ".join(word for word in line.split() if word not in _PUT_IN) for line in texts.split("\n")
    )
