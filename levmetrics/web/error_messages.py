"""Errors as a visitor or a program sees them: one sentence, which tells nothing of the server."""

from __future__ import annotations

import functools
import logging
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar

import gradio as gr

from levmetrics.errors import InputError
from levmetrics.rendering.text import legible
from levmetrics.web import drawing
from levmetrics.web.language import LANGUAGES, Language, say
from levmetrics.web.wording.errors import (
    KINDS,
    NUMBERED_COLUMN,
    PATTERNS,
    TERMS,
    TRANSLATED_GROUPS,
)

_LOGGER = logging.getLogger(__name__)
_MAX_CHARACTERS = 600  # of a message: it may repeat what was given
_PACKAGE = Path(__file__).parents[2]
P = ParamSpec("P")
R = TypeVar("R")


def with_gradio_errors(function: Callable[P, R]) -> Callable[P, R]:
    """Wrap an endpoint, so that the program that calls it gets the message of any error."""

    @functools.wraps(function)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except Exception as error:
            raise gr.Error(error_message(error), print_exception=False) from error

    return wrapped


def with_errors_shown(function: Callable[P, object], *rest: object) -> Callable[P, object]:
    """Wrap an event handler, so that its first output shows the message of any error.

    Without it an earlier result would stay on the page, as if it were that of the new texts.

    Args:
        function: returns HTML, or a sequence that begins with HTML; its first argument may be the
            visitor's language.
        *rest: the values of the other outputs in case of an error.

    """

    @functools.wraps(function)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> object:
        try:
            return function(*args, **kwargs)
        except Exception as error:
            language = language_of(args)
            message = drawing.refusal(error_message(error, language), language)
            return [message, *rest] if rest else message

    return wrapped


def language_of(arguments: tuple[object, ...]) -> Language:
    """Return the language that a handler's first argument says; English, if it says none.

    >>> language_of(("ja", "a")), language_of(("a",)), language_of(())
    ('ja', 'en', 'en')
    """
    for language in LANGUAGES:
        if arguments and arguments[0] == language:
            return language
    return LANGUAGES[0]


def error_message(error: Exception, language: Language = "en") -> str:
    """Return what to say of an error; one that is the page's fault is logged, and not shown.

    Args:
        error: what was raised.
        language: the visitor's.

    >>> error_message(InputError("there is no sample 9; there are 3"), "ja")
    '9番はありません。全部で3件です'

    """
    if isinstance(error.__context__, RecursionError):
        return say(language, "too_deep", place=str(error).partition(" is nested")[0])
    if isinstance(error, ImportError):
        _LOGGER.error("A request needs a package", exc_info=error)
        return say(language, "lacking")
    if not isinstance(error, InputError) or _tells_of_server(str(error)):
        _LOGGER.error("A request failed", exc_info=error)
        return say(language, "failed")
    sentence = error.sentence(language)
    if language == "ja" and sentence == str(error):
        sentence = _in_japanese(sentence)
    message = legible(sentence)
    return message if len(message) <= _MAX_CHARACTERS else f"{message[:_MAX_CHARACTERS]}…"


def _tells_of_server(sentence: str) -> bool:
    """Tell whether a sentence names a folder of the server."""
    folders = (sys.prefix, str(_PACKAGE), os.environ.get("GRADIO_TEMP_DIR"), "sys.setrecursion")
    return any(folder and folder in sentence for folder in folders)


def _in_japanese(sentence: str) -> str:
    """Return an error's sentence in Japanese, if it is one of the known ones.

    >>> _in_japanese("references: 3 texts are more than the 2 of this page")
    '正解が3件あります。このページで扱えるのは2件までです'
    """
    for pattern, japanese in _patterns():
        if match := pattern.fullmatch(sentence):
            values = match.groupdict()
            terms = {
                name: _value_in_japanese(name, value) for name, value in values.items() if value
            }
            return japanese.format(**{**values, **terms})
    return sentence


def _value_in_japanese(name: str, value: str) -> str:
    """Return the part of a sentence that a group of its pattern has matched."""
    value = re.sub(*NUMBERED_COLUMN, value)
    if name in TRANSLATED_GROUPS:
        for term, japanese in TERMS.items():
            value = re.sub(term, japanese, value)
    return KINDS.get(value, value) if name == "kind" else value


@functools.cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(pattern, re.DOTALL), japanese) for pattern, japanese in PATTERNS)
