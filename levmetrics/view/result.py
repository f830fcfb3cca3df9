"""The parts of one system's view: its numbers, notices and charts."""

from __future__ import annotations

from collections.abc import Sequence

from levmetrics.core.run import Run
from levmetrics.rendering.labels import percent
from levmetrics.rendering.table import Cell, Table, written
from levmetrics.sums.error_counts import RATES
from levmetrics.view.language import WORDING, Language, say, worded
from levmetrics.view.meaning import certainty, meaning
from levmetrics.view.names import counted, full_name, rate_name, short_name
from levmetrics.view.notices import Notice
from levmetrics.view.part import Figure, Part
from levmetrics.view.systems import Systems


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
    sure = certainty(language, systems)
    return Part(
        "result",
        say(language, "result"),
        figures(language, run, companion),
        [
            meaning(language, run),
            *filter(None, [counts, sure]),
            say(language, "fact_join").join(known),
        ],
        drawn={"marks": marks, "counts": counts},
    )


def sample_count(language: Language, number: int) -> str:
    """Return a number of samples in words."""
    key = "sample_count_one" if number == 1 else "sample_count"
    return say(language, key, number=f"{number:,}")


def figures(language: Language, run: Run, companion: Run | None) -> list[Figure]:
    """Return the numbers in large type: the score, that of the other metric, and other rates."""
    result = run.result()
    return [
        *(
            Figure(short_name(one.metric), one.metric.label.write(one.score), name)
            for one in (run, companion)
            if one is not None
            for name in [full_name(language, one.metric)]
        ),
        *(
            Figure(said.short, percent(result[rate]), said.full)
            for rate, name in run.metric.label.others.items()
            for said in [rate_name(language, run.metric, rate, name)]
        ),
    ]


def notices_part(
    language: Language, systems: Systems, found: Sequence[Notice], said: Sequence[str]
) -> Part:
    """Return the notices beside a result, and what else a reader must know.

    Args:
        language: the language.
        systems: the systems.
        found: the notices, with the other ways of scoring that they offer.
        said: further sentences, such as what the reader of files took them for.

    """
    run, word = systems.first, worded(language)
    own = run.metric.notes(run.result(), run.sample_count) if len(systems.runs) == 1 else []
    notes = [*map(word, own), *said]
    offered = [
        (
            notice.sentence(language),
            [(way, say(language, f"rescore_{way}")) for way in notice.rescorings],
        )
        for notice in found
    ]
    sentences = [notice.sentence(language) for notice in found]
    return Part(
        "notices",
        "",
        sentences=[*sentences, *map(_sentence, notes)],
        drawn={"notices": [*offered, *((_sentence(note), []) for note in notes)]},
    )


def _sentence(note: str) -> str:
    """Return a note as a sentence: with a capital, and a full stop.

    >>> _sentence("rows are matched by their ids")
    'Rows are matched by their ids.'
    """
    end = "" if note.endswith((".", "。", "?", "!")) else "."
    return note[:1].upper() + note[1:] + end


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
