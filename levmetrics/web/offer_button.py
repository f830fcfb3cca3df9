"""The button that offers a metric for texts or files which the chosen one compares as texts."""

from __future__ import annotations

from collections.abc import Sequence

import gradio as gr

from levmetrics.web.language import Language, say
from levmetrics.web.reading.offers import Offer


def offer_button(language: Language, offers: Sequence[Offer]) -> tuple[gr.Button, Offer]:
    """Return the button's words, hidden unless all texts have one offer, and the offered metric.

    Args:
        language: the visitor's language.
        offers: the offer of each text or file.

    >>> offer_button("en", ["meeting:cp", "meeting:cp"])[1]
    'meeting:cp'
    >>> offer_button("en", ["meeting:cp", ""])[1]
    ''

    """
    metric = offers[0] if len({*offers}) == 1 else ""
    if not metric:
        return gr.Button(visible=False), ""
    return gr.Button(say(language, f"offer_{metric}"), visible=True), metric
