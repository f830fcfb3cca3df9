"""How the page looks: our style sheet, and what of Gradio's theme a style sheet cannot say."""

from __future__ import annotations

from gradio.themes import Base

from levmetrics.rendering.colours import DARK, LIGHT
from levmetrics.rendering.html import render

_FONTS = [
    "system-ui",
    "Hiragino Sans",
    "Yu Gothic UI",
    "Noto Sans JP",
    "Noto Sans CJK JP",
    "sans-serif",
]
_MONO_FONTS = ["ui-monospace", "Noto Sans Mono CJK JP", "monospace"]

STALE_OPACITY = 0.9  # of a result whose inputs have changed; its text stays legible


def head() -> str:
    """Return what stands in the page's head: our style sheet, and the colour of a phone's frame."""
    return render("page/head.html.j2", light=LIGHT, dark=DARK, stale_opacity=STALE_OPACITY)


def theme() -> Base:
    """Return Gradio's theme with the visitor's own fonts, of which Gradio would send others."""
    return Base(font=_FONTS, font_mono=_MONO_FONTS)
