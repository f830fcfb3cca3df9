"""Results as HTML: the values that the page's templates are filled in with."""

from __future__ import annotations

from collections.abc import Sequence

from levmetrics.rendering.html import render


def refusal(message: str) -> str:
    """Draw the message of an error."""
    return render("page/refusal.html.j2", message=message)


def notes(sentences: Sequence[str]) -> str:
    """Draw sentences on the uploaded files; an empty string if there are none."""
    return render("page/notes.html.j2", sentences=sentences) if sentences else ""
