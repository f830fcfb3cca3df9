"""Results as HTML: the values that the page's templates are filled in with."""

from __future__ import annotations

from collections.abc import Sequence

from levmetrics.demo.language import Language, say
from levmetrics.rendering.html import render
from levmetrics.version import __version__


def title(language: Language) -> str:
    """Draw the page's head: its name, what it is for, its version and where else to go."""
    return render(
        "page/title.html.j2",
        purpose=say(language, "purpose"),
        version=say(language, "version", version=__version__),
        links=[("?view=api", say(language, "for_programs"))],
    )


def refusal(message: str) -> str:
    """Draw the message of an error."""
    return render("page/refusal.html.j2", message=message)


def notes(sentences: Sequence[str]) -> str:
    """Draw sentences on the uploaded files; an empty string if there are none."""
    return render("page/notes.html.j2", sentences=sentences) if sentences else ""
