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
from levmetrics.web.file_sizes import REFUSAL_CLASSES
from levmetrics.web.held_files import HELD
from levmetrics.web.internals import LocalContext
from levmetrics.web.language import Language, label
from levmetrics.web.reading.card import column_choices, file_cards
from levmetrics.web.reading.files import FileReading, guessed_columns, read_files
from levmetrics.web.reading.offers import common_offer
from levmetrics.web.reading.read_as import FileColumn, ReadAs, Takes, Uploaded, own_column
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
            in question, and those with ids; and another metric that they offer.
        takes: what they were read as.

    """
    read = {
        "takes": takes,
        "columns": sum(len(one.choices) for one in readings),
        "asked": [one.name for one in readings if one.asked],
        "ids": [one.name for one in readings if one.ids],
        "offer": common_offer([one.offer for one in readings]),
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
    gr.HTML(elem_id=f"{tab}_files_refusal", elem_classes=[*REFUSAL_CLASSES])
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
        language: Language, files: list[str] | None, reading: str, takes: Takes, *chosen: Any
    ) -> list[object]:
        *columns, by_order = chosen
        earlier = json.loads(reading) if reading else {"paths": None, "takes": takes}
        if earlier["paths"] != (files or []):  # the order is asked again of other files
            by_order = None
        if earlier["takes"] != takes:  # whose columns are others, even if they have the same names
            columns = [None] * len(columns)
        request = LocalContext.request.get(None)
        if request is not None and request.client and request.session_hash:
            HELD.show(request.session_hash, tab, request.client.host, map(Path, files or []))
        read_as: Mapping[str, ReadAs] = {}
        try:
            known = uploaded(files, reading, takes=takes)
            read_as = known.read_as
            readings = read_files(known)
        except InputError as error:  # of two files of one name, or of a page that is busy
            names = ", ".join({Path(path).name for path in files or []})
            readings = [FileReading(names, problem=error)]
        choices = column_choices(language, readings)
        have_labels = all(own_column(one.takes) is None for one in readings)
        guesses = guessed_columns(readings)
        return [
            # Without files it stays as it was: nothing that is scored has changed.
            written(files, read_as, readings, takes=takes) if files else "",
            gr.UploadButton(visible=bool(readings)),
            file_cards(language, readings),
            gr.Row(visible=bool(choices)),
            *(
                gr.Dropdown(
                    choices,
                    value=_kept_or(guesses.get(side), before, choices),
                    visible=side != "groups" or have_labels,
                )
                for side, before in zip(sides, columns, strict=True)
            ),
            by_order,
        ]

    def reread(
        event: gr.EventData,
        language: Language,
        files: list[str] | None,
        reading: str,
        takes: Takes,
        *chosen: Any,
    ) -> list[object]:
        read_as = dict(uploaded(files, reading).read_as)
        of_file = read_as.get(event.file, ReadAs())
        if event.option == "encoding":
            read_as[event.file] = of_file._replace(encoding=event.value)
        else:
            read_as[event.file] = of_file._replace(heading=event.value == "is_heading")
        return show(language, files, written(files or [], read_as, takes=takes), takes, *chosen)

    return show, reread


def _kept_or(guess: Any, before: Any, choices: Sequence[tuple[str, str]]) -> Any:
    """Return the earlier choice of columns as far as it is still valid, or else the guess."""
    values = {value for _, value in choices}
    if isinstance(before, list):
        return [value for value in before if value in values] or guess
    return before if before in values else guess
