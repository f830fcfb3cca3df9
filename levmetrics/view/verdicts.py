"""Verdicts on which system is better, consistent with the interval and the test.

Two systems count as clearly different if the confidence interval of their difference excludes 0 and
the p-value of approximate randomization is small. That test is valid for few samples, for groups
and for similarities, where MAPSSWE (for many segments of errors) is not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from levmetrics.comparison.comparison import Comparison
from levmetrics.core.metric import Metric
from levmetrics.core.tables import signed_difference
from levmetrics.rendering.labels import Label
from levmetrics.significance.few_units import MIN_GROUPS, MIN_SAMPLES, MIN_UNITS
from levmetrics.view.language import Language, listed, say
from levmetrics.view.names import level_of, short_name

TEST = "approximate_randomization"
LEVEL = 0.05  # of the test


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


class Verdict(NamedTuple):
    """A verdict in words.

    Attributes:
        heading: the short verdict.
        sentences: the reasons.
        clear: whether one system is clearly the best.

    """

    heading: str
    sentences: Sequence[str]
    clear: bool


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


def verdict(language: Language, metric: Metric[Any], comparison: Comparison) -> Verdict:
    """Return the verdict on all systems.

    Args:
        language: the language of its sentences.
        metric: the metric that scored the systems.
        comparison: the result of ``compare``.

    """
    pairs = pair_verdicts(comparison)
    if comparison["reliability"] == "none":
        keys, values = _on_too_few(language, comparison, pairs)
    elif len(pairs) == 1:
        keys, values = _on_two(language, metric, pairs[0])
    else:
        keys, values = _on_several(language, metric, comparison, pairs)
    values["level"] = level_of(comparison)
    heading, *sentences = (say(language, f"comparing_{key}", **values) for key in keys)
    clear = keys[0] in ("better", "best")
    return Verdict(heading, [*sentences, *_on_rough(language, comparison)], clear)


def _on_two(
    language: Language, metric: Metric[Any], pair: PairVerdict
) -> tuple[list[str], dict[str, object]]:
    """Return the wording keys of the heading and its reasons, and their values."""
    are_counts = metric.tokenizer_name and metric.reduction == "corpus"
    what = "fewer_errors" if are_counts else "lower"
    what = "more_similar" if metric.higher_is_better else what
    if not pair.lead:
        keys = ["same", "same_reason"]
    elif pair.clear:
        keys = ["better", what, "chance"]
    elif pair.low > 0:
        keys = ["unclear", "disagree", "chance"]
    else:
        keys = ["unclear", f"perhaps_{what}", "chance"]
    values = {
        **pair._asdict(),
        "points": in_points(language, metric.label, pair.lead),
        "low": points(metric.label, pair.low),
        "high": points(metric.label, pair.high),
        "score": short_name(metric),
        "errors": say(language, f"comparing_errors_{metric.unit}"),
        "often": how_often(language, pair.p),
        "test": say(language, "comparing_randomization"),
    }
    return keys, values


def _on_several(
    language: Language, metric: Metric[Any], comparison: Comparison, pairs: Sequence[PairVerdict]
) -> tuple[list[str], dict[str, object]]:
    """Return the wording keys of the heading and its reason, and their values."""
    best, *others = leaders = _leaders(comparison)
    value = metric.label.write(_value(comparison, best))
    if others:
        return ["no_best", "tied"], {"leaders": listed(language, leaders), "value": value}
    unclear = [
        pair.follower if pair.leader == best else pair.leader
        for pair in pairs
        if best in (pair.first, pair.second) and not pair.clear
    ]
    if not unclear:
        return ["best", "best_reason"], {"best": best, "number": len(comparison["systems"])}
    return ["no_best", "no_best_reason"], {
        "leader": best,
        "value": value,
        "others": listed(language, unclear),
    }


def _on_too_few(
    language: Language, comparison: Comparison, pairs: Sequence[PairVerdict]
) -> tuple[list[str], dict[str, object]]:
    """Return the same where samples or groups are too few for any verdict."""
    leaders, several = _leaders(comparison), len(pairs) > 1
    key = "too_few_tied" if len(leaders) > 1 else "too_few_best" if several else "too_few"
    keys = [key if any(pair.lead for pair in pairs) else "too_few_same", "too_few_reason"]
    if "groups" in comparison:
        keys.append("without_groups")
    named = {"leader": leaders[0], "leaders": listed(language, leaders)}
    return keys, {**named, **_units(language, comparison, MIN_UNITS)}


def _leaders(comparison: Comparison) -> list[str]:
    """Return the names of the systems with the best score, which may be equal."""
    values = {name: _value(comparison, name) for name in comparison["systems"]}
    best = (max if comparison["higher_is_better"] else min)(values.values())
    return [name for name, value in values.items() if value == best]


def _value(comparison: Comparison, name: str) -> float:
    return float(comparison["systems"][name][comparison["score"]])


def _on_rough(language: Language, comparison: Comparison) -> list[str]:
    """Return the sentence that intervals are rough, if they are."""
    if comparison["reliability"] != "rough":
        return []
    enough = MIN_GROUPS if "groups" in comparison else MIN_SAMPLES
    return [say(language, "comparing_rough", **_units(language, comparison, enough))]


def _units(language: Language, comparison: Comparison, enough: int) -> dict[str, str]:
    """Return the resampled units in words: how many there are, and how many are enough."""
    kind = "groups" if "groups" in comparison else "samples"
    named = {"units": comparison[kind], "enough": enough}
    return {name: counted_units(language, kind, each) for name, each in named.items()}


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


def in_points(language: Language, label: Label, difference: float) -> str:
    """Return a difference with its unit, as a part of a sentence.

    >>> from levmetrics.core.names import label_of
    >>> in_points("en", label_of("wer", "wer"), 0.0972)
    '9.72 points'
    """
    number = points(label, difference)
    return say(language, "in_points", number=number) if label.is_percentage else number


def points(label: Label, difference: float) -> str:
    """Return a difference without a plus sign, of shares in percentage points.

    >>> from levmetrics.core.names import label_of
    >>> wer = label_of("wer", "wer")
    >>> points(wer, -0.0140), points(wer, 0.2), points(wer, -0.00001)
    ('-1.40', '20.00', '0.00')
    """
    return signed_difference(label, difference).removeprefix("+")
