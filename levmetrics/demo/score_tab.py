"""The tab that scores one system's texts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gradio as gr
import numpy as np
import pandas as pd

from levmetrics.alignment import align
from levmetrics.columns import InputError
from levmetrics.demo import drawing, exports, limits
from levmetrics.demo.controls import (
    metric_control,
    normalizer_control,
    request,
    tokenizer_control,
    told,
)
from levmetrics.demo.examples import NAMES, example
from levmetrics.demo.labels import label
from levmetrics.demo.scoring import Scored, score
from levmetrics.demo.texts import (
    FILE_TYPES,
    alternatives,
    column,
    column_names,
    guessed_column,
    lines,
)
from levmetrics.rendering import legible

_ROWS_SHOWN = 1_000
_CHARACTERS_SHOWN = 200
_PASTED = ("the text above", "")
_BINS = 10


def score_tab() -> None:
    """Lay out the tab."""
    gr.Markdown(
        "Paste what a model said and what is right, one sample a line, or upload files. "
        f"{limits.IN_WORDS}"
    )
    example_name = gr.Radio(NAMES, label=label("examples"), value=NAMES[0])
    predictions, references, _ = example(NAMES[0])
    with gr.Row():
        pasted_predictions = gr.Textbox(
            predictions,
            label=label("predictions"),
            info=label("empty"),
            lines=6,
            max_lines=12,
            elem_id="predictions",
        )
        pasted_references = gr.Textbox(
            references,
            label=label("references"),
            info=label("several"),
            lines=6,
            max_lines=12,
            elem_id="references",
        )
    metric = metric_control()
    run = gr.Button(label("run_score"), variant="primary", elem_id="score")
    with gr.Accordion(label("settings"), open=False):
        with gr.Row():
            tokenizer, normalizers = tokenizer_control(), normalizer_control()
            # Not a gr.Number, which shows 0 where there is none.
            threshold = gr.Textbox("", label=label("threshold"), info=label("threshold_info"))
        files = gr.File(
            label=label("files"), file_count="multiple", file_types=list(FILE_TYPES), height=120
        )
        with gr.Row():
            prediction_source = gr.Dropdown([_PASTED], value="", label=label("prediction_source"))
            reference_source = gr.Dropdown([_PASTED], value="", label=label("reference_source"))
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

    @told
    def run_score(
        pasted_predictions: str,
        pasted_references: str,
        files: list[str] | None,
        prediction_source: str,
        reference_source: str,
        metric: str,
        tokenizer: str,
        normalizers: list[str],
        threshold: str,
        progress: gr.Progress = gr.Progress(),  # noqa: B008
    ) -> list[Any]:
        asked = request(metric, tokenizer, normalizers, threshold)
        preds = _given(prediction_source, pasted_predictions, files, "predictions")
        target = alternatives(_given(reference_source, pasted_references, files, "references"))
        texts = [own for own in preds if isinstance(own, str)]
        if len(texts) < len(preds):
            raise InputError("predictions holds lists; give one text for each sample")
        scored = score(asked, texts, target, progress)
        first = int(scored.worst_first()[0])
        table, document = exports.write(scored)
        return [
            scored,
            gr.Column(visible=True),
            drawing.headline(scored, _named([prediction_source, reference_source])),
            _histogram(scored),
            _confusions(scored),
            _samples(scored),
            first + 1,
            _alignment(scored, first),
            table,
            document,
            exports.snippet(scored),
        ]

    @told
    def show_sample(scored: Scored | None, number: float | None) -> str:
        if scored is None or number is None:
            return ""
        index = int(number) - 1
        if not 0 <= index < len(scored.predictions):
            raise InputError(f"there is no sample {index + 1}; there are {len(scored.scores):,}")
        return _alignment(scored, index)

    def choose_sample(event: gr.SelectData) -> int:
        return int(event.row_value[0])

    # What is seen is what is scored: new text takes the place of a file, and at once.
    example_name.change(
        lambda name: (*example(name), "", ""),
        example_name,
        [pasted_predictions, pasted_references, metric, prediction_source, reference_source],
        api_visibility="private",
    )
    for pasted, source in (
        (pasted_predictions, prediction_source),
        (pasted_references, reference_source),
    ):
        pasted.input(None, None, source, js="() => ''", api_visibility="private")
    files.change(_sources, files, [prediction_source, reference_source], api_visibility="private")
    inputs = [pasted_predictions, pasted_references, files, prediction_source, reference_source]
    shown = [state, results, headline, histogram, confusions, samples, sample, alignment]
    run.click(
        run_score,
        [*inputs, metric, tokenizer, normalizers, threshold],
        [*shown, csv_download, json_download, snippet],
        show_progress_on=[headline, run],
        api_visibility="private",
    )
    samples.select(choose_sample, None, sample, api_visibility="private")
    sample.change(show_sample, [state, sample], alignment, api_visibility="private")


@told
def _sources(files: list[str] | None) -> tuple[gr.Dropdown, gr.Dropdown]:
    """Offer the columns of the uploaded files, and choose the likely ones."""
    names = {file: column_names(path) for file, path in _paths(files).items()}
    choices = [_PASTED, *(_choice(file, name) for file, own in names.items() for name in own)]
    found = []
    for references in (False, True):
        guess = guessed_column(names, references)
        found.append(gr.Dropdown(choices, value=_choice(*guess)[1] if guess else ""))
    return found[0], found[1]


def _paths(files: Sequence[str] | None) -> dict[str, Path]:
    """Return the uploaded files by their names.

    Raises:
        InputError: if two have the same.

    """
    paths: dict[str, Path] = {}
    for path in map(Path, files or []):
        if path.name in paths:
            raise InputError(f"two files are named {path.name}; rename one")
        paths[path.name] = path
    return paths


def _choice(file: str, name: str) -> tuple[str, str]:
    return legible(file + (f": {name}" if name else "")), json.dumps([file, name])


def _named(sources: Sequence[str]) -> str:
    """Say where both sides are from."""
    names = [": ".join(filter(None, json.loads(source))) for source in sources if source]
    return ", ".join(names) or "pasted text"


def _given(
    source: str, pasted: str, files: Sequence[str] | None, side: str
) -> list[str | list[str]]:
    """Return the texts of one side: those of a file's column, or the pasted ones."""
    if not source:
        return list(lines(pasted, side))
    file, name = json.loads(source)
    paths = _paths(files)
    if file not in paths:
        raise InputError(f"the file of the {side} is no longer there; upload it again")
    return column(paths[file], name)


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
    table["prediction"] = [_shortened(scored.predictions[i]) for i in order]
    table["reference"] = [_shortened(scored.compared[i]) for i in order]
    return pd.DataFrame(table)


def _shortened(text: str) -> str:
    shown = legible(text[: _CHARACTERS_SHOWN + 1])
    return shown if len(text) <= _CHARACTERS_SHOWN else f"{shown[:_CHARACTERS_SHOWN]}…"


def _alignment(scored: Scored, index: int) -> str:
    return align(
        scored.predictions[index],
        scored.compared[index],
        tokenizer=scored.tokenizer,
        normalizer=scored.request.options().get("normalizer"),
    ).to_html()
