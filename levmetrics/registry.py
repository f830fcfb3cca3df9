"""Registries of tokenizers, normalizers and the like, by name, each with a description."""

from __future__ import annotations

import json
from collections.abc import ItemsView, Iterable, Iterator, Mapping, ValuesView
from functools import cache
from importlib import import_module
from pkgutil import get_data, iter_modules
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


class Registry(Mapping[str, N]):
    """Entries by name.

    Args:
        what: the kind of the entries, for messages, such as ``"tokenizer"``.
        by_name: whether the entries are sorted by name; otherwise they keep the order in which they
            were registered.
        package: the package whose modules add entries when they are imported, which is when one is
            first asked for.
        built_in: the names of these entries.

    """

    all_changes: ClassVar[int] = 0
    """The number of registrations and removals in all registries."""

    def __init__(
        self, what: str, *, by_name: bool = False, package: str = "", built_in: Iterable[str] = ()
    ) -> None:
        self._what, self._by_name, self._package = what, by_name, package
        self._entries: dict[str, N] = {}
        self._awaited = {*built_in}  # whose modules are not imported yet
        self.changes = 0  # the number of registrations and removals

    def __getitem__(self, name: str) -> N:
        if name in self._awaited:
            self._import(name)
        return self._entries[name]

    def _import(self, name: str) -> None:
        """Import the modules of the package until one adds an entry."""
        for module in iter_modules(import_module(self._package).__path__):
            import_module(f"{self._package}.{module.name}")
            if name not in self._awaited:
                return

    def __contains__(self, name: object) -> bool:
        return name in self._entries or name in self._awaited

    def __iter__(self) -> Iterator[str]:
        names = [*self._entries, *self._awaited]
        return iter(sorted(names) if self._by_name else names)

    def __len__(self) -> int:
        return len(self._entries) + len(self._awaited)

    def values(self) -> ValuesView[N]:
        """Return the entries."""
        return self._loaded().values()

    def items(self) -> ItemsView[str, N]:
        """Return the names with the entries."""
        return self._loaded().items()

    def _loaded(self) -> Mapping[str, N]:
        """Return the entries, all of which are imported."""
        if self._awaited:
            return {name: self[name] for name in self}
        return dict(sorted(self._entries.items())) if self._by_name else self._entries

    def add(self, entry: N) -> None:
        """Add one of the built-in entries, whose names are known before."""
        self._entries[entry.name] = entry
        self._awaited.discard(entry.name)

    def register(self, entry: N) -> None:
        """Add an entry under its name.

        Raises:
            InputError: if the name is taken.

        """
        if entry.name in self:
            raise InputError("name.taken", what=self._what, name=entry.name)
        self.add(entry)
        self._count_change()

    def unregister(self, name: str) -> None:
        """Remove the entry of this name.

        Raises:
            InputError: if there is none.

        """
        self.lookup(name)
        del self._entries[name]
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
    try:
        content = get_data(package, name) if package else None
    except OSError:  # there is no such file
        return {}
    found: Mapping[str, Any] = {} if content is None else json.loads(content)
    return found
