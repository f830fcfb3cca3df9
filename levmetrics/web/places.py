"""The two places that texts are given at, of which only the open one counts."""

from __future__ import annotations

import gradio as gr

PASTE, UPLOAD = "paste", "upload"


def place_of(paste: gr.Tab, upload: gr.Tab) -> gr.Textbox:
    """Make the invisible component that holds which of two tabs is open.

    Args:
        paste: open at first.
        upload: the other one.

    """
    place = gr.Textbox(PASTE, visible=False)
    for tab, name in ((paste, PASTE), (upload, UPLOAD)):
        tab.select(None, None, place, js=f"() => '{name}'", api_visibility="private")
    return place
