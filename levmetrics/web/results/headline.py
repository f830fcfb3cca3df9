"""The top of a result as HTML: its numbers, their meaning, and the sources of the texts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from levmetrics.rendering.html import render
from levmetrics.rendering.labels import percent
from levmetrics.sums.error_counts import RATES, Rate
from levmetrics.web.language import WORDING, Language, say
from levmetrics.web.reading.card import source_name
from levmetrics.web.reading.given import Given
from levmetrics.web.reading.read_as import FileColumn
from levmetrics.web.results.notices import Notice
from levmetrics.web.results.snippet import snippet
from levmetrics.web.results.wording import (
    certainty,
    counted,
    full_name,
    meaning,
    rate_name,
    short_name,
)
from levmetrics.web.scored import Scored


def draw_headline(language: Language, scored: Scored) -> str:
    """Draw the numbers in large type, with their meaning, counts and sources."""
    metric = scored.measured.run.metric
    write, best = metric.label.write, float(metric.higher_is_better)
    counts = [
        (mark, counted(language, metric, key, number), number)
        for key, mark in metric.label.marks.items()
        if (number := round(scored.result[key], 2))
    ]
    samples = len(scored.given.references)
    references, predictions = sources(language, scored.given)
    return render(
        "page/headline.html.j2",
        title=say(language, "result"),
        numbers=numbers(language, scored),
        meaning=meaning(language, scored),
        certainty=certainty(language, scored),
        counts=counts,
        facts=[
            say(
                language,
                "sample_count_one" if samples == 1 else "sample_count",
                number=f"{samples:,}",
            ),
            say(language, "perfect", best=percent(best, 0) if write is percent else write(best)),
            say(language, "sources", references=references, predictions=predictions),
        ],
    )


def sources(language: Language, given: Given) -> list[str]:
    """Return the sources of references and predictions, and how rows of files were matched."""
    references, predictions = (
        source_name(language, source)
        if isinstance(source, FileColumn)
        else say(language, f"source_{source}")
        for source in given.sources
    )
    if given.matched_by is not None:
        predictions = say(language, f"matched_by_{given.matched_by}", source=predictions)
    return [references, predictions]


def numbers(language: Language, scored: Scored) -> list[tuple[str, str, str]]:
    """Return the headline numbers, each with its short name before and its full name after it."""
    shown = [each for each in (scored.measured, scored.companion) if each is not None]
    others = [
        (said.short, percent(scored.result[rate]), said.full)
        for rate, name in scored.measured.other_rates.items()
        for said in [rate_name(language, scored.measured.run.metric, rate, name)]
    ]
    names = [
        (short_name(each), each.run.metric.label.write(each.value), full_name(language, each))
        for each in shown
    ]
    return [*names, *others]


def draw_notices(language: Language, scored: Scored, found: Sequence[Notice]) -> str:
    """Draw how the metric was chosen, and the notices, with buttons for other ways of scoring.

    What the reader took the files for comes last.

    Args:
        language: the visitor's language.
        scored: the scored request.
        found: the notices.

    """
    shown = [
        (
            notice.sentence(language),
            [(way, say(language, f"rescore_{way}")) for way in notice.rescorings],
        )
        for notice in found
    ]
    shown += [(note.sentence(language), []) for note in scored.given.notes]
    chosen = ""
    if scored.is_automatic:
        chosen = say(language, f"automatic_{scored.script}")
    return render("page/notices.html.j2", chosen=chosen, notices=shown)


def draw_method(language: Language, scored: Scored) -> str:
    """Draw how the numbers were computed: the signatures, and the other rates.

    Args:
        language: the visitor's language.
        scored: the scored request.

    """
    shown = [each for each in (scored.measured, scored.companion) if each is not None]
    others = [*RATES.items()][1:]  # the first one is the score
    return render(
        "page/method.html.j2",
        t=partial(say, language),
        snippet=snippet(language, scored),
        signatures=[(short_name(each), each.run.signature()) for each in shown],
        rates=[
            (name, percent(scored.result[name]), _described(language, rate))
            for name, rate in others
            if name in scored.result
        ],
    )


def _described(language: Language, rate: Rate) -> str:
    """Return the definition of a rate; custom rates have it only in English."""
    key = f"definition_{rate.name}"
    return say(language, key) if key in WORDING else rate.description
