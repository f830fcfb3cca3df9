"""The component of a result: its view, in both languages, and what its buttons ask for.

All of its data is in the page, and the server keeps no result. For alignments that are left out,
and for reports, the page sends the texts back to the server.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from html import escape
from typing import Any

import gradio as gr
from anyio import CapacityLimiter
from anyio.to_thread import run_sync

from levmetrics.alignment.explanation import UnexplainedError
from levmetrics.core.run import Run
from levmetrics.core.scoring import score_systems
from levmetrics.errors import InputError
from levmetrics.rendering.html import render
from levmetrics.rendering.text import legible
from levmetrics.reports.report import report_of_runs
from levmetrics.version import __version__
from levmetrics.view.language import LANGUAGES, script_words, words_of
from levmetrics.view.meaning import certainty
from levmetrics.view.result import Beside
from levmetrics.view.samples import sample_data, written
from levmetrics.view.view import View, view_of
from levmetrics.web.error_messages import drawn_error, error_message, refusal, shown_error
from levmetrics.web.language import Language, say
from levmetrics.web.limits import SYSTEMS
from levmetrics.web.reading.card import source_name
from levmetrics.web.reading.read_as import FileColumn
from levmetrics.web.requests import Request
from levmetrics.web.running import with_deadline
from levmetrics.web.scored import Scored
from levmetrics.web.snippet import snippet

# Alignments and reports that are made concurrently; others wait for their turn.
_AT_ONCE = CapacityLimiter(2)
_OF_BUTTONS = ("json", "report", "picture", "explorer_unreachable")


def explorer(tab: str) -> gr.HTML:
    """Return the component of a tab; its value is that of :func:`explored` or :func:`refused`.

    Args:
        tab: the name of the tab.

    """
    words = {
        language: {
            **script_words(language),
            **{key: say(language, key) for key in _OF_BUTTONS},
            "stale": say(language, f"stale_{tab}"),
        }
        for language in LANGUAGES
    }
    return gr.HTML(
        html_template="",
        js_on_load=render("page/explorer.js.j2", words=words),
        apply_default_css=False,
        server_functions=[aligned, report],
        elem_id=f"{tab}_results",
        elem_classes="lev-results",
    )


def explored(scored: Scored) -> str:
    """Return the contents of the component as JSON.

    Args:
        scored: one system or several.

    """
    systems, given = scored.systems, scored.given
    views = {language: view(language, scored) for language in LANGUAGES}
    first, single = views["en"], systems.comparison is None
    data = sample_data(systems.runs, None, charts=first.charts)
    result = systems.first.result() if single else systems.comparison
    intervals = {"interval": next(iter(systems.intervals.values()), None)} if single else {}
    value = {
        "samples": data,
        "request": asdict(scored.request),
        "document": {
            "levmetrics": __version__,
            "signature": systems.signature,
            "result": result,
            **intervals,
            **scored.request.files(),
        },
        "references": [*given.references],
        "predictions": [[*texts] for texts in given.predictions.values()],
        "names": [*given.predictions],
        "ids": given.ids and [*given.ids],
        "groups": given.groups and [*given.groups],
        "languages": {
            language: {"html": one.html(), "picture": _picture(scored, one)}
            for language, one in views.items()
        },
    }
    return written(_finite(value))


def refused(error: Exception, ways: Sequence[str] = ()) -> str:
    """Return the contents of the component after an error, as JSON.

    Args:
        error: the error.
        ways: the ways of scoring that are offered.

    """
    told = shown_error(error)
    said = {language: error_message(told, language) for language in LANGUAGES}
    return json.dumps(
        {"refusal": {language: refusal(said[language], language, ways) for language in LANGUAGES}}
    )


def view(language: Language, scored: Scored) -> View:
    """Return the view of a result, with what the page knows of its texts."""
    given, facts = scored.given, sources(language, scored)
    if scored.chosen_by is not None:
        facts = [say(language, f"automatic_{scored.chosen_by}"), *facts]
    single = scored.systems.comparison is None
    code = snippet(language, scored) if single else ""
    notes = [note.sentence(language) for note in given.notes]
    return view_of(scored.systems, language, Beside(facts, notes, rescores=True, python=code))


def sources(language: Language, scored: Scored) -> list[str]:
    """Return the sources of references and predictions, and how rows of files were matched."""
    given = scored.given
    if scored.systems.comparison is not None:
        by = given.matched_by
        return [] if by is None else [say(language, f"comparing_matched_by_{by}")]
    references, predictions = (
        source_name(language, source)
        if isinstance(source, FileColumn)
        else say(language, f"source_{source}")
        for source in given.sources
    )
    if given.matched_by is not None:
        predictions = say(language, f"matched_by_{given.matched_by}", source=predictions)
    return [say(language, "sources", references=references, predictions=predictions)]


def _picture(scored: Scored, view: View) -> dict[str, Any]:
    """Return the texts of a result's picture: two numbers, the better one first, and sentences."""
    first, comparison = view.parts[0], scored.systems.comparison
    if comparison is None:
        numbers = [(figure.short, figure.shown) for figure in first.figures]
        lines = [first.sentences[0], certainty(view.language, scored.systems)]
        return {"numbers": numbers[:2], "lines": lines}
    key, higher = comparison["score"], comparison["higher_is_better"]
    ranked = sorted(comparison["systems"].items(), key=lambda one: one[1][key], reverse=higher)
    write = scored.systems.label.write
    numbers = [(legible(name), write(system[key])) for name, system in ranked]
    return {"numbers": numbers[:2], "lines": [first.heading, *first.sentences]}


def _finite(value: Any) -> Any:
    """Return a JSON value with ``None`` in place of NaN, which browsers cannot parse."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    return [*map(_finite, value)] if isinstance(value, (list, tuple)) else value


async def aligned(asked: dict[str, Any]) -> str:
    """Return one sample's alignments as HTML; or a refusal.

    Args:
        asked: ``language``, ``request``, ``reference`` (or a list of them) and ``predictions`` by
            the system's name, as the component sends them.

    """
    language = _language(asked)
    try:
        sent = _sent(asked, request=dict, predictions=dict, reference=(str, list))
        request, references = Request.from_json(sent["request"]), [sent["reference"]]
        systems = {name: [text] for name, text in sent["predictions"].items()}
        _check_texts(systems, references)
        return await _in_turn(_drawn_sample, language, request, systems, references)
    except Exception as error:
        return drawn_error(error, language)


async def _in_turn(function: Callable[..., str], *arguments: Any) -> str:
    """Run a function within the deadline, after earlier ones; waiting holds no thread."""
    return await run_sync(with_deadline(function), *arguments, limiter=_AT_ONCE)


def _drawn_sample(
    language: Language, request: Request, systems: Mapping[str, list[str]], references: list[Any]
) -> str:
    """Draw how each system's sample was compared."""
    runs = {name: _run(request, texts, references) for name, texts in systems.items()}
    drawn = [
        (
            legible(name) if len(systems) > 1 else "",
            run.metric.label.write(run.score),
            _drawn(language, run),
        )
        for name, run in runs.items()
    ]
    return render("page/sample.html.j2", systems=drawn)


def _drawn(language: Language, run: Run) -> str:
    """Return how a run's only sample was compared as HTML, or why it cannot be shown."""
    try:
        return run.alignment(0).markup(words_of(run.metric, language))
    except UnexplainedError as why:
        return f"<p>{escape(why.sentence(language))}</p>"


def _run(request: Request, texts: list[str], references: list[Any]) -> Run:
    return Run.of(request.chosen(), *request.checked(texts, references))


async def report(asked: dict[str, Any]) -> dict[str, str]:
    """Return ``html``, the report on the shown result; or ``refusal``, a sentence.

    Args:
        asked: ``language``, ``request``, ``references``, ``systems``, ``ids`` and ``groups``, as
            the component sends them.

    """
    language = _language(asked)
    try:
        labels = (list, type(None))
        sent = _sent(asked, request=dict, systems=dict, references=list, ids=labels, groups=labels)
        request = Request.from_json(sent.pop("request"))
        _check_texts(sent["systems"], sent["references"])
        _check_texts({}, [*(sent["ids"] or []), *(sent["groups"] or [])])
        html = await _in_turn(_written_report, language, request, *sent.values())
    except Exception as error:
        return {"refusal": error_message(error, language)}
    return {"html": html}


def _written_report(
    language: Language,
    request: Request,
    systems: Mapping[str, list[str]],
    references: Any,
    ids: Any,
    groups: Any,
) -> str:
    preds, target = request.checked_systems(systems, references)
    runs = score_systems(request.chosen(), preds, target, ids=ids, groups=groups)
    return report_of_runs(runs, language=language).html()


def _language(asked: Any) -> Language:
    return "ja" if isinstance(asked, dict) and asked.get("language") == "ja" else "en"


def _sent(asked: Any, **kinds: Any) -> dict[str, Any]:
    """Return the values of a request of the component by their names.

    Args:
        asked: the request.
        **kinds: the type of each value, or a tuple of types.

    Raises:
        InputError: for a request without one of them.

    """
    values = asked if isinstance(asked, dict) else {}
    if not all(isinstance(values.get(name, ...), kind) for name, kind in kinds.items()):
        raise InputError("page.not_sent")
    return {name: values[name] for name in kinds}


def _check_texts(systems: Any, references: Any) -> None:
    """Check values that a program may have sent.

    Raises:
        InputError: for more systems than the page compares, predictions that are not texts, and
            references that are neither texts nor lists of texts.

    """
    if len(systems) > SYSTEMS:
        raise InputError("page.systems", count=len(systems), most=SYSTEMS)
    sides = [*(("predictions", texts) for texts in systems.values()), ("references", references)]
    for side, texts in sides:
        for text in texts if isinstance(texts, list) else [None]:
            listed = text if isinstance(text, list) and side == "references" else [text]
            if not all(isinstance(each, str) for each in listed):
                raise InputError("page.no_texts", side=side)
