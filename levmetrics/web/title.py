"""The page's head."""

from __future__ import annotations

from levmetrics.rendering.html import render
from levmetrics.version import __version__
from levmetrics.web.language import Language, say
from levmetrics.web.programs import PATH


def title(language: Language) -> str:
    """Draw the page's head: its name, what it is for, its version and where else to go."""
    return render(
        "page/title.html.j2",
        purpose=say(language, "purpose"),
        version=say(language, "version", version=__version__),
        links=[(f"{PATH[1:]}?language={language}", say(language, "for_programs"))],
    )
