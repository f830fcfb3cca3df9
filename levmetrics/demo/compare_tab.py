"""The tab that compares systems on the same references."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

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
    compare_texts,
    lay_out_comparison,
)
from levmetrics.demo.controls import metric_control, normalizer_control, tokenizer_control
from levmetrics.demo.error_messages import with_errors_shown
from levmetrics.demo.language import Language, label
from levmetrics.demo.limits import PAGE
from levmetrics.demo.places import UPLOAD, place_of
from levmetrics.demo.reading.read_as import named_columns
from levmetrics.demo.reading.samples import read_samples
from levmetrics.demo.showing import grey_when_changed, run_and_show
from levmetrics.demo.uploads import checked_upload, chosen_column, column_choice, lay_out_uploads
from levmetrics.errors import InputError
from levmetrics.formats.kinds.lines import alternatives, lines
from levmetrics.rendering.text import legible

_NO_NOTES = drawn_notes(SideNotes("", (), ""))


class ComparedTexts(NamedTuple):
    """The texts of a comparison.

    Attributes:
        references: one a sample, or a list for each.
        systems: names and predictions.
        groups: a label for each sample; ``None`` without groups.

    """

    references: Sequence[str | list[str]]
    systems: Sequence[tuple[str, Sequence[str]]]
    groups: Sequence[str] | None


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
    with gr.Tabs():
        with gr.Tab(label("paste")) as paste:
            boxes = lay_out_boxes()
        with gr.Tab(label("upload")) as upload:
            columns = {
                side: column_choice(side, "compare", several=side == "systems")
                for side in ("references", "systems", "groups")
            }
            uploads = lay_out_uploads(language, columns, "compare")
    place = place_of(paste, upload)
    settings = _lay_out_settings()
    refusal = note_place("compare_refusal")
    results = lay_out_comparison(language)
    _bind_example(boxes, settings)
    inputs = [
        language,
        place,
        settings.metric,
        settings.tokenizer,
        settings.normalizers,
        uploads.files,
        uploads.reading,
        *columns.values(),
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
    run_and_show(
        settings.run.click,
        with_errors_shown(_compare, *_NO_NOTES, *NO_COMPARISON),
        inputs,
        [refusal, *notes, *results],
        "comparison",
        settings.run,
    )


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


def _compare(
    language: Language,
    place: str,
    metric: str,
    tokenizer: str,
    normalizers: list[str],
    files: list[str] | None,
    reading: str,
    reference_column: str | None,
    system_columns: list[str] | None,
    group_column: str | None,
    references: str,
    groups: str,
    shown: int,
    progress: gr.Progress = gr.Progress(),  # noqa: B008  # Gradio finds it by the default value
    *names_and_texts: str,
) -> list[object]:
    """Compare the systems of the open place, or say beside each side what is wrong with it.

    Args:
        language: the visitor's.
        place: which of the tabs is open.
        metric: the value of its control.
        tokenizer: the value of its control.
        normalizers: the value of its control.
        files: the paths of the uploaded files.
        reading: how they were read.
        reference_column: the chosen column.
        system_columns: the chosen columns.
        group_column: the chosen column, if any.
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
    if place == UPLOAD:
        sides = _uploaded(files, reading, reference_column, system_columns or [], group_column)
    else:
        sides = _pasted(references, groups, int(shown), names_and_texts)
    notes = check_sides(language, *sides)
    if notes.any() and place != UPLOAD:
        return ["", *drawn_notes(notes), *NO_COMPARISON]
    if notes.any():
        raise InputError(" ".join(filter(None, [notes.references, *notes.systems, notes.groups])))
    target, systems, labels = sides
    values = compare_texts(
        language, metric, tokenizer, normalizers, target, dict(systems), labels, progress
    )
    return ["", *_NO_NOTES, *values]


def _pasted(
    references: str, groups: str, shown: int, names_and_texts: Sequence[str]
) -> ComparedTexts:
    names, texts = names_and_texts[: len(LETTERS)], names_and_texts[len(LETTERS) :]
    systems = [
        (name, lines(predictions, f"system {name}", PAGE))
        for name, predictions in zip(map(_shown_name, names, LETTERS), texts, strict=True)
    ][:shown]
    target = alternatives(lines(references, "references", PAGE))
    return ComparedTexts(target, systems, lines(groups, "groups", PAGE) or None)


def _shown_name(name: str, letter: str) -> str:
    """Return the name of a system as it is shown; its letter if a visitor has left it empty."""
    return legible(name) or letter


def _uploaded(
    files: list[str] | None,
    reading: str,
    reference_column: str | None,
    system_columns: Sequence[str],
    group_column: str | None,
) -> ComparedTexts:
    known = checked_upload(files, reading)
    if len(system_columns) < 2:
        raise InputError("choose the columns of two systems or more")
    references = chosen_column("references", reference_column)
    systems = named_columns([chosen_column("systems", chosen) for chosen in system_columns])
    groups = chosen_column("groups", group_column) if group_column else None
    samples = read_samples(references, systems, groups, known.paths, known.read_as)
    return ComparedTexts(
        alternatives(samples.references), [*samples.predictions.items()], samples.groups
    )
