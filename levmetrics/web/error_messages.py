"""Errors shown to visitors and programs: one sentence without details of the server."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from typing import ParamSpec

from levmetrics.errors import InputError
from levmetrics.rendering.html import render
from levmetrics.rendering.text import legible
from levmetrics.system.extras import lacking
from levmetrics.web.faults import log_fault
from levmetrics.web.language import Language, say
from levmetrics.web.running import with_deadline

_REFUSALS = count(1)
_MAX_CHARACTERS = 600  # characters of a message, which may repeat the input
_PACKAGE = Path(__file__).parents[2]
P = ParamSpec("P")


def with_errors_shown(
    function: Callable[P, object],
    *rest: object,
    drawn: Callable[[Exception, Language], str] | None = None,
) -> Callable[P, object]:
    """Wrap an event handler so that its first output shows the message of any error.

    Without this, an earlier result would stay on the page as if it belonged to the new texts.

    Args:
        function: returns HTML, or a sequence that begins with HTML; its first argument may be the
            visitor's language.
        *rest: the values of the other outputs in case of an error.
        drawn: makes the value of the first output; ``None``: :func:`drawn_error`.

    """
    run = with_deadline(function)

    @functools.wraps(function)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> object:
        try:
            return run(*args, **kwargs)
        except Exception as error:
            message = (drawn or drawn_error)(error, language_of(args))
            return [message, *rest] if rest else message

    return wrapped


def language_of(arguments: tuple[object, ...]) -> Language:
    """Return the language in a handler's first argument; English if it has none.

    >>> language_of(("ja", "a")), language_of(("a",)), language_of(())
    ('ja', 'en', 'en')
    """
    return "ja" if arguments[:1] == ("ja",) else "en"


def drawn_error(error: Exception, language: Language) -> str:
    """Return HTML of an error's message, which stays until it is closed."""
    return refusal(error_message(error, language), language)


def refusal(message: str, language: Language, ways: Sequence[str] = ()) -> str:
    """Return HTML of a message, with a button that closes it.

    Args:
        message: the message as text.
        language: the visitor's language.
        ways: the ways of scoring that further buttons offer.

    """
    return render(
        "page/refusal.html.j2",
        message=message,
        offers={way: say(language, f"offer_{way}") for way in ways},
        close=say(language, "close"),
        number=next(_REFUSALS),
    )


def error_message(error: Exception, language: Language = "en") -> str:
    """Return the message of an error; internal errors are logged instead of shown.

    Args:
        error: the raised error.
        language: the visitor's language.

    >>> error_message(InputError("page.nothing_to_score"), "ja")
    'まだ採点するものがありません。予測と正解の両方を入力してください'

    """
    message = legible(shown_error(error).sentence(language))
    return message if len(message) <= _MAX_CHARACTERS else f"{message[:_MAX_CHARACTERS]}…"


def shown_error(error: Exception) -> InputError:
    """Return an error that may be shown: internal errors are logged and replaced."""
    if not isinstance(error, InputError) or _tells_of_server(str(error)):
        log_fault(error)
        return lacking(error) if isinstance(error, ImportError) else InputError("page.failed")
    if error.code == "value.recursion_limit":
        return InputError("page.too_deep", place=error.fields["place"])
    return error


def _tells_of_server(sentence: str) -> bool:
    """Whether a sentence names a folder of the server."""
    folders = (sys.prefix, str(_PACKAGE), os.environ.get("GRADIO_TEMP_DIR"), "sys.setrecursion")
    return any(folder and folder in sentence for folder in folders)
