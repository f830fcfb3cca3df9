"""The parts of one system's view: its numbers, notices and charts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from levmetrics.core.run import Run
from levmetrics.rendering.labels import percent
from levmetrics.rendering.table import Cell, Table, written
from levmetrics.sums.error_counts import RATES
from levmetrics.view.language import WORDING, Language, say, words_in, words_of
from levmetrics.view.meaning import certainty, meaning
from levmetrics.view.names import counted, full_name, rate_name, short_name
from levmetrics.view.notices import Notice
from levmetrics.view.part import Figure, Part
from levmetrics.view.samples import Draw
from levmetrics.view.systems import Systems


@dataclass(frozen=True)
class Beside:
    """What stands beside scored systems in a view, and only their caller knows.

    Attributes:
        facts: sentences about the texts: the names of their files.
        notes: what the reader took the files for, and what it left out of them.
        rescores: whether notices offer buttons for other ways of scoring.
        python: Python that gives the same number; empty without any.
        worst: how many of the worst samples stand in the document, for paper and for a browser
            without scripts.
        draw: draws an alignment as HTML; ``None``: as it draws itself.

    """

    facts: Sequence[str] = ()
    notes: Sequence[str] = ()
    rescores: bool = False
    python: str = ""
    worst: int = 0
    draw: Draw | None = None


ALONE = Beside()
"""Nothing beside the scored systems."""


def result_part(
    language: Language, systems: Systems, companion: Run | None, facts: Sequence[str]
) -> Part:
    """Return the numbers of a score, in words and as a bar of what was right and wrong.

    Args:
        language: the language.
        systems: the system.
        companion: a run of another metric whose score stands beside it.
        facts: sentences about the texts.

    """
    run = systems.first
    result, metric = run.result(), run.metric
    figures = [_score(language, one) for one in (run, companion) if one is not None]
    for rate, name in metric.label.others.items():
        said = rate_name(language, metric, rate, name)
        figures.append(Figure(said.short, percent(result[rate]), said.full))
    marks = [
        (mark, counted(language, metric, key, number), number)
        for key, mark in metric.label.marks.items()
        if (number := round(result[key], 2))
    ]
    counts = say(language, "fact_join").join(said for _, said, _ in marks)
    best = metric.label.write(float(metric.higher_is_better))
    known = [
        sample_count(language, run.sample_count),
        say(language, "perfect", best=best),
        *facts,
    ]
    return Part(
        "result",
        say(language, "result"),
        figures,
        [
            meaning(language, run),
            *filter(None, [counts, certainty(language, systems)]),
            say(language, "fact_join").join(known),
        ],
        drawn={"marks": marks, "counts": counts},
    )


def sample_count(language: Language, number: int) -> str:
    """Return a number of samples in words."""
    key = "sample_count_one" if number == 1 else "sample_count"
    return say(language, key, number=f"{number:,}")


def _score(language: Language, run: Run) -> Figure:
    metric = run.metric
    return Figure(short_name(metric), metric.label.write(run.score), full_name(language, metric))


def notices_part(
    language: Language, systems: Systems, found: Sequence[Notice], beside: Beside
) -> Part:
    """Return the notices beside a result, and what else a reader must know.

    Args:
        language: the language.
        systems: the systems.
        found: the notices, with the other ways of scoring that they offer.
        beside: further sentences, and whether other ways are offered.

    """
    notes = [*beside.notes]
    if systems.comparison is None:
        run = systems.first
        said = words_of(run.metric, language)
        notes = [*run.metric.notes(run.result(), run.sample_count, said), *notes]
    sentences = [notice.sentence(language) for notice in found]
    sentences += [_sentence(language, note) for note in notes]
    ways = [notice.rescorings if beside.rescores else () for notice in found] + [()] * len(notes)
    words = words_in(language)
    return Part("notices", sentences=sentences, drawn={"ways": ways, "words": words})


def _sentence(language: Language, note: str) -> str:
    """Return a note as a sentence: with a capital, and a full stop.

    >>> _sentence("en", "rows are matched by their ids")
    'Rows are matched by their ids.'
    >>> _sentence("ja", "行をIDで対応付けました")
    '行をIDで対応付けました。'
    """
    end = "" if note.endswith((".", "。", "?", "!")) else say(language, "full_stop")
    first = note.partition(" ")[0]  # a name of a file stays as it is
    return (note[:1].upper() + note[1:] if first.isalpha() else note) + end


def rate_table(language: Language, run: Run) -> Table | None:
    """Return the other rates of a result, with their definitions; ``None`` without any."""
    result = run.result()
    rows: list[list[Cell]] = []
    for name, rate in [*RATES.items()][1:]:  # the first one is the score
        if name in result:
            key = f"definition_{name}"  # rates that others registered have it only in English
            about = say(language, key) if key in WORDING else rate.description
            rows.append([name.upper(), about, written(result[name], percent)])
    labels = [say(language, "rate"), say(language, "definition")]
    return Table("", labels, [say(language, "value")], rows) if rows else None
