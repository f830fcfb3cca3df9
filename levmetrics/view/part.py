"""A part of a view: its words and tables, as HTML, text and Markdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from levmetrics.rendering.html import render
from levmetrics.rendering.table import Table, printed
from levmetrics.rendering.text import legible, markdown_text, shortened, wrapped

_WIDTH = 100  # of a sentence in a terminal, at most
_LONGEST_TEXT = 4_000  # characters of an alignment


class Figure(NamedTuple):
    """A number in large type: its short name, the number as shown, and its full name."""

    short: str
    shown: str
    full: str


class Sample(NamedTuple):
    """How one system's sample was compared.

    Attributes:
        title: its id, the system and its score.
        text: its alignment as text; empty without one.
        markup: the same as HTML; empty without one, and if it is too large.
        why: the sentence that says why there is none.

    """

    title: str
    text: str = ""
    markup: str = ""
    why: str = ""


@dataclass(frozen=True)
class Part:
    """One part of a view.

    Attributes:
        name: the name of its template in ``templates/view``.
        heading: its heading.
        figures: its numbers in large type.
        sentences: its sentences, the most important first.
        tables: its tables.
        notes: the sentences below the tables.
        samples: its samples.
        drawn: what its template draws besides.
        is_detail: whether a terminal leaves it out.

    """

    name: str
    heading: str = ""
    figures: Sequence[Figure] = ()
    sentences: Sequence[str] = ()
    tables: Sequence[Table] = ()
    notes: Sequence[str] = ()
    samples: Sequence[Sample] = ()
    drawn: Mapping[str, Any] = field(default_factory=dict)
    is_detail: bool = False

    def html(self) -> str:
        """Return the part as a section of HTML."""
        return render(f"view/{self.name}.html.j2", part=self, **self.drawn)

    def text(self, width: int) -> str:
        """Return the part as text for a terminal.

        Args:
            width: the width of the terminal, in cells.

        """
        lines = _lines(self.heading, width)
        lines += [f"{one.short} {one.shown}  {one.full}" for one in self.figures]
        lines += [line for sentence in self.sentences for line in _lines(sentence, width)]
        drawn = [f"{table.caption}\n{printed(table, width)}".lstrip() for table in self.tables]
        return "\n\n".join(filter(None, ["\n".join(lines), *drawn, "\n".join(self.notes)]))

    def markdown(self) -> str:
        """Return the part as Markdown; a detail that has only its heading is empty."""
        blocks = [f"## {markdown_text(self.heading)}"] * bool(self.heading)
        blocks += [
            f"**{markdown_text(one.short)} {one.shown}** {markdown_text(one.full)}"
            for one in self.figures
        ]
        blocks += map(markdown_text, self.sentences)
        for table in self.tables:
            blocks += [f"### {markdown_text(table.caption)}"] * bool(table.caption)
            blocks.append(table.markdown())
        for one in self.samples:
            text = shortened(one.text, _LONGEST_TEXT).replace("```", "` ` `")
            shown = f"```text\n{text}\n```" if text else markdown_text(one.why)
            blocks += [f"**{markdown_text(one.title)}**", shown]
        blocks += map(markdown_text, self.notes)
        return "" if self.is_detail and len(blocks) == 1 else "\n\n".join(blocks)


def _lines(sentence: str, width: int) -> list[str]:
    return wrapped(legible(sentence), min(width, _WIDTH))
