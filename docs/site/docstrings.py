"""Docstrings as the site shows them.

They are Google's, with the roles of Sphinx (``:func:`score```), which name a thing wherever it is
read, and with examples that stand at the end without a heading, as doctest reads them. Here a role
becomes a link if the reference has what it names, else code; and an example becomes a block of
code. The parser of griffe knows neither.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import griffe

_ROLE = re.compile(r":(?:attr|class|func|meth|mod):`~?([\w.]+)`")
_EXAMPLE = re.compile(r"^( *)>>> .*(?:\n\1\S.*|\n\1 +\S.*)*", re.MULTILINE)


class Docstrings(griffe.Extension):
    """Rewrite the docstrings of the package once it is read."""

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Rewrite every docstring of a package."""
        for obj in _objects(pkg):
            if obj.docstring is not None:
                obj.docstring.value = _with_examples(_with_links(obj.docstring.value, obj))


def _objects(obj: griffe.Object) -> Iterator[griffe.Object]:
    yield obj
    for member in obj.members.values():
        if isinstance(member, griffe.Object):  # and no alias of what is elsewhere
            yield from _objects(member)


def _with_links(text: str, obj: griffe.Object) -> str:
    def link(role: re.Match[str]) -> str:
        name = role.group(1)
        code = f"<code>{name.rpartition('.')[2]}</code>"
        path = _path(name, obj)
        return f'<autoref optional identifier="{path}">{code}</autoref>' if path else code

    return _ROLE.sub(link, text)


def _path(name: str, obj: griffe.Object) -> str | None:
    """Return the path of what a name means within an object, as Python would look for it."""
    if name.startswith("levmetrics."):
        return name
    scope: griffe.Object | None = obj
    while scope is not None:
        member = scope.members.get(name.partition(".")[0])
        if member is not None:
            first = member.target_path if isinstance(member, griffe.Alias) else member.path
            return ".".join([first, *name.split(".")[1:]])
        scope = scope.parent if isinstance(scope.parent, griffe.Object) else None
    return None


def _with_examples(text: str) -> str:
    def fenced(found: re.Match[str]) -> str:
        shown = found[0].replace("<BLANKLINE>", "")
        return f"{found[1]}```pycon\n{shown}\n{found[1]}```"

    return _EXAMPLE.sub(fenced, text)
