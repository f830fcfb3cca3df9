"""Results as HTML: the values that the page's templates are filled in with."""

from __future__ import annotations

from collections.abc import Sequence

from levmetrics.demo.requests import Scored
from levmetrics.rendering.html import render
from levmetrics.rendering.labels import ERRORS, HITS, SCORES
from levmetrics.scores.error_rates import RATES

CSS = render("page/style.css.j2")


def refusal(message: str) -> str:
    """Draw the message of an error."""
    return render("page/refusal.html.j2", message=message)


def notes(sentences: Sequence[str]) -> str:
    """Draw sentences on the uploaded files; an empty string if there are none."""
    return render("page/notes.html.j2", sentences=sentences) if sentences else ""


def headline(scored: Scored, predictions: str, references: str) -> str:
    """Draw the score in large type, with its interval, counts, sources and signature.

    Args:
        scored: what was scored.
        predictions: the source of the predictions, as a file's column.
        references: the source of the references.

    """
    result = scored.result
    counts = [(count, result[count.key]) for count in (HITS, *ERRORS) if count.key in result]
    return render(
        "page/headline.html.j2",
        score=SCORES[scored.score],
        value=float(result[scored.score]),
        ends=scored.interval,
        samples=len(scored.predictions),
        higher_is_better=scored.higher_is_better,
        predictions=predictions,
        references=references,
        rates=[
            (rate, result[name])
            for name, rate in RATES.items()
            if name in result and name != scored.score
        ],
        counts=counts if any(number for _, number in counts) else [],
        signature=scored.signature,
    )
