"""The options for reading page files."""

from __future__ import annotations

import re
from dataclasses import dataclass

from levmetrics.errors import InputError, unknown_name

LEVELS = ("page", "region", "line")
TEXT_LEVELS = ("region", "line", "word")
HYPHENS = ("join", "keep")


@dataclass(frozen=True)
class PageOptions:
    """Options for reading page files.

    Args:
        level: the unit of a sample: ``"page"``, ``"region"`` or ``"line"``.
        text_from: the level of the texts read from PAGE XML: ``"region"``, ``"line"`` or
            ``"word"``; ``None``: the text of a region, or if it has none those of its lines, or
            else of its words.
        hyphens: the form of words that the format marks as broken at a line end: ``"join"`` puts
            the whole word into the first of the two lines; ``"keep"`` leaves it as printed.
        pair: a regular expression searched in the path of each file of a folder. Files of the two
            folders whose first groups (or matches, without a group) are equal are the same page.

    Raises:
        InputError: for an unknown value or an invalid regular expression.

    """

    level: str = "page"
    text_from: str | None = None
    hyphens: str = "join"
    pair: str | None = None

    def __post_init__(self) -> None:
        try:
            re.compile(self.pair or "")
        except re.error as error:
            raise InputError("pages.pattern", pattern=self.pair, why=error) from None
        for name, known in (("level", LEVELS), ("text_from", TEXT_LEVELS), ("hyphens", HYPHENS)):
            value = getattr(self, name)
            if value is not None and value not in known:
                raise unknown_name(known, value, name)

    def __str__(self) -> str:
        """Return the options that affect the scored texts, for the signature.

        >>> str(PageOptions("line", hyphens="keep"))
        'level=line+text=highest+hyphens=keep'
        """
        return f"level={self.level}+text={self.text_from or 'highest'}+hyphens={self.hyphens}"
