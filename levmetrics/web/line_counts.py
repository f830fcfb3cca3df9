"""What is wrong where one side has more lines than the other: a sentence that says where."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cpdist

from levmetrics.arrays import FloatArray
from levmetrics.formats.kinds.lines import SEPARATOR
from levmetrics.web.language import Language, say

_MAX_CHARACTERS = 200  # of a line, enough to tell whether two lines are of one sample
# How alike shifted lines must be on average, and how much more than lines that are not.
_MIN_SIMILARITY, _MIN_GAIN = 0.5, 0.1


def line_count_mismatch(
    language: Language,
    name: str,
    predictions: Sequence[str],
    references: Sequence[str | list[str]],
) -> str:
    """Say that a system has another number of lines than the references, and where it may be.

    Args:
        language: the visitor's.
        name: of the system.
        predictions: of the system.
        references: one a sample, or a list for each.

    Returns:
        Sentences; empty if both have the same number of lines.

    >>> line_count_mismatch("en", "B", ["a", ""], ["a"])
    'B has 2 lines, the references 1 line. The last line of B is empty.'

    """
    if len(predictions) == len(references):
        return ""
    counts = say(
        language,
        "comparing_line_counts",
        name=name,
        lines=lines_in_words(language, len(predictions)),
        references=lines_in_words(language, len(references)),
    )
    texts = [text if isinstance(text, str) else SEPARATOR.join(text) for text in references]
    where = _where(language, name, predictions, texts)
    if not where:
        return counts
    return counts + (" " if language == "en" else "") + where


def lines_in_words(language: Language, number: int) -> str:
    """Return a number of lines in words.

    >>> lines_in_words("en", 1), lines_in_words("en", 2000)
    ('1 line', '2,000 lines')
    """
    if number == 1:
        return say(language, "comparing_one_line")
    return say(language, "comparing_lines", number=number)


def _where(
    language: Language, name: str, predictions: Sequence[str], references: Sequence[str]
) -> str:
    """Say at which line the sides part, if it can be told; else an empty string."""
    missing = len(references) - len(predictions)
    longer, side = (
        (references, say(language, "comparing_the_references"))
        if missing > 0
        else (predictions, name)
    )
    if not longer[-1].strip():
        return say(language, "comparing_last_empty", side=side)
    shift = first_shifted_line(predictions, references)
    if shift is None:
        return ""
    key = "comparing_missing_lines" if missing > 0 else "comparing_extra_lines"
    return say(language, key, lines=lines_in_words(language, abs(missing)), line=shift + 1)


def first_shifted_line(predictions: Sequence[str], references: Sequence[str]) -> int | None:
    """Find the line from which on the sides fit, if the difference of their lengths is made up.

    Lines that are missing or too many are taken to be in one place. Up to it, line ``i`` of one
    side fits line ``i`` of the other; from it on, a line as many further down. The place is where
    the sum of the similarities is the highest.

    Args:
        predictions: of one system; clearly more or fewer than the references.
        references: one a sample.

    Returns:
        The line, from 0; ``None`` if no shift makes the lines fit better.

    >>> first_shifted_line(["one", "three", "four"], ["one", "two", "three", "four"])
    1
    >>> first_shifted_line(["one", "two"], ["one", "two", "three"]) is None
    True

    """
    shorter, longer = sorted((predictions, references), key=len)
    missing = len(longer) - len(shorter)
    if not shorter:
        return None
    in_place = _similarities(shorter, longer[: len(shorter)])
    shifted = _similarities(shorter, longer[missing:])
    gains = np.cumsum((shifted - in_place)[::-1])[::-1]  # by a shift from each line on
    line = int(gains.argmax())
    fits = shifted[line:].mean() > _MIN_SIMILARITY
    return line if fits and gains[line] / (len(shorter) - line) > _MIN_GAIN else None


def _similarities(texts: Sequence[str], others: Sequence[str]) -> FloatArray:
    """Return how alike the lines of two sides are; shape ``(lines,)``."""
    sides = ([text[:_MAX_CHARACTERS] for text in side] for side in (texts, others))
    return np.asarray(cpdist(*sides, scorer=Levenshtein.normalized_similarity), np.float64)
