"""Where a visitor gives texts: boxes to paste into, uploads, and examples."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import partial

import gradio as gr

from levmetrics.demo import drawing
from levmetrics.demo.example_boxes import ENGLISH, JAPANESE, example
from levmetrics.demo.language import label
from levmetrics.demo.sources import PASTED, Offer, offer
from levmetrics.formats.files import file_types

PASTED_CHOICE = ("the text above", PASTED)
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


def lay_out_texts() -> TextComponents:
    """Lay out what a visitor gives texts by."""
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


def bind_texts(
    texts: TextComponents, metric: gr.Dropdown, results: gr.Column, error: gr.HTML
) -> None:
    """Bind the events of the texts' components."""
    _bind_examples(texts, metric)
    _bind_sources(texts)
    _bind_uploads(texts, results, error)


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
        button.click(partial(_load_example, name), None, outputs, api_visibility="private")


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
        _read_uploads,
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


def _load_example(name: str) -> list[object]:
    """Return an example for the boxes, its metric, and no files with nothing to say of them."""
    loaded = example(name)
    no_files = [None, "", "", gr.Row(visible=False)]  # files, files_read, notes, sources
    return [loaded.predictions, loaded.references, loaded.metric, *no_files]


def _read_uploads(
    files: list[str] | None,
    files_read: str,
    prediction_source: str | None,
    reference_source: str | None,
) -> list[object]:
    """Offer the columns of the uploaded files, and choose those whose names say their side.

    New files empty the boxes: the pasted text belongs to an earlier question. A source that is
    still offered stays chosen.

    Args:
        files: the paths of all uploaded files.
        files_read: the files at the last upload, by :func:`files_as_json`.
        prediction_source: as chosen before.
        reference_source: as chosen before.

    Returns:
        The values of files_read, notes, sources, prediction_source, reference_source, predictions,
        references, the column of results, and the error message.

    """
    if files_as_json(files) == files_read:
        return [gr.skip()] * 9
    new_files = bool(set(files or []) - set(json.loads(files_read or "[]")))
    offered = offer(files)
    box = gr.Textbox("") if new_files else gr.skip()
    return [
        files_as_json(files),
        drawing.notes(offered.notes),
        gr.Row(visible=bool(files)),
        *_source_choices(offered, prediction_source, reference_source, keep_pasted=not new_files),
        box,
        box,
        gr.Column(visible=False),
        "",
    ]


def files_as_json(files: list[str] | None) -> str:
    """Write the paths of files as one string; an empty one if there are none."""
    return json.dumps(files) if files else ""


def _source_choices(
    offered: Offer,
    prediction_source: str | None,
    reference_source: str | None,
    *,
    keep_pasted: bool,
) -> list[gr.Dropdown]:
    """Return both lists of sources, with the value of before where it can stay."""
    values = {value for _, value in offered.choices} | ({PASTED} if keep_pasted else set())
    sources = zip((prediction_source, reference_source), offered.guesses.values(), strict=True)
    return [
        gr.Dropdown([PASTED_CHOICE, *offered.choices], value=before if before in values else guess)
        for before, guess in sources
    ]
