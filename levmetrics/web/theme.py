"""The look of the page: our style sheet, and the parts of Gradio's theme outside its reach."""

from __future__ import annotations

from gradio.themes import Base
from jinja2 import FileSystemLoader, FunctionLoader

from levmetrics.rendering.colours import DARK, LIGHT
from levmetrics.rendering.html import render
from levmetrics.web.internals import STATIC_TEMPLATE_LIB, templates

STALE_OPACITY = 0.9  # opacity of a result whose inputs have changed; its text stays legible


def head() -> str:
    """Return the HTML for the page's head: our style sheet, and the colour of a phone's frame."""
    return render("page/head.html.j2", light=LIGHT, dark=DARK, stale_opacity=STALE_OPACITY)


def start_head() -> None:
    """Insert our script at the start of the head of Gradio's page, before its own scripts."""
    files = FileSystemLoader(STATIC_TEMPLATE_LIB)
    start = f"<head>{{% raw %}}{render('page/start_of_head.html.j2')}{{% endraw %}}"

    def source(name: str) -> str:
        return files.get_source(templates.env, name)[0].replace("<head>", start, 1)

    templates.env.loader = FunctionLoader(source)


def theme() -> Base:
    """Return a theme without web fonts; the style sheet sets the look."""
    return Base(font="system-ui", font_mono="ui-monospace")
