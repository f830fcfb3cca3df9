"""The tab that compares two systems on the same references."""

from __future__ import annotations

import gradio as gr

from levmetrics.demo import drawing
from levmetrics.demo.controls import metric_control, normalizer_control, tokenizer_control
from levmetrics.demo.endpoints import compare
from levmetrics.demo.error_messages import with_errors_shown
from levmetrics.demo.example_boxes import systems_example
from levmetrics.demo.language import label


def compare_tab(language: gr.Textbox) -> None:
    """Lay out the tab, and bind its events.

    Args:
        language: the visitor's.

    """
    gr.Markdown(
        "Is the difference between two systems more than chance? Give both on the same references. "
        "In the example, a real recogniser (PocketSphinx) listened to four synthetic voices that "
        "read 600 English sentences: A with its default, wide beams, B with narrow, faster ones."
    )
    load = gr.Button(label("example_systems"), size="sm", elem_id="example_systems")
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
    comparison = gr.HTML(elem_id="comparison")

    load.click(
        _load_example, None, [references, system_a, system_b, metric], api_visibility="private"
    )
    run.click(
        with_errors_shown(_draw_comparison),
        [references, system_a, system_b, metric, tokenizer, normalizers],
        comparison,
        api_visibility="private",
    )


def _draw_comparison(
    references: str,
    system_a: str,
    system_b: str,
    metric: str,
    tokenizer: str,
    normalizers: list[str],
) -> str:
    systems = {"A": system_a, "B": system_b}
    return drawing.comparison(
        compare(references, systems, metric, tokenizer, "+".join(normalizers))
    )


def _load_example() -> tuple[str, str, str, str]:
    """Return the example for the boxes and the metric's control."""
    loaded = systems_example()
    return loaded.references, loaded.system_a, loaded.system_b, loaded.metric
