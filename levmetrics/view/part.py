"""A part of a view: its words and tables, as HTML, text and Markdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import wrap
from typing import Any, NamedTuple

from levmetrics.rendering.html import render
from levmetrics.rendering.table import Table, printed
from levmetrics.rendering.text import legible, markdown_text

_WIDTH = 100  # of a sentence in a terminal, at most


class Figure(NamedTuple):
    """A number in large type: its short name, the number as shown, and its full name."""

    short: str
    shown: str
    full: str


@dataclass(frozen=True)
class Part:
    """One part of a view.

    Attributes:
        name: the id of its section, and the name of its template in ``templates/view``.
        heading: its heading.
        figures: its numbers in large type.
        sentences: its sentences, the most important first.
        tables: its tables.
        notes: the sentences below the tables.
        texts: texts as they are laid out, each with a title, which only Markdown has.
        drawn: what its template draws besides.
        is_detail: whether a terminal leaves it out.

    """

    name: str
    heading: str = ""
    figures: Sequence[Figure] = ()
    sentences: Sequence[str] = ()
    tables: Sequence[Table] = ()
    notes: Sequence[str] = ()
    texts: Sequence[tuple[str, str]] = ()
    drawn: Mapping[str, Any] = field(default_factory=dict)
    is_detail: bool = False

    def html(self) -> str:
        """Return the part as a section of HTML."""
        return render(f"view/{self.name}.html.j2", part=self, **self.drawn)

    def text(self, width: int) -> str:
        """Return the part as text for a terminal.

        Args:
            width: the width of the terminal.

        """
        lines = [legible(self.heading)] * bool(self.heading)
        lines += [f"{one.short} {one.shown}  {one.full}" for one in self.figures]
        lines += [line for sentence in self.sentences for line in _wrapped(sentence, width)]
        drawn = [f"{table.caption}\n{printed(table)}".lstrip() for table in self.tables]
        return "\n\n".join(filter(None, ["\n".join(lines), *drawn, "\n".join(self.notes)]))

    def markdown(self) -> str:
        """Return the part as Markdown."""
        blocks = [f"## {markdown_text(self.heading)}"] * bool(self.heading)
        blocks += [
            f"**{markdown_text(one.short)} {one.shown}** {markdown_text(one.full)}"
            for one in self.figures
        ]
        blocks += map(markdown_text, self.sentences)
        for table in self.tables:
            blocks += [f"### {markdown_text(table.caption)}"] * bool(table.caption)
            blocks.append(table.markdown())
        for title, text in self.texts:
            fenced = text.replace("```", "` ` `")
            blocks += [f"**{markdown_text(title)}**", f"```text\n{fenced}\n```"]
        return "\n\n".join([*blocks, *map(markdown_text, self.notes)])


def _wrapped(sentence: str, width: int) -> list[str]:
    return wrap(legible(sentence), min(width, _WIDTH), break_on_hyphens=False)
