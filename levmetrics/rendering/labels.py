"""Names, number formats and colours of results, for every place that shows them."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from levmetrics.registry import json_in

if TYPE_CHECKING:
    from levmetrics.errors import Language

# Okabe and Ito's palette, whose colours the colour-blind can distinguish.
PALETTE = {
    "orange": "#e69f00",
    "green": "#009e73",
    "blue": "#0072b2",
    "vermillion": "#d55e00",
    "purple": "#cc79a7",
}


class Name(NamedTuple):
    """A name: a short one for headings, and the full one."""

    short: str
    full: str


class Count(NamedTuple):
    """One of the counts of an error rate.

    Attributes:
        key: its name in results.
        heading: the heading of its column in a table.
        participle: the participle that describes the counted tokens.
        letter: the letter that marks such a token in an alignment; a hit has none.
        colour: the colour of such a token.

    """

    key: str
    heading: str
    participle: str
    letter: str
    colour: str


SUBSTITUTIONS = Count("substitutions", "subst.", "replaced", "S", PALETTE["orange"])
DELETIONS = Count("deletions", "del.", "missing", "D", PALETTE["vermillion"])
INSERTIONS = Count("insertions", "ins.", "added", "I", PALETTE["blue"])
HITS = Count("hits", "hits", "right", "", PALETTE["green"])
MERGES = Count("merges", "merges", "merged", "=", PALETTE["green"])  # in alignments; they are hits
ERRORS = (SUBSTITUTIONS, DELETIONS, INSERTIONS)
COUNTS = (*ERRORS, HITS)  # in the order of ErrorCounts


# In the order of significance.paired_tests.TESTS.
TESTS = {
    "mapsswe": Name("MAPSSWE", "MAPSSWE (matched pairs)"),
    "sign": Name("sign", "Sign test"),
    "wilcoxon": Name("Wilcoxon", "Wilcoxon"),
    "mcnemar": Name("McNemar", "McNemar"),
    "approximate_randomization": Name("approx.", "Approximate randomization"),
}


_NOTHING = "–"  # in place of a missing number


def decimal(value: float) -> str:
    """Return a number with four decimal places, as distances are written; a dash for NaN.

    >>> decimal(0.45)
    '0.4500'
    """
    return _NOTHING if math.isnan(value) else f"{value:.4f}"


def percent(share: float, places: int = 2) -> str:
    """Return a share as a percentage, as rates and similarities are written; a dash for NaN.

    >>> percent(0.0497), percent(0.998, 1), percent(math.nan)
    ('4.97 %', '99.8 %', '–')
    """
    return _NOTHING if math.isnan(share) else f"{100 * share:.{places}f} %"


def p_value(p: float) -> str:
    """Return a p-value as text.

    >>> p_value(0.0004), p_value(0.25)
    ('< 0.001', '0.250')
    """
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def interval(ends: Sequence[float], write: Callable[[float], str] = decimal) -> str:
    """Return an interval as text, with ``write`` for its ends.

    >>> interval([0.05, 0.075], percent)
    '5.00 % to 7.50 %'
    """
    low, high = ends
    return f"{write(low)} to {write(high)}"


def interval_heading(confidence_level: float) -> str:
    """Return the heading of an interval.

    >>> interval_heading(0.95)
    '95 % interval'
    """
    return f"{100 * confidence_level:g} % interval"


def better(higher_is_better: bool) -> str:
    """Return in words whether higher or lower scores are better.

    >>> better(False)
    'lower is better'
    """
    return f"{'higher' if higher_is_better else 'lower'} is better"


class Label(NamedTuple):
    """How a metric's score is named and written, as is usual in its field.

    Attributes:
        name: the short and the full name.
        write: formats its values: shares and rates as percentages, others as decimals.
        sizes: the counts of a result that a table shows first, with their headings: lengths, hits.
        errors: the counts of errors that it shows next, with their headings.
        others: the other rates of a result that a table shows after the score.
        names_unit: whether the name is that of the unit in which tokens are counted, so that
            another tokenizer changes it.
        marks: the counts that the page shows in large type, by key: ``"hit"``, ``"substitution"``,
            ``"deletion"`` or ``"insertion"``, whose colour each has.

    """

    name: Name
    write: Callable[[float], str] = decimal
    sizes: Mapping[str, str] = MappingProxyType({})
    errors: Mapping[str, str] = MappingProxyType({})
    others: Mapping[str, Name] = MappingProxyType({})
    names_unit: bool = False
    marks: Mapping[str, str] = MappingProxyType({})

    @property
    def is_percentage(self) -> bool:
        """Whether its values are written as percentages."""
        return self.write is percent

    @property
    def counts(self) -> Mapping[str, str]:
        """The counts of a result with their headings, in the order of a table."""
        return {**self.sizes, **self.errors}


Labels: TypeAlias = "Mapping[str, Label]"
"""The labels of a metric's configs, by the keys of their scores."""

Words: TypeAlias = "Mapping[str, Mapping[Language, str]]"
"""What is said by key, in each language."""


def words_beside(kind: type) -> Words:
    """Return what the page says of a metric: the files ``words.json`` beside its class and bases.

    The keys are the full name of a config for its title; ``short_`` and ``full_`` with the key of a
    score or rate, for its names; ``meaning_`` with the key of the main score, for a sentence with
    numbers of the result; and the key of a count of errors. Those of the class come first. A key
    with a star stands for one with each of the names that the key ``*`` lists.

    >>> from levmetrics.core.score_metric import SimilarityMetric
    >>> words_beside(SimilarityMetric)["full_anls"]["en"]
    'Average normalized Levenshtein similarity'

    """
    return _beside(kind, "words.json")


@cache
def labels_beside(kind: type) -> Labels:
    """Return the labels in the files ``labels.json`` beside a class and its bases, its own first.

    They are written as the attributes of :class:`Label`, names as a short and a full one;
    ``of_tokens`` stands for the counts and the format of an error rate whose edits of tokens are
    counted by kind.

    >>> from levmetrics.error_rates.error_rate_metric import ErrorRateMetric
    >>> [*labels_beside(ErrorRateMetric)["wer"].counts.values()]
    ['tokens', 'hits', 'subst.', 'del.', 'ins.']

    """
    return {key: _label(**given) for key, given in _beside(kind, "labels.json").items()}


def _label(
    *,
    name: Sequence[str],
    write: str = "decimal",
    others: Mapping[str, Sequence[str]] = MappingProxyType({}),
    of_tokens: bool = False,
    **given: Any,
) -> Label:
    if of_tokens:
        write = "percent"
        given["sizes"] = {"reference_length": "tokens", HITS.key: HITS.heading}
        given["errors"] = {count.key: count.heading for count in ERRORS}
        if not others:
            given["marks"] = {count.key: count.key[:-1] for count in (HITS, *ERRORS)}
    writes = percent if write == "percent" else decimal
    names = {key: Name(*each) for key, each in others.items()}
    return Label(Name(*name), writes, others=names, **given)


def _beside(kind: type, name: str) -> dict[str, Any]:
    """Return the content of the files of this name beside a class and its bases, its own first."""
    packages = dict.fromkeys(_package_of(each) for each in reversed(kind.__mro__))
    return {key: said for package in packages for key, said in _entries(package, name).items()}


@cache
def _entries(package: str, name: str) -> Mapping[str, Any]:
    """Return the content of a package's file, with each star replaced by the names for it.

    >>> _entries("levmetrics.rouge", "labels.json")["rouge7"]["name"]
    ['ROUGE-7', 'ROUGE-7, F-measure']
    """
    content = dict(json_in(package, name))
    names = content.pop("*", ())
    starred = {key: json.dumps(content.pop(key)) for key in [*content] if "*" in key}
    found = {
        key.replace("*", each): json.loads(said.replace("*", each))
        for key, said in starred.items()
        for each in names
    }
    return {**found, **content}


def _package_of(kind: type) -> str:
    """Return the package of a class; empty for a class of a script."""
    return getattr(sys.modules.get(kind.__module__), "__package__", None) or ""


def english(package: str) -> Mapping[str, str]:
    """Return the English words of a package's file ``words.json``."""
    return {key: said["en"] for key, said in _entries(package, "words.json").items()}


def label_of_key(key: str) -> Label:
    """Return the label of a metric that has none, made from the key of its score.

    >>> label_of_key("exact_match").name
    Name(short='exact match', full='Exact match')
    """
    words = key.replace("_", " ")
    return Label(Name(words, words[:1].upper() + words[1:]))
