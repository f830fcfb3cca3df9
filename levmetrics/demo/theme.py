"""How the page looks: Gradio's theme and our own style, both of the same colours."""

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


def css() -> str:
    """Return the page's own style sheet."""
    return render("page/style.css.j2", light=LIGHT._asdict(), dark=DARK._asdict())


def theme() -> Base:
    """Return a theme of our colours, with the visitor's own fonts."""
    return Base(font=_FONTS, font_mono=_MONO_FONTS).set(
        block_info_text_color="*neutral_600",
        block_info_text_color_dark="*neutral_300",
        button_primary_background_fill="*primary_700",
        button_primary_background_fill_hover="*primary_800",
    )
