"""Numbers that are in figures already."""

from __future__ import annotations

import regex

_GROUPED = regex.compile(r"(?<![0-9][.,]?)[1-9][0-9]{0,2}(?:,[0-9]{3})+(?![0-9]|,[0-9])")
_WIDE = regex.compile("(?<=[０-９])[，．](?=[０-９])")
_USUAL = str.maketrans("０１２３４５６７８９％，．", "0123456789%,.")
_WIDE_FIGURES = regex.compile("[０-９％]+")


def ungrouped(text: str) -> str:
    """Return the text without the commas between groups of three figures.

    >>> ungrouped("1,200 and 1,20 and 12,345.6")
    '1200 and 1,20 and 12345.6'

    """
    return _GROUPED.sub(lambda found: found[0].replace(",", ""), text)


def of_usual_width(text: str) -> str:
    """Return the text with full-width figures and percent signs as plain ones, and commas within.

    >>> of_usual_width("１，２００円、５０％，")
    '1,200円、50%，'

    """
    for pattern in (_WIDE, _WIDE_FIGURES):
        text = pattern.sub(lambda found: found[0].translate(_USUAL), text)
    return text
