"""How the page looks: our style sheet, and what of Gradio's theme a style sheet cannot say."""

from __future__ import annotations

from gradio.themes import Base

from levmetrics.rendering.colours import DARK, LIGHT
from levmetrics.rendering.html import render

STALE_OPACITY = 0.9  # of a result whose inputs have changed; its text stays legible


def head() -> str:
    """Return what stands in the page's head: our style sheet, and the colour of a phone's frame."""
    return render("page/head.html.j2", light=LIGHT, dark=DARK, stale_opacity=STALE_OPACITY)


def theme() -> Base:
    """Return a theme that sends no fonts; what it looks like is in the style sheet."""
    return Base(font="system-ui", font_mono="ui-monospace")
