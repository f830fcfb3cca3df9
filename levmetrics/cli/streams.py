"""Standard streams that are closed or full, or whose reader has left."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from functools import partial
from typing import Any, NoReturn, TextIO, cast

import click

from levmetrics.errors import InputError


class ReaderLeftError(Exception):
    """The reader of standard output has read enough, as ``head`` does.

    Click and Rich end the program by themselves at a ``BrokenPipeError``, with another status.
    """


@contextmanager
def standard_streams() -> Iterator[None]:
    """Make standard output and standard error safe to write to, whatever they are.

    What is printed goes to standard error if standard output is closed, and nowhere if both are.
    A fault of standard error is ignored: messages must not end a command.

    Raises:
        InputError: from printing, if standard output cannot be written.
        ReaderLeftError: from printing, if nothing reads standard output.

    """
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        errors = _Stream(sys.stderr or nowhere, lambda _: None)
        output = _Stream(sys.stdout or sys.stderr or nowhere, _refuse)
        try:
            with redirect_stderr(cast(TextIO, errors)), redirect_stdout(cast(TextIO, output)):
                yield
        finally:
            for stream in (errors, output):
                stream.discard_the_rest()


def print_to_standard_error() -> None:
    """Print the rest of the command's output to standard error: standard output has a file's."""
    click.get_current_context().with_resource(redirect_stdout(sys.stderr))


@contextmanager
def shown_after(show: Callable[[], object]) -> Iterator[None]:
    """Show results after their files are written, and before the error if one cannot be."""
    try:
        yield
    except InputError:
        show()
        raise
    show()


class _Stream:
    """A standard stream that tells of its fault at each use."""

    def __init__(self, stream: TextIO, tell: Callable[[OSError], object]) -> None:
        self._stream = stream
        self._tell = tell
        self._fault: OSError | None = None

    def write(self, text: str) -> int:
        self._use(partial(self._stream.write, text))
        return len(text)

    def flush(self) -> None:
        self._use(self._stream.flush)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def _use(self, use: Callable[[], object]) -> None:
        try:
            if self._fault is None:
                use()
        except OSError as error:
            self._fault = error
        if self._fault is not None:
            self._tell(self._fault)

    def discard_the_rest(self) -> None:
        """After a fault, discard what is held, which Python would try to write when it ends."""
        if self._fault is not None:
            with suppress(OSError), open(os.devnull, "wb") as nowhere:
                os.dup2(nowhere.fileno(), self._stream.fileno())


def _refuse(error: OSError) -> NoReturn:
    """Raise the error of a fault of standard output."""
    if isinstance(error, BrokenPipeError):
        raise ReaderLeftError from None
    why = error.strerror or str(error)
    raise InputError("file.unwritable", file="standard output", why=why) from None
