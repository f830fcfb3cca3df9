"""Which system is better, in sentences that are true of the interval and the test.

Two systems count as clearly different if the confidence interval of their difference leaves out 0
and approximate randomization finds a difference as large to be rare. That test holds for few
samples, for groups, and for similarities, where MAPSSWE (for many segments of errors) does not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from levmetrics.rendering.labels import percent
from levmetrics.significance.few_units import MIN_GROUPS, MIN_SAMPLES
from levmetrics.web.language import Language, say
from levmetrics.web.results.wording import short_name
from levmetrics.web.scored import Scored

TEST = "approximate_randomization"
LEVEL = 0.05  # of the test
_MIN_GROUPS = 6  # of five, even the rarest way to swap them comes twice in 2**5 times


class PairVerdict(NamedTuple):
    """Two systems, of which one leads.

    Attributes:
        first: its name.
        second: its name.
        gain: by how much the second is better than the first, as a share; below 0 if it is worse.
        ends: of the gain's confidence interval.
        p: of approximate randomization; with several pairs, corrected by Holm.

    """

    first: str
    second: str
    gain: float
    ends: tuple[float, float]
    p: float

    @property
    def leader(self) -> str:
        """The system with the better score; the first one if both have the same."""
        return self.second if self.gain > 0 else self.first

    @property
    def follower(self) -> str:
        """The other system."""
        return self.first if self.gain > 0 else self.second

    @property
    def clear(self) -> bool:
        """Whether the difference is more than chance."""
        return self.lead_ends[0] > 0 and self.p < LEVEL

    @property
    def lead(self) -> float:
        """How much better the leader is."""
        return abs(self.gain)

    @property
    def lead_ends(self) -> tuple[float, float]:
        """The interval of how much better the leader is."""
        low, high = self.ends
        return (low, high) if self.gain > 0 else (-high, -low)


class Verdict(NamedTuple):
    """A verdict in words.

    Attributes:
        heading: the verdict in short.
        sentences: what it rests on.
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
    low, high = pair["difference_interval"]
    if higher_is_better:
        return PairVerdict(first, second, pair["difference"], (low, high), pair[TEST])
    return PairVerdict(first, second, -pair["difference"], (-high, -low), pair[TEST])


def verdict(language: Language, scored: Scored) -> Verdict:
    """Return the verdict on all systems.

    Args:
        language: the visitor's.
        scored: the systems.

    """
    pairs = pair_verdicts(scored.comparison)
    said = (
        _verdict_of_two(language, scored, pairs[0])
        if len(pairs) == 1
        else _verdict_of_several(language, scored, pairs)
    )
    return said._replace(sentences=[*said.sentences, *_on_few_units(language, scored)])


def _on_few_units(language: Language, scored: Scored) -> list[str]:
    """Say what few samples or groups cannot show."""
    labels = scored.given.groups
    groups = len(set(labels or ()))
    if _has_few_groups(scored):
        return [say(language, "comparing_without_groups")]
    if not scored.systems.too_few:
        return []
    kind, number, least = (
        ("samples", len(scored.given.references), MIN_SAMPLES)
        if labels is None
        else ("groups", groups, MIN_GROUPS)
    )
    units, enough = (say(language, f"comparing_unit_{kind}", number=n) for n in (number, least))
    return [say(language, "comparing_rough", units=units, enough=enough)]


def _has_few_groups(scored: Scored) -> bool:
    """Whether there are groups, and so few that no test can tell two systems apart."""
    labels = scored.given.groups
    return labels is not None and len(set(labels)) < _MIN_GROUPS


def _verdict_of_two(language: Language, scored: Scored, pair: PairVerdict) -> Verdict:
    ends = {name: points(end) for name, end in zip(("low", "high"), pair.lead_ends, strict=True)}
    if not pair.gain:
        heading = say(language, "comparing_same", first=pair.first, second=pair.second)
        return Verdict(heading, [say(language, "comparing_same_reason", **ends)], clear=False)
    key = "more_similar" if scored.is_similarity else "fewer_errors"
    few = _has_few_groups(scored)
    kind = "few_groups_" if few else "" if pair.clear else "perhaps_"
    difference = say(
        language,
        f"comparing_{kind}{key}",
        number=len(set(scored.given.groups or ())),
        leader=pair.leader,
        points=points(pair.lead),
        score=short_name(scored.measured),
        errors=say(language, f"comparing_errors_{scored.measured.unit}"),
        **ends,
    )
    if few:
        heading = say(language, "comparing_few_groups", leader=pair.leader)
        return Verdict(heading, [difference], clear=False)
    return Verdict(
        pair_heading(language, pair), [difference, _chance(language, pair)], clear=pair.clear
    )


def _verdict_of_several(
    language: Language, scored: Scored, pairs: Sequence[PairVerdict]
) -> Verdict:
    statistics = scored.systems.statistics
    choose = max if scored.is_similarity else min
    best = choose(statistics, key=lambda name: statistics[name].value)  # of equals the first
    unclear = [
        pair.follower if pair.leader == best else pair.leader
        for pair in pairs
        if best in (pair.first, pair.second) and not pair.clear
    ]
    if not unclear:
        heading = say(language, "comparing_best", best=best, number=len(statistics))
        return Verdict(heading, [say(language, "comparing_best_reason")], clear=True)
    reason = say(
        language,
        "comparing_no_best_reason",
        leader=best,
        value=percent(statistics[best].value),
        others=listed(language, unclear),
    )
    return Verdict(say(language, "comparing_no_best"), [reason], clear=False)


def pair_heading(language: Language, pair: PairVerdict) -> str:
    """Say which of two systems is better, if one clearly is."""
    if not pair.clear:
        return say(language, "comparing_unclear", first=pair.first, second=pair.second)
    return say(language, "comparing_better", better=pair.leader, worse=pair.follower)


def _chance(language: Language, pair: PairVerdict) -> str:
    often, test = how_often(language, pair.p), say(language, "comparing_randomization")
    return say(language, "comparing_chance", often=often, test=test)


def how_often(language: Language, p: float) -> str:
    """Say a p-value as how often something comes about by chance.

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


def listed(language: Language, names: Sequence[str]) -> str:
    """Return names as a list within a sentence.

    >>> listed("en", ["A", "B", "C"]), listed("ja", ["A", "B"])
    ('A, B and C', 'AとB')
    """
    if language == "ja":
        return "と".join(names)
    *before, last = names
    return f"{', '.join(before)} and {last}" if before else last


def points(share: float) -> str:
    """Write a difference of shares in points of a percentage.

    >>> points(-0.0140), points(0.2), points(-0.00001)
    ('-1.40', '20.00', '0.00')
    """
    return f"{round(100 * share, 2) or 0.0:.2f}"  # no minus sign before 0
