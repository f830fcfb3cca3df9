"""Names, number formats and colours of results, for every place that shows them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

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


SUBSTITUTIONS = Count("substitutions", "subst.", "substituted", "S", PALETTE["orange"])
DELETIONS = Count("deletions", "del.", "deleted", "D", PALETTE["vermillion"])
INSERTIONS = Count("insertions", "ins.", "inserted", "I", PALETTE["blue"])
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

NOT_OF_GROUPS = "left out: MAPSSWE and McNemar, which need independent samples"


_NOTHING = "–"  # in place of a missing number


def decimal(value: float) -> str:
    """Return a number with four decimal places, as similarities are written; a dash for NaN.

    >>> decimal(0.45)
    '0.4500'
    """
    return _NOTHING if math.isnan(value) else f"{value:.4f}"


def percent(share: float, places: int = 2) -> str:
    """Return a share as a percentage, as error rates are written; a dash for NaN.

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


class Score(NamedTuple):
    """A score, with the name and number format that are usual in its field.

    Attributes:
        name: the short and the full name.
        write: formats its values: rates as percentages, similarities as decimals.
        counts: the counts of a result that a table shows before it, with their headings.
        others: the other rates of a result that a table shows after it.

    """

    name: Name
    write: Callable[[float], str]
    counts: Mapping[str, str] = MappingProxyType({})
    others: Mapping[str, Name] = MappingProxyType({})


_SESSIONS = {
    "cp": ("cpWER", "Word error rate of sessions, speaker by speaker"),
    "orc": ("ORC-WER", "Word error rate of sessions, whoever speaks"),
    "mimo": ("MIMO-WER", "Word error rate of sessions, in the order of each speaker"),
    "dicp": ("DI-cpWER", "Word error rate of sessions, whatever speakers were found"),
    "tcp": ("tcpWER", "Word error rate of sessions with times, speaker by speaker"),
    "tcorc": ("tcORC-WER", "Word error rate of sessions with times, whoever speaks"),
    "tcmimo": ("tcMIMO-WER", "Word error rate of sessions with times, in each speaker's order"),
    "ditcp": ("DI-tcpWER", "Word error rate of sessions with times, whatever speakers were found"),
}
_OF_TOKENS = {"reference_length": "tokens", **{c.key: c.heading for c in (HITS, *ERRORS)}}
SCORES = {
    "anls": Score(Name("ANLS", "ANLS"), decimal),
    "record_anls": Score(
        Name("ANLS*", "ANLS* of records by type"),
        decimal,
        {"right": "right", "misread": "misread", "missing": "missing", "extra": "extra"},
        {
            "f1": Name("F1", "F1 of fields"),
            "exact_match": Name("exact", "Records without an error"),
        },
    ),
    "nted_accuracy": Score(
        Name("nTED acc.", "Accuracy by normalized tree edit distance"),
        decimal,
        {"right": "right", "wrong": "wrong"},
        {"field_f1": Name("F1", "F1 of fields")},
    ),
    "docubench_score": Score(Name("DocuBench", "DocuBench's score"), decimal),
    "wer": Score(Name("WER", "Word error rate"), percent, _OF_TOKENS),
    "cer": Score(Name("CER", "Character error rate"), percent, _OF_TOKENS),
    "mixed_error_rate": Score(Name("mixed ER", "Mixed error rate"), percent, _OF_TOKENS),
    "formatted_wer": Score(
        Name("formatted WER", "Error rate of words and marks as written"),
        percent,
        {"reference_length": "words"},
        {
            "wer": Name("WER", "Word error rate"),
            "case_error_rate": Name("case", "Case error rate"),
            "punctuation_error_rate": Name("punct.", "Punctuation error rate"),
        },
    ),
    "reading_cer": Score(
        Name("reading CER", "Character error rate of the readings"),
        percent,
        {"reading_length": "kana", "reference_length": "characters"},
        {"cer": Name("CER", "Character error rate")},
    ),
    "page_cer": Score(
        Name("CER", "Character error rate of pages"),
        percent,
        _OF_TOKENS,
        {
            "order": Name("of it order", "Errors that the best order of blocks does not have"),
            "best_order_cer": Name("the rest", "Character error rate in the best order of blocks"),
        },
    ),
    "bag_wer": Score(
        Name("bag WER", "Least word error rate in whatever order"),
        percent,
        {"reference_length": "words"},
        {
            "precision": Name("prec.", "Precision of words"),
            "recall": Name("recall", "Recall of words"),
            "f1": Name("F1", "F1 of words"),
            "bag_cer": Name("bag CER", "Least character error rate in whatever order"),
        },
    ),
    "flexible_cer": Score(
        Name("flexible CER", "Flexible character error rate"),
        percent,
        {"reference_length": "characters"},
        {"flexible_character_accuracy": Name("FCA", "Flexible character accuracy")},
    ),
    **{
        f"{name}_wer": Score(Name(*names), percent, _OF_TOKENS) for name, names in _SESSIONS.items()
    },
    "der": Score(
        Name("DER", "Diarization error rate"),
        percent,
        {
            "scored": "scored s",
            "missed": "missed s",
            "false_alarm": "false alarm s",
            "confusion": "confusion s",
        },
    ),
    "jer": Score(
        Name("JER", "Jaccard error rate"),
        percent,
        {"speakers": "speakers", "predicted_speakers": "found"},
    ),
    "keyword_wer": Score(
        Name("kw. WER", "Word error rate of keywords"),
        percent,
        {"keywords_in_references": "keywords"},
        {
            "other_wer": Name("other", "Word error rate of other words"),
            "keyword_recall": Name("recall", "Recall of keywords"),
            "keyword_precision": Name("prec.", "Precision of keywords"),
        },
    ),
}
