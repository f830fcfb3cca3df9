"""The words of a view, in each language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, get_args

from levmetrics.core.metric import Metric
from levmetrics.errors import Language as Language
from levmetrics.registry import json_in
from levmetrics.rendering.labels import words_beside

LANGUAGES: tuple[Language, ...] = get_args(Language)

WORDING: Mapping[str, Mapping[Language, str]] = {
    key: said
    for package in ("alignment", "rendering", "view")
    for key, said in json_in(f"levmetrics.{package}", "words.json").items()
}
"""The sentences of alignments, tables and views in both languages, by key."""


@cache
def words_in(language: Language) -> Mapping[str, str]:
    """Return all sentences in a language, by key."""
    return {key: said[language] for key, said in WORDING.items()}


def say(language: Language, key: str, /, **values: object) -> str:
    """Return a sentence of a view in a language.

    Args:
        language: the language.
        key: the key of the sentence in ``words.json``.
        **values: the values of its placeholders.

    >>> say("en", "sample_count", number="8"), say("ja", "sample_count", number="8")
    ('8 samples', '8件')
    """
    return WORDING[key][language].format(**values)


def script_words(language: Language) -> Mapping[str, str]:
    """Return the words of the script that draws the samples, in a language."""
    of_script = ("explorer_", "column_", "letter_", "csv", "samples_caption")
    return {key: said for key, said in words_in(language).items() if key.startswith(of_script)}


def words_of(metric: Metric[Any], language: Language) -> Mapping[str, str]:
    """Return the sentences of a view in a language, with those that a metric brings."""
    own = {key: said.get(language, said["en"]) for key, said in words_beside(type(metric)).items()}
    return {**words_in(language), **own}


def listed(language: Language, names: Sequence[str]) -> str:
    """Return names as a list within a sentence.

    >>> listed("en", ["A", "B", "C"]), listed("ja", ["A", "B"])
    ('A, B and C', 'AとB')
    """
    if language == "ja":
        return "と".join(names)
    *before, last = names
    return f"{', '.join(before)} and {last}" if before else last
