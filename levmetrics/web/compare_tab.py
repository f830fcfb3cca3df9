"""The tab that compares systems on the same references."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import gradio as gr

from levmetrics.web.comparing.boxes import (
    BoxValues,
    bind_example,
    drawn_box_notes,
    lay_out_boxes,
    note_place,
    pasted_systems,
)
from levmetrics.web.comparing.checks import SideNotes, SidesError, check_sides
from levmetrics.web.comparing.given import GivenSystems
from levmetrics.web.comparing.results import (
    NO_COMPARISON,
    compare_texts,
    lay_out_comparison,
)
from levmetrics.web.comparing.uploads import (
    UploadValues,
    drawn_upload_notes,
    lay_out_comparison_uploads,
    uploaded_systems,
)
from levmetrics.web.controls import (
    metric_control,
    normalizer_control,
    request_of_controls,
    tokenizer_control,
)
from levmetrics.web.error_messages import with_errors_shown
from levmetrics.web.language import LANGUAGES, Language, label
from levmetrics.web.places import UPLOAD, place_of
from levmetrics.web.readiness import bind_readiness
from levmetrics.web.showing import grey_when_changed, run_and_show

_NOTHING = SideNotes()


@dataclass(frozen=True)
class ComparisonSettings:
    """The components that say how systems are compared, and the button that starts it."""

    metric: gr.Dropdown
    tokenizer: gr.Dropdown
    normalizers: gr.Dropdown
    groups: gr.Textbox
    groups_note: gr.HTML
    run: gr.Button
    reason: gr.HTML

    def values(self) -> list[Any]:
        """Return the components that say how systems are compared."""
        return [self.metric, self.tokenizer, self.normalizers, self.groups]


def compare_tab(language: gr.Textbox, metric: str) -> None:
    """Lay out the tab, and bind its events.

    Args:
        language: the visitor's.
        metric: which is chosen first.

    """
    gr.Markdown(label("comparing_introduction"))
    with gr.Tabs():
        with gr.Tab(label("paste")) as paste:
            boxes = lay_out_boxes()
        with gr.Tab(label("upload")) as upload:
            uploads = lay_out_comparison_uploads(language)
    place = place_of(paste, upload)
    settings = _lay_out_settings(metric)
    refusal = note_place("compare_refusal")
    results = lay_out_comparison(language)
    bind_example(boxes, settings.metric)
    inputs = [language, place, *settings.values(), *uploads.values(), *boxes.values()]
    notes = [*boxes.notes, settings.groups_note, *uploads.notes.values()]
    bind_readiness("compare", inputs, settings.run, settings.reason, uploads.by_order)
    grey_when_changed(inputs, "comparison")
    run_and_show(
        settings.run.click,
        with_errors_shown(_compare, *_drawn(LANGUAGES[0], "", _NOTHING), *NO_COMPARISON),
        inputs,
        [refusal, *notes, *results],
        "comparison",
        settings.run,
    )


def _lay_out_settings(first: str) -> ComparisonSettings:
    metric = metric_control(first)
    with gr.Accordion(label("comparing_settings"), open=False):
        with gr.Row():
            tokenizer, normalizers = tokenizer_control(), normalizer_control()
        groups = gr.Textbox(
            label=label("comparing_groups"),
            info=label("comparing_groups_info"),
            lines=2,
            max_lines=6,
            elem_id="compare_groups",
        )
    groups_note = note_place("compare_groups_note")  # seen while the accordion is closed, too
    run = gr.Button(label("comparing_run"), variant="primary", interactive=False, elem_id="compare")
    reason = gr.HTML(
        label("nothing_pasted_compare"), elem_id="compare_reason", elem_classes="lev-reason"
    )
    return ComparisonSettings(metric, tokenizer, normalizers, groups, groups_note, run, reason)


def _compare(
    language: Language,
    place: str,
    metric: str,
    tokenizer: str,
    normalizers: list[str],
    groups: str,
    progress: gr.Progress = gr.Progress(),  # noqa: B008  # Gradio finds it by the default value
    *texts: Any,
) -> list[object]:
    """Compare the systems of the open place, or say beside each side what is wrong with it.

    Args:
        language: the visitor's.
        place: which of the tabs is open.
        metric: the value of its control.
        tokenizer: the value of its control.
        normalizers: the value of its control.
        groups: of what is pasted, one a line; empty for none.
        progress: of the page.
        *texts: the values of the uploads, and then of the boxes.

    Returns:
        No refusal, the notes of all sides, and the values of the results.

    Raises:
        InputError: for anything else that cannot be compared.

    """
    try:
        given = _given(place, groups, texts)
    except SidesError as refused:
        return ["", *_drawn(language, place, refused.notes), *NO_COMPARISON]
    request = request_of_controls(metric, tokenizer, normalizers)
    values = compare_texts(language, request, given, progress)
    return ["", *_drawn(language, place, _NOTHING), *values]


def _given(place: str, groups: str, texts: tuple[Any, ...]) -> GivenSystems:
    """Return the systems of the open place, which fit together.

    Raises:
        SidesError: if they do not.
        InputError: if there are none.

    """
    of_uploads, of_boxes = texts[: len(UploadValues._fields)], texts[len(UploadValues._fields) :]
    if place == UPLOAD:
        given = uploaded_systems(UploadValues(*of_uploads))
    else:
        given = pasted_systems(BoxValues.of(of_boxes), groups)
    notes = check_sides(given)
    if notes.any():
        raise SidesError(notes)
    return given


def _drawn(language: Language, place: str, notes: SideNotes) -> list[str]:
    """Return HTML for the notes of both places; those of the one that is not open are empty."""
    in_boxes, in_uploads = (_NOTHING, notes) if place == UPLOAD else (notes, _NOTHING)
    return [*drawn_box_notes(language, in_boxes), *drawn_upload_notes(language, in_uploads)]
