"""The tab that scores one system's texts: its layout, and which handler runs at which event."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import gradio as gr

from levmetrics.demo import limits
from levmetrics.demo.controls import metric_control, normalizer_control, tokenizer_control
from levmetrics.demo.error_messages import with_errors_shown
from levmetrics.demo.example_boxes import ENGLISH, JAPANESE
from levmetrics.demo.score_handlers import (
    NO_RESULTS,
    PASTED_CHOICE,
    draw_sample,
    load_example,
    read_uploads,
    run_score,
    select_sample,
)
from levmetrics.demo.sources import PASTED
from levmetrics.demo.translations import label
from levmetrics.formats.files import file_types

_TEXT_IS_CHOSEN = f"(text, source) => text ? '{PASTED}' : source"
_COLUMN_IS_CHOSEN = f"(text, source) => source && source !== '{PASTED}' ? '' : text"


@dataclass(frozen=True)
class TextComponents:
    """The components by which a visitor gives texts.

    Attributes:
        examples: the button of each example, by the example's name.
        predictions: a box to paste into.
        references: a box to paste into.
        files: uploads.
        notes: sentences on the uploads.
        sources: the row of both lists of sources, visible while there are uploads.
        prediction_source: the box or a column.
        reference_source: the box or a column.
        files_read: invisible; the uploads that the notes and the lists are about. Scoring waits for
            them to be the current ones, so that only what is shown is scored.

    """

    examples: dict[str, gr.Button]
    predictions: gr.Textbox
    references: gr.Textbox
    files: gr.File
    notes: gr.HTML
    sources: gr.Row
    prediction_source: gr.Dropdown
    reference_source: gr.Dropdown
    files_read: gr.Textbox


@dataclass(frozen=True)
class SettingComponents:
    """The components that say how texts are scored, and the button that starts it."""

    metric: gr.Dropdown
    run: gr.Button
    tokenizer: gr.Dropdown
    normalizers: gr.Dropdown
    threshold: gr.Textbox


class ResultComponents(NamedTuple):
    """The components that show what was scored, in the order of the values that handlers return.

    See :class:`levmetrics.demo.score_handlers.ResultValues`.
    """

    column: gr.Column
    state: gr.State
    headline: gr.HTML
    histogram: gr.BarPlot
    confusions: gr.Dataframe
    samples: gr.Dataframe
    sample: gr.Number
    alignment: gr.HTML
    csv: gr.DownloadButton
    json: gr.DownloadButton
    snippet: gr.Code


def score_tab() -> None:
    """Lay out the tab, and bind its events."""
    gr.Markdown(
        "Paste what a model said and what is right, one sample a line, or upload files "
        f"({', '.join(file_types())}). "
        f"{limits.IN_WORDS}"
    )
    texts = _lay_out_texts()
    settings = _lay_out_settings()
    error = gr.HTML(elem_id="refusal")
    results = _lay_out_results()
    _bind_examples(texts, settings.metric)
    _bind_sources(texts)
    _bind_uploads(texts, results.column, error)
    _bind_scoring(texts, settings, results, error)
    _bind_samples(results)


def _lay_out_texts() -> TextComponents:
    with gr.Row():
        examples = {
            name: gr.Button(label(key), size="sm", elem_id=key)
            for name, key in ((ENGLISH, "example_english"), (JAPANESE, "example_japanese"))
        }
    with gr.Row():
        predictions = _box("predictions", "empty")
        references = _box("references", "several")
    files = gr.File(
        label=label("files"),
        file_count="multiple",
        file_types=file_types(),
        height=170,
        elem_id="files",
    )
    notes = gr.HTML(elem_id="notes")
    with gr.Row(visible=False) as sources:
        prediction_source = _source("prediction_source")
        reference_source = _source("reference_source")
    return TextComponents(
        examples=examples,
        predictions=predictions,
        references=references,
        files=files,
        notes=notes,
        sources=sources,
        prediction_source=prediction_source,
        reference_source=reference_source,
        files_read=gr.Textbox("", visible=False),
    )


def _box(side: str, info: str) -> gr.Textbox:
    return gr.Textbox(label=label(side), info=label(info), lines=6, max_lines=12, elem_id=side)


def _source(name: str) -> gr.Dropdown:
    # Other values are allowed, and refused by a message of ours: a server that has restarted knows
    # no visitor's list, and Gradio would refuse every value of it.
    return gr.Dropdown(
        [PASTED_CHOICE],
        value=None,
        allow_custom_value=True,
        label=label(name),
        info=label("source_info"),
        elem_id=name,
    )


def _lay_out_settings() -> SettingComponents:
    metric = metric_control()
    run = gr.Button(label("run_score"), variant="primary", elem_id="score")
    with gr.Accordion(label("settings"), open=False), gr.Row():
        tokenizer, normalizers = tokenizer_control(), normalizer_control()
        # Not a gr.Number, which shows 0 where there is none.
        threshold = gr.Textbox("", label=label("threshold"), info=label("threshold_info"))
    return SettingComponents(metric, run, tokenizer, normalizers, threshold)


def _lay_out_results() -> ResultComponents:
    state = gr.State(None, time_to_live=3600)
    with gr.Column(visible=False) as column:
        headline = gr.HTML(elem_id="headline")
        histogram, confusions = _lay_out_overview()
        samples = gr.Dataframe(
            label=label("samples"),
            interactive=False,
            max_height=420,
            wrap=True,
            column_widths=["90px", "90px", "90px", "340px", "340px"],
            elem_id="samples",
        )
        sample, alignment = _lay_out_sample()
        with gr.Row():
            csv = gr.DownloadButton(label("csv"), elem_id="csv")
            json = gr.DownloadButton(label("json"), elem_id="json")
        snippet = gr.Code(
            language="python", label=label("snippet"), interactive=False, elem_id="snippet"
        )
    return ResultComponents(
        column,
        state,
        headline,
        histogram,
        confusions,
        samples,
        sample,
        alignment,
        csv,
        json,
        snippet,
    )


def _lay_out_overview() -> tuple[gr.BarPlot, gr.Dataframe]:
    with gr.Row():
        histogram = gr.BarPlot(
            x="score", y="samples", label=label("histogram"), height=220, sort=None
        )
        confusions = gr.Dataframe(
            headers=["reference", "prediction", "times"],
            label=label("confusions"),
            interactive=False,
            max_height=260,
            elem_id="confusions",
        )
    return histogram, confusions


def _lay_out_sample() -> tuple[gr.Number, gr.HTML]:
    with gr.Row():
        with gr.Column(scale=1, min_width=160):
            number = gr.Number(1, label=label("sample"), precision=0, minimum=1, elem_id="sample")
        with gr.Column(scale=4, min_width=320):
            alignment = gr.HTML(elem_id="alignment")
    return number, alignment


def _bind_examples(texts: TextComponents, metric: gr.Dropdown) -> None:
    outputs = [
        texts.predictions,
        texts.references,
        metric,
        texts.files,
        texts.files_read,
        texts.notes,
        texts.sources,
    ]
    for name, button in texts.examples.items():
        button.click(partial(load_example, name), None, outputs, api_visibility="private")


def _bind_sources(texts: TextComponents) -> None:
    """Let new text take the place of a chosen column, and a column that of text.

    What is seen is what is scored. The event is not ``input``, which Gradio does not send for text
    that is pasted.
    """
    for box, source in (
        (texts.predictions, texts.prediction_source),
        (texts.references, texts.reference_source),
    ):
        box.change(None, [box, source], source, js=_TEXT_IS_CHOSEN, api_visibility="private")
        source.change(None, [box, source], box, js=_COLUMN_IS_CHOSEN, api_visibility="private")


def _bind_uploads(texts: TextComponents, results: gr.Column, error: gr.HTML) -> None:
    texts.files.change(
        read_uploads,
        [texts.files, texts.files_read, texts.prediction_source, texts.reference_source],
        [
            texts.files_read,
            texts.notes,
            texts.sources,
            texts.prediction_source,
            texts.reference_source,
            texts.predictions,
            texts.references,
            results,
            error,
        ],
        api_visibility="private",
    )


def _bind_scoring(
    texts: TextComponents, settings: SettingComponents, results: ResultComponents, error: gr.HTML
) -> None:
    settings.run.click(
        with_errors_shown(run_score, *NO_RESULTS),
        [
            texts.predictions,
            texts.references,
            texts.files,
            texts.files_read,
            texts.prediction_source,
            texts.reference_source,
            settings.metric,
            settings.tokenizer,
            settings.normalizers,
            settings.threshold,
        ],
        [error, *results],
        show_progress_on=[results.headline, settings.run],
        api_visibility="private",
    )


def _bind_samples(results: ResultComponents) -> None:
    results.samples.select(select_sample, None, results.sample, api_visibility="private")
    results.sample.change(
        with_errors_shown(draw_sample),
        [results.state, results.sample],
        results.alignment,
        api_visibility="private",
    )
