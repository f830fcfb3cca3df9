"""Where a visitor pastes the references and what each system made of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import gradio as gr

from levmetrics.errors import InputError
from levmetrics.formats.kinds.lines import alternatives, lines
from levmetrics.rendering.text import legible
from levmetrics.web.comparing.checks import SideNotes, SidesError
from levmetrics.web.comparing.given import GivenSystems
from levmetrics.web.error_messages import drawn_error
from levmetrics.web.example_boxes import systems_example
from levmetrics.web.language import Language, label
from levmetrics.web.limits import PAGE

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

    @property
    def notes(self) -> list[gr.HTML]:
        """The places of the notes of the references, and of every system's box."""
        return [self.references_note, *(system.note for system in self.systems)]

    def values(self) -> list[Any]:
        """Return the components whose values :meth:`BoxValues.of` takes."""
        return [
            self.references,
            self.shown,
            *(system.name for system in self.systems),
            *(system.texts for system in self.systems),
        ]


class BoxValues(NamedTuple):
    """The values of the boxes.

    Attributes:
        references: one a line.
        systems: names and predictions, one a line, of the systems that are shown.

    """

    references: str
    systems: Sequence[tuple[str, str]]

    @classmethod
    def of(cls, values: Sequence[Any]) -> BoxValues:
        """Return the values of :meth:`ComparisonBoxes.values`."""
        references, shown, *rest = values
        names, texts = rest[: len(LETTERS)], rest[len(LETTERS) :]
        return cls(references, [*zip(names, texts, strict=True)][: int(shown)])


def pasted_systems(values: BoxValues, groups: str) -> GivenSystems:
    """Return the systems that are pasted.

    Args:
        values: of the boxes.
        groups: one a line; empty for none.

    Raises:
        SidesError: if some sides have more, or longer, lines than the page takes.

    """
    names = [
        legible(name) or letter for (name, _), letter in zip(values.systems, LETTERS, strict=False)
    ]
    references, references_note = _lines("references", values.references)
    systems = [
        _lines(f"system {name}", texts)
        for name, (_, texts) in zip(names, values.systems, strict=True)
    ]
    labels, groups_note = _lines("groups", groups)
    notes = SideNotes(references_note, [note for _, note in systems], groups_note)
    if notes.any():
        raise SidesError(notes)
    return GivenSystems(
        alternatives(references),
        [*zip(names, (texts for texts, _ in systems), strict=True)],
        labels or None,
    )


def _lines(side: str, text: str) -> tuple[list[str], InputError | None]:
    """Return the lines of a box, and what is wrong with them."""
    try:
        return lines(text, side, PAGE), None
    except InputError as error:
        return [], error


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


def note_place(name: str, *, render: bool = True) -> gr.HTML:
    """Make the place of a note, which takes no room while it is empty.

    Args:
        name: the element's id.
        render: whether it is laid out here.

    """
    return gr.HTML(elem_id=name, elem_classes="lev-note-place", render=render)


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


def drawn_box_notes(language: Language, notes: SideNotes) -> list[str]:
    """Return HTML for the notes of the references, of every system's box, and of the groups.

    Args:
        language: the visitor's.
        notes: of each side.

    """
    of_systems = [*notes.systems, *[None] * (len(LETTERS) - len(notes.systems))]
    return [drawn_error(note, language) for note in (notes.references, *of_systems, notes.groups)]


def bind_example(boxes: ComparisonBoxes, metric: gr.Dropdown) -> None:
    """Let the button load the example.

    Args:
        boxes: that it is loaded into.
        metric: the choice of the metric that suits it.

    """
    columns = [system.column for system in boxes.systems]
    names = [system.name for system in boxes.systems]
    texts = [system.texts for system in boxes.systems]
    buttons = [boxes.add, boxes.remove]
    boxes.example.click(
        _load_example,
        None,
        [boxes.references, metric, boxes.shown, *buttons, *columns, *names, *texts],
        api_visibility="private",
    )


def _load_example() -> list[object]:
    """Return the example: references, metric, and the values that show its two systems."""
    loaded = systems_example()
    texts = [loaded.system_a, loaded.system_b, *[""] * (len(LETTERS) - _SHOWN_FIRST)]
    return [loaded.references, loaded.metric, *_shown_systems(_SHOWN_FIRST), *LETTERS, *texts]
