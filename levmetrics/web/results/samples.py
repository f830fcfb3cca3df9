"""The samples of a result: a table, the worst first, and the alignment of one."""

from __future__ import annotations

from typing import Any

from levmetrics.alignment.presentation import AlignmentWords
from levmetrics.errors import InputError
from levmetrics.rendering.html import render
from levmetrics.rendering.labels import COUNTS, ERRORS, percent
from levmetrics.rendering.text import legible
from levmetrics.web.language import Language, say
from levmetrics.web.results.scored import Order, Scored
from levmetrics.web.results.wording import short_name

MAX_ROWS = 1_000
_MAX_CHARACTERS = 200  # of a text in the table


def sample_table(language: Language, scored: Scored, by: Order) -> dict[str, Any]:
    """Return the worst samples as the value of a table, whose scores are shown in percent.

    Args:
        language: of the headings.
        scored: what was scored.
        by: which samples are the worst.

    """
    rows = [_row(scored, int(sample)) for sample in scored.worst_first(by)[:MAX_ROWS]]
    shown = [[row[0], percent(row[1]), *row[2:]] for row in rows]
    return {
        "headers": _headings(language, scored),
        "data": rows,
        "metadata": {"display_value": [[str(cell) for cell in row] for row in shown]},
    }


def _headings(language: Language, scored: Scored) -> list[str]:
    errors = [] if scored.counts is None else [say(language, "column_errors")]
    score = (
        say(language, "column_similarity") if scored.is_similarity else short_name(scored.measured)
    )
    texts = [say(language, "column_reference"), say(language, "column_prediction")]
    return [say(language, "column_sample"), score, *errors, *texts]


def _row(scored: Scored, sample: int) -> list[Any]:
    errors = [] if scored.counts is None else [int(scored.counts.errors[sample])]
    texts = [_shortened(scored.compared[sample]), _shortened(scored.predictions[sample])]
    return [sample + 1, float(scored.scores[sample]), *errors, *texts]


def column_widths(scored: Scored) -> list[str | int]:
    """Return the widths of the table's columns."""
    return (
        ["12%", "14%", "37%", "37%"]
        if scored.counts is None
        else ["11%", "12%", "11%", "33%", "33%"]
    )


def table_label(language: Language, scored: Scored, by: Order) -> str:
    """Return what the table shows, and in which order."""
    samples = len(scored.scores)
    order = say(language, "worst_similarity" if scored.is_similarity else f"worst_{by}")
    key = "samples_all" if samples <= MAX_ROWS else "samples_some"
    return say(language, key, order=order, shown=f"{MAX_ROWS:,}", samples=f"{samples:,}")


def _shortened(text: str) -> str:
    shown = legible(text[: _MAX_CHARACTERS + 1])
    return shown if len(text) <= _MAX_CHARACTERS else f"{shown[:_MAX_CHARACTERS]}…"


def draw_sample(language: Language, scored: Scored, number: int) -> str:
    """Draw the alignment of a sample.

    Args:
        language: the visitor's.
        scored: what was scored.
        number: of the sample, from 1.

    Raises:
        InputError: if there is no such sample.

    """
    samples = len(scored.scores)
    if not 1 <= number <= samples:
        raise InputError("page.no_sample", number=number, count=samples)
    index = number - 1
    facts = [
        say(language, "sample_title", number=f"{number:,}"),
        f"{short_name(scored.measured)} {percent(float(scored.scores[index]))}",
    ]
    if scored.counts is not None:
        errors = int(scored.counts.errors[index])
        key = "sample_errors_one" if errors == 1 else "sample_errors"
        facts.append(say(language, key, number=f"{errors:,}"))
    drawing = scored.alignment(index).to_html(alignment_words(language))
    return render("page/sample.html.j2", facts=facts, alignment=drawing)


def alignment_words(language: Language) -> AlignmentWords:
    """Return the words around an alignment in a language."""
    return AlignmentWords(
        reference=say(language, "row_reference"),
        prediction=say(language, "row_prediction"),
        counted={count.key: say(language, count.key, number="{number}") for count in COUNTS},
        edits={
            count.key: say(language, f"said_{count.key}", target="{target}", pred="{pred}")
            for count in ERRORS
        },
        more=say(language, "said_more", number="{number}"),
        separator=say(language, "said_join"),
    )
