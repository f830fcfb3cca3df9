"""The inputs for texts: boxes to paste into, or uploads, but never both at once."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import gradio as gr
from gradio.components import Component

from levmetrics.errors import InputError
from levmetrics.formats.kinds.lines import as_one_text, lines
from levmetrics.rendering.html import render
from levmetrics.rendering.text import legible
from levmetrics.web.example_boxes import EXAMPLES, example, example_of
from levmetrics.web.forms import Form, asked_forms
from levmetrics.web.language import label
from levmetrics.web.limits import PAGE, SYSTEMS
from levmetrics.web.line_counts import line_count_mismatch
from levmetrics.web.pasted import pasted_sides, with_alternatives
from levmetrics.web.reading.given import SINGLE, Given
from levmetrics.web.reading.read_as import FileColumn, named_columns
from levmetrics.web.reading.samples import read_samples
from levmetrics.web.requests import Request
from levmetrics.web.uploads import (
    SAME_ORDER,
    Uploads,
    checked_upload,
    chosen_column,
    lay_out_uploads,
)

LETTERS = "ABCDEF"[:SYSTEMS]
"""The default names of the systems."""
PASTE, UPLOAD = "paste", "upload"
"""The input modes."""


@dataclass(frozen=True)
class Kind:
    """A kind of scoring tab: for one system, or for several with the same references.

    Attributes:
        name: the prefix of its elements' ids, and the suffix of its wording keys.
        systems: the minimum and initial number of systems.
        most: the maximum number of systems.

    """

    name: str
    systems: int
    most: int


SCORE, COMPARE = Kind("score", 1, 1), Kind("compare", 2, len(LETTERS))


def lay_out_texts(
    kind: Kind, language: gr.Textbox, settings: Mapping[str, Component]
) -> tuple[dict[str, Component], Uploads]:
    """Lay out the inputs for texts, and bind the events between these components.

    Args:
        kind: the kind of the tab.
        language: the visitor's language.
        settings: ``"metric"``, which an example sets, and ``"whole"`` and ``"groups"``, which it
            resets; they are laid out elsewhere.

    Returns:
        The components whose values :func:`given_texts` takes, by name; and the uploads.

    """
    place = gr.Textbox(PASTE, visible=False)
    with gr.Tabs(selected=PASTE) as tabs:
        with gr.Tab(label("paste"), id=PASTE) as paste:
            boxes = _lay_out_boxes(kind, settings)
        with gr.Tab(label("upload"), id=UPLOAD) as upload:
            uploads = lay_out_uploads(
                kind.name,
                language,
                several=kind.most > 1,
                metric=settings["metric"],
            )
    for tab, name in ((paste, PASTE), (upload, UPLOAD)):
        tab.select(None, None, place, js=f"() => '{name}'")
    place.change(None, place, tabs, js="(place) => ({ __type__: 'update', selected: place })")
    # Files replace pasted texts, which belong to an earlier question.
    texts = [box for name, box in boxes.items() if name.startswith(("references", "system"))]
    texts.append(settings["groups"])
    uploads.inputs["files"].upload(  # type: ignore[attr-defined]
        None, None, texts, js=f"() => Array({len(texts)}).fill('')"
    )
    # The keys of the pasted texts that the visitor means as lines, as JSON.
    plain_texts = gr.Textbox("[]", visible=False)
    return {"place": place, **boxes, "plain_texts": plain_texts, **uploads.inputs}, uploads


def _lay_out_boxes(kind: Kind, settings: Mapping[str, Component]) -> dict[str, Component]:
    """Lay out the boxes, and bind the buttons for examples and for more or fewer systems."""
    with gr.Row(elem_classes="lev-examples"):
        examples = _lay_out_examples(kind)
        swap = gr.Button(
            label("swap"), size="sm", scale=0, visible=kind.most == 1, elem_id=f"{kind.name}_swap"
        )
    shown = gr.Number(kind.systems, precision=0, visible=False)
    boxes: dict[str, Component] = {"shown": shown}
    columns = []
    with gr.Row(elem_classes=["lev-sides", *(["lev-several"] if kind.most > 1 else [])]):
        boxes["references"] = _box(f"{kind.name}_references", "references", "several")
        for number, letter in enumerate(LETTERS[: kind.most]):
            with gr.Column(visible=number < kind.systems, min_width=320) as column:
                boxes |= _lay_out_system(kind, letter)
            columns.append(column)
    if kind.most > 1:
        _lay_out_number_of_systems(kind, shown, columns)
    sides = [boxes["references"], boxes["system_A"]]
    swap.click(None, sides, sides, js="(...sides) => sides.reverse()")
    texts = [box for name, box in boxes.items() if name.startswith("system")]
    for name, button in examples.items():
        button.click(
            partial(_load_example, name, kind),
            None,
            [*settings.values(), boxes["references"], shown, *texts],
        )
    return boxes


def _lay_out_examples(kind: Kind) -> dict[str, gr.Button]:
    """Lay out a button for each example with as many systems, and return the buttons by name."""
    gr.HTML(label("examples"), elem_classes="lev-note")
    buttons = {
        name: gr.Button(
            label(f"example_{name}"), size="sm", scale=0, elem_id=f"example_{kind.name}_{name}"
        )
        for name, one in EXAMPLES.items()
        if len(one.systems) >= kind.systems
    }
    if kind.most > 1:
        gr.Markdown(label("comparing_example_info"), elem_classes="lev-note")
    return buttons


def _lay_out_system(kind: Kind, letter: str) -> dict[str, Component]:
    """Lay out the boxes of a system: its predictions and, if there are several, its name."""
    name = f"{kind.name}_{letter}"
    if kind.most == 1:
        return {f"system_{letter}": _box(name, "predictions", "empty")}
    return {
        f"name_{letter}": gr.Textbox(
            letter, label=label(f"comparing_name_{letter}"), max_length=60, elem_id=f"{name}_name"
        ),
        f"system_{letter}": _box(name, f"comparing_texts_{letter}", "empty"),
    }


def _box(name: str, key: str, placeholder: str) -> gr.Textbox:
    return gr.Textbox(
        label=label(key), placeholder=label(placeholder), lines=5, max_lines=12, elem_id=name
    )


def _lay_out_number_of_systems(kind: Kind, shown: gr.Number, columns: Sequence[gr.Column]) -> None:
    with gr.Row():
        add, remove = (
            gr.Button(
                label(f"comparing_{name}"),
                size="sm",
                scale=0,
                min_width=220,
                visible=name == "add",
                elem_id=f"{kind.name}_{name}",
            )
            for name in ("add", "remove")
        )
    more = f"(shown) => Math.min(shown + 1, {kind.most})"
    fewer = f"(shown) => Math.max(shown - 1, {kind.systems})"
    for button, change in ((add, more), (remove, fewer)):
        button.click(None, shown, shown, js=change)
    shown.change(
        None,
        shown,
        [add, remove, *columns],
        js=render("page/systems.js.j2", least=kind.systems, most=kind.most),
    )


def _load_example(name: str, kind: Kind) -> list[object]:
    """Return the settings, the references, the number of systems, and all of their texts."""
    references, *systems = example(name)
    texts = [*systems[: kind.systems], *[""] * (kind.most - kind.systems)]
    one = EXAMPLES[name]
    return [one.metric, one.whole, "", references, kind.systems, *texts]


def given_texts(kind: Kind, values: Mapping[str, Any]) -> Given:
    """Return the checked texts of the open input mode.

    Args:
        kind: the kind of the tab.
        values: the values, by name, of the components that :func:`lay_out_texts` returns, and of
            ``"metric"``, ``"groups"`` (pasted one per line) and ``"whole"`` (whether each side is
            one text).

    Raises:
        InputError: if anything is missing, cannot be read, or does not fit.

    """
    given = (_uploaded if values["place"] == UPLOAD else _pasted)(kind, values)
    references = with_alternatives(given.references, values["metric"])
    given = replace(given, references=references)
    if _is_whole(values):
        joined = "\n".join if Request(values["metric"]).config.kind.compares_lines else as_one_text
        sides = {name: [joined(texts)] for name, texts in given.predictions.items()}
        given = Given([joined(_single_texts(references))], sides, given.sources)
    _check(kind, given)
    return given


def _is_whole(values: Mapping[str, Any]) -> bool:
    """Whether each side is one text, which is not asked of sessions."""
    return values["whole"] and Request(values["metric"]).kind.in_columns


def shown_texts(values: Mapping[str, Any]) -> dict[str, str]:
    """Return the pasted texts of the shown boxes, by the names of the boxes."""
    systems = [name for name in values if name.startswith("system_")][: int(values["shown"])]
    return {name: values[name] or "" for name in ("references", *systems)}


def side_name(box: str, values: Mapping[str, Any]) -> str:
    """Return the name of a box's side: references, predictions, or that of a system.

    >>> side_name("system_A", {}), side_name("system_A", {"name_A": "old"})
    ('predictions', 'old')

    """
    letter = box.removeprefix("system_")
    if box == "references" or f"name_{letter}" not in values:
        return "references" if box == "references" else "predictions"
    return legible(values[f"name_{letter}"]) or letter


def asked_of(values: Mapping[str, Any]) -> dict[str, Form]:
    """Return the forms of the shown boxes whose texts may not be meant as lines."""
    plain = json.loads(values["plain_texts"])
    return asked_forms(shown_texts(values), values["metric"], plain)


def _pasted(kind: Kind, values: Mapping[str, Any]) -> Given:
    for box, form in asked_of(values).items():
        side = side_name(box, values)
        raise InputError("page.pasted_form", side=side, kind=form.format)
    (_, references), *boxes = shown_texts(values).items()
    names = [SINGLE if kind.most == 1 else side_name(box, values) for box, _ in boxes]
    texts = [text for _, text in boxes]
    if not references:
        raise InputError("page.no_texts", side="references")
    for number, (name, text) in enumerate(zip(names, texts, strict=True)):
        if name in names[:number]:
            raise InputError("page.same_system_name", name=name)
        if not text and kind.most == 1:
            raise InputError("page.no_texts", side="predictions")
        if not text:
            raise InputError("page.no_predictions", name=name)
    called = "predictions" if kind.most == 1 else "system {}"
    systems = dict(zip(names, texts, strict=True))
    given = pasted_sides(references, systems, values["metric"], called.format)
    examples = map(example_of, (references, *texts))
    sources = [text or source for text, source in zip(examples, given.sources, strict=True)]
    groups = lines(values["groups"], "groups", PAGE) or None
    return replace(given, sources=sources, groups=groups)


def _uploaded(kind: Kind, values: Mapping[str, Any]) -> Given:
    takes = Request(values["metric"]).takes
    known = checked_upload(values["files"], values["reading"], takes=takes)
    references = chosen_column("references", values["references_column"])
    chosen = values["systems_column"]
    if kind.most == 1:
        systems = {SINGLE: chosen_column("predictions", chosen)}
    else:
        systems = named_columns([chosen_column("systems", column) for column in chosen or []])
    if not kind.systems <= len(systems) <= kind.most:
        raise InputError("page.systems_chosen", count=len(systems), most=kind.most)
    if values["groups"]:
        raise InputError("page.groups_beside_files")
    if references in systems.values():
        raise InputError("page.same_column", column=str(references))
    sources = [references, *systems.values()]
    of_groups = values["groups_column"]
    groups = chosen_column("groups", of_groups) if of_groups else None
    given = read_samples(
        references,
        systems,
        groups,
        known,
        takes,
        by_order=values["by_order"] == SAME_ORDER,
        alone=_is_whole(values),
    )
    return replace(given, sources=sources)


def _single_texts(samples: Sequence[str | list[str]]) -> list[str]:
    """Return samples of one text each.

    Raises:
        InputError: if a sample has several texts.

    """
    texts = [text for text in samples if isinstance(text, str)]
    if len(texts) < len(samples):
        raise InputError("page.several_texts")
    return texts


def _check(kind: Kind, given: Given) -> None:
    """Check that every reference has a prediction of every system, and a group.

    Raises:
        InputError: the error names the side that does not fit.

    """
    _, *sources = given.sources
    for source, (name, predictions) in zip(sources, given.predictions.items(), strict=True):
        called = "the box of predictions" if kind.most == 1 else name
        called = str(source) if isinstance(source, FileColumn) else called
        mismatch = line_count_mismatch(called, predictions, given.references)
        if mismatch:
            raise mismatch
    samples, groups = len(given.references), given.groups
    if groups is not None and len(groups) != samples:
        raise InputError("page.group_counts", count=len(groups), other_count=samples)
    if kind.most > 1 and samples == 1:
        raise InputError("page.one_sample")
    if kind.most > 1 and groups is not None and len({*groups}) == 1:
        raise InputError("page.one_group")
