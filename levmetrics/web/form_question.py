"""The question about pasted texts that look like another form than lines, and its answers."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import gradio as gr
from gradio.components import Component

from levmetrics.formats.kinds.lines import Lines
from levmetrics.rendering.html import render
from levmetrics.rendering.text import legible
from levmetrics.web.buttons import place_of_buttons
from levmetrics.web.error_messages import with_errors_shown
from levmetrics.web.forms import Form, asked_forms, form_of, key_of
from levmetrics.web.held_files import HELD
from levmetrics.web.internals import LocalContext, save_bytes_to_cache
from levmetrics.web.language import Language, say
from levmetrics.web.reading.card import format_name
from levmetrics.web.reading.offers import common_offer

PASTE, UPLOAD = "paste", "upload"
"""The input modes."""
NO_KEYS = "[]"
"""The keys of no texts, as JSON."""
_NOT_IN_NAMES = re.compile(r"[^\w. -]")  # of files
_CHARACTERS_OF_NAME = 40
_REFERENCES, _SYSTEM, _NAME = "references", "system_", "name_"


class Question(NamedTuple):
    """The components of the question.

    Attributes:
        place: the question with its answers; empty unless something is asked.
        refusal: why the texts cannot be read as files.
        asked: the keys of the texts in question, as JSON.
        plain_texts: the keys of the texts that are meant as lines, as JSON.

    """

    place: gr.HTML
    refusal: gr.HTML
    asked: gr.Textbox
    plain_texts: gr.Textbox


def lay_out_question(tab: str) -> Question:
    """Lay out the empty question.

    Args:
        tab: the tab, which distinguishes its components from those of other tabs.

    """
    place, refusal = place_of_buttons(f"{tab}_form"), gr.HTML(elem_classes="lev-note-place")
    return Question(place, refusal, *(gr.Textbox(NO_KEYS, visible=False) for _ in range(2)))


def bind_question(
    question: Question,
    language: gr.Textbox,
    metric: Component,
    boxes: Mapping[str, Component],
    shown_files: Sequence[Any],
) -> None:
    """Ask once a pasted text looks like another form than lines, and bind the answers.

    Args:
        question: the question.
        language: the visitor's language.
        metric: the choice of the metric.
        boxes: the boxes of texts and names, and the number of systems, by name.
        shown_files: the tabs of pasted texts and of files, the open place, and the files.

    """
    given = {"metric": metric, "plain_texts": question.plain_texts, **boxes}
    inputs = [language, *given.values()]
    gr.on(
        [component.change for component in inputs],  # type: ignore[attr-defined]
        partial(_ask, [*given]),
        inputs,
        [question.place, question.asked],
        trigger_mode="always_last",
        show_progress="hidden",
    )
    question.place.read(
        with_errors_shown(partial(_read_as_files, [*given]), *[gr.skip()] * len(shown_files)),
        inputs,
        [question.refusal, *shown_files],
    )
    question.place.plain(
        None,
        [question.asked, question.plain_texts],
        question.plain_texts,
        js="(asked, plain) => JSON.stringify([...JSON.parse(plain), ...JSON.parse(asked)])",
    )


def asked_of(values: Mapping[str, Any]) -> dict[str, Form]:
    """Return the forms of the shown boxes whose texts may not be meant as lines.

    Args:
        values: the values of the boxes, of ``"shown"``, of ``"metric"`` and of ``"plain_texts"``,
            by name.

    """
    plain = json.loads(values["plain_texts"])
    return asked_forms(_shown_texts(values), values["metric"], plain)


def _shown_texts(values: Mapping[str, Any]) -> dict[str, str]:
    systems = [name for name in values if name.startswith(_SYSTEM)][: int(values["shown"])]
    return {name: values[name] or "" for name in (_REFERENCES, *systems)}


def side_name(language: Language, box: str, values: Mapping[str, Any]) -> str:
    """Return the name of a box's side: references, predictions, or that of a system.

    >>> side_name("ja", "references", {}), side_name("en", "system_A", {})
    ('正解', 'predictions')
    >>> side_name("en", "system_A", {"name_A": "old"})
    'old'

    """
    letter = box.removeprefix(_SYSTEM)
    if box == _REFERENCES or f"{_NAME}{letter}" not in values:
        return say(language, f"side_{_REFERENCES if box == _REFERENCES else 'predictions'}")
    return legible(values[f"{_NAME}{letter}"]) or letter


def _ask(names: Sequence[str], language: Language, *inputs: Any) -> list[str]:
    """Return the question with its answers, empty if there is none, and the keys of its texts."""
    values = dict(zip(names, inputs, strict=True))
    texts, forms = _shown_texts(values), asked_of(values)
    if not forms:
        return ["", NO_KEYS]
    sides = [
        (
            side_name(language, box, values),
            say(language, "form_looks_like", format=format_name(language, form.format)),
        )
        for box, form in forms.items()
    ]
    drawn = render(
        "page/form.html.j2",
        sides=sides,
        can_be_read=any(form.is_table for form in forms.values()),
        metric=common_offer([form.metric for form in forms.values()]),
        say=partial(say, language),
    )
    return [drawn, json.dumps([key_of(texts[box]) for box in forms])]


def _read_as_files(names: Sequence[str], language: Language, *inputs: Any) -> list[object]:
    """Have the pasted texts read as uploaded files, which the page's other place shows."""
    values = dict(zip(names, inputs, strict=True))
    files = []
    for box, text in _shown_texts(values).items():
        form = form_of(text, values["metric"])
        suffix = form.suffix if form is not None else Lines.suffixes[0]
        if text:
            name = _NOT_IN_NAMES.sub("_", side_name(language, box, values))
            files.append(_uploaded(f"{name[:_CHARACTERS_OF_NAME]}{suffix}", text))
    return ["", gr.Tabs(selected=UPLOAD), UPLOAD, files]


def _uploaded(name: str, text: str) -> str:
    """Keep a text as an uploaded file of the visitor's, within the limits of uploads.

    Args:
        name: the name of the file, which Gradio keeps as it is.
        text: the text.

    Raises:
        InputError: if the visitor's files are too many.

    """
    content = text.encode("utf-8", "surrogatepass")
    request = LocalContext.request.get(None)
    address = request.client.host if request is not None and request.client else ""
    HELD.receive(address, len(content))
    paths: list[Path] = []
    try:
        paths.append(Path(save_bytes_to_cache(content, name, os.environ["GRADIO_TEMP_DIR"])))
    finally:
        HELD.received(address, len(content), paths)
    return str(paths[0])
