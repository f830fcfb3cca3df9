"""A score in words: its meaning, its certainty, and why a rate may exceed 100 %."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from levmetrics.core.metric import Metric, Result
from levmetrics.core.run import Run
from levmetrics.rendering.labels import ERRORS, percent
from levmetrics.significance.few_units import MIN_UNITS
from levmetrics.view.language import Language, say, words_of
from levmetrics.view.names import full_name, level_of
from levmetrics.view.systems import Systems
from levmetrics.view.verdicts import counted_units


def meaning(language: Language, run: Run) -> str:
    """Return the meaning of a score in one or two sentences."""
    if not run.sample_count:
        return say(language, "no_samples")
    metric, result = run.metric, run.result()
    own, label = words_of(metric, language).get(f"meaning_{metric.key}"), metric.label
    if own is not None:
        return own.format(**metric.told(result), units=say(language, metric.unit))
    if metric.higher_is_better and label.is_percentage:
        return _similarity(language, run)
    if label.names_unit and metric.reduction == "corpus":
        return _rate(language, metric, result)
    key = "meaning_other_higher" if metric.higher_is_better else "meaning_other"
    if label.names_unit:
        key = "meaning_mean"
    return say(language, key, name=full_name(language, metric), score=label.write(run.score))


def _rate(language: Language, metric: Metric[Any], result: Result) -> str:
    errors = {count.key: int(result[count.key]) for count in ERRORS}
    wrong, length = sum(errors.values()), int(result["reference_length"])
    said = {"unit": say(language, metric.unit[:-1]), "units": say(language, metric.unit)}
    if not length:
        return say(language, "references_empty" if wrong else "both_empty", wrong=wrong, **said)
    if not wrong:
        return say(language, "one_right" if length == 1 else "all_right", base=length, **said)
    base = _base(wrong, length)
    shares = _apportioned(errors, base, length)
    parts = [say(language, key, number=f"{number:,}") for key, number in shares.items() if number]
    # What was added is no word of the reference that is wrong.
    kind, is_exact = "errors" if errors["insertions"] else "wrong", base == length
    key = f"{kind}_{'exactly' if is_exact else 'about'}"
    if wrong == 1 and is_exact:
        key = "one_wrong" if length == 1 and kind == "wrong" else f"{kind}_one"
    sentence = say(
        language,
        key,
        unit=said["unit"],
        units=said["unit" if base == 1 else "units"],
        wrong=sum(shares.values()),
        base=base,
        parts=say(language, "parts_join").join(parts),
    )
    if wrong <= length:
        return sentence
    return _joined(language, sentence, say(language, "over", units=said["units"]))


def _joined(language: Language, *sentences: str) -> str:
    return say(language, "sentence_join").join(sentences)


def _base(wrong: int, length: int) -> int:
    """Return the number of tokens that errors are stated per: 100, or more if errors are rare.

    Of fewer tokens it is their number.

    >>> _base(240, 1000), _base(5, 10_000), _base(1, 3)
    (100, 10000, 3)
    """
    base = 100
    while wrong * base < 2 * length and base < length:
        base *= 10
    return min(base, length)


def _apportioned(numbers: Mapping[str, int], base: int, length: int) -> dict[str, int]:
    """Scale numbers of ``length`` to whole numbers of ``base`` whose sum is the rounded sum.

    The largest remainders are rounded up.

    >>> _apportioned({"a": 181, "b": 14, "c": 41}, 100, 1000)
    {'a': 18, 'b': 2, 'c': 4}
    """
    exact = {key: number * base / length for key, number in numbers.items()}
    shares = {key: math.floor(value) for key, value in exact.items()}
    missing = round(sum(numbers.values()) * base / length) - sum(shares.values())
    by_remainder = sorted(exact, key=lambda key: shares[key] - exact[key])
    return {key: share + (key in by_remainder[:missing]) for key, share in shares.items()}


def _similarity(language: Language, run: Run) -> str:
    share = _whole_percent(run.score)
    if not run.has_samples:
        return say(language, "alike", share=share)
    scores = run.sample_scores()
    samples = len(scores)
    if samples == 1:
        return say(language, "alike_one", share=share)
    perfect, zero = int((scores == 1).sum()), int((scores == 0).sum())
    if perfect == samples:
        return say(language, "all_alike")
    parts = say(language, "alike_parts", perfect=perfect, zero=zero, samples=samples)
    return _joined(language, say(language, "alike", share=share), parts)


def _whole_percent(share: float) -> str:
    """Format a share in whole percent; only exact 0 and 100 are shown as such.

    >>> _whole_percent(0.998), _whole_percent(0.001), _whole_percent(1.0)
    ('99 %', '1 %', '100 %')
    """
    return percent(share if share in (0, 1) else min(max(share, 0.01), 0.99), 0)


def certainty(language: Language, systems: Systems) -> str:
    """Return the certainty of the first system's score in words; empty for a sum of runs."""
    samples, groups = systems.units
    kind, number = ("samples", samples) if groups is None else ("groups", groups)
    if not systems.can_resample:
        return ""
    units = counted_units(language, kind, number)
    if not systems.intervals:
        enough = counted_units(language, kind, MIN_UNITS)
        return say(language, "interval_none", number=number, enough=enough)
    low, high = next(iter(systems.intervals.values()))
    if low == high:
        return say(language, "interval_point", units=units)
    write = systems.label.write
    level = level_of(systems.resampling)
    sentence = say(language, "interval", low=write(low), high=write(high), level=level)
    if systems.reliability == "fine":
        return sentence
    return _joined(language, sentence, say(language, "interval_few", units=units))
