"""The button that offers a metric for texts or files which the chosen one compares as texts."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

import gradio as gr

from levmetrics.web.language import Language, say
from levmetrics.web.reading.offers import Offer

_WORDS = MappingProxyType(
    {
        "meeting:cp": "offer_meeting",
        "meeting:der": "offer_turns",
        "record": "offer_records",
    }
)


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
    return gr.Button(offer_words(language, metric), visible=True), metric


def offer_words(language: Language, metric: Offer) -> str:
    """Return the words of the button that sets an offered metric."""
    return say(language, _WORDS[metric])
