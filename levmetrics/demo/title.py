"""The page's head."""

from __future__ import annotations

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
