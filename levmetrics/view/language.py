"""The words of a view, in each language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, get_args

from levmetrics.core.metric import Metric
from levmetrics.errors import Language as Language
from levmetrics.registry import json_in
from levmetrics.rendering.labels import words_beside
from levmetrics.rendering.worded_tables import translations

LANGUAGES: tuple[Language, ...] = get_args(Language)

WORDING: Mapping[str, Mapping[Language, str]] = {
    key: said
    for package in ("alignment", "rendering", "view")
    for key, said in json_in(f"levmetrics.{package}", "words.json").items()
}
"""The sentences of alignments, tables and views in both languages, by key."""


@cache
def _words(language: Language) -> Mapping[str, str]:
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
    return {key: said for key, said in _words(language).items() if key.startswith(of_script)}


def words_of(metric: Metric[Any], language: Language) -> Mapping[str, str]:
    """Return the sentences of a view in a language, with those that a metric brings."""
    own = {key: said.get(language, said["en"]) for key, said in words_beside(type(metric)).items()}
    return {**_words(language), **own}


def worded(language: Language) -> Callable[[str], str]:
    """Return what translates a heading, a caption or an outcome of ours; other texts stay.

    >>> worded("ja")("reference"), worded("ja")("my own")
    ('正解', 'my own')
    """
    known = translations(_words(language))
    return lambda text: known.get(text, text)


def listed(language: Language, names: Sequence[str]) -> str:
    """Return names as a list within a sentence.

    >>> listed("en", ["A", "B", "C"]), listed("ja", ["A", "B"])
    ('A, B and C', 'AとB')
    """
    if language == "ja":
        return "と".join(names)
    *before, last = names
    return f"{', '.join(before)} and {last}" if before else last
