"""The tab that scores one system's texts."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import gradio as gr
import numpy as np
import pandas as pd

from levmetrics.demo import drawing, exports, limits
from levmetrics.demo.controls import (
    in_place,
    metric_control,
    normalizer_control,
    request,
    tokenizer_control,
)
from levmetrics.demo.labels import label
from levmetrics.demo.offered_examples import ENGLISH, JAPANESE, example
from levmetrics.demo.requests import Scored, score
from levmetrics.demo.sources import PASTED, both_sides, by_name, offer
from levmetrics.errors import InputError
from levmetrics.formats.files import file_types
from levmetrics.formats.lines import alternatives
from levmetrics.rendering.text import legible

_ROWS_SHOWN = 1_000
_CHARACTERS_SHOWN = 200
_PASTED = ("the text above", PASTED)
_TEXT_IS_CHOSEN = f"(text, source) => text ? '{PASTED}' : source"
_COLUMN_IS_CHOSEN = f"(text, source) => source && source !== '{PASTED}' ? '' : text"
_BINS = 10


def score_tab() -> None:
    """Lay out the tab."""
    gr.Markdown(
        "Paste what a model said and what is right, one sample a line, or upload files "
        f"({', '.join(file_types())}). "
        f"{limits.IN_WORDS}"
    )
    with gr.Row():
        load_english = gr.Button(label("example_english"), size="sm", elem_id="example_english")
        load_japanese = gr.Button(label("example_japanese"), size="sm", elem_id="example_japanese")
    with gr.Row():
        pasted_predictions = _box("predictions", "empty")
        pasted_references = _box("references", "several")
    files = gr.File(
        label=label("files"),
        file_count="multiple",
        file_types=file_types(),
        height=170,
        elem_id="files",
    )
    notes = gr.HTML(elem_id="notes")
    with gr.Row(visible=False) as choices:
        prediction_source = _source("prediction_source")
        reference_source = _source("reference_source")
    # The files that all of these controls are about. Only what is shown may be scored, so nothing
    # is while it is not the uploaded ones.
    known = gr.Textbox("", visible=False)
    metric = metric_control()
    run = gr.Button(label("run_score"), variant="primary", elem_id="score")
    with gr.Accordion(label("settings"), open=False), gr.Row():
        tokenizer, normalizers = tokenizer_control(), normalizer_control()
        # Not a gr.Number, which shows 0 where there is none.
        threshold = gr.Textbox("", label=label("threshold"), info=label("threshold_info"))
    refusal = gr.HTML(elem_id="refusal")
    state = gr.State(None, time_to_live=3600)
    with gr.Column(visible=False) as results:
        headline = gr.HTML(elem_id="headline")
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
        samples = gr.Dataframe(
            label=label("samples"),
            interactive=False,
            max_height=420,
            wrap=True,
            column_widths=["90px", "90px", "90px", "340px", "340px"],
            elem_id="samples",
        )
        with gr.Row():
            with gr.Column(scale=1, min_width=160):
                sample = gr.Number(
                    1, label=label("sample"), precision=0, minimum=1, elem_id="sample"
                )
            with gr.Column(scale=4, min_width=320):
                alignment = gr.HTML(elem_id="alignment")
        with gr.Row():
            csv_download = gr.DownloadButton(label("csv"), elem_id="csv")
            json_download = gr.DownloadButton(label("json"), elem_id="json")
        snippet = gr.Code(
            language="python", label=label("snippet"), interactive=False, elem_id="snippet"
        )

    def run_score(
        pasted_predictions: str,
        pasted_references: str,
        files: list[str] | None,
        known: str,
        prediction_source: str | None,
        reference_source: str | None,
        metric: str,
        tokenizer: str,
        normalizers: list[str],
        threshold: str,
        progress: gr.Progress = gr.Progress(),  # noqa: B008
    ) -> list[Any]:
        asked = request(metric, tokenizer, normalizers, threshold)
        if _written(files) != known:
            raise InputError(
                "the files are still being read: press the button again, or if that does not help "
                "remove them and upload them again"
            )
        preds, target = both_sides(
            {"predictions": prediction_source, "references": reference_source},
            {"predictions": pasted_predictions or "", "references": pasted_references or ""},
            by_name(files),
        )
        texts = [own for own in preds.texts if isinstance(own, str)]
        if len(texts) < len(preds.texts):
            raise InputError("predictions holds lists; give one text for each sample")
        scored = score(asked, texts, alternatives(target.texts), progress)
        first = int(scored.worst_first()[0])
        table, document = exports.write(scored, csv_download.GRADIO_CACHE)
        return [
            "",
            gr.Column(visible=True),
            scored,
            drawing.headline(scored, preds.source, target.source),
            _histogram(scored),
            _confusions(scored),
            _samples(scored),
            first + 1,
            _alignment(scored, first),
            table,
            document,
            exports.snippet(scored),
        ]

    for button, name in ((load_english, ENGLISH), (load_japanese, JAPANESE)):
        button.click(
            partial(_loaded, name),
            None,
            [pasted_predictions, pasted_references, metric, files, known, notes, choices],
            api_visibility="private",
        )
    # What is seen is what is scored: new text takes the place of a column, and a column that of
    # text. Not by the event "input", which Gradio does not send for text that is pasted.
    for pasted, source in (
        (pasted_predictions, prediction_source),
        (pasted_references, reference_source),
    ):
        pasted.change(None, [pasted, source], source, js=_TEXT_IS_CHOSEN, api_visibility="private")
        source.change(
            None, [pasted, source], pasted, js=_COLUMN_IS_CHOSEN, api_visibility="private"
        )
    files.change(
        _uploaded,
        [files, known, prediction_source, reference_source],
        [
            known,
            notes,
            choices,
            prediction_source,
            reference_source,
            pasted_predictions,
            pasted_references,
            results,
            refusal,
        ],
        api_visibility="private",
    )
    outputs = [
        results,
        state,
        headline,
        histogram,
        confusions,
        samples,
        sample,
        alignment,
        csv_download,
        json_download,
        snippet,
    ]
    run.click(
        in_place(run_score, gr.Column(visible=False), None, *[gr.skip()] * (len(outputs) - 2)),
        [
            pasted_predictions,
            pasted_references,
            files,
            known,
            prediction_source,
            reference_source,
            metric,
            tokenizer,
            normalizers,
            threshold,
        ],
        [refusal, *outputs],
        show_progress_on=[headline, run],
        api_visibility="private",
    )
    samples.select(_chosen_sample, None, sample, api_visibility="private")
    sample.change(in_place(_shown_sample), [state, sample], alignment, api_visibility="private")


def _box(side: str, info: str) -> gr.Textbox:
    return gr.Textbox(label=label(side), info=label(info), lines=6, max_lines=12, elem_id=side)


def _source(name: str) -> gr.Dropdown:
    # Values that are not in the list are refused in a sentence of ours: a server that has forgotten
    # a visitor's list would refuse all of it.
    return gr.Dropdown(
        [_PASTED],
        value=None,
        allow_custom_value=True,
        label=label(name),
        info=label("source_info"),
        elem_id=name,
    )


def _loaded(name: str) -> list[Any]:
    """Return an example for the boxes, with its metric, no files, and nothing to say of them."""
    own = example(name)
    return [own.predictions, own.references, own.metric, None, "", "", gr.Row(visible=False)]


def _written(files: list[str] | None) -> str:
    """Write down which files these are; nothing if there are none."""
    return json.dumps(files) if files else ""


def _uploaded(
    files: list[str] | None, known: str, prediction_source: str | None, reference_source: str | None
) -> list[Any]:
    """Offer the columns of the uploaded files, and choose those that are named as a side.

    New files empty the boxes: what is in them belongs to another question. Choices that are still
    offered stay.

    Args:
        files: the paths of all that are there now.
        known: those that were there before, as written down.
        prediction_source: chosen before.
        reference_source: chosen before.

    """
    if _written(files) == known:
        return [gr.skip()] * 9
    new = set(files or []) - set(json.loads(known or "[]"))
    found = offer(files)
    values = [value for _, value in found.choices] + ([] if new else [PASTED])
    sources = [
        gr.Dropdown([_PASTED, *found.choices], value=before if before in values else guess)
        for before, guess in zip(
            (prediction_source, reference_source), found.guesses.values(), strict=True
        )
    ]
    box = gr.Textbox("") if new else gr.skip()
    results = gr.Column(visible=False)
    return [
        _written(files),
        drawing.notes(found.notes),
        gr.Row(visible=bool(files)),
        *sources,
        box,
        box,
        results,
        "",
    ]


def _shown_sample(scored: Scored | None, number: float | None) -> str:
    if scored is None:
        raise InputError("the results have expired: score again")
    if number is None:
        return ""
    index = int(number) - 1
    if not 0 <= index < len(scored.predictions):
        raise InputError(f"there is no sample {index + 1}; there are {len(scored.scores):,}")
    return _alignment(scored, index)


def _chosen_sample(event: gr.SelectData) -> int:
    return int(event.row_value[0])


def _histogram(scored: Scored) -> pd.DataFrame:
    """Count the samples by their score; error rates above 1 are counted with 1."""
    counts, edges = np.histogram(np.minimum(scored.scores, 1.0), bins=_BINS, range=(0, 1))
    labels = [f"{edge:.1f}" for edge in edges[:-1]]
    return pd.DataFrame({"score": labels, "samples": counts})


def _confusions(scored: Scored) -> list[list[str | int]]:
    frequent = scored.frequent
    rows: list[tuple[str, str, int]] = [
        *frequent.substitutions,
        *((target, "(nothing)", times) for target, times in frequent.deletions),
        *(("(nothing)", pred, times) for pred, times in frequent.insertions),
    ]
    rows.sort(key=lambda row: -row[2])
    return [[legible(str(target)) or "␣", legible(str(pred)) or "␣", n] for target, pred, n in rows]


def _samples(scored: Scored) -> pd.DataFrame:
    order = scored.worst_first()[:_ROWS_SHOWN]
    table: dict[str, Any] = {"sample": order + 1, scored.score: scored.scores[order].round(4)}
    if scored.counts is not None:
        table["errors"] = scored.counts.errors[order]
    table["prediction"] = [_shortened(scored.predictions[int(i)]) for i in order]
    table["reference"] = [_shortened(scored.compared[int(i)]) for i in order]
    return pd.DataFrame(table)


def _shortened(text: str) -> str:
    shown = legible(text[: _CHARACTERS_SHOWN + 1])
    return shown if len(text) <= _CHARACTERS_SHOWN else f"{shown[:_CHARACTERS_SHOWN]}…"


def _alignment(scored: Scored, index: int) -> str:
    return scored.alignment(index).to_html()
