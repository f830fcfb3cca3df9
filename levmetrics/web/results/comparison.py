"""A comparison as HTML: the values of its templates."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import floor, log10

from levmetrics.rendering.html import render
from levmetrics.rendering.labels import TESTS
from levmetrics.web.language import Language, say
from levmetrics.web.results.verdicts import (
    PairVerdict,
    pair_verdicts,
    points,
    verdict,
)
from levmetrics.web.results.wording import full_name, short_name
from levmetrics.web.scored import Scored

_MAX_GROUPS = 500
_STEPS = (1, 2, 5, 10)  # between ticks, times a power of ten


def summary(language: Language, scored: Scored) -> str:
    """Draw the verdict, the scores, the differences, and the results by group.

    Args:
        language: the visitor's language.
        scored: the systems.

    """
    systems = scored.systems
    pairs = pair_verdicts(scored.comparison)
    runs = systems.runs.values()
    return render(
        "page/comparison.html.j2",
        t=partial(say, language),
        verdict=verdict(language, scored),
        score=short_name(scored.measured),
        score_in_full=full_name(language, scored.measured),
        higher_is_better=scored.is_similarity,
        write=systems.label.write,
        systems=systems,
        pairs=pairs,
        points=points,
        step=tick_step(pairs),
        of_groups=systems.groups and [run.split_by_group(systems.groups) for run in runs],
        most_groups=_MAX_GROUPS,
    )


def tick_step(pairs: Sequence[PairVerdict]) -> float:
    """Return a round number of points; two steps cover the largest difference.

    >>> pair = PairVerdict("A", "B", "B", "A", lead=0.014, low=0.009, high=0.019, p=0.001)
    >>> tick_step([pair]), tick_step([pair._replace(lead=0, low=0, high=0)])
    (1.0, 1)
    """
    least = 50 * max(abs(end) for pair in pairs for end in (pair.lead, pair.low, pair.high))
    if not least:
        return 1
    power = 10.0 ** floor(log10(least))
    return next(step * power for step in _STEPS if step * power >= least)


def computed(language: Language, scored: Scored) -> str:
    """Draw the basis of the verdict: the rule, every test, and the signature.

    Args:
        language: the visitor's language.
        scored: the systems.

    """
    pairs = scored.comparison["pairs"]
    tests = [test for test in TESTS if all(pair[test] is not None for pair in pairs)]
    return render(
        "page/comparison_computed.html.j2",
        t=partial(say, language),
        matched_by=scored.given.matched_by,
        notes=[note.sentence(language) for note in scored.given.notes],
        units=scored.units,
        systems=scored.systems,
        pairs=pairs,
        tests={test: say(language, f"comparing_test_{test}") for test in tests},
    )
