"""Whether the first row of a table holds column names, where it does not say so itself.

A name of a column that is read as a sample would be counted as a wrong word.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from statistics import median

from rapidfuzz.distance import Levenshtein

from levmetrics.formats.headings import is_heading

ROWS_FOR_HEADING = 50
_MIN_ROWS = 3  # below it
# A name has letters, few words and no end of a sentence.
_NAME = re.compile(r"(?=.*[^\W\d_])[^\s.,!?。、！？]+(?:\s[^\s.,!?。、！？]+){0,2}")
_MAX_CHARACTERS = 30
_MIN_COLUMNS_OF_TEXTS = 2
_TIMES_LONGER = 2  # texts than the names above them
_MAX_ALIKE = 0.5  # both sides of a sample are mostly more alike, two names less


def has_heading(rows: Sequence[Sequence[str]]) -> bool:
    """Tell whether the first of some rows holds column names.

    It does if one is a usual name. It also does if all look like names, unlike one another, above
    two columns or more of texts that are much longer.

    Args:
        rows: the first of a table.

    >>> texts = [["the cat sat on the mat", "the cat sat on a mat"]] * 3
    >>> has_heading([["before", "after"], *texts]), has_heading([["yes sir", "yes sir"], *texts])
    (True, False)

    """
    if not rows:
        return False
    first, *others = rows
    if is_heading(first):
        return True
    complete = [row for row in others if len(row) == len(first)]
    if len(complete) < _MIN_ROWS or not _look_like_names(first):
        return False
    lengths = [median(map(len, cells)) for cells in zip(*complete, strict=True)]
    above_texts = [
        name
        for name, length in zip(first, lengths, strict=True)
        if length >= _TIMES_LONGER * len(name)
    ]
    return len(above_texts) >= _MIN_COLUMNS_OF_TEXTS and _are_unlike(above_texts)


def _look_like_names(cells: Sequence[str]) -> bool:
    names = [cell.strip() for cell in cells]
    return len({*names}) == len(names) and all(
        len(name) <= _MAX_CHARACTERS and _NAME.fullmatch(name) for name in names
    )


def _are_unlike(names: Sequence[str]) -> bool:
    """Tell whether no name is like another one, as both sides of a sample are."""
    return all(
        Levenshtein.normalized_similarity(name, other) < _MAX_ALIKE
        for number, name in enumerate(names)
        for other in names[:number]
    )
