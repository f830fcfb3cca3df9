"""A table of results: made once, and shown in terminals, notebooks and reports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from io import StringIO
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from levmetrics.rendering.html import render
from levmetrics.rendering.labels import Name

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table as RichTable


class Number(NamedTuple):
    """A cell with a number.

    Attributes:
        text: the number as it is written.
        value: by which a reader sorts the table.
        is_strong: whether it stands out.

    """

    text: str
    value: float
    is_strong: bool = False


Cell: TypeAlias = "str | Number"


@dataclass(frozen=True)
class Table:
    """A table, whose first columns hold labels and the others numbers.

    Attributes:
        caption: what the table holds; pages show it, terminals leave it out.
        labels: the headings of the columns of labels.
        numbers: the headings of the columns of numbers; a name is short in terminals.
        rows: the cells of each row, made legible; an empty row divides those before it from those
            after it.
        notes: what else is to be known.

    """

    caption: str
    labels: Sequence[str]
    numbers: Sequence[str | Name]
    rows: Sequence[Sequence[Cell]]
    notes: Sequence[str] = ()

    def __rich__(self) -> RichTable:
        """Return the table for a terminal."""
        from rich.box import SIMPLE_HEAD
        from rich.table import Table as RichTable
        from rich.text import Text

        table = RichTable(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, caption_justify="left")
        table.caption = "\n".join(self.notes) or None
        for label in self.labels:
            table.add_column(label, overflow="fold")
        for number in self.numbers:
            heading = number if isinstance(number, str) else number.short
            table.add_column(heading, justify="right")
        for row in self.rows:
            if not row:
                table.add_section()
                continue
            cells = [cell if isinstance(cell, Number) else Number(cell, 0) for cell in row]
            table.add_row(*[Text(cell.text, "bold" if cell.is_strong else "") for cell in cells])
        return table


def whole(number: int) -> Number:
    """Return a cell with a whole number.

    >>> whole(1234)
    Number(text='1,234', value=1234, is_strong=False)
    """
    return Number(f"{number:,}", number)


def written(value: float, write: Callable[[float], str], *, is_strong: bool = False) -> Number:
    """Return a cell with a number, written by ``write``."""
    return Number(write(value), value, is_strong)


def printed(tables: RenderableType) -> str:
    """Return tables as plain text."""
    from rich.console import Console

    shown = StringIO()
    Console(file=shown, highlight=False, markup=False).print(tables)
    return shown.getvalue().rstrip()


def html(*tables: Table, most: int = 60) -> str:
    """Return tables as HTML for a notebook.

    Args:
        *tables: one below the other.
        most: how many rows of a table are shown, before those after its last division.

    >>> "<bdi>a &lt; b</bdi>" in html(Table("Counts", ["token"], ["times"], [["a < b", whole(2)]]))
    True

    """
    return render("tables.html.j2", tables=[_first(table, most) for table in tables])


def _first(table: Table, most: int) -> Table:
    """Return a table with its first rows, those after its last division, and a note of the rest.

    >>> table = _first(Table("", ["group"], [], [["ann"], ["bob"], ["eve"], [], ["all"]]), 1)
    >>> table.rows, table.notes
    ([['ann'], [], ['all']], ['and 2 more'])

    """
    end = max((i for i, row in enumerate(table.rows) if not row), default=len(table.rows))
    if end <= most:
        return table
    rows = [*table.rows[:most], *table.rows[end:]]
    return replace(table, rows=rows, notes=[f"and {end - most:,} more", *table.notes])
