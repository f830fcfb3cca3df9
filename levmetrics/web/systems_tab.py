"""The tabs that score a visitor's texts: one system, or several on the same references."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import gradio as gr
from gradio.components import Component

from levmetrics.core.config import Option
from levmetrics.errors import InputError
from levmetrics.normalizers import NORMALIZERS
from levmetrics.rendering.html import render
from levmetrics.view.notices import PLAIN
from levmetrics.web.controls import (
    about_metric,
    metric_control,
    option_control,
    request_of_controls,
    with_option,
)
from levmetrics.web.error_messages import with_errors_shown
from levmetrics.web.example_boxes import ENGLISH, EXAMPLES, example
from levmetrics.web.explorer import explored, explorer, refused, view
from levmetrics.web.language import LANGUAGES, WORDING, Language, label, say
from levmetrics.web.readiness import bind_readiness
from levmetrics.web.reading.given import SINGLE, Given
from levmetrics.web.requests import AUTOMATIC, Request, asked_options, page_metrics
from levmetrics.web.scored import score
from levmetrics.web.showing import (
    cancel_button,
    grey_when_changed,
    run_remembering,
    show_after,
)
from levmetrics.web.solutions import changes_of, solutions_of
from levmetrics.web.texts import COMPARE, SCORE, Kind, given_texts, lay_out_texts

_EXAMPLE_PARTS = 3  # the numbers, what to know of them, and charts


def systems_tab(kind: Kind, language: gr.Textbox, first: str) -> dict[str, Component]:
    """Lay out a tab, bind its events, and return the components of its settings by name.

    Args:
        kind: the kind of the tab.
        language: the visitor's language.
        first: the initially chosen metric.

    """
    if kind is COMPARE:
        gr.Markdown(label("comparing_introduction"))
    settings = {"metric": metric_control(first), **_texts_settings(kind)}
    texts, uploads = lay_out_texts(kind, language, settings)
    inputs = {"language": language, **texts, **settings}
    with gr.Row(elem_classes="lev-start"):
        settings["metric"].render()  # type: ignore[no-untyped-call]
        run = gr.Button(
            label(f"run_{kind.name}"),
            variant="primary",
            interactive=False,
            elem_id=kind.name,
            scale=0,
        )
        cancel = cancel_button()
        reason = gr.HTML(
            label(f"nothing_pasted_{kind.name}"),
            elem_id=f"{kind.name}_reason",
            elem_classes="lev-reason",
        )
    about_metric(kind.name, language, settings["metric"])
    options = asked_options(page_metrics().values())
    inputs |= _lay_out_files(kind, settings["metric"], inputs["takes"], options)
    short = _lay_out_settings(kind, language, settings, options)
    inputs |= short
    results = explorer(kind.name)
    if kind is SCORE:
        gr.HTML(_example(), elem_id="example", padding=False)
    bind_readiness(kind.name, inputs, run, reason, inputs["by_order"])
    grey_when_changed([*inputs.values()], kind.name)
    handler = with_errors_shown(
        _scoring(kind, [*inputs][1:], [*options]), drawn=lambda error, _: refused(error)
    )

    ran = run_remembering(
        run.click,
        handler,
        [*inputs.values()],
        [results],
        kind.name,
        run,
        cancel,
        show_progress="minimal",
        show_progress_on=[reason],
    )
    show_after(ran, kind.name)
    for offering in (results, uploads.cards):
        values = [*inputs.values()]
        otherwise = offering.rescore(_otherwise(inputs, results), values, [*values, results])
        # The files are shown as the other metric takes them before they are scored.
        read = otherwise.then(**uploads.read)
        read.then(None, js=render("page/press.js.j2", button=kind.name))
    whole = {"whole": settings["whole"]} if kind is SCORE else {}
    return {"metric": settings["metric"], **whole, **short}


def _example() -> str:
    """Return what a result looks like, in each language."""
    references, predictions, *_ = (text.split("\n") for text in example(ENGLISH))
    given = Given(references, {SINGLE: predictions}, [ENGLISH, ENGLISH])
    scored = score(Request(EXAMPLES[ENGLISH].metric), given, lambda *_: None)
    views = {language: view(language, scored) for language in LANGUAGES}
    shown = {
        language: replace(one, parts=one.parts[:_EXAMPLE_PARTS]).html()
        for language, one in views.items()
    }
    captions = {language: say(language, "example_result") for language in LANGUAGES}
    return render("page/example.html.j2", captions=captions, views=shown)


def _texts_settings(kind: Kind) -> dict[str, Component]:
    """Return the settings of the texts, to be laid out with the others."""
    return {
        "whole": gr.Checkbox(
            False,
            label=label("whole"),
            info=label("whole_info"),
            visible=kind is SCORE,
            elem_id=f"{kind.name}_whole",
            render=False,
        ),
        "groups": gr.Textbox(
            label=label("groups"),
            info=label("groups_info"),
            lines=2,
            max_lines=6,
            elem_id=f"{kind.name}_groups",
            render=False,
        ),
    }


def _lay_out_files(
    kind: Kind, metric: Any, takes: Component, options: Mapping[str, Option]
) -> dict[str, Component]:
    """Lay out the boxes for options that are files elsewhere, for the metrics that take them.

    Args:
        kind: the kind of the tab.
        metric: the choice of the metric.
        takes: set to what the metric takes.
        options: the options that are asked for.

    """
    boxes = {
        name: _option(metric, one, elem_id=f"{kind.name}_{name}")
        for name, one in options.items()
        if one.is_file
    }
    taken = {name: Request(name).takes for name in page_metrics()}
    metric.change(
        None,
        metric,
        takes,
        js=f"(metric) => [{json.dumps(taken)}[metric] ?? 'texts']",
    )
    return boxes


def _option(metric: Any, option: Option, **layout: Any) -> Component:
    """Lay out the control of an option, which is shown for the metrics that have the option."""
    control = option_control(option, **layout)
    _show_for(metric, with_option(option.name), control)
    return control


def _show_for(metric: Any, names: Sequence[str], component: Component) -> None:
    """Show a component for some of the metrics, and hide it for the others."""
    component.visible = metric.value in names
    metric.change(
        None,
        metric,
        component,
        js=f"(metric) => [{{ __type__: 'update', visible: {json.dumps(names)}.includes(metric) }}]",
    )


def _lay_out_settings(
    kind: Kind,
    language: gr.Textbox,
    settings: Mapping[str, Component],
    options: Mapping[str, Option],
) -> dict[str, Component]:
    """Lay out the rarely changed settings, and return those of options by name."""
    with gr.Accordion(label("settings"), open=False, elem_classes="lev-settings") as heading:
        with gr.Row():
            plain = gr.Checkbox(False, label=label("plain"), elem_id=f"{kind.name}_plain")
            settings["whole"].render()  # type: ignore[no-untyped-call]
        with gr.Row():
            controls = {
                name: _option(settings["metric"], one)
                for name, one in options.items()
                if not one.is_file
            }
        settings["groups"].render()  # type: ignore[no-untyped-call]
        link = gr.Button(label("copy_link"), size="sm", scale=0, elem_id=f"{kind.name}_link")
    having = {name: with_option(name) for name in controls}
    if kind is SCORE:
        of_texts = [AUTOMATIC, *(name for name in page_metrics() if Request(name).kind.in_columns)]
        _show_for(settings["metric"], of_texts, settings["whole"])
        having["whole"] = of_texts
    _copies_link(link, language)
    _name_changed(heading, language, {**settings, **controls}, having)
    by_normalizers = [name for name, one in options.items() if one.registry is NORMALIZERS]
    taking = dict.fromkeys(metric for name in by_normalizers for metric in with_option(name))
    _show_for(settings["metric"], [*taking], plain)
    for name in by_normalizers:
        _synchronize(plain, controls[name], f"{kind.name}_{name}")
    return controls


def _name_changed(
    heading: gr.Accordion,
    language: gr.Textbox,
    settings: Mapping[str, Any],
    having: Mapping[str, Sequence[str]],
) -> None:
    """Name in the heading of the settings those that are set.

    Args:
        heading: the heading.
        language: the visitor's language.
        settings: ``"metric"`` and the settings, by the keys of their words.
        having: the metrics that have each setting that is named.

    """
    inputs = [language, settings["metric"], *(settings[name] for name in having)]
    words = {
        each: [say(each, "settings"), *(WORDING.get(name, {}).get(each, name) for name in having)]
        for each in LANGUAGES
    }
    gr.on(
        [component.change for component in inputs],
        None,
        inputs,
        heading,
        js=render("page/settings.js.j2", words=words, having=[*having.values()]),
    )


def _copies_link(button: gr.Button, language: gr.Textbox) -> None:
    """Make a button copy the page's address, and say so for two seconds."""
    words = {each: [say(each, "copied_link"), say(each, "copy_link")] for each in LANGUAGES}
    copy = """async () => {
        if (navigator.clipboard) await navigator.clipboard.writeText(location.href);
        else prompt("", location.href);
    }"""
    wait = "new Promise((later) => setTimeout(later, 2000))"
    said = f"async (language) => ({json.dumps(words)})[language]"
    button.click(None, None, None, js=copy).then(None, language, button, js=f"{said}[0]").then(
        None, language, button, js=f"{said}[await {wait} ?? 1]"
    )


def _synchronize(plain: gr.Checkbox, normalizers: Any, name: str) -> None:
    """Tick the box where the list has what the box adds, and the other way; other entries stay.

    Args:
        plain: the box.
        normalizers: the list.
        name: the name of the list, by which the browser remembers what was chosen before.

    """
    plain.input(
        None,
        [plain, normalizers],
        normalizers,
        js=render("page/plain.js.j2", of=name, names=PLAIN),
    )
    normalizers.change(
        None,
        normalizers,
        plain,
        js=f"(chosen) => {json.dumps(PLAIN)}.every((name) => chosen.includes(name))",
    )


def _otherwise(inputs: Mapping[str, Component], results: gr.HTML) -> Any:
    """Return the handler that takes the values of the inputs, and changes those of another way.

    Notices offer ways of scoring, and refusals: see :mod:`levmetrics.web.solutions`.

    Args:
        inputs: the components by name, the visitor's language first.
        results: the place of a refusal.

    """

    def changed(event: gr.EventData, _language: Language, *given: Any) -> dict[Component, Any]:
        try:
            changes = changes_of(event.way, dict(zip([*inputs][1:], given, strict=True)))
        except InputError as error:  # without files, nothing is scored
            return {results: refused(error), inputs["files"]: None}
        return {inputs[name]: value for name, value in changes.items()}

    return changed


def _scoring(kind: Kind, names: list[str], options: list[str]) -> Any:
    """Return the handler that scores what a tab shows.

    Args:
        kind: the kind of the tab.
        names: the names of the components whose values the handler takes after the language.
        options: those of the metric's options.

    """

    def run(
        language: Language,
        progress: gr.Progress = gr.Progress(),  # noqa: B008  # Gradio finds it by the default value
        *inputs: Any,
    ) -> str:
        values: Mapping[str, Any] = dict(zip(names, inputs, strict=True))
        request = request_of_controls(values["metric"], {name: values[name] for name in options})
        try:
            scored = score(request, given_texts(kind, values), progress, language)
        except InputError as error:
            return refused(error, solutions_of(error, kind, values, request))
        return explored(scored)

    return run
