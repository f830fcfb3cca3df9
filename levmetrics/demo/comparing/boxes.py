"""Where a visitor pastes the references and what each system made of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import gradio as gr

from levmetrics.demo import drawing
from levmetrics.demo.comparing.checks import SideNotes
from levmetrics.demo.example_boxes import systems_example
from levmetrics.demo.language import label

LETTERS = "ABCDE"  # the names of the systems, unless a visitor gives others
_SHOWN_FIRST = 2


@dataclass(frozen=True)
class SystemBox:
    """The boxes of one system.

    Attributes:
        column: of them all, visible or not.
        name: of the system.
        texts: its predictions.
        note: what is wrong with them.

    """

    column: gr.Column
    name: gr.Textbox
    texts: gr.Textbox
    note: gr.HTML


@dataclass(frozen=True)
class ComparisonBoxes:
    """The boxes to paste into.

    Attributes:
        example: the button that loads one.
        references: the box of the references.
        references_note: what is wrong with them.
        systems: the boxes of each system, also of those that are not shown.
        shown: invisible; how many systems are shown.
        add: shows one more.
        remove: hides the last one, and empties its box.

    """

    example: gr.Button
    references: gr.Textbox
    references_note: gr.HTML
    systems: Sequence[SystemBox]
    shown: gr.Number
    add: gr.Button
    remove: gr.Button


def lay_out_boxes() -> ComparisonBoxes:
    """Lay out the boxes, two systems at first, and bind the buttons that show more or fewer."""
    with gr.Row():
        example = gr.Button(
            label("example"), size="sm", scale=0, min_width=180, elem_id="example_systems"
        )
        gr.Markdown(label("comparing_example_info"), elem_classes="lev-note")
    references = gr.Textbox(
        label=label("comparing_references"),
        info=label("comparing_references_info"),
        lines=4,
        max_lines=10,
        elem_id="compare_references",
    )
    references_note = note_place("compare_references_note")
    with gr.Row():
        systems = [_system_box(number) for number in range(len(LETTERS))]
    shown = gr.Number(_SHOWN_FIRST, precision=0, visible=False)
    with gr.Row():
        add = gr.Button(label("comparing_add"), size="sm", scale=0, min_width=180, elem_id="add")
        remove = gr.Button(
            label("comparing_remove"),
            size="sm",
            scale=0,
            min_width=180,
            visible=False,
            elem_id="remove",
        )
    boxes = ComparisonBoxes(example, references, references_note, systems, shown, add, remove)
    _bind_number_of_systems(boxes)
    return boxes


def note_place(name: str) -> gr.HTML:
    """Make the place of a note, which takes no room while it is empty."""
    return gr.HTML(elem_id=name, elem_classes="lev-note-place")


def _system_box(number: int) -> SystemBox:
    letter = LETTERS[number]
    with gr.Column(visible=number < _SHOWN_FIRST, min_width=320) as column:
        name = gr.Textbox(
            letter,
            label=label(f"comparing_name_{letter}"),
            max_length=60,
            elem_id=f"name_{letter}",
        )
        texts = gr.Textbox(
            label=label(f"comparing_texts_{letter}"),
            lines=4,
            max_lines=10,
            elem_id=f"system_{letter}",
        )
        note = note_place(f"system_{letter}_note")
    return SystemBox(column, name, texts, note)


def _bind_number_of_systems(boxes: ComparisonBoxes) -> None:
    columns = [system.column for system in boxes.systems]
    texts = [system.texts for system in boxes.systems]
    outputs = [boxes.shown, boxes.add, boxes.remove, *columns, *texts]
    boxes.add.click(_add_system, boxes.shown, outputs, api_visibility="private")
    boxes.remove.click(_remove_system, boxes.shown, outputs, api_visibility="private")


def _add_system(shown: int) -> list[object]:
    return [*_shown_systems(min(shown + 1, len(LETTERS))), *[gr.skip()] * len(LETTERS)]


def _remove_system(shown: int) -> list[object]:
    """Hide the last system and empty its box: what is not seen is not compared."""
    left = max(shown - 1, _SHOWN_FIRST)
    texts = [gr.skip() if number < left else gr.Textbox("") for number in range(len(LETTERS))]
    return [*_shown_systems(left), *texts]


def _shown_systems(number: int) -> list[object]:
    """Return the values of shown, add, remove, and the columns of all systems."""
    return [
        number,
        gr.Button(visible=number < len(LETTERS)),
        gr.Button(visible=number > _SHOWN_FIRST),
        *(gr.Column(visible=place < number) for place in range(len(LETTERS))),
    ]


def drawn_notes(notes: SideNotes) -> list[str]:
    """Return HTML for the notes of the references, of every system's box, and of the groups."""
    of_systems = [*notes.systems, *[""] * (len(LETTERS) - len(notes.systems))]
    return [
        drawing.refusal(note) if note else ""
        for note in (notes.references, *of_systems, notes.groups)
    ]


def load_example() -> list[object]:
    """Return the example: references, metric, and the values that show its two systems."""
    loaded = systems_example()
    texts = [loaded.system_a, loaded.system_b, *[""] * (len(LETTERS) - _SHOWN_FIRST)]
    return [loaded.references, loaded.metric, *_shown_systems(_SHOWN_FIRST), *LETTERS, *texts]
