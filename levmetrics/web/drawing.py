"""Results as HTML: the values that the page's templates are filled in with."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from levmetrics.rendering.html import render
from levmetrics.web.language import Language, say

_REFUSALS = count(1)


def refusal(message: str, language: Language = "en") -> str:
    """Draw the message of an error, which stays until the visitor closes it.

    Args:
        message: what it says.
        language: the visitor's.

    """
    close = say(language, "close")
    return render("page/refusal.html.j2", message=message, close=close, number=next(_REFUSALS))


def notes(sentences: Sequence[str]) -> str:
    """Draw sentences on the uploaded files; an empty string if there are none."""
    return render("page/notes.html.j2", sentences=sentences) if sentences else ""
