"""The tab that compares two systems on the same references."""

from __future__ import annotations

import gradio as gr

from levmetrics.demo import drawing
from levmetrics.demo.controls import (
    metric_control,
    normalizer_control,
    tokenizer_control,
    told,
)
from levmetrics.demo.endpoints import compare
from levmetrics.demo.examples import NAMES, example
from levmetrics.demo.labels import label

_OFTEN_ADDED = ("inserted", "new", "random", "word")


def compare_tab() -> None:
    """Lay out the tab."""
    gr.Markdown(
        "Is the difference between two systems more than chance? Give both on the same references. "
        f"In the example, B is A without the words {', '.join(_OFTEN_ADDED)}, which A often adds."
    )
    heard, said, _ = example(NAMES[0])
    references = gr.Textbox(said, label=label("references"), lines=4, max_lines=10)
    with gr.Row():
        system_a = gr.Textbox(heard, label=label("system_a"), lines=4, max_lines=10)
        system_b = gr.Textbox(_mended(heard), label=label("system_b"), lines=4, max_lines=10)
    with gr.Row():
        metric, tokenizer, normalizers = (
            metric_control(),
            tokenizer_control(),
            normalizer_control(),
        )
    run = gr.Button(label("run_compare"), variant="primary", elem_id="compare")
    found = gr.HTML(elem_id="comparison")

    @told
    def run_compare(
        references: str,
        system_a: str,
        system_b: str,
        metric: str,
        tokenizer: str,
        normalizers: list[str],
    ) -> str:
        texts = (references, system_a, system_b)
        return drawing.comparison(compare(*texts, metric, tokenizer, "+".join(normalizers)))

    run.click(
        run_compare,
        [references, system_a, system_b, metric, tokenizer, normalizers],
        found,
        api_visibility="private",
    )


def _mended(heard: str) -> str:
    """Make a second system for the example: the first one, without words that it often adds."""
    return "\n".join(
        " ".join(word for word in line.split() if word not in _OFTEN_ADDED)
        for line in heard.split("\n")
    )
