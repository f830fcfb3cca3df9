"""Uploaded files: their contents, their options, and the roles of columns.

All state is visible to the visitor: file names, options and chosen columns are values of
components, and the server keeps nothing between two events.
"""

from __future__ import annotations

import json
import operator
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import gradio as gr
from gradio.components import Component

from levmetrics.errors import InputError
from levmetrics.rendering.html import render
from levmetrics.web.file_sizes import REFUSAL_CLASS
from levmetrics.web.held_files import HELD
from levmetrics.web.internals import LocalContext
from levmetrics.web.language import Language, label
from levmetrics.web.reading.card import column_choices, file_cards
from levmetrics.web.reading.files import FileReading, guessed_columns, read_files
from levmetrics.web.reading.offers import common_offer
from levmetrics.web.reading.read_as import FileColumn, Files, Takes, UploadedFile, own_column
from levmetrics.web.requests import Request

SAME_ORDER, OTHER_ORDER = "same_order", "other_order"  # answers about the order of rows


class Uploads(NamedTuple):
    """The components of uploads.

    Attributes:
        inputs: those that a run takes, by their names: ``"files"``; the choices
            ``"references_column"``, ``"systems_column"`` and ``"groups_column"``; ``"by_order"``,
            whether rows are in the same order, asked where only some files have ids; and,
            invisible, ``"takes"``, what the metric takes, and ``"reading"``, what was read of the
            files, as :func:`written` writes it. Scoring waits for it to be of the uploaded ones, so
            that only what is shown is scored.
        cards: shows what was read, and how it can be read otherwise.
        read: the handler that reads the files, with its inputs and outputs as an event takes them.

    """

    inputs: dict[str, Component]
    cards: gr.HTML
    read: dict[str, Any]


def written(
    paths: Sequence[str],
    readings: Sequence[FileReading] = (),
    read_as: Mapping[str, Sequence[Any]] = MappingProxyType({}),
    *,
    takes: Takes = "texts",
) -> str:
    """Return the displayed reading of files as JSON.

    Args:
        paths: the paths of the files.
        readings: the readings of the files: their numbers of columns, the files whose first row is
            in question, and those with ids; and another metric that they offer.
        read_as: how the visitor says that files are read, by name.
        takes: what they were read as.

    """
    read = {
        "paths": [*paths],
        "read_as": {**read_as},
        "takes": takes,
        "columns": sum(len(one.choices) for one in readings),
        "asked": [one.name for one in readings if one.is_asked],
        "ids": [one.name for one in readings if one.ids],
        "offer": common_offer([one.offer for one in readings]),
    }
    return json.dumps(read)


def uploaded(paths: Sequence[str], read_as: Mapping[str, Sequence[Any]] = {}) -> Files:
    """Return uploaded files by name.

    Args:
        paths: their paths.
        read_as: how the visitor says that files are read, by name.

    Raises:
        InputError: if two files have the same name.

    """
    files: dict[str, UploadedFile] = {}
    for path in paths:
        name = Path(path).name
        if name in files:
            raise InputError("page.same_file_name", file=name)
        files[name] = UploadedFile(path, *read_as.get(name, ()))
    return files


def checked_upload(paths: Sequence[str] | None, reading: str, *, takes: Takes = "texts") -> Files:
    """Return the files of an upload, if their reading is displayed.

    Args:
        paths: their paths.
        reading: their reading, as :func:`written` returns it.
        takes: what the metric takes.

    Raises:
        InputError: if there are no files, if the files differ, or if a question about one is open.

    """
    if not paths:
        raise InputError("page.no_files")
    read = json.loads(reading) if reading else {}
    if (read.get("paths"), read.get("takes")) != ([*paths], takes):
        raise InputError("page.still_reading")
    if read["asked"]:
        raise InputError("page.first_row", file=read["asked"][0])
    return uploaded(paths, read["read_as"])


def chosen_column(side: str, chosen: str | None) -> FileColumn:
    """Return the column of a choice's value, as :meth:`FileColumn.written` returns it.

    Args:
        side: the role of the column, for messages.
        chosen: the value.

    Raises:
        InputError: if nothing is chosen, and for a value that is not a column.

    >>> chosen_column("references", '["a.csv", 2]')
    FileColumn(file='a.csv', key=2)

    """
    if not chosen:
        raise InputError("page.no_column_chosen", side=side)
    try:
        file, key = json.loads(chosen)
    except (ValueError, TypeError, RecursionError):
        file, key = None, None
    if not isinstance(file, str) or not isinstance(key, (str, int)) or isinstance(key, bool):
        raise InputError("page.unlisted_column")
    return FileColumn(file, key)


def lay_out_uploads(tab: str, language: gr.Textbox, *, several: bool, metric: Component) -> Uploads:
    """Lay out the components, and bind their events.

    Args:
        tab: the tab, which distinguishes its components from those of other tabs.
        language: the visitor's language.
        several: whether the columns of several systems are chosen, or of a single one.
        metric: the choice of the metric, which is laid out elsewhere.

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
    gr.HTML(elem_id=f"{tab}_files_refusal", elem_classes=REFUSAL_CLASS)
    cards = gr.HTML(elem_id=f"{tab}_cards", js_on_load=render("page/cards.js.j2"))
    sides = {"references": "references", "systems": "systems" if several else "predictions"}
    columns: dict[str, Component] = {}
    with gr.Row(visible=False) as row:
        for name, side in {**sides, "groups": "groups"}.items():
            with gr.Column(min_width=160):
                # Other values are allowed, and rejected by our own message: after a restart the
                # server does not know a visitor's list, and Gradio would reject all of its values.
                columns[f"{name}_column"] = gr.Dropdown(
                    multiselect=side == "systems",
                    allow_custom_value=True,
                    label=label(f"{side}_column"),
                    elem_id=f"{tab}_{side}_column",
                )
    by_order = gr.Radio(
        [(label(answer), answer) for answer in (SAME_ORDER, OTHER_ORDER)],
        label=label("by_order"),
        visible=False,
        elem_id=f"{tab}_by_order",
        elem_classes="lev-question",
    )
    reading = gr.Textbox("", visible=False)
    takes = gr.Textbox(Request(metric.value).takes, visible=False)
    given = [language, files, reading, takes, *columns.values(), by_order]
    shown = [reading, more, cards, row, *columns.values(), by_order]
    show, reread = _handlers(tab, [*sides.values(), "groups"])
    more.upload(operator.add, [files, more], files)
    read = {"fn": show, "inputs": given, "outputs": shown}
    gr.on([files.change, language.change, takes.change], **read)
    cards.reread(**{**read, "fn": reread})
    named = {"files": files, "reading": reading, **columns, "by_order": by_order, "takes": takes}
    return Uploads(named, cards, read)


def _handlers(tab: str, sides: Sequence[str]) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Return the handlers that read files, with the columns guessed by name.

    Args:
        tab: whose files they are.
        sides: what columns are chosen of.

    Returns:
        A handler, and one that first changes how a file is read. They take the values of the
        components, and return those of the components that show what was read.

    """

    def show(
        language: Language, paths: list[str] | None, reading: str, takes: Takes, *chosen: Any
    ) -> list[object]:
        *columns, by_order = chosen
        paths = paths or []
        read = json.loads(reading or written([], takes=takes))
        if read["paths"] != paths:  # the order is asked again of other files
            by_order = None
        if read["takes"] != takes:  # whose columns are others, even if they have the same names
            columns = [None] * len(columns)
        request = LocalContext.request.get(None)
        if request is not None and request.client and request.session_hash:
            HELD.show(request.session_hash, tab, request.client.host, map(Path, paths))
        try:
            readings = read_files(uploaded(paths, read["read_as"]), takes)
        except InputError as error:  # of two files of one name, or of a page that is busy
            readings = [FileReading(", ".join({Path(path).name for path in paths}), problem=error)]
        choices, guesses = column_choices(language, readings), guessed_columns(readings)
        return [
            # Without files it stays as it was: nothing that is scored has changed.
            written(paths, readings, read["read_as"], takes=takes) if paths else "",
            gr.UploadButton(visible=bool(readings)),
            file_cards(language, readings),
            gr.Row(visible=bool(choices)),
            *(
                gr.Dropdown(
                    choices,
                    value=_kept_or(guesses.get(side), before, choices),
                    visible=side != "groups" or own_column(takes) is None,
                )
                for side, before in zip(sides, columns, strict=True)
            ),
            by_order,
        ]

    def reread(
        event: gr.EventData, language: Language, paths: list[str], reading: str, *rest: Any
    ) -> list[object]:
        read = json.loads(reading)
        encoding, heading = read["read_as"].get(event.file, (None, None))
        is_encoding = event.option == "encoding"
        said = [event.value, heading] if is_encoding else [encoding, event.value == "is_heading"]
        read["read_as"][event.file] = said
        return show(language, paths, json.dumps(read), *rest)

    return show, reread


def _kept_or(guess: Any, before: Any, choices: Sequence[tuple[str, str]]) -> Any:
    """Return the earlier choice of columns as far as it is still valid, or else the guess."""
    values = {value for _, value in choices}
    if isinstance(before, list):
        return [value for value in before if value in values] or guess
    return before if before in values else guess
