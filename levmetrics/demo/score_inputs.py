"""Where a visitor gives one system's texts: boxes to paste into, or uploads; never both at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import gradio as gr

from levmetrics.demo.example_boxes import ENGLISH, JAPANESE, example, example_of
from levmetrics.demo.language import Language, label, say
from levmetrics.demo.limits import PAGE
from levmetrics.demo.reading.read_as import FileColumn
from levmetrics.demo.reading.samples import read_samples
from levmetrics.demo.uploads import UploadComponents, lay_out_uploads, uploaded
from levmetrics.errors import InputError
from levmetrics.formats.kinds.lines import alternatives, lines
from levmetrics.formats.whole_text import as_one_text

PASTE, UPLOAD = "paste", "upload"  # the places that texts are given at
_SYSTEM = "predictions"


class TextValues(NamedTuple):
    """The values of components that say what is to be scored.

    Attributes:
        place: ``PASTE`` or ``UPLOAD``, whichever tab is open.
        references: the text of the box.
        predictions: the text of the box.
        files: the paths of the uploaded files.
        reading: how they were read, as :attr:`UploadComponents.reading` holds it.
        reference_column: the chosen column of the files.
        prediction_column: the chosen column of the files.
        whole: whether each side is one text, whatever its line breaks are.

    """

    place: str
    references: str
    predictions: str
    files: list[str] | None
    reading: str
    reference_column: str | None
    prediction_column: str | None
    whole: bool


@dataclass(frozen=True)
class TextComponents:
    """The components by which a visitor gives texts.

    Attributes:
        place: invisible; ``PASTE`` or ``UPLOAD``, whichever tab is open.
        tabs: both places.
        examples: the button of each example, by the example's name.
        references: a box to paste into.
        predictions: a box to paste into.
        uploads: files, and their columns.
        whole: whether each side is one text, whatever its line breaks are.

    """

    place: gr.Textbox
    tabs: gr.Tabs
    examples: dict[str, gr.Button]
    references: gr.Textbox
    predictions: gr.Textbox
    uploads: UploadComponents
    whole: gr.Checkbox

    def values(self) -> list[Any]:
        """Return the components of :class:`TextValues`."""
        return [
            self.place,
            self.references,
            self.predictions,
            self.uploads.files,
            self.uploads.reading,
            self.uploads.references,
            self.uploads.predictions,
            self.whole,
        ]


@dataclass(frozen=True)
class GivenTexts:
    """What is to be scored.

    Attributes:
        references: one a sample, or a list for each.
        predictions: one a sample.
        reference_source: the box, example or column that the references are from, as a visitor
            sees it.
        prediction_source: that of the predictions.

    """

    references: list[str | list[str]]
    predictions: list[str]
    reference_source: str
    prediction_source: str


def lay_out_texts(language: gr.Textbox) -> TextComponents:
    """Lay out what a visitor gives texts by, and bind the events between these components.

    Args:
        language: the visitor's.

    """
    place = gr.Textbox(PASTE, visible=False)
    with gr.Tabs(selected=PASTE, elem_id="places") as tabs:
        with gr.Tab(label("paste"), id=PASTE) as paste:
            with gr.Row():
                examples = {
                    name: gr.Button(label(key), size="sm", elem_id=key)
                    for name, key in ((ENGLISH, "example_english"), (JAPANESE, "example_japanese"))
                }
            with gr.Row():
                references = _box("references", "several")
                predictions = _box("predictions", "empty")
        with gr.Tab(label("upload"), id=UPLOAD) as upload:
            choice = gr.Dropdown(
                render=False,
                allow_custom_value=True,
                label=label("predictions_column"),
                elem_id="score_predictions_column",
            )
            uploads = lay_out_uploads(language, choice, "score")
    whole = gr.Checkbox(
        False, label=label("whole"), info=label("whole_info"), elem_id="whole", container=False
    )
    for tab, name in ((paste, PASTE), (upload, UPLOAD)):
        tab.select(None, None, place, js=f"() => '{name}'", api_visibility="private")
    # Files take the place of pasted texts, which belong to an earlier question.
    uploads.files.upload(
        lambda: ("", ""), None, [references, predictions], api_visibility="private"
    )
    return TextComponents(place, tabs, examples, references, predictions, uploads, whole)


def _box(side: str, info: str) -> gr.Textbox:
    return gr.Textbox(label=label(side), info=label(info), lines=6, max_lines=12, elem_id=side)


def bind_examples(texts: TextComponents, metric: gr.Dropdown) -> None:
    """Let the buttons of examples fill the boxes, and choose the metric that suits them."""
    outputs = [texts.references, texts.predictions, metric, texts.whole]
    for name, button in texts.examples.items():
        button.click(partial(_load_example, name), None, outputs, api_visibility="private")


def _load_example(name: str) -> list[object]:
    loaded = example(name)
    return [loaded.references, loaded.predictions, loaded.metric, False]


def given_texts(language: Language, values: TextValues) -> GivenTexts:
    """Return the texts of the place that is open.

    Args:
        language: the visitor's.
        values: of the components.

    Raises:
        InputError: if anything is missing, or cannot be read.

    """
    given = (
        _uploaded_texts(values)
        if values.place == UPLOAD
        else _pasted_texts(language, values.references or "", values.predictions or "")
    )
    return _as_one(given) if values.whole else given


def _pasted_texts(language: Language, references: str, predictions: str) -> GivenTexts:
    for side, text in (("references", references), ("predictions", predictions)):
        if not text:
            raise InputError(
                f"there are no {side} yet: paste them, upload a file, or load an example"
            )
    return GivenTexts(
        alternatives(lines(references, "references", PAGE)),
        lines(predictions, "predictions", PAGE),
        _source(language, references),
        _source(language, predictions),
    )


def _source(language: Language, pasted: str) -> str:
    """Return the name of what is in a box."""
    name = example_of(pasted)
    return say(language, "pasted") if name is None else say(language, "of_example", name=name)


def _uploaded_texts(values: TextValues) -> GivenTexts:
    if not values.files:
        raise InputError("there are no files yet: upload one or two")
    known = uploaded(values.files, values.reading)
    if known.written() != values.reading:
        raise InputError(
            "the files are still being read: press the button again, or if that does not help "
            "remove them and upload them again"
        )
    references = _column("references", values.reference_column)
    predictions = _column("predictions", values.prediction_column)
    if references == predictions:
        raise InputError(f"predictions and references are both {predictions}; choose another one")
    samples = read_samples(references, {_SYSTEM: predictions}, None, known.paths, known.read_as)
    return GivenTexts(
        alternatives(samples.references),
        samples.predictions[_SYSTEM],
        str(references),
        str(predictions),
    )


def _column(side: str, chosen: str | None) -> FileColumn:
    if not chosen:
        raise InputError(f"choose the column of the {side}: the names of the columns do not say")
    return FileColumn.from_written(chosen)


def _as_one(given: GivenTexts) -> GivenTexts:
    """Return each side as one text."""
    if any(isinstance(texts, list) for texts in given.references):
        raise InputError(
            "references has several texts for a sample; as a whole text each side is one: "
            "take ' ||| ' out, or score the lines"
        )
    return GivenTexts(
        [as_one_text([*map(str, given.references)])],
        [as_one_text(given.predictions)],
        given.reference_source,
        given.prediction_source,
    )
