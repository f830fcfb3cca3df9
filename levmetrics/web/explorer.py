"""The component of a result: its numbers, charts and samples, explored in the browser.

All of its data is in the page, in both languages, and the server keeps no result. For alignments
and reports, the page sends the texts back to the server.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import asdict
from html import escape
from typing import Any, NamedTuple

import gradio as gr
from anyio import CapacityLimiter
from anyio.to_thread import run_sync

from levmetrics.alignment.explanation import UnexplainedError
from levmetrics.core.run import Run
from levmetrics.core.scoring import score_systems
from levmetrics.edits.kernel import samples_of_edits
from levmetrics.errors import InputError
from levmetrics.rendering.html import render
from levmetrics.rendering.labels import percent
from levmetrics.rendering.text import legible, shortened, told_apart, visible
from levmetrics.reports.report import report_of_runs
from levmetrics.significance.few_units import MIN_SAMPLES, MIN_UNITS, reliability
from levmetrics.version import __version__
from levmetrics.web.error_messages import drawn_error, error_message
from levmetrics.web.language import LANGUAGES, WORDING_BY_PART, Language, say, words_of
from levmetrics.web.limits import SYSTEMS
from levmetrics.web.requests import Request, installed_tokenizers
from levmetrics.web.results import comparison
from levmetrics.web.results.headline import draw_headline, draw_method, draw_notices, numbers
from levmetrics.web.results.notices import Notice, notices
from levmetrics.web.results.verdicts import verdict
from levmetrics.web.results.wording import (
    certainty,
    counted,
    meaning,
    short_name,
)
from levmetrics.web.running import with_deadline
from levmetrics.web.scored import Scored

_MAX_EDITS = 20
_MAX_TOKEN = 40  # characters
_MAX_GROUPS = 30
_OTHER_TOKENIZERS = ("whitespace", "char", "mixed", "icu", "mecab")  # a number that loads quickly
# Alignments and reports that are made concurrently; others wait for their turn.
_AT_ONCE = CapacityLimiter(2)


def explorer(name: str, value: str | None = None) -> gr.HTML:
    """Return the component; its value is the result of :func:`explored`.

    Args:
        name: the element id.
        value: the initial value.

    """
    words = {
        language: {key: said[language] for key, said in WORDING_BY_PART["explorer"].items()}
        for language in LANGUAGES
    }
    return gr.HTML(
        value,
        html_template="",
        js_on_load=render("page/explorer.js.j2", words=words),
        apply_default_css=False,
        server_functions=[aligned, report],
        elem_id=name,
    )


def explored(scored: Scored) -> str:
    """Return the contents of the component as JSON.

    Args:
        scored: one system or several.

    """
    runs, given = scored.systems.runs, scored.given
    run, is_single = next(iter(runs.values())), len(runs) == 1
    result = {"result": scored.result, "interval": scored.interval}
    unit, lengths = _lengths(scored)
    found = notices(scored) if is_single else []
    value = {
        "key": run.metric.key,
        "score": short_name(scored.measured),
        "higher": scored.is_similarity,
        "request": asdict(scored.request),
        "document": {
            "levmetrics": __version__,
            "signature": scored.systems.signature,
            **(result if is_single else {"result": scored.comparison}),
            **scored.request.files(),
        },
        "references": [*given.references],
        "readable": _readable(scored, given.references),
        "systems": [_system(scored, name, each) for name, each in runs.items()],
        "ids": given.ids and [*given.ids],
        "groups": given.groups and [*given.groups],
        "group_scores": [*_group_scores(scored, run)],
        "intervals_from": {"shown": MIN_UNITS, "reliable": MIN_SAMPLES},
        "lengths": lengths,
        "lengths_are": unit,
        "as_percentages": run.metric.label.is_percentage,
        "edits": _edits(scored, run) if is_single else [],
        "languages": {language: _said(language, scored, found, unit) for language in LANGUAGES},
    }
    written = json.dumps(_finite(value), ensure_ascii=False, separators=(",", ":"))
    return written.replace("<", "\\u003c")  # Gradio warns of scripts in HTML


def _finite(value: Any) -> Any:
    """Return a JSON value with ``None`` in place of NaN, which browsers cannot parse."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    return [*map(_finite, value)] if isinstance(value, (list, tuple)) else value


def _system(scored: Scored, name: str, run: Run) -> dict[str, Any]:
    """Return the results of one system, as lists of one value per sample."""
    return {
        "name": legible(name),
        "predictions": [*scored.given.predictions[name]],
        "readable": _readable(scored, scored.given.predictions[name]),
        "scores": run.sample_scores().tolist(),
        "errors": None if (errors := run.errors()) is None else errors.tolist(),
        "counts": {key: numbers.tolist() for key, numbers in run.counts().items()},
        "chosen": run.request.reference.tolist(),
    }


def _readable(scored: Scored, texts: Sequence[Any]) -> list[str] | None:
    """Return sessions as readable texts; ``None`` for samples that are texts already."""
    kind = scored.request.kind
    return None if kind.in_columns else [*map(kind.readable, texts)]


def _lengths(scored: Scored) -> tuple[str, list[float]]:
    """Return the unit of the references' lengths, and the length of each."""
    measured = scored.measured.run.measured
    lengths, unit = measured.lengths, measured.unit
    if lengths is None:
        return "characters", [*map(len, scored.compared)]
    return unit, lengths.tolist()


def _group_scores(scored: Scored, run: Run) -> Iterator[dict[str, Any]]:
    """Yield the score of each group, with its interval if the group has enough samples."""
    if scored.given.groups is None:
        return
    for label, part in [*run.split_by_group(scored.given.groups).items()][:_MAX_GROUPS]:
        enough = reliability(part.sample_count) != "none"
        interval = part.interval(groups=[*range(part.sample_count)]) if enough else None
        yield {"label": str(label), "score": part.score, "interval": interval}


def _edits(scored: Scored, run: Run) -> list[dict[str, Any]]:
    """Return the most frequent edits of all kinds, with the samples that have them."""
    frequent = [
        edit
        for confusions in scored.systems.confusions.values()
        for edit in confusions.edits(_MAX_EDITS)
    ]
    if not frequent:
        return []
    samples = samples_of_edits(run.metric.shown_pairs(run), [edit for edit, _ in frequent])
    return [
        {"kind": kind, "target": target, "pred": pred, "times": times, "samples": found.tolist()}
        for ((kind, *tokens), times), found in zip(frequent, samples, strict=True)
        for target, pred in [_shown(*tokens)]
    ]


def _shown(*edit: Hashable) -> list[str | None]:
    """Return the display form of both tokens of an edit."""
    target, pred = (None if token is None else str(token) for token in edit)
    tokens = (target, pred) if target is None or pred is None else told_apart(target, pred)
    return [None if token is None else visible(shortened(token, _MAX_TOKEN)) for token in tokens]


def _said(language: Language, scored: Scored, found: Sequence[Notice], unit: str) -> dict[str, Any]:
    """Return the wording of the result in a language: HTML, and the texts of its picture."""
    several = len(scored.systems.runs) > 1
    words = words_of(scored.systems.metric, language)
    fields = [
        f"<p><strong><bdi>{escape(legible(name))}</bdi></strong></p>" * several + drawn
        for name, confusions in scored.systems.confusions.items()
        if not confusions.edits(1) and (drawn := confusions.to_html(words))
    ]
    if several:
        said = verdict(language, scored)
        top, bottom = comparison.summary(language, scored), comparison.computed(language, scored)
        statistics = scored.systems.statistics.items()
        write = scored.systems.label.write
        shown = [(legible(name), write(one.value)) for name, one in statistics]
        lines = [said.heading, *said.sentences]
    else:
        top = draw_headline(language, scored) + draw_notices(language, scored, found)
        bottom = draw_method(language, scored)
        shown = [(name, value) for name, value, _ in numbers(language, scored)]
        lines = [meaning(language, scored), certainty(language, scored)]
    picture = {"numbers": shown[:2], "lines": lines}
    return {
        "top": top,
        "fields": "".join(fields),
        "bottom": bottom,
        "picture": picture,
        "lengths": _title_of_lengths(language, scored, unit),
    }


def _title_of_lengths(language: Language, scored: Scored, unit: str) -> str:
    """Return the title of the scores by the length of the reference."""
    words = words_of(scored.systems.metric, language)
    title = words.get(f"explorer_lengths_{unit}", words["explorer_lengths_units"])
    return title.format(score=short_name(scored.measured))


async def aligned(asked: dict[str, Any]) -> str:
    """Return one sample's alignments as HTML, with the counts of other tokenizers; or a refusal.

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
    """Draw how each system's sample was compared, and how other tokenizers would count it."""
    runs = {name: _run(request, texts, references) for name, texts in systems.items()}
    compared = {name: _compared(language, run) for name, run in runs.items()}
    are_tokens = all(one.of_tokens for one in compared.values())
    names = [name for name in installed_tokenizers() if name in _OTHER_TOKENIZERS]
    others = {name: Request.of_names("wer", name, request.normalizers) for name in names}
    return render(
        "page/sample.html.j2",
        title=say(language, "explorer_tokenizers"),
        systems=[
            (legible(name) if len(systems) > 1 else "", one.facts, one.markup)
            for name, one in compared.items()
        ],
        tokenizers=[
            (name, [percent(_run(other, texts, references).score) for texts in systems.values()])
            for name, other in (others if are_tokens else {}).items()
        ],
    )


class _Compared(NamedTuple):
    """How a sample was compared: facts, HTML, and whether the HTML has tokens and their counts."""

    facts: list[str]
    markup: str
    of_tokens: bool = False


def _compared(language: Language, run: Run) -> _Compared:
    """Return how a run's only sample was compared, or why it cannot be shown."""
    facts = [run.metric.label.write(run.score), *_counts(language, run)]
    try:
        alignment = run.alignment(0)
    except UnexplainedError as why:
        return _Compared(facts, f"<p>{escape(why.sentence(language))}</p>")
    shown = facts[:1] if alignment.of_tokens else facts
    words = words_of(run.metric, language)
    return _Compared(shown, alignment.to_html(words), alignment.of_tokens)


def _counts(language: Language, run: Run) -> list[str]:
    """Return the counts behind the score of a sample as text."""
    known = words_of(run.metric, language)
    return [
        counted(language, run.metric, key, round(values.tolist()[0], 2))
        for key, values in run.counts().items()
        if key in known and values[0]
    ]


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
        html = await _in_turn(_written_report, request, *sent.values())
    except Exception as error:
        return {"refusal": error_message(error, language)}
    return {"html": html}


def _written_report(
    request: Request, systems: Mapping[str, list[str]], references: Any, ids: Any, groups: Any
) -> str:
    preds, target = request.checked_systems(systems, references)
    runs = score_systems(request.chosen(), preds, target, ids=ids, groups=groups)
    return report_of_runs(runs).html()


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
