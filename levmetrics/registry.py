"""Registries of tokenizers, normalizers and the like, by name, each with a description."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from textwrap import fill
from typing import Any, ClassVar, Protocol, TypeVar

from levmetrics.errors import InputError, unknown_name

T = TypeVar("T")
_LINE = 100  # characters


class Named(Protocol):
    """An entry of a registry."""

    @property
    def name(self) -> str:
        """The name of the entry."""
        ...

    @property
    def description(self) -> str:
        """A description in one line."""
        ...


N = TypeVar("N", bound=Named)


class Registry(dict[str, N]):
    """Entries by name.

    Args:
        what: the kind of the entries, for messages, such as ``"tokenizer"``.
        by_name: whether the entries are sorted by name; otherwise they keep the order in which they
            were registered.

    """

    all_changes: ClassVar[int] = 0
    """The number of registrations and removals in all registries."""

    def __init__(self, what: str, *, by_name: bool = False) -> None:
        super().__init__()
        self._what, self._by_name = what, by_name
        self.changes = 0  # the number of registrations and removals

    def register(self, entry: N) -> None:
        """Add an entry under its name.

        Raises:
            InputError: if the name is taken.

        """
        if entry.name in self:
            raise InputError("name.taken", what=self._what, name=entry.name)
        self[entry.name] = entry
        self._count_change()
        if self._by_name:
            entries = sorted(self.items())
            self.clear()
            self.update(entries)

    def unregister(self, name: str) -> None:
        """Remove the entry of this name.

        Raises:
            InputError: if there is none.

        """
        self.lookup(name)
        del self[name]
        self._count_change()

    def _count_change(self) -> None:
        self.changes += 1
        Registry.all_changes += 1

    def lookup(self, name: object) -> N:
        """Return the entry of this name.

        Raises:
            InputError: if there is none; the message suggests the nearest name.

        """
        return lookup(self, name, self._what)

    def described(self, indent: str) -> str:
        """Return one line for each entry, with its name and description, for usage texts."""
        return described({name: entry.description for name, entry in self.items()}, indent)


def described(descriptions: Mapping[str, str], indent: str) -> str:
    """Return one line for each name, with its description, for usage texts.

    >>> described({"lower": "lower case", "nfkc": "compatibility forms"}, "  ").splitlines()
    ['  "lower": lower case', '  "nfkc": compatibility forms']
    """
    return "\n".join(
        fill(
            f'"{name}": {description}',
            _LINE,
            initial_indent=indent,
            subsequent_indent=f"{indent}    ",
            break_on_hyphens=False,
        )
        for name, description in descriptions.items()
    )


def import_modules(package: str, path: Iterable[str]) -> None:
    """Import all modules of a package, so that they register their entries.

    Args:
        package: its name.
        path: its ``__path__``.

    """
    for module in iter_modules(path):
        import_module(f"{package}.{module.name}")


def lookup(known: Mapping[str, T], name: object, what: str) -> T:
    """Return ``known[name]``, or raise an error that suggests the nearest known name.

    >>> lookup({"lower": 1}, "lowr", "normalizer")
    Traceback (most recent call last):
    levmetrics.errors.InputError: unknown normalizer 'lowr'; did you mean 'lower'? Known: lower

    """
    if isinstance(name, str) and name in known:
        return known[name]
    raise unknown_name(known, name, what)


@cache
def json_in(package: str, name: str) -> Mapping[str, Any]:
    """Return the content of a package's JSON file; nothing without one."""
    import json  # slow to load, as is what finds the file
    from importlib.resources import files

    file = files(package) / name if package else None
    if file is None or not file.is_file():
        return {}
    content: Mapping[str, Any] = json.loads(file.read_text("utf-8"))
    return content
