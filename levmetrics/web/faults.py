"""Unexpected errors as single lines of the log."""

from __future__ import annotations

import logging
from pathlib import Path
from traceback import walk_tb

from levmetrics.rendering.text import legible, shortened

_MAX_CHARACTERS = 300  # of a message, which may repeat the input
_PACKAGE = Path(__file__).parents[2]
_LOGGER = logging.getLogger(__name__)


def log_fault(error: BaseException) -> None:
    """Log an unexpected error in one line; at the level of debugging, with its traceback."""
    _LOGGER.error("A request failed: %s", in_a_line(error))
    _LOGGER.debug("The traceback of the error", exc_info=error)


def is_of_the_server(record: logging.LogRecord) -> bool:
    """Whether a record of uvicorn's is not the traceback of a request, which one line tells."""
    return not record.getMessage().startswith("Exception in ASGI application")


def in_a_line(error: BaseException) -> str:
    r"""Return an error's type, its message, and the innermost line of the package that raised it.

    >>> in_a_line(KeyError("a\nb"))
    "KeyError: 'a\\nb'"
    >>> try:
    ...     legible(5)
    ... except AttributeError as error:
    ...     print(in_a_line(error).partition(" (")[2].partition(":")[0])
    levmetrics/rendering/text.py

    """
    message = shortened(legible(str(error)), _MAX_CHARACTERS)
    places = [
        f" ({path.relative_to(_PACKAGE).as_posix()}:{line}, in {frame.f_code.co_name})"
        for frame, line in walk_tb(error.__traceback__)
        if (path := Path(frame.f_code.co_filename)).is_relative_to(_PACKAGE / "levmetrics")
    ]
    return f"{type(error).__name__}: {message}{places[-1] if places else ''}"
