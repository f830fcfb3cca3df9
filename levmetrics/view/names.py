"""The names of a score, its counts and its interval, in the unit that is counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from levmetrics.core.metric import Metric
from levmetrics.rendering.labels import Name
from levmetrics.rendering.table import NumberCell
from levmetrics.view.language import Language, say, words_of


def short_name(metric: Metric[Any]) -> str:
    """Return the abbreviation of a score, by the counted unit."""
    said = words_of(metric, "en") if metric.label.names_unit else {}
    return said.get(f"short_{metric.unit}", metric.label.name.short)


def full_name(language: Language, metric: Metric[Any]) -> str:
    """Return the name of a score with the counted unit."""
    said = words_of(metric, language) if metric.label.names_unit else {}
    if (key := f"rate_of_{metric.unit}") not in said:
        return rate_name(language, metric, metric.key, metric.label.name).full
    name = metric.tokenizer_name
    return said[key].format(how=said.get(f"how_{name}", said["how_tokenizer"]).format(name=name))


def rate_name(language: Language, metric: Metric[Any], key: str, name: Name) -> Name:
    """Return the name of a score or rate in a language; in English if the metric has no other.

    Args:
        language: the language.
        metric: the metric.
        key: its key in results.
        name: its name in English.

    """
    said = words_of(metric, language)
    return Name(said.get(f"short_{key}", name.short), said.get(f"full_{key}", name.full))


def counted(language: Language, metric: Metric[Any], key: str, number: float) -> str:
    """Return a count of a metric as text, such as "3 missing"."""
    said = words_of(metric, language).get(key)
    if said is None:
        return f"{metric.label.counts.get(key, key)}: {number:,}"
    return said.format(number=f"{number:,}")


def level_of(resampling: Mapping[str, Any]) -> str:
    """Return a confidence level in percent, without the sign.

    >>> level_of({"confidence_level": 0.95})
    '95'
    """
    return f"{100 * resampling['confidence_level']:g}"


def interval_heading(language: Language, resampling: Mapping[str, Any]) -> str:
    """Return the heading of intervals, by the options of their resampling.

    >>> interval_heading("en", {"confidence_level": 0.95})
    '95 % interval'
    """
    return say(language, "comparing_interval", level=level_of(resampling))


def interval_cell(
    language: Language, ends: Sequence[float], write: Callable[[float], str]
) -> NumberCell:
    """Return the cell of an interval, which sorts by its lower end."""
    low, high = ends
    return NumberCell(say(language, "comparing_range", low=write(low), high=write(high)), low)
