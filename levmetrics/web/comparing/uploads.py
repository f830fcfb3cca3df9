"""Where a visitor uploads the references and what each system made of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, TypeAlias

import gradio as gr

from levmetrics.errors import InputError
from levmetrics.formats.kinds.lines import alternatives
from levmetrics.web.comparing.boxes import note_place
from levmetrics.web.comparing.checks import SideNotes, SidesError
from levmetrics.web.error_messages import drawn_error
from levmetrics.web.language import Language
from levmetrics.web.reading.read_as import FileColumn, named_columns
from levmetrics.web.reading.samples import Samples, read_samples, refusals_of_sides
from levmetrics.web.scored import Given
from levmetrics.web.uploads import (
    SAME_ORDER,
    UploadComponents,
    Uploaded,
    checked_upload,
    chosen_column,
    column_choice,
    lay_out_uploads,
)


class UploadValues(NamedTuple):
    """The values of the components.

    Attributes:
        files: the paths of the files.
        reading: how they were read.
        references: the chosen column.
        systems: the chosen columns.
        groups: the chosen column, if any.
        by_order: whether rows are in the same order, if that was asked.

    """

    files: list[str] | None
    reading: str
    references: str | None
    systems: list[str] | None
    groups: str | None
    by_order: str | None


_Columns: TypeAlias = "tuple[FileColumn, dict[str, FileColumn], FileColumn | None]"
"""Of references, of systems by their names, and of groups."""


def lay_out_comparison_uploads(language: gr.Textbox) -> UploadComponents:
    """Lay out the components, and bind the events of uploading.

    Args:
        language: the visitor's.

    """
    sides = ("references", "systems", "groups")
    columns = {side: column_choice(side, "compare", several=side == "systems") for side in sides}
    notes = {side: note_place(f"compare_{side}_column_note", render=False) for side in sides}
    return lay_out_uploads(language, columns, "compare", notes)


def uploaded_systems(values: UploadValues) -> Given:
    """Read the systems of the chosen columns.

    Args:
        values: of the components.

    Raises:
        SidesError: if some sides cannot be read.
        InputError: if the files cannot be read, whatever the sides.

    """
    known = checked_upload(values.files, values.reading)
    columns = _chosen_columns(values)
    samples = _read(columns, known, by_order=values.by_order == SAME_ORDER)
    return Given(
        alternatives(samples.references),
        samples.predictions,
        groups=samples.groups,
        ids=samples.ids,
        matched_by=samples.matched_by,
    )


def _chosen_columns(values: UploadValues) -> _Columns:
    """Return the chosen columns.

    Raises:
        SidesError: if too few are chosen, or something that is no column.

    """
    with _said_of(lambda error: SideNotes(references=error)):
        references = chosen_column("references", values.references)
    with _said_of(lambda error: SideNotes(systems=[error])):
        chosen = [chosen_column("systems", column) for column in values.systems or []]
        if len(chosen) < 2:
            raise InputError("page.one_system")
    with _said_of(lambda error: SideNotes(groups=error)):
        groups = chosen_column("groups", values.groups) if values.groups else None
    return references, named_columns(chosen), groups


@contextmanager
def _said_of(notes: Callable[[InputError], SideNotes]) -> Iterator[None]:
    """Say beside a side what is raised of it."""
    try:
        yield
    except InputError as error:
        raise SidesError(notes(error)) from error


def _read(columns: _Columns, known: Uploaded, *, by_order: bool) -> Samples:
    """Read the samples.

    Raises:
        SidesError: saying at which sides they cannot be read.
        InputError: if that is no single side's fault.

    """
    try:
        return read_samples(*columns, known.paths, known.read_as, by_order=by_order)
    except InputError as error:
        if error.code == "page.ids_of_some":
            raise
        references, *systems, groups = refusals_of_sides(
            *columns, known.paths, known.read_as, by_order=by_order
        )
        named = zip(columns[1], systems, strict=False)  # none, if the references are at fault
        notes = SideNotes(
            references,
            [InputError("page.of_system", name=name, reason=why) for name, why in named if why],
            groups,
        )
        if not notes.any():
            raise
        raise SidesError(notes) from error


def drawn_upload_notes(language: Language, notes: SideNotes) -> list[str]:
    """Return HTML for the notes below the choices of columns.

    Args:
        language: the visitor's.
        notes: of each side.

    """
    of_sides = ([notes.references], notes.systems, [notes.groups])
    return ["".join(drawn_error(note, language) for note in of_side) for of_side in of_sides]
