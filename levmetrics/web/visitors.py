"""Who asks, and how much each visitor may ask for in a minute."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from gradio.context import LocalContext

from levmetrics.errors import InputError
from levmetrics.web.address import is_local
from levmetrics.web.limits import SECONDS_OF_VISITOR

_MINUTE = 60.0
_MAX_VISITORS = 10_000  # that are remembered: about 2 MB


def visitor_name(address: str | None, session: str | None) -> str:
    """Return what a visitor is known by: the address, or on this machine the browser's window.

    A session is named by whoever asks, who could name many; an address is not.

    >>> visitor_name("192.0.2.1", "abc"), visitor_name("127.0.0.1", "abc")
    ('192.0.2.1', 'abc')
    """
    return session or "" if address is None or is_local(address) else address


class Visitors:
    """How many seconds of a processor visitors had, of which a minute takes away so many.

    Args:
        seconds: that a visitor may have in a minute.
        most: visitors that are remembered; those who asked last.
        now: returns the time in seconds.

    >>> visitors = Visitors(seconds=10, now=lambda: 0)
    >>> visitors.charge("ann", 8)
    >>> visitors.charge("ann", 8)
    Traceback (most recent call last):
    levmetrics.errors.InputError: you have had much computed within a minute; wait a moment, \
about 36 seconds, and ask again
    >>> visitors.charge("bob", 8)

    """

    def __init__(
        self,
        seconds: float,
        most: int = _MAX_VISITORS,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._seconds = seconds
        self._most = most
        self._now = now
        self._had: OrderedDict[str, tuple[float, float]] = OrderedDict()  # seconds, and when

    def __len__(self) -> int:
        """Count the visitors who are remembered."""
        return len(self._had)

    def charge(self, visitor: str, seconds: float) -> None:
        """Note that a visitor has work done.

        Args:
            visitor: by name.
            seconds: that the work is expected to take.

        Raises:
            InputError: if it is too much for a minute; it says how long to wait.

        """
        now = self._now()
        had, when = self._had.pop(visitor, (0.0, now))
        rate = self._seconds / _MINUTE
        had = max(had - (now - when) * rate, 0.0)
        too_much = had + seconds - self._seconds
        self._had[visitor] = (had if too_much > 0 else had + seconds, now)
        if len(self._had) > self._most:
            self._had.popitem(last=False)
        if too_much > 0:
            raise InputError("page.too_often", seconds=max(too_much / rate, 1))


_VISITORS = Visitors(SECONDS_OF_VISITOR)


def charge_visitor(seconds: float) -> None:
    """Note what the visitor whose request is answered has done; nothing outside of a request.

    Args:
        seconds: that the work is expected to take a processor.

    Raises:
        InputError: if it is too much for a minute.

    """
    request = LocalContext.request.get(None)
    if request is not None:
        address = request.client.host if request.client else None
        _VISITORS.charge(visitor_name(address, request.session_hash), seconds)
