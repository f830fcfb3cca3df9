"""All samples of a result at once, as HTML: the most frequent errors, and how many score what."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from levmetrics.rendering.html import render
from levmetrics.rendering.labels import DELETIONS, INSERTIONS, SUBSTITUTIONS, Count
from levmetrics.web.language import Language, say
from levmetrics.web.results.scored import Scored
from levmetrics.web.results.wording import short_name

_MAX_CONFUSIONS = 12
_MAX_CHARACTERS = 30  # of a token
_RANGES = 10
_MIN_SAMPLES = 10  # of which a distribution says something


class Confusion(NamedTuple):
    """How often a reference's token was taken for another; ``None`` is no token."""

    target: str | None
    pred: str | None
    outcome: Count
    times: int


class Bin(NamedTuple):
    """How many samples have a score of one range.

    Attributes:
        name: of the range.
        samples: how many.
        share: of the largest number in a range.
        is_perfect: whether it is of the perfect score alone.

    """

    name: str
    samples: int
    share: float
    is_perfect: bool


def confusions(scored: Scored) -> list[Confusion]:
    """Return the most frequent errors of all kinds, the most frequent first."""
    frequent = scored.frequent
    found = [
        *(
            Confusion(_shortened(target), _shortened(pred), SUBSTITUTIONS, times)
            for target, pred, times in frequent.substitutions
        ),
        *(
            Confusion(_shortened(target), None, DELETIONS, times)
            for target, times in frequent.deletions
        ),
        *(
            Confusion(None, _shortened(pred), INSERTIONS, times)
            for pred, times in frequent.insertions
        ),
    ]
    return sorted(found, key=lambda confusion: -confusion.times)[:_MAX_CONFUSIONS]


def _shortened(token: object) -> str:
    text = str(token)
    return text if len(text) <= _MAX_CHARACTERS else f"{text[:_MAX_CHARACTERS]}…"


def draw_confusions(language: Language, scored: Scored) -> str:
    """Draw the most frequent errors; an empty string if there are none."""
    found = confusions(scored)
    if not found:
        return ""
    return render(
        "page/confusions.html.j2",
        title=say(language, "confusions_title"),
        headings=[
            say(language, f"column_{key}") for key in ("reference", "prediction", "edit", "times")
        ],
        rows=[
            (each, say(language, f"counted_{each.outcome.key}"), f"{each.times:,}")
            for each in found
        ],
    )


def draw_histogram(language: Language, scored: Scored) -> str:
    """Draw how many samples have which score; an empty string for very few samples."""
    if len(scored.scores) < _MIN_SAMPLES:
        return ""
    name = short_name(scored.measured)
    return render(
        "page/histogram.html.j2",
        title=say(language, "histogram_title", score=name),
        headings=[name, say(language, "column_samples")],
        bins=bins(language, scored),
    )


def bins(language: Language, scored: Scored) -> list[Bin]:
    """Count the samples in ranges of ten percent, those that are perfect by themselves.

    So are similarities of 0, to which a threshold makes them; error rates over 100 % are one range.
    """
    scores = scored.scores
    zero, one, over = (int(those.sum()) for those in (scores == 0, scores == 1, scores > 1))
    if scored.is_similarity:
        first, last = ("bin_zero", zero, False), ("bin_perfect_similarity", one, True)
        ranged = scores[(scores > 0) & (scores < 1)]
    else:
        first, last = ("bin_perfect_rate", zero, True), ("bin_over", over, False)
        ranged = scores[(scores > 0) & (scores <= 1)]
    counts, edges = np.histogram(ranged, bins=_RANGES, range=(0, 1))
    largest = max(first[1], last[1], *counts.tolist())
    names = [
        say(language, "bin_between", low=round(100 * low), high=round(100 * high))
        for low, high in pairwise(edges.tolist())
    ]
    rows = [
        (say(language, first[0]), *first[1:]),
        *((name, count, False) for name, count in zip(names, counts.tolist(), strict=True)),
        (say(language, last[0]), *last[1:]),
    ]
    return [Bin(name, count, count / largest, perfect) for name, count, perfect in rows]
