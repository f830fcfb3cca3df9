"""The page's languages: labels chosen by the browser, and sentences formatted by handlers."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import gradio as gr

from levmetrics.core.names import all_configs
from levmetrics.rendering.labels import words_beside
from levmetrics.view.language import LANGUAGES as LANGUAGES
from levmetrics.view.language import WORDING as VIEW
from levmetrics.view.language import Language as Language

_SAID = ("label", "info", "value", "placeholder", "choices")
_MARK = "__i18n__"  # prefix of a translation's placeholder where Gradio needs a string
WORDING_BY_PART: dict[str, Mapping[str, Mapping[Language, str]]] = {
    **json.loads(Path(__file__).with_name("wording.json").read_text("utf-8")),
    "view": VIEW,
}
"""Sentences in both languages by part and key; values are placeholders such as ``{name}``."""

_TITLES = {
    name: said
    for name, config in all_configs().items()
    if (said := words_beside(config.kind).get(name)) is not None
}
WORDING = {key: said for part in WORDING_BY_PART.values() for key, said in part.items()} | {
    name: {language: said.get(language, said["en"]) for language in LANGUAGES}
    for name, said in _TITLES.items()
}
"""The same sentences by key only, and the titles of metrics by their names."""

WORDS = {language: {key: said[language] for key, said in WORDING.items()} for language in LANGUAGES}
"""The sentences of each language by their keys."""


I18N = gr.I18n(**WORDS)


def label(key: str) -> str:
    """Return a sentence without values by its key; the browser translates it."""
    if key not in WORDING:
        raise KeyError(key)
    return I18N(key)  # type: ignore[return-value]  # components take it for a string


def label_or(key: str, unknown: str) -> str:
    """Return a sentence by its key, or for an unknown key the text that others registered.

    >>> label_or("tokenizer_mine", "mine")
    'mine'
    """
    return label(key) if key in WORDING else unknown


def relabelled(page: gr.Blocks) -> tuple[list[Any], Callable[[Language], list[Any]]]:
    """Return the components with words chosen by the browser, and the updates of their language.

    Args:
        page: the page, with all components laid out.

    """
    labels = {block: found for block in page.blocks.values() if (found := _labels_of(block))}

    def changed(language: Language) -> list[Any]:
        return [
            gr.update(**{name: _translated(value, language) for name, value in found.items()})
            for found in labels.values()
        ]

    return [*labels], changed


def _labels_of(component: Any) -> dict[str, Any]:
    """Return the properties of a component whose words the browser translates."""
    if {"lev-reason", "lev-settings"}.intersection(getattr(component, "elem_classes", None) or []):
        return {}  # updated by the elements that it is about
    found = {name: getattr(component, name, None) for name in _SAID}
    return {name: value for name, value in found.items() if _translated(value, "en") != value}


def _translated(value: Any, language: Language) -> Any:
    if isinstance(value, (list, tuple)):
        return type(value)(_translated(each, language) for each in value)
    written = str(value)  # the label's placeholder
    if not written.startswith(_MARK):
        return value
    return say(language, json.loads(written.removeprefix(_MARK))["key"])


def say(language: Language, key: str, /, **values: object) -> str:
    """Return a sentence in a language.

    Args:
        language: the visitor's language.
        key: the key of the sentence.
        **values: the values of its placeholders.

    >>> say("en", "run_score"), say("ja", "run_score")
    ('Score', '採点する')
    """
    return WORDING[key][language].format(**values)
