"""Uploaded files: their contents, their options, and the roles of columns.

All state is visible to the visitor: file names, options and chosen columns are values of
components, and the server keeps nothing between two events.
"""

from __future__ import annotations

import json
import operator
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias

import gradio as gr
from gradio.components import Component

from levmetrics.errors import InputError
from levmetrics.formats.encodings import KNOWN_ENCODINGS
from levmetrics.web.file_sizes import REFUSAL_CLASSES
from levmetrics.web.held_files import HELD
from levmetrics.web.internals import LocalContext
from levmetrics.web.language import Language, label
from levmetrics.web.offer_button import offer_button
from levmetrics.web.reading.card import column_choices, file_cards
from levmetrics.web.reading.files import FileReading, guessed_columns, read_files
from levmetrics.web.reading.read_as import FileColumn, ReadAs, Takes, Uploaded, own_column
from levmetrics.web.requests import Request

_Chosen: TypeAlias = "str | list[str] | None"  # the value of a choice of columns
_COLUMN_WIDTH = 160  # minimum width of a column's choice, in pixels
_HEADING = {True: "is_heading", False: "is_sample"}  # answers about the first row
SAME_ORDER, OTHER_ORDER = "same_order", "other_order"  # answers about the order of rows


def written(
    files: Sequence[str],
    read_as: Mapping[str, ReadAs] = MappingProxyType({}),
    readings: Sequence[FileReading] = (),
    *,
    takes: Takes = "texts",
) -> str:
    """Return the displayed reading of files as JSON.

    Args:
        files: the paths of the files.
        read_as: the visitor's options, by file name.
        readings: the readings of the files: their numbers of columns, the files whose first row is
            in question, and those with ids.
        takes: what they were read as.

    """
    read = {
        "takes": takes,
        "columns": sum(len(one.choices) for one in readings),
        "asked": [one.name for one in readings if one.asked],
        "ids": [one.name for one in readings if one.ids],
    }
    return json.dumps({"paths": [*files], "read_as": {**read_as}, **read})


def uploaded(files: Sequence[str] | None, reading: str, *, takes: Takes = "texts") -> Uploaded:
    """Return the files of an upload, with the options of earlier files.

    Args:
        files: their paths.
        reading: the earlier reading, as :func:`written` returns it.
        takes: what they are read as.

    Raises:
        InputError: if two files have the same name.

    """
    paths: dict[str, Path] = {}
    for path in map(Path, files or []):
        if path.name in paths:
            raise InputError("page.same_file_name", file=path.name)
        paths[path.name] = path
    said = json.loads(reading)["read_as"] if reading else {}
    read_as = {name: ReadAs(*said[name]) for name in paths if name in said}
    return Uploaded(paths, read_as, takes)


def checked_upload(
    files: Sequence[str] | None, reading: str, *, takes: Takes = "texts"
) -> Uploaded:
    """Return the files of an upload, if their reading is displayed.

    Args:
        files: their paths.
        reading: their reading, as :func:`written` returns it.
        takes: what the metric takes.

    Raises:
        InputError: if there are no files, if the files differ, or if a question about one is open.

    """
    if not files:
        raise InputError("page.no_files")
    read = json.loads(reading) if reading else {}
    if (read.get("paths"), read.get("takes")) != ([*files], takes):
        raise InputError("page.still_reading")
    if read["asked"]:
        raise InputError("page.first_row", file=read["asked"][0])
    return uploaded(files, reading, takes=takes)


def chosen_column(side: str, chosen: str | None) -> FileColumn:
    """Return the column of a choice's value.

    Args:
        side: the role of the column, for messages.
        chosen: the value.

    Raises:
        InputError: if nothing is chosen, and for a value that is not a column.

    """
    if not chosen:
        raise InputError("page.no_column_chosen", side=side)
    return FileColumn.from_written(chosen)


def _question(name: str, key: str, answers: Sequence[str]) -> gr.Radio:
    """Return a hidden question with one button per answer."""
    return gr.Radio(
        [(label(answer), answer) for answer in answers],
        value=None,
        label=label(key),
        visible=False,
        elem_id=f"{name}_{key}",
        elem_classes="lev-question",
    )


def lay_out_uploads(
    tab: str, language: gr.Textbox, *, several: bool, metric: Component
) -> tuple[dict[str, Component], dict[str, Any]]:
    """Lay out the components, and bind their events.

    Args:
        tab: the tab, which distinguishes its components from those of other tabs.
        language: the visitor's language.
        several: whether the columns of several systems are chosen, or of a single one.
        metric: the choice of the metric, which is laid out elsewhere.

    Returns:
        The components, and the handler that reads the files, with its inputs and outputs as an
        event takes them. The components by their names: ``"files"``; the choices
        ``"references_column"``, ``"systems_column"`` and ``"groups_column"``; ``"by_order"``,
        whether rows are in the same order, asked where only some files have ids; and, invisible,
        ``"takes"``, what the metric takes, ``"offered"``, another metric for these files, and
        ``"reading"``, what was read of the files, as :func:`written` writes it. Scoring waits for
        it to be of the uploaded ones, so that only what is shown is scored.

    """
    files = gr.File(
        label=label(f"{tab}_files"), file_count="multiple", height=150, elem_id=f"{tab}_files"
    )
    # Gradio's own button within the files is nested in a button, so it is hidden.
    more = gr.UploadButton(
        label("more_files"),
        file_count="multiple",
        size="sm",
        visible=False,
        elem_id=f"{tab}_more",
    )
    gr.HTML(elem_id=f"{tab}_files_refusal", elem_classes=[*REFUSAL_CLASSES])
    cards = gr.HTML(elem_id=f"{tab}_cards")
    # Without a label of its own, since its words depend on the files.
    offer = gr.Button("", size="sm", visible=False, elem_id=f"{tab}_offer")
    offered = gr.Textbox("", visible=False)
    with gr.Row(visible=False) as rereading:
        file = gr.Dropdown([], label=label("reread_file"), elem_id=f"{tab}_file")
        heading = _question(tab, "first_row", [*_HEADING.values()])
        encoding = gr.Dropdown(
            [(label(f"reading_encoding_{code}"), code) for code in KNOWN_ENCODINGS],
            value=None,
            allow_custom_value=True,
            label=label("encoding"),
            info=label("encoding_info"),
            elem_id=f"{tab}_encoding",
        )
    sides = ["references", "systems" if several else "predictions", "groups"]
    columns = []
    with gr.Row(visible=False) as row:
        for side in sides:
            with gr.Column(min_width=_COLUMN_WIDTH):
                # Other values are allowed, and rejected by our own message: after a restart the
                # server does not know a visitor's list, and Gradio would reject all of its values.
                choice = gr.Dropdown(
                    multiselect=side == "systems",
                    allow_custom_value=True,
                    label=label(f"{side}_column"),
                    elem_id=f"{tab}_{side}_column",
                )
                columns.append(choice)
    by_order = _question(tab, "by_order", [SAME_ORDER, OTHER_ORDER])
    reading = gr.Textbox("", visible=False)
    takes = gr.Textbox(Request(metric.value).takes, visible=False)
    given = [language, files, reading, file, takes]
    shown = [reading, more, cards, offer, offered, rereading, file, encoding, heading, row]
    chosen = [*columns, by_order]
    offer.click(None, offered, metric, js="(metric) => metric", api_visibility="private")
    more.upload(operator.add, [files, more], files, api_visibility="private")
    read = {
        "fn": partial(_read, tab, sides),
        "inputs": [*given, *chosen],
        "outputs": [*shown, *chosen],
        "api_visibility": "private",
    }
    gr.on([files.change, file.input, language.change, takes.change], **read)
    gr.on(
        [encoding.input, heading.input],
        partial(_reread, tab, sides),
        [*given, encoding, heading, *chosen],
        [*shown, *chosen],
        api_visibility="private",
    )
    named = dict(zip(("references", "systems", "groups"), columns, strict=True))
    by_name: dict[str, Component] = {f"{side}_column": choice for side, choice in named.items()}
    by_name |= {"by_order": by_order, "takes": takes, "offered": offered}
    return {"files": files, "reading": reading, **by_name}, read


def _read(
    tab: str,
    sides: Sequence[str],
    language: Language,
    files: list[str] | None,
    reading: str,
    file: str | None,
    takes: Takes,
    *chosen: Any,
) -> list[object]:
    """Read the files, and show their contents, with the columns guessed by name.

    Args:
        tab: whose files they are.
        sides: what columns are chosen of.
        language: the visitor's language.
        files: the paths of all uploaded files.
        reading: how they were read before.
        file: the one whose encoding and heading are shown, if it is still there.
        takes: what they are read as, which is what the metric takes.
        *chosen: the column or columns of each side, which stay chosen if they are still there and
            the files are read as before, and whether rows are in the same order, which is asked
            again of other files.

    Returns:
        The values of the components that show what was read, the reading first.

    """
    *columns, by_order = chosen
    earlier = json.loads(reading) if reading else {"paths": None, "takes": takes}
    if earlier["paths"] != (files or []):
        by_order = None
    if earlier["takes"] != takes:  # whose columns are others, even if they have the same names
        columns = [None] * len(columns)
    request = LocalContext.request.get(None)
    if request is not None and request.client and request.session_hash:
        HELD.show(request.session_hash, tab, request.client.host, map(Path, files or []))
    try:
        known = uploaded(files, reading, takes=takes)
        readings = read_files(known)
        # Without files it stays as it was: nothing that is scored has changed.
        now = written(files, known.read_as, readings, takes=takes) if files else ""
    except InputError as error:  # of two files of one name, or of a page that is busy
        names = ", ".join({Path(path).name for path in files or []})
        readings = [FileReading(names, problem=error)]
        now = written(files or [], takes=takes)
    before = dict(zip(sides, columns, strict=True))
    return [now, *_shown(language, readings, file, before), by_order]


def _reread(
    tab: str,
    sides: Sequence[str],
    language: Language,
    files: list[str] | None,
    reading: str,
    file: str | None,
    takes: Takes,
    encoding: str | None,
    heading: str | None,
    *chosen: Any,
) -> list[object]:
    """Read one file with the visitor's options, and show its contents, as :func:`_read` does."""
    read_as = dict(uploaded(files, reading).read_as)
    if file is not None:
        read_as[file] = ReadAs(encoding or None, None if not heading else heading == _HEADING[True])
    now = written(files or [], read_as, takes=takes)
    return _read(tab, sides, language, files, now, file, takes, *chosen)


def _shown(
    language: Language,
    readings: Sequence[FileReading],
    file: str | None,
    before: Mapping[str, _Chosen],
) -> list[object]:
    """Return the values of the components that show the reading."""
    asked = [one.name for one in readings if one.asked]
    told = {
        one.name: one for one in readings if one.encoding or one.asked or one.heading in _HEADING
    }
    chosen = told.get(file or "")
    if asked and not (chosen and chosen.asked):
        chosen = told[asked[0]]
    chosen = chosen or next(iter(told.values()), FileReading(""))
    choices = column_choices(language, readings)
    have_labels = all(own_column(one.takes) is None for one in readings)
    guesses = guessed_columns(readings)
    return [
        gr.UploadButton(visible=bool(readings)),
        file_cards(language, readings),
        *offer_button(language, [one.offer for one in readings]),
        gr.Row(visible=bool(told)),
        gr.Dropdown([*told], value=chosen.name or None, visible=len(told) > 1),
        gr.Dropdown(value=chosen.encoding, visible=chosen.encoding is not None),
        gr.Radio(
            value=None if chosen.heading is None else _HEADING[chosen.heading],
            visible=bool(chosen.asked) or chosen.heading is not None,
        ),
        gr.Row(visible=bool(choices)),
        *(
            gr.Dropdown(
                choices,
                value=_kept_or(guesses.get(side), columns, choices),
                visible=side != "groups" or have_labels,
            )
            for side, columns in before.items()
        ),
    ]


def _kept_or(guess: _Chosen, before: _Chosen, choices: Sequence[tuple[str, str]]) -> _Chosen:
    """Return the earlier choice as far as it is still valid, else the guess."""
    values = {value for _, value in choices}
    if isinstance(before, list):
        return [value for value in before if value in values] or guess
    return before if before in values else guess
