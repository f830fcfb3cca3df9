"""The page's languages: labels, which the browser chooses, and sentences, which handlers say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

import gradio as gr

from levmetrics.errors import Language as Language
from levmetrics.web.wording import (
    choices,
    comparing,
    inside,
    labels,
    readiness,
    reading,
    results,
    title,
    why,
)
from levmetrics.web.wording.wording import Wording

LANGUAGES: tuple[Language, ...] = get_args(Language)


def _joined(parts: Iterable[Wording]) -> Wording:
    """Return all parts as one.

    Raises:
        KeyError: if two of them have the same key.

    """
    wording: Wording = {}
    for part in parts:
        twice = wording.keys() & part.keys()
        if twice:
            raise KeyError(f"in two parts of the wording: {sorted(twice)}")
        wording |= part
    return wording


WORDING = _joined(
    [
        labels.WORDING,
        choices.WORDING,
        reading.WORDING,
        readiness.WORDING,
        results.WORDING,
        title.WORDING,
        comparing.WORDING,
        inside.WORDING,
        why.WORDING,
    ]
)
I18N = gr.I18n(
    **{
        language: {key: sentences[number] for key, sentences in WORDING.items()}
        for number, language in enumerate(LANGUAGES)
    }
)


def label(key: str) -> str:
    """Return a sentence without values by its key, which the browser translates."""
    if key not in WORDING:
        raise KeyError(key)
    return I18N(key)  # type: ignore[return-value]  # components take it for a string


def label_or(key: str, unknown: str) -> str:
    """Return a sentence by its key, or for a key that there is not, what was registered by others.

    >>> label_or("tokenizer_mine", "mine")
    'mine'
    """
    return label(key) if key in WORDING else unknown


def say(language: Language, key: str, /, **values: object) -> str:
    """Return a sentence in a language.

    Args:
        language: the visitor's.
        key: of the sentence.
        **values: that stand in it.

    >>> say("en", "run_score"), say("ja", "run_score")
    ('Score', '採点する')
    """
    return WORDING[key][LANGUAGES.index(language)].format(**values)
