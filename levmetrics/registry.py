"""Things that are known by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

from levmetrics.errors import InputError, unknown_name

T = TypeVar("T")


def lookup(known: Mapping[str, T], name: object, what: str) -> T:
    """Return ``known[name]``, or say which known name is the nearest.

    >>> lookup({"lower": 1}, "lowr", "normalizer")
    Traceback (most recent call last):
    levmetrics.errors.InputError: unknown normalizer 'lowr'; did you mean 'lower'? Known: lower

    """
    if isinstance(name, str) and name in known:
        return known[name]
    raise unknown_name(known, name, what)


class Registry(Mapping[str, T]):
    """Values by name, in the order in which they were registered.

    Args:
        what: what a value is, for messages.

    >>> rules: Registry[int] = Registry("rule")
    >>> rules.register("strict", 1)
    >>> rules.lookup("strct")
    Traceback (most recent call last):
    levmetrics.errors.InputError: unknown rule 'strct'; did you mean 'strict'? Known: strict

    """

    def __init__(self, what: str) -> None:
        self.what = what
        self._values: dict[str, T] = {}

    def register(self, name: str, value: T) -> None:
        """Add a value by a name that is not taken yet.

        Raises:
            InputError: if it is.

        """
        if name in self._values:
            raise InputError(f"the {self.what} {name!r} is registered already; take another name")
        self._values[name] = value

    def unregister(self, name: str) -> None:
        """Take a value out again."""
        del self._values[name]

    def lookup(self, name: object) -> T:
        """Return a value by its name, or say which known name is the nearest.

        Raises:
            InputError: for an unknown name.

        """
        return lookup(self._values, name, self.what)

    def __getitem__(self, name: str) -> T:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        """Count the values."""
        return len(self._values)
