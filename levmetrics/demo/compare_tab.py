"""The tab that compares systems on the same references."""

from __future__ import annotations

from dataclasses import dataclass

import gradio as gr

from levmetrics.demo.comparing.boxes import (
    LETTERS,
    ComparisonBoxes,
    drawn_notes,
    lay_out_boxes,
    load_example,
    note_place,
)
from levmetrics.demo.comparing.checks import SideNotes, check_sides
from levmetrics.demo.comparing.results import (
    NO_COMPARISON,
    ComparisonComponents,
    compare_texts,
    lay_out_comparison,
)
from levmetrics.demo.controls import metric_control, normalizer_control, tokenizer_control
from levmetrics.demo.error_messages import with_errors_shown
from levmetrics.demo.language import Language, label
from levmetrics.demo.limits import PAGE
from levmetrics.demo.showing import grey_when_changed, remembering, show_afterwards
from levmetrics.formats.kinds.lines import alternatives, lines
from levmetrics.rendering.text import legible

_NO_NOTES = drawn_notes(SideNotes("", (), ""))


@dataclass(frozen=True)
class ComparisonSettings:
    """The components that say how systems are compared, and the button that starts it."""

    metric: gr.Dropdown
    tokenizer: gr.Dropdown
    normalizers: gr.Dropdown
    groups: gr.Textbox
    groups_note: gr.HTML
    run: gr.Button


def compare_tab(language: gr.Textbox) -> None:
    """Lay out the tab, and bind its events.

    Args:
        language: the visitor's.

    """
    gr.Markdown(label("comparing_introduction"))
    with gr.Tabs(), gr.Tab(label("comparing_paste")):
        boxes = lay_out_boxes()
    settings = _lay_out_settings()
    refusal = note_place("compare_refusal")
    results = lay_out_comparison(language)
    _bind_example(boxes, settings)
    _bind_comparing(language, boxes, settings, refusal, results)


def _lay_out_settings() -> ComparisonSettings:
    metric = metric_control()
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
    run = gr.Button(label("comparing_run"), variant="primary", elem_id="compare")
    return ComparisonSettings(metric, tokenizer, normalizers, groups, groups_note, run)


def _bind_example(boxes: ComparisonBoxes, settings: ComparisonSettings) -> None:
    boxes.example.click(
        load_example,
        None,
        [
            boxes.references,
            settings.metric,
            boxes.shown,
            boxes.add,
            boxes.remove,
            *(system.column for system in boxes.systems),
            *(system.name for system in boxes.systems),
            *(system.texts for system in boxes.systems),
        ],
        api_visibility="private",
    )


def _bind_comparing(
    language: gr.Textbox,
    boxes: ComparisonBoxes,
    settings: ComparisonSettings,
    refusal: gr.HTML,
    results: ComparisonComponents,
) -> None:
    inputs = [
        settings.metric,
        settings.tokenizer,
        settings.normalizers,
        boxes.references,
        settings.groups,
        boxes.shown,
        *(system.name for system in boxes.systems),
        *(system.texts for system in boxes.systems),
    ]
    notes = [
        boxes.references_note,
        *(system.note for system in boxes.systems),
        settings.groups_note,
    ]
    grey_when_changed(inputs, "comparison")
    event = settings.run.click(
        with_errors_shown(_compare_pasted, *_NO_NOTES, *NO_COMPARISON),
        [language, *inputs],
        [refusal, *notes, *results],
        js=remembering("comparison"),
        show_progress_on=[settings.run, results.summary],
        api_visibility="private",
    )
    show_afterwards(event, "comparison")


def _compare_pasted(
    language: Language,
    metric: str,
    tokenizer: str,
    normalizers: list[str],
    references: str,
    groups: str,
    shown: int,
    progress: gr.Progress = gr.Progress(),  # noqa: B008  # Gradio finds it by the default value
    *names_and_texts: str,
) -> list[object]:
    """Compare the systems that the tab shows, or say beside each side what is wrong with it.

    Args:
        language: the visitor's.
        metric: the value of its control.
        tokenizer: the value of its control.
        normalizers: the value of its control.
        references: one a line.
        groups: one a line; empty for none.
        shown: how many systems there are.
        progress: of the page.
        *names_and_texts: the names of all systems, and then their predictions.

    Returns:
        No refusal, the notes of all sides, and the values of the results.

    Raises:
        InputError: for anything else that cannot be compared.

    """
    target = alternatives(lines(references, "references", PAGE))
    names, texts = names_and_texts[: len(LETTERS)], names_and_texts[len(LETTERS) :]
    systems = [
        (name, lines(predictions, f"system {name}", PAGE))
        for name, predictions in zip(map(_shown_name, names, LETTERS), texts, strict=True)
    ][: int(shown)]
    labels = lines(groups, "groups", PAGE) or None
    notes = check_sides(language, target, systems, labels)
    if notes.any():
        return ["", *drawn_notes(notes), *NO_COMPARISON]
    values = compare_texts(
        language, metric, tokenizer, normalizers, target, dict(systems), labels, progress
    )
    return ["", *_NO_NOTES, *values]


def _shown_name(name: str, letter: str) -> str:
    """Return the name of a system as it is shown; its letter if a visitor has left it empty."""
    return legible(name) or letter
