"""Tokens as inert HTML."""

from __future__ import annotations

import html

from levmetrics.rendering.text import visible


def inert(token: str) -> str:
    r"""Return a token as HTML text that can neither be code nor turn the text around it.

    >>> inert("<b>"), inert("\u202e")
    ('<bdi>&lt;b&gt;</bdi>', '<bdi>⟨202E⟩</bdi>')
    """
    return f"<bdi>{html.escape(visible(token))}</bdi>"
