"""Packages that only a part of levmetrics needs, and the line that installs them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def needed_by(what: str, extra: str) -> Iterator[None]:
    """Say how to install what an import within does not find.

    Args:
        what: needs it.
        extra: of levmetrics, which brings it.

    Raises:
        ImportError: with the line for pip.

    >>> with needed_by("the page", "app"):
    ...     import a_package_that_nobody_has
    Traceback (most recent call last):
    ImportError: the page needs a_package_that_nobody_has; install it with \
pip install 'levmetrics[app]'

    """
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "levmetrics":
            raise
        raise ImportError(
            f"{what} needs {error.name}; install it with pip install 'levmetrics[{extra}]'"
        ) from error
