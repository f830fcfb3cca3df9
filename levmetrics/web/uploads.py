"""Uploaded files: what was read of them, how they are read, and which column is what.

What the visitor sees is all that there is: the names of the files, how each is read and the chosen
columns are values of components, and the server keeps nothing between two events.
"""

from __future__ import annotations

import json
import operator
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias

import gradio as gr
from gradio.context import LocalContext

from levmetrics.errors import InputError
from levmetrics.formats.encodings import KNOWN_ENCODINGS
from levmetrics.web.file_sizes import REFUSAL_CLASSES
from levmetrics.web.held_files import HELD
from levmetrics.web.language import Language, label
from levmetrics.web.reading.card import column_choices, file_cards
from levmetrics.web.reading.files import FileReading, guessed_columns, read_files
from levmetrics.web.reading.read_as import FileColumn, ReadAs

_Chosen: TypeAlias = "str | list[str] | None"  # the value of a choice of columns
_COLUMN_WIDTH = 160  # at least, of the choice of a column, in pixels
_HEADING = {True: "is_heading", False: "is_sample"}  # the choices of what the first row is


@dataclass(frozen=True)
class UploadComponents:
    """The components by which a visitor uploads files.

    Attributes:
        files: uploads.
        more: the button that adds files, visible while there are some; Gradio's own within
            ``files`` is a button in a button, and hidden.
        cards: what was read of each.
        rereading: the row of the three that follow, visible while there is anything to say.
        file: the one whose encoding and heading are shown beside it.
        encoding: of that file.
        heading: what the first row of that file is.
        row: the row of the columns, visible while there are files.
        columns: the choice of a column or of several, by what they are of: ``"references"``,
            ``"predictions"`` ...
        reading: invisible; the files that all these are about and how each is read, as
            :class:`Uploaded` writes it. Scoring waits for them to be the uploaded ones, so that
            only what is shown is scored.

    """

    files: gr.File
    more: gr.UploadButton
    cards: gr.HTML
    rereading: gr.Row
    file: gr.Dropdown
    encoding: gr.Dropdown
    heading: gr.Dropdown
    row: gr.Row
    columns: Mapping[str, gr.Dropdown]
    reading: gr.Textbox


@dataclass(frozen=True)
class Uploaded:
    """Uploaded files, and how each is read.

    Attributes:
        paths: of the files, by their names.
        read_as: what the visitor said of a file, by its name.
        columns: how many there are to choose from in all files.

    """

    paths: Mapping[str, Path]
    read_as: Mapping[str, ReadAs]
    columns: int = 0

    def written(self) -> str:
        """Return it as JSON, for a component to hold."""
        read_as = {name: asdict(said) for name, said in self.read_as.items()}
        return _written([*map(str, self.paths.values())], read_as, self.columns)


def _written(paths: Sequence[str], read_as: Mapping[str, object], columns: int) -> str:
    return json.dumps({"paths": [*paths], "read_as": read_as, "columns": columns})


def uploaded(files: Sequence[str] | None, reading: str) -> Uploaded:
    """Return the files of an upload with what was said of those that were there before.

    Args:
        files: their paths.
        reading: the value of :attr:`UploadComponents.reading`.

    Raises:
        InputError: if two files have the same name.

    """
    paths: dict[str, Path] = {}
    for path in map(Path, files or []):
        if path.name in paths:
            raise InputError("page.same_file_name", file=path.name)
        paths[path.name] = path
    before: dict[str, Any] = json.loads(reading) if reading else {"read_as": {}}
    said = before["read_as"]
    read_as = {name: ReadAs(**said[name]) for name in paths if name in said}
    return Uploaded(paths, read_as, before.get("columns", 0))


def checked_upload(files: Sequence[str] | None, reading: str) -> Uploaded:
    """Return the files of an upload, if they are those that the visitor sees the reading of.

    Args:
        files: their paths.
        reading: the value of :attr:`UploadComponents.reading`.

    Raises:
        InputError: if there are none, or other ones.

    """
    if not files:
        raise InputError("page.no_files")
    known = uploaded(files, reading)
    if known.written() != reading:
        raise InputError("page.still_reading")
    return known


def chosen_column(side: str, chosen: str | None) -> FileColumn:
    """Return the column that a choice's value stands for.

    Args:
        side: what the column is of, for messages.
        chosen: the value.

    Raises:
        InputError: for nothing, and for a value that stands for no column.

    """
    if not chosen:
        raise InputError("page.no_column_chosen", side=side)
    return FileColumn.from_written(chosen)


def column_choice(side: str, name: str, *, several: bool = False) -> gr.Dropdown:
    """Make the choice of a column, or of several, to be laid out with uploads.

    Args:
        side: what the column is of, ``"references"``.
        name: of the place, as :func:`lay_out_uploads` takes it.
        several: whether several columns may be chosen.

    """
    # Other values are allowed, and refused by a message of ours: a server that has restarted knows
    # no visitor's list, and Gradio would refuse every value of it.
    return gr.Dropdown(
        multiselect=several,
        allow_custom_value=True,
        label=label(f"{side}_column"),
        elem_id=f"{name}_{side}_column",
        render=False,
    )


def lay_out_uploads(
    language: gr.Textbox,
    columns: Mapping[str, gr.Dropdown],
    name: str,
    notes: Mapping[str, gr.HTML] = MappingProxyType({}),
) -> UploadComponents:
    """Lay out the components, and bind their events.

    Args:
        language: the visitor's.
        columns: the choices of columns, by what they are of, as :func:`column_choice` makes them.
        name: of the place, by which its components are told from those of other tabs.
        notes: what stands below a choice, by what that is of; not yet rendered.

    """
    files = gr.File(
        label=label(f"{name}_files"),
        file_count="multiple",
        height=150,
        elem_id=f"{name}_files",
    )
    more = gr.UploadButton(
        label("more_files"),
        file_count="multiple",
        size="sm",
        visible=False,
        elem_id=f"{name}_more",
    )
    gr.HTML(elem_id=f"{name}_files_refusal", elem_classes=[*REFUSAL_CLASSES])
    cards = gr.HTML(elem_id=f"{name}_cards")
    with gr.Row(visible=False) as rereading:
        file = gr.Dropdown([], label=label("reread_file"), elem_id=f"{name}_file")
        encoding = gr.Dropdown(
            [(label(f"reading_encoding_{code}"), code) for code in KNOWN_ENCODINGS],
            value=None,
            allow_custom_value=True,
            label=label("encoding"),
            info=label("encoding_info"),
            elem_id=f"{name}_encoding",
        )
        heading = gr.Dropdown(
            [(label(key), key) for key in _HEADING.values()],
            value=None,
            label=label("first_row"),
            elem_id=f"{name}_first_row",
        )
    with gr.Row(visible=False) as row:
        for side, choice in columns.items():
            with gr.Column(min_width=_COLUMN_WIDTH):
                for component in filter(None, (choice, notes.get(side))):
                    component.render()  # type: ignore[no-untyped-call]
    components = UploadComponents(
        files=files,
        more=more,
        cards=cards,
        rereading=rereading,
        file=file,
        encoding=encoding,
        heading=heading,
        row=row,
        columns=columns,
        reading=gr.Textbox("", visible=False),
    )
    _bind(components, language)
    return components


def _bind(components: UploadComponents, language: gr.Textbox) -> None:
    given = [language, components.files, components.reading, components.file]
    columns = [*components.columns.values()]
    shown = [
        components.reading,
        components.more,
        components.cards,
        components.rereading,
        components.file,
        components.encoding,
        components.heading,
        components.row,
        *columns,
    ]
    components.more.upload(
        operator.add,
        [components.files, components.more],
        components.files,
        api_visibility="private",
    )
    sides = [*components.columns]
    gr.on(
        [components.files.change, components.file.input],
        partial(_read, sides),
        [*given, *columns],
        shown,
        api_visibility="private",
    )
    gr.on(
        [components.encoding.input, components.heading.input],
        partial(_reread, sides),
        [*given, components.encoding, components.heading, *columns],
        shown,
        api_visibility="private",
    )


def _read(
    sides: Sequence[str],
    language: Language,
    files: list[str] | None,
    reading: str,
    file: str | None,
    *chosen: _Chosen,
) -> list[object]:
    """Read the files, and show what was read, with the columns whose names say their side.

    Args:
        sides: what columns are chosen of.
        language: the visitor's.
        files: the paths of all uploaded files.
        reading: how they were read before.
        file: the one whose encoding and heading are shown, if it is still there.
        *chosen: the column or columns of each side, which stay chosen if they are still there.

    Returns:
        The values of all components of :class:`UploadComponents` but the files, with the reading
        first.

    """
    before = dict(zip(sides, chosen, strict=True))
    _hold(sides, files)
    try:
        known = uploaded(files, reading)
    except InputError as error:
        names = ", ".join({Path(path).name for path in files or []})
        refused = FileReading(names, problem=error)
        return [_written(files or [], {}, 0), *_shown(language, [refused], file, before)]
    readings = read_files(known.paths, known.read_as)
    known = replace(known, columns=sum(len(one.keys) for one in readings))
    return [known.written(), *_shown(language, readings, file, before)]


def _hold(sides: Sequence[str], files: Sequence[str] | None) -> None:
    """Keep the files that a visitor sees, and no others of this place."""
    request = LocalContext.request.get(None)
    if request is not None and request.client and request.session_hash:
        paths = map(Path, files or [])
        HELD.show(request.session_hash, "+".join(sides), request.client.host, paths)


def _reread(
    sides: Sequence[str],
    language: Language,
    files: list[str] | None,
    reading: str,
    file: str | None,
    encoding: str | None,
    heading: str | None,
    *chosen: _Chosen,
) -> list[object]:
    """Read one file as the visitor says, and show what was read, as :func:`_read` does."""
    known = uploaded(files, reading)
    if file is not None:
        said = ReadAs(encoding or None, None if not heading else heading == _HEADING[True])
        known = replace(known, read_as={**known.read_as, file: said})
    return _read(sides, language, files, known.written(), file, *chosen)


def _shown(
    language: Language,
    readings: Sequence[FileReading],
    file: str | None,
    before: Mapping[str, _Chosen],
) -> list[object]:
    """Return the values of the components that show what was read."""
    told = {one.name: one for one in readings if (one.encoding, one.heading) != (None, None)}
    chosen = told.get(file or "") or next(iter(told.values()), None)
    encoding, heading = (None, None) if chosen is None else (chosen.encoding, chosen.heading)
    choices = column_choices(language, readings)
    guesses = guessed_columns(readings)
    return [
        gr.UploadButton(visible=bool(readings)),
        file_cards(language, readings),
        gr.Row(visible=chosen is not None),
        gr.Dropdown([*told], value=None if chosen is None else chosen.name, visible=len(told) > 1),
        gr.Dropdown(value=encoding, visible=encoding is not None),
        gr.Dropdown(
            value=None if heading is None else _HEADING[heading], visible=heading is not None
        ),
        gr.Row(visible=bool(choices)),
        *(
            gr.Dropdown(choices, value=_kept_or(guesses.get(side), columns, choices))
            for side, columns in before.items()
        ),
    ]


def _kept_or(guess: _Chosen, before: _Chosen, choices: Sequence[tuple[str, str]]) -> _Chosen:
    """Return what was chosen before, as far as it is still a choice, and else what is guessed."""
    values = {value for _, value in choices}
    if isinstance(before, list):
        return [value for value in before if value in values] or guess
    return before if before in values else guess
