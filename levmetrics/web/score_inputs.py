"""Where a visitor gives one system's texts: boxes to paste into, or uploads; never both at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, TypeAlias

import gradio as gr

from levmetrics.errors import InputError
from levmetrics.formats.kinds.lines import alternatives, as_one_text, lines
from levmetrics.web.example_boxes import ENGLISH, JAPANESE, example, example_of
from levmetrics.web.language import LANGUAGES, Language, label, say
from levmetrics.web.limits import PAGE
from levmetrics.web.line_counts import line_count_mismatch
from levmetrics.web.places import PASTE, UPLOAD, place_of
from levmetrics.web.reading.card import source_name
from levmetrics.web.reading.samples import read_samples
from levmetrics.web.scored import SINGLE, Given
from levmetrics.web.uploads import (
    SAME_ORDER,
    UploadComponents,
    checked_upload,
    chosen_column,
    column_choice,
    lay_out_uploads,
)

_SIDES = ("references", "predictions", "groups")
_Sources: TypeAlias = Mapping[Language, Sequence[str]]


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
        group_column: the chosen column of the files, if any.
        by_order: whether their rows are in the same order, if that was asked.
        whole: whether each side is one text, whatever its line breaks are.

    """

    place: str
    references: str
    predictions: str
    files: list[str] | None
    reading: str
    reference_column: str | None
    prediction_column: str | None
    group_column: str | None
    by_order: str | None
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
            *self.uploads.values(),
            self.whole,
        ]


def lay_out_texts(language: gr.Textbox) -> TextComponents:
    """Lay out what a visitor gives texts by, and bind the events between these components.

    Args:
        language: the visitor's.

    """
    with gr.Tabs(selected=PASTE, elem_id="places") as tabs:
        with gr.Tab(label("paste"), id=PASTE) as paste:
            with gr.Row(elem_id="examples"):
                examples = {
                    name: gr.Button(label(key), size="sm", scale=0, elem_id=key)
                    for name, key in ((ENGLISH, "example_english"), (JAPANESE, "example_japanese"))
                }
            with gr.Row():
                references = _box("references", "several")
                predictions = _box("predictions", "empty")
        with gr.Tab(label("upload"), id=UPLOAD) as upload:
            columns = {side: column_choice(side, "score") for side in _SIDES}
            uploads = lay_out_uploads(language, columns, "score")
    # Laid out with the settings.
    whole = gr.Checkbox(
        False, label=label("whole"), info=label("whole_info"), elem_id="whole", render=False
    )
    # Files take the place of pasted texts, which belong to an earlier question.
    boxes = [references, predictions]
    uploads.files.upload(None, None, boxes, js="() => ['', '']", api_visibility="private")
    return TextComponents(
        place_of(paste, upload), tabs, examples, references, predictions, uploads, whole
    )


def _box(side: str, info: str) -> gr.Textbox:
    return gr.Textbox(
        label=label(side), placeholder=label(info), lines=5, max_lines=12, elem_id=side
    )


def bind_examples(texts: TextComponents, metric: gr.Dropdown) -> None:
    """Let the buttons of examples fill the boxes, and choose the metric that suits them."""
    outputs = [texts.references, texts.predictions, metric, texts.whole]
    for name, button in texts.examples.items():
        button.click(partial(_load_example, name), None, outputs, api_visibility="private")


def _load_example(name: str) -> list[object]:
    loaded = example(name)
    return [loaded.references, loaded.predictions, loaded.metric, False]


def given_texts(values: TextValues) -> Given:
    """Return the texts of the place that is open.

    Args:
        values: of the components.

    Raises:
        InputError: if anything is missing, or cannot be read.

    """
    return _uploaded_texts(values) if values.place == UPLOAD else _pasted_texts(values)


def _pasted_texts(values: TextValues) -> Given:
    references, predictions = values.references or "", values.predictions or ""
    for side, text in (("references", references), ("predictions", predictions)):
        if not text:
            raise InputError("page.no_texts", side=side)
    target = alternatives(lines(references, "references", PAGE))
    preds = lines(predictions, "predictions", PAGE)
    sources = _called(
        lambda language: (_source(language, references), _source(language, predictions))
    )
    if values.whole:
        return Given([_whole(target)], {SINGLE: [_whole(preds)]}, sources)
    mismatch = line_count_mismatch("The box of predictions", preds, target)
    if mismatch:
        raise mismatch
    return Given(target, {SINGLE: preds}, sources)


def _called(names: Callable[[Language], Sequence[str]]) -> _Sources:
    """Return what both sides are called in each language."""
    return {language: names(language) for language in LANGUAGES}


def _source(language: Language, pasted: str) -> str:
    """Return the name of what is in a box."""
    key = example_of(pasted)
    if key is None:
        return say(language, "pasted")
    return say(language, "of_example", name=say(language, key))


def _uploaded_texts(values: TextValues) -> Given:
    known = checked_upload(values.files, values.reading)
    references = chosen_column("references", values.reference_column)
    predictions = chosen_column("predictions", values.prediction_column)
    if references == predictions:
        raise InputError("page.same_column", column=str(predictions))
    if values.whole:
        sides = [
            _whole(read_samples(column, {}, None, known.paths, known.read_as).references)
            for column in (references, predictions)
        ]
        named = _called(
            lambda language: (source_name(language, references), source_name(language, predictions))
        )
        return Given([sides[0]], {SINGLE: [sides[1]]}, named)
    groups = chosen_column("groups", values.group_column) if values.group_column else None
    samples = read_samples(
        references,
        {SINGLE: predictions},
        groups,
        known.paths,
        known.read_as,
        by_order=values.by_order == SAME_ORDER,
    )

    def names(language: Language) -> tuple[str, str]:
        predicted = source_name(language, predictions)
        if samples.matched_by is not None:
            predicted = say(language, f"matched_by_{samples.matched_by}", source=predicted)
        return source_name(language, references), predicted

    return Given(
        alternatives(samples.references),
        samples.predictions,
        _called(names),
        groups=samples.groups,
        ids=samples.ids,
    )


def _whole(samples: Sequence[str | list[str]]) -> str:
    """Return the samples of a side as one text.

    Raises:
        InputError: if one has several texts.

    """
    texts = [text for text in samples if isinstance(text, str)]
    if len(texts) < len(samples):
        raise InputError("page.several_texts")
    return as_one_text(texts)
