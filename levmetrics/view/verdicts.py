"""Verdicts on which system is better, consistent with the interval and the test.

Two systems count as clearly different if the confidence interval of their difference excludes 0 and
the p-value of approximate randomization is small. That test is valid for few samples, for groups
and for similarities, where MAPSSWE (for many segments of errors) is not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from math import floor, log10
from typing import Any, NamedTuple

from levmetrics.comparison.comparison import Comparison
from levmetrics.core.metric import Metric
from levmetrics.core.tables import bare_difference, has_intervals
from levmetrics.rendering.labels import Label
from levmetrics.rendering.table import NumberCell
from levmetrics.rendering.text import legible
from levmetrics.significance.few_units import MIN_GROUPS, MIN_SAMPLES, MIN_UNITS
from levmetrics.view.language import Language, listed, say
from levmetrics.view.names import interval_cell, level_of, short_name
from levmetrics.view.part import Part

TEST = "approximate_randomization"
LEVEL = 0.05  # of the test
_STEPS = (1, 2, 5, 10)  # between ticks, times a power of ten


class PairVerdict(NamedTuple):
    """A pair of systems with a leader.

    Attributes:
        first: the name of the first system.
        second: the name of the second system.
        leader: the one with the better score; the first if both are equal.
        follower: the other one.
        lead: by how much the leader is better, as a share.
        low: the lower end of the lead's confidence interval.
        high: its upper end.
        p: the p-value of approximate randomization; with several pairs, Holm-corrected.

    """

    first: str
    second: str
    leader: str
    follower: str
    lead: float
    low: float
    high: float
    p: float

    @property
    def clear(self) -> bool:
        """Whether the difference is more than chance."""
        return self.low > 0 and self.p < LEVEL


def pair_verdicts(comparison: Mapping[str, Any]) -> list[PairVerdict]:
    """Return the verdict of every pair.

    Args:
        comparison: the result of ``compare``.

    """
    return [_pair_verdict(pair, comparison["higher_is_better"]) for pair in comparison["pairs"]]


def _pair_verdict(pair: Mapping[str, Any], higher_is_better: bool) -> PairVerdict:
    first, second = pair["systems"]
    difference, (low, high) = pair["difference"], pair["difference_interval"]
    second_leads = bool(difference) and (difference > 0) == higher_is_better
    ranked = (second, first) if second_leads else (first, second)
    ends = (low, high) if second_leads == higher_is_better else (-high, -low)
    return PairVerdict(first, second, *ranked, abs(difference), *ends, pair[TEST])


def verdict(language: Language, comparison: Comparison) -> Part:
    """Return which system is better, with the differences as a picture.

    Args:
        language: the language.
        comparison: the result of ``compare``.

    """
    label, pairs = comparison.scorer.label, pair_verdicts(comparison)
    keys, values = _said(language, comparison, pairs)
    heading, *sentences = (say(language, f"comparing_{key}", **values) for key in keys)
    unit = "_in_points" if label.is_percentage else ""
    drawn = {
        "clear": keys[0] in ("better", "best"),
        "pairs": pairs if has_intervals(comparison) else [],
        "step": tick_step(pairs),
        "unit": 1 if label.is_percentage else 0.01,
        "in_favour": lambda pair: in_favour(language, label, pair),
        "between": lambda pair: lead_interval(language, label, pair).text,
        "axis": say(language, f"comparing_axis{unit}", level=level_of(comparison)),
    }
    return Part("verdict", heading, sentences=sentences, drawn=drawn)


def _said(
    language: Language, comparison: Comparison, pairs: Sequence[PairVerdict]
) -> tuple[list[str], dict[str, object]]:
    """Return the wording keys of the heading and its reasons, and their values."""
    metric = comparison.scorer
    scores = {name: float(each[metric.key]) for name, each in comparison["systems"].items()}
    best = (max if metric.higher_is_better else min)(scores.values())
    leaders = [name for name, score in scores.items() if score == best] or [*scores]  # of NaN
    unclear = [
        pair.follower if pair.leader == leaders[0] else pair.leader
        for pair in pairs
        if leaders[0] in (pair.first, pair.second) and not pair.clear
    ]
    values = {
        "leader": leaders[0],
        "leaders": listed(language, leaders),
        "value": metric.label.write(best),
        "number": len(scores),
        "score": short_name(metric),
        **units_in_words(language, comparison),
    }
    if not has_intervals(comparison):
        better = "_tied" if len(leaders) > 1 else "_best" if len(pairs) > 1 else ""
        keys = [f"too_few{better if any(pair.lead for pair in pairs) else '_same'}"]
        keys += ["too_few_reason", *(["without_groups"] if "groups" in comparison else [])]
    elif len(pairs) == 1:
        keys = _keys_of_two(metric, pairs[0])
        values |= _values_of_two(language, metric, pairs[0])
    elif len(leaders) > 1:
        keys = ["no_best", "tied"]
    elif unclear:
        keys = ["no_best", "no_best_reason"]
        values["others"] = listed(language, unclear)
    else:
        keys = ["best", "best_reason"]
    return [*keys, *(["rough"] if comparison["reliability"] == "rough" else [])], values


def units_in_words(language: Language, comparison: Comparison) -> dict[str, object]:
    """Return the confidence level and, in words, the units: how many there are, and are enough."""
    kind, enough = ("groups", MIN_GROUPS) if "groups" in comparison else ("samples", MIN_SAMPLES)
    if not has_intervals(comparison):
        enough = MIN_UNITS
    return {
        "level": level_of(comparison),
        "units": counted_units(language, kind, comparison[kind]),
        "enough": counted_units(language, kind, enough),
    }


def _keys_of_two(metric: Metric[Any], pair: PairVerdict) -> list[str]:
    what = "lower"
    if metric.higher_is_better:
        what = "more_similar"
    elif metric.tokenizer_name and metric.reduction == "corpus":
        what = "fewer_errors"
    if not pair.lead:
        return ["same", "same_reason"]
    if pair.clear:
        return ["better", what, "chance"]
    return ["unclear", "disagree" if pair.low > 0 else f"perhaps_{what}", "chance"]


def _values_of_two(language: Language, metric: Metric[Any], pair: PairVerdict) -> dict[str, object]:
    write = partial(bare_difference, metric.label)
    lead = write(pair.lead)
    return {
        **pair._asdict(),
        "points": say(language, "in_points", number=lead) if metric.label.is_percentage else lead,
        "low": write(pair.low),
        "high": write(pair.high),
        "errors": say(language, f"comparing_errors_{metric.unit}"),
        "often": how_often(language, pair.p),
    }


def in_favour(language: Language, label: Label, pair: PairVerdict) -> str:
    """Return by how many points which system of a pair is better."""
    points, leader = bare_difference(label, pair.lead), legible(pair.leader)
    return (
        say(language, "comparing_in_favour", points=points, leader=leader) if pair.lead else points
    )


def lead_interval(language: Language, label: Label, pair: PairVerdict) -> NumberCell:
    """Return the cell of the interval of a pair's lead."""
    return interval_cell(language, (pair.low, pair.high), partial(bare_difference, label))


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


def counted_units(language: Language, kind: str, number: int) -> str:
    """Return a number of samples or groups in words.

    >>> counted_units("en", "groups", 1), counted_units("en", "samples", 20)
    ('1 group', '20 samples')
    """
    one = "_one" if number == 1 else ""
    return say(language, f"comparing_unit_{kind}{one}", number=number)


def how_often(language: Language, p: float) -> str:
    """Return a p-value in words, as how often something happens by chance.

    >>> how_often("en", 0.0004), how_often("en", 0.023), how_often("en", 0.25)
    ('less than once in 1,000 times', 'about 23 times in 1,000', 'about 25 times in 100')
    """
    if p < 0.001:
        return say(language, "comparing_under_one")
    if p < 0.0015:
        return say(language, "comparing_one_in_thousand")
    if p < 0.0995:
        return say(language, "comparing_in_thousand", number=round(1000 * p))
    return say(language, "comparing_in_hundred", number=round(100 * p))
