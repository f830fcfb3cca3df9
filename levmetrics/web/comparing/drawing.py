"""A comparison as HTML: the values that its templates are filled in with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from levmetrics.rendering.html import render
from levmetrics.rendering.labels import TESTS, p_value, percent
from levmetrics.rendering.text import legible
from levmetrics.web.comparing.difference_plot import difference_plot
from levmetrics.web.comparing.verdicts import (
    PairVerdict,
    pair_verdicts,
    points,
    verdict,
)
from levmetrics.web.language import Language, say
from levmetrics.web.results.wording import full_name, short_name
from levmetrics.web.scored import Scored

if TYPE_CHECKING:
    from levmetrics.reports.systems import Systems

_MAX_GROUPS = 500


class _PairRow(NamedTuple):
    names: str
    said: str
    difference: str
    interval: str
    p: str


class _GroupTable(NamedTuple):
    """The table of groups.

    Attributes:
        headings: of its columns.
        rows: label, number of samples, and the score of each system, as they are shown.
        left_out: how many groups have no row.

    """

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    left_out: int


def summary(language: Language, scored: Scored) -> str:
    """Draw the verdict, the scores, the differences, and the results by group.

    Args:
        language: the visitor's.
        scored: the systems.

    """
    systems = scored.systems
    verdicts = pair_verdicts(scored.comparison)
    return render(
        "page/comparison.html.j2",
        t=partial(say, language),
        verdict=verdict(language, scored),
        score_heading=short_name(scored.measured),
        score_note=_score_note(language, scored),
        systems=[
            (name, percent(one.value), _interval(language, systems.intervals[name] or (), percent))
            for name, one in systems.statistics.items()
        ],
        plot=difference_plot(verdicts),
        p_value_heading=say(language, "comparing_p" if len(verdicts) == 1 else "comparing_holm_p"),
        pairs=[_pair_row(language, pair) for pair in verdicts],
        groups=None if systems.groups is None else _group_table(language, systems),
    )


def _score_note(language: Language, scored: Scored) -> str:
    """Say what the score is, and which scores are the better ones."""
    better = "higher" if scored.is_similarity else "lower"
    return say(language, f"comparing_{better}_better", score=full_name(language, scored.measured))


def _interval(language: Language, ends: Sequence[float], write: Callable[[float], str]) -> str:
    low, high = ends
    return say(language, "comparing_range", low=write(low), high=write(high))


def _pair_row(language: Language, pair: PairVerdict) -> _PairRow:
    in_favour = say(language, "comparing_in_favour", points=points(pair.lead), leader=pair.leader)
    return _PairRow(
        names=_pair_name(pair.first, pair.second),
        difference=in_favour if pair.gain else points(0),
        interval=_interval(language, pair.lead_ends, points),
        p=p_value(pair.p),
        said=say(language, "comparing_short_better", better=pair.leader)
        if pair.clear
        else say(language, "comparing_short_unclear"),
    )


def _pair_name(first: str, second: str) -> str:
    return f"{first} / {second}"


def _group_table(language: Language, systems: Systems) -> _GroupTable:
    parts = [run.split_by_group(systems.groups) for run in systems.runs.values()]
    labels = [*parts[0]]
    return _GroupTable(
        headings=[
            say(language, "comparing_group"),
            say(language, "comparing_samples"),
            *systems.runs,
        ],
        rows=[
            (
                legible(str(label)),
                f"{len(parts[0][label].measured):,}",
                *(percent(part[label].statistics().value) for part in parts),
            )
            for label in labels[:_MAX_GROUPS]
        ],
        left_out=max(len(labels) - _MAX_GROUPS, 0),
    )


def computed(language: Language, scored: Scored) -> str:
    """Draw how the verdict came about: the rule, every test, and the signature.

    Args:
        language: the visitor's.
        scored: the systems.

    """
    pairs = scored.comparison["pairs"]
    tests = [test for test in TESTS if all(pair[test] is not None for pair in pairs)]
    return render(
        "page/comparison_computed.html.j2",
        t=partial(say, language),
        rule=_rule(language, scored),
        matching=_matching(language, scored),
        headings=[
            say(language, "comparing_pair"),
            *(say(language, f"comparing_test_{test}") for test in tests),
            say(language, "comparing_probability"),
        ],
        rows=[
            (
                _pair_name(*pair["systems"]),
                *(p_value(pair[test]) for test in tests),
                percent(pair["probability_of_improvement"], 1),
            )
            for pair in pairs
        ],
        signature=scored.systems.signature,
    )


def _matching(language: Language, scored: Scored) -> str:
    matched_by = scored.given.matched_by
    return "" if matched_by is None else say(language, f"comparing_matched_by_{matched_by}")


def _rule(language: Language, scored: Scored) -> str:
    systems, pairs = scored.systems, len(scored.comparison["pairs"])
    kind, number = (
        ("samples", len(systems.ids))
        if systems.groups is None
        else ("groups", len(set(systems.groups)))
    )
    return say(
        language,
        "comparing_rule",
        correction=say(language, "comparing_holm", number=pairs) if pairs > 1 else "",
        units=say(language, f"comparing_unit_{kind}", number=number),
        others=say(language, f"comparing_others_{kind}"),
        resamples=systems.resampling["n_resamples"],
    )
