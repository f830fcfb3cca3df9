"""Uploaded files: what was read of them, how they are read, and which column is what.

What the visitor sees is all that there is: the names of the files, how each is read and the chosen
columns are values of components, and the server keeps nothing between two events.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import gradio as gr

from levmetrics.demo.language import Language, label
from levmetrics.demo.reading.card import file_cards
from levmetrics.demo.reading.files import FileReading, guessed_columns, read_files
from levmetrics.demo.reading.read_as import ReadAs
from levmetrics.errors import InputError
from levmetrics.formats.encodings import known_encodings
from levmetrics.formats.files import file_types

_HEADING = {True: "is_heading", False: "is_sample"}  # the choices of what the first row is


@dataclass(frozen=True)
class UploadComponents:
    """The components by which a visitor uploads files.

    Attributes:
        files: uploads.
        cards: what was read of each.
        rereading: the row of the three that follow, visible while there are files of text.
        file: the one whose encoding and heading are shown beside it.
        encoding: of that file.
        heading: what the first row of that file is.
        columns: the row of the two that follow, visible while there are files.
        references: a column.
        predictions: a column, or several.
        reading: invisible; the files that all these are about and how each is read, as
            :class:`Uploaded` writes it. Scoring waits for them to be the uploaded ones, so that
            only what is shown is scored.

    """

    files: gr.File
    cards: gr.HTML
    rereading: gr.Row
    file: gr.Dropdown
    encoding: gr.Dropdown
    heading: gr.Dropdown
    columns: gr.Row
    references: gr.Dropdown
    predictions: gr.Dropdown
    reading: gr.Textbox


@dataclass(frozen=True)
class Uploaded:
    """Uploaded files, and how each is read.

    Attributes:
        paths: of the files, by their names.
        read_as: what the visitor said of a file, by its name.

    """

    paths: Mapping[str, Path]
    read_as: Mapping[str, ReadAs]

    def written(self) -> str:
        """Return it as JSON, for a component to hold."""
        return json.dumps(
            {
                "paths": [*map(str, self.paths.values())],
                "read_as": {name: asdict(said) for name, said in self.read_as.items()},
            }
        )


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
            raise InputError(f"two files are named {path.name}; rename one, and upload both again")
        paths[path.name] = path
    said = json.loads(reading)["read_as"] if reading else {}
    return Uploaded(paths, {name: ReadAs(**said[name]) for name in paths if name in said})


def lay_out_uploads(language: gr.Textbox, predictions: gr.Dropdown, name: str) -> UploadComponents:
    """Lay out the components, and bind their events.

    Args:
        language: the visitor's.
        predictions: the choice of one column or of several, to be laid out here.
        name: of the place, by which its components are told from those of other tabs.

    """
    files = gr.File(
        label=label("files"),
        file_count="multiple",
        file_types=file_types(),
        height=150,
        elem_id=f"{name}_files",
    )
    cards = gr.HTML(elem_id=f"{name}_cards")
    with gr.Row(visible=False) as rereading:
        file = gr.Dropdown([], label=label("reread_file"), elem_id=f"{name}_file")
        encoding = gr.Dropdown(
            known_encodings(),
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
    with gr.Row(visible=False) as columns:
        references = gr.Dropdown(
            # Other values are allowed, and refused by a message of ours: a server that has
            # restarted knows no visitor's list, and Gradio would refuse every value of it.
            allow_custom_value=True,
            label=label("references_column"),
            elem_id=f"{name}_references_column",
        )
        predictions.render()
    components = UploadComponents(
        files=files,
        cards=cards,
        rereading=rereading,
        file=file,
        encoding=encoding,
        heading=heading,
        columns=columns,
        references=references,
        predictions=predictions,
        reading=gr.Textbox("", visible=False),
    )
    _bind(components, language)
    return components


def _bind(components: UploadComponents, language: gr.Textbox) -> None:
    given = [
        language,
        components.files,
        components.reading,
        components.file,
        components.references,
        components.predictions,
    ]
    shown = [
        components.reading,
        components.cards,
        components.rereading,
        components.file,
        components.encoding,
        components.heading,
        components.columns,
        components.references,
        components.predictions,
    ]
    gr.on(
        [components.files.change, components.file.input],
        _read,
        given,
        shown,
        api_visibility="private",
    )
    gr.on(
        [components.encoding.input, components.heading.input],
        _reread,
        [*given, components.encoding, components.heading],
        shown,
        api_visibility="private",
    )


def _read(
    language: Language,
    files: list[str] | None,
    reading: str,
    file: str | None,
    references: str | None,
    predictions: str | list[str] | None,
) -> list[object]:
    """Read the files, and show what was read, with the columns whose names say their side.

    Args:
        language: the visitor's.
        files: the paths of all uploaded files.
        reading: how they were read before.
        file: the one whose encoding and heading are shown, if it is still there.
        references: the column chosen before, which stays chosen if it is still there.
        predictions: the column or columns chosen before, likewise.

    Returns:
        The values of all components of :class:`UploadComponents` but the files, with the reading
        first.

    """
    try:
        known = uploaded(files, reading)
    except InputError as error:
        refused = FileReading.refused(", ".join({Path(path).name for path in files or []}), error)
        return _shown(language, Uploaded({}, {}), [refused], file, references, predictions)
    readings = read_files(known.paths, known.read_as)
    return _shown(language, known, readings, file, references, predictions)


def _reread(
    language: Language,
    files: list[str] | None,
    reading: str,
    file: str | None,
    references: str | None,
    predictions: str | list[str] | None,
    encoding: str | None,
    heading: str | None,
) -> list[object]:
    """Read one file as the visitor says, and show what was read, as :func:`_read` does."""
    known = uploaded(files, reading)
    if file is not None:
        said = ReadAs(encoding or None, heading and heading == _HEADING[True])
        known = replace(known, read_as={**known.read_as, file: said})
    return _read(language, files, known.written(), file, references, predictions)


def _shown(
    language: Language,
    known: Uploaded,
    readings: Sequence[FileReading],
    file: str | None,
    references: str | None,
    predictions: str | list[str] | None,
) -> list[object]:
    """Return the values of the components that show what was read."""
    of_text = {reading.name: reading for reading in readings if reading.encoding is not None}
    chosen = of_text.get(file or "") or next(iter(of_text.values()), None)
    heading = None if chosen is None else chosen.heading
    choices = [choice for reading in readings for choice in reading.columns]
    guesses = guessed_columns(readings)
    return [
        known.written() if known.paths else "",
        file_cards(language, readings),
        gr.Row(visible=chosen is not None),
        gr.Dropdown([*of_text], value=chosen and chosen.name, visible=len(of_text) > 1),
        chosen and chosen.encoding,
        gr.Dropdown(
            value=None if heading is None else _HEADING[heading], visible=heading is not None
        ),
        gr.Row(visible=bool(choices)),
        gr.Dropdown(choices, value=_chosen(references, choices, guesses["references"])),
        gr.Dropdown(choices, value=_chosen(predictions, choices, guesses["predictions"])),
    ]


def _chosen(
    before: str | list[str] | None, choices: Sequence[tuple[str, str]], guess: str | None
) -> str | list[str] | None:
    """Return what was chosen before, as far as it is still a choice, and else what is guessed."""
    values = {value for _, value in choices}
    if isinstance(before, list):
        kept = [value for value in before if value in values]
        return kept or ([guess] if guess else [])
    return before if before in values else guess
