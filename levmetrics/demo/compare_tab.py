"""The tab that compares two systems on the same references."""

from __future__ import annotations

import gradio as gr

from levmetrics.demo import drawing
from levmetrics.demo.controls import in_place, metric_control, normalizer_control, tokenizer_control
from levmetrics.demo.endpoints import compare
from levmetrics.demo.labels import label
from levmetrics.formats.examples import read_example


def compare_tab() -> None:
    """Lay out the tab."""
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
    """Return the references and both systems of the example, whole, and its metric."""
    speech = read_example("speech_en")
    wide, narrow = speech.systems["wide_beams"], speech.systems["narrow_beams"]
    return "\n".join(speech.references), "\n".join(wide), "\n".join(narrow), "wer_lev:wer"
