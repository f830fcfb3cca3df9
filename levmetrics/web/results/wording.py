"""A score in words: its meaning, its certainty, and why a rate may exceed 100 %."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from levmetrics.core.metric import Metric
from levmetrics.rendering.labels import ERRORS, Name, percent
from levmetrics.significance.few_units import MIN_UNITS
from levmetrics.web.language import Language, say, words_of
from levmetrics.web.scored import Measured, Scored

_EXACT = 100  # up to this many tokens, counts are given instead of a share


def short_name(measured: Measured) -> str:
    """Return the abbreviation of a score, by the counted unit."""
    metric = measured.run.metric
    short = metric.label.name.short
    said = words_of(metric, "en") if metric.label.names_unit else {}
    return said.get(f"short_{measured.unit}", short)


def full_name(language: Language, measured: Measured) -> str:
    """Return the name of a score with the counted unit."""
    metric = measured.run.metric
    said = words_of(metric, language) if metric.label.names_unit else {}
    if (key := f"rate_of_{measured.unit}") not in said:
        return rate_name(language, metric, metric.key, metric.label.name).full
    how = said.get(f"how_{measured.tokenizer}", said["how_tokenizer"])
    return said[key].format(how=how.format(name=measured.tokenizer))


def rate_name(language: Language, metric: Metric[Any], key: str, name: Name) -> Name:
    """Return the name of a score or rate in a language; in English if the metric has no other.

    Args:
        language: the visitor's language.
        metric: the metric.
        key: its key in results.
        name: its name in English.

    """
    said = words_of(metric, language)
    short = said.get(f"short_{key}", name.short)
    return Name(short, said.get(f"full_{key}", name.full))


def counted(language: Language, metric: Metric[Any], key: str, number: float) -> str:
    """Return a count of a metric as text, such as "3 missing"."""
    said = words_of(metric, language).get(key)
    if said is None:
        return f"{metric.label.counts.get(key, key)}: {number:,}"
    return said.format(number=f"{number:,}")


def meaning(language: Language, scored: Scored) -> str:
    """Return the meaning of the score in one or two sentences."""
    metric = scored.measured.run.metric
    own, write = words_of(metric, language).get(f"meaning_{metric.key}"), metric.label.write
    if own is None and metric.higher_is_better and write is percent:
        return _similarity(language, scored)
    if own is None and metric.label.names_unit:
        return _rate(language, scored)
    if own is None:
        key = "meaning_other_higher" if metric.higher_is_better else "meaning_other"
        name = full_name(language, scored.measured)
        return say(language, key, name=name, score=write(scored.measured.value))
    # A score with other rates beside it.
    result = scored.result
    errors = {
        f"{of}errors": sum(result.get(f"{of}{count.key}", 0) for count in ERRORS)
        for of in ("", "reading_", "punctuation_")
    }
    added, right = (result.get(f"punctuation_{count}", 0) for count in ("insertions", "hits"))
    marks = errors["punctuation_errors"] - added + right
    said = {"units": say(language, scored.measured.unit), "punctuation_length": marks}
    return own.format(**{**errors, **result, **said})


def _rate(language: Language, scored: Scored) -> str:
    unit = scored.measured.unit
    said = {"unit": say(language, unit[:-1]), "units": say(language, unit)}
    errors = {count.key: int(scored.result[count.key]) for count in ERRORS}
    wrong, length = sum(errors.values()), int(scored.result["reference_length"])
    if not length:
        return say(language, "references_empty" if wrong else "both_empty", wrong=wrong, **said)
    if not wrong:
        return say(language, "one_right" if length == 1 else "all_right", base=length, **said)
    base = _base(wrong, length)
    shares = _apportioned(errors, base, length)
    key = f"{'wrong' if wrong <= length else 'errors'}_{'exactly' if base == length else 'about'}"
    if wrong == 1 and base == length:
        key = "one_wrong" if length == 1 else "wrong_one"
    parts = _parts(language, shares)
    sentence = say(language, key, wrong=sum(shares.values()), base=base, parts=parts, **said)
    return (
        sentence if wrong <= length else _joined(language, sentence, say(language, "over", **said))
    )


def _joined(language: Language, *sentences: str) -> str:
    return say(language, "sentence_join").join(sentences)


def _parts(language: Language, numbers: Mapping[str, int]) -> str:
    parts = [say(language, key, number=f"{number:,}") for key, number in numbers.items() if number]
    return say(language, "parts_join").join(parts)


def _base(wrong: int, length: int) -> int:
    """Return the number of tokens that errors are stated per: 100, or more if errors are rare.

    >>> _base(240, 1000), _base(5, 10_000), _base(1, 3)
    (100, 10000, 3)
    """
    base = 100
    while 100 * wrong * base < 200 * length and base < length:
        base *= 10
    return length if length <= max(_EXACT, base) else base


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


def _similarity(language: Language, scored: Scored) -> str:
    scores = scored.measured.run.sample_scores()
    share, samples = _whole_percent(scored.measured.value), len(scores)
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


def certainty(language: Language, scored: Scored) -> str:
    """Return the certainty of the score in one or two sentences."""
    kind, number = scored.units
    if scored.interval is None:
        enough = say(language, f"comparing_unit_{kind}", number=MIN_UNITS)
        return say(language, "interval_none", number=number, enough=enough)
    low, high = scored.interval
    if low == high:
        return say(language, "interval_point")
    write = scored.systems.label.write
    sentence = say(language, "interval", low=write(low), high=write(high))
    if not scored.systems.too_few:
        return sentence
    units = say(language, f"comparing_unit_{kind}", number=number)
    return _joined(language, sentence, say(language, "interval_few", units=units))
