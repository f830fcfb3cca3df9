"""A table of results, which terminals, notebooks and reports show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from io import StringIO
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from levmetrics.lazy import shutil
from levmetrics.rendering.labels import Name
from levmetrics.rendering.text import cell_len, markdown_text, wrapped

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
    from rich.table import Table as RichTable


class NumberCell(NamedTuple):
    """A cell with a number.

    Attributes:
        text: the number as shown.
        value: the number for sorting.
        is_strong: whether it is emphasized.

    """

    text: str
    value: float
    is_strong: bool = False


Cell: TypeAlias = "str | NumberCell"
MOST_ROWS = 60  # of a table in a notebook
_GAPS = (3, 2)  # spaces between columns: fewer where the table then fits
_NOTE_WIDTH = 76  # cells that a note may take below a narrower table


@dataclass(frozen=True)
class Table:
    """A table whose first columns hold labels, and the others numbers.

    Attributes:
        caption: the caption, which pages show and terminals leave out.
        labels: the headings of the columns of labels.
        numbers: the headings of the columns of numbers; a name is short in terminals.
        rows: the cells of each row, made legible; an empty row draws a division.
        notes: the notes below the table.
        bars: the heading of the column whose numbers (0 or more) pages also draw as bars.
        selects: what a page selects samples by when a row is chosen, ``"score"``; empty: nothing.
        left_out: the number of further rows that it was made without.

    """

    caption: str
    labels: Sequence[str]
    numbers: Sequence[str | Name]
    rows: Sequence[Sequence[Cell]]
    notes: Sequence[str] = ()
    bars: str | Name | None = None
    selects: str = ""
    left_out: int = 0

    @property
    def bar_column(self) -> int:
        """The index of the number column that is also drawn as bars; -1 without bars."""
        return -1 if self.bars is None else [*self.numbers].index(self.bars)

    @property
    def bar_widths(self) -> list[float]:
        """The length of each row's bar, as a share of the longest; empty without bars.

        >>> rows = [["a", whole(2)], ["b", whole(8)]]
        >>> Table("", ["token"], ["times"], rows, bars="times").bar_widths
        [0.25, 1.0]
        """
        if self.bars is None:
            return []
        column = len(self.labels) + self.bar_column
        values = [_as_number(row[column]).value for row in self.rows if row]
        longest = max([value for value in values if value == value], default=0) or 1
        return [value / longest if value == value else 0.0 for value in values]

    def markdown(self) -> str:
        r"""Return the table as a table of Markdown, and its notes.

        >>> print(Table("", ["token"], ["times"], [["a|b", whole(2)]]).markdown())
        | token | times |
        |---|--:|
        | a\|b | 2 |

        """
        headings = [*self.labels, *map(_full, self.numbers)]
        shown = [[_as_number(cell) for cell in row] for row in self.rows if row]
        cells = [
            [
                f"**{markdown_text(cell.text)}**" if cell.is_strong else markdown_text(cell.text)
                for cell in row
            ]
            for row in shown
        ]
        rule = ["---"] * len(self.labels) + ["--:"] * len(self.numbers)
        lines = [[*map(markdown_text, headings)], *cells]
        drawn = [f"| {' | '.join(line)} |" for line in lines]
        drawn.insert(1, f"|{'|'.join(rule)}|")
        return "\n".join(drawn) + "".join(f"\n\n{markdown_text(note)}" for note in self.notes)

    def text(self, width: int, strong: Callable[[str], str] = str) -> str | None:
        """Return the table as ``rich`` lays it out, without loading it.

        Args:
            width: the width of the terminal, in cells.
            strong: marks the headings and the emphasized cells.

        Returns:
            The lines; ``None`` if the table is wider, so that cells must be wrapped.

        >>> print(Table("Counts", ["token"], ["times"], [["a", whole(2)], [], ["all", whole(10)]])
        ...     .text(80))
        token   times
        ─────────────
        a           2
        <BLANKLINE>
        all        10

        """
        headings = [
            NumberCell(text, 0, True) for text in (*self.labels, *map(_short, self.numbers))
        ]
        rows = [headings, *([*map(_as_number, row)] for row in self.rows)]
        columns = zip(*filter(None, rows), strict=True)
        widths = [max(cell_len(cell.text) for cell in column) for column in columns]
        for gap in _GAPS:
            total = sum(widths) + gap * (len(widths) - 1)
            if total <= width:
                break
        else:
            return None
        notes = self._lines_of_notes(total, width)

        def padded(cell: NumberCell, wide: int, is_label: bool) -> str:
            text, space = cell.text, " " * (wide - cell_len(cell.text))
            marked = strong(text) if cell.is_strong else text
            return marked + space if is_label else space + marked

        are_labels = [i < len(self.labels) for i in range(len(headings))]
        space = " " * gap
        first, *others = (space.join(map(padded, row, widths, are_labels)).rstrip() for row in rows)
        return "\n".join([first, "─" * total, *others, *notes])

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the table and its notes for a terminal."""
        from rich.measure import Measurement
        from rich.text import Text

        wider = options.update(max_width=options.max_width + 1)  # so that more than fits is seen
        for gap in _GAPS:
            table = self._rich(gap)
            total = Measurement.get(console, wider, table).maximum
            if total <= options.max_width:
                break
        else:  # its cells are folded
            table, total = self._rich(_GAPS[0]), options.max_width
        yield table
        for line in self._lines_of_notes(total, options.max_width):
            yield Text(line, "table.caption")

    def _lines_of_notes(self, table: int, terminal: int) -> list[str]:
        """Return the notes in lines, which below a narrow table are wider than it."""
        width = max(table, min(_NOTE_WIDTH, terminal))
        return [line for note in self.notes for line in wrapped(note, width)]

    def _rich(self, gap: int) -> RichTable:
        from rich.box import SIMPLE_HEAD
        from rich.table import Table as RichTable
        from rich.text import Text

        sides = (0, gap - 2, 0, 1)  # around a cell; the box has a space between cells
        table = RichTable(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=sides)
        for label in self.labels:
            table.add_column(label, overflow="fold")
        for number in self.numbers:
            table.add_column(_short(number), justify="right", overflow="fold")
        for row in self.rows:
            if not row:
                table.add_section()
                continue
            cells = map(_as_number, row)
            table.add_row(*[Text(cell.text, "bold" if cell.is_strong else "") for cell in cells])
        return table


def _short(heading: str | Name) -> str:
    return heading if isinstance(heading, str) else heading.short


def _full(heading: str | Name) -> str:
    return heading if isinstance(heading, str) else heading.full


def _as_number(cell: Cell) -> NumberCell:
    return cell if isinstance(cell, NumberCell) else NumberCell(cell, 0)


def whole(number: int) -> NumberCell:
    """Return a cell with a whole number.

    >>> whole(1234)
    NumberCell(text='1,234', value=1234, is_strong=False)
    """
    return NumberCell(f"{number:,}", number)


def counted(count: float) -> NumberCell:
    """Return a cell with a count: a whole number, or seconds with two decimals.

    >>> counted(8).text, counted(8.9).text
    ('8', '8.90')
    """
    return whole(count) if isinstance(count, int) else NumberCell(f"{count:,.2f}", count)


def written(value: float, write: Callable[[float], str], *, is_strong: bool = False) -> NumberCell:
    """Return a cell with a number, written by ``write``."""
    return NumberCell(write(value), value, is_strong)


def printed(tables: RenderableType, width: int | None = None) -> str:
    """Return tables as plain text.

    Args:
        tables: the tables.
        width: the most cells of a line; ``None``: the width of the terminal.

    """
    if isinstance(tables, Table):
        text = tables.text(width or shutil.get_terminal_size().columns)
        if text is not None:
            return text
    from rich.console import Console

    shown = StringIO()
    Console(file=shown, highlight=False, markup=False, width=width).print(tables)
    return shown.getvalue().rstrip()


def html(*tables: Table, most: int = MOST_ROWS, more: str = "and {number:,} more") -> str:
    """Return tables as HTML, which the style of a view lays out.

    Args:
        *tables: the tables, which are shown one below the other.
        most: the number of first rows to show of a longer table; the rows after its last
            division always follow.
        more: the note on the rows of a longer table that are left out.

    >>> "<bdi>a &lt; b</bdi>" in html(Table("Counts", ["token"], ["times"], [["a < b", whole(2)]]))
    True

    """
    from levmetrics.rendering.html import render  # of pages

    return render("view/tables.html.j2", tables=[first_rows(table, more, most) for table in tables])


def first_rows(table: Table, more: str, most: int = MOST_ROWS) -> Table:
    """Return a table's first rows and those after its last division, with a note on the others.

    Args:
        table: the table.
        more: the note.
        most: the number of first rows.

    >>> table = Table("", ["group"], [], [["ann"], ["bob"], ["eve"], [], ["all"]])
    >>> table = first_rows(table, "{number} more", 1)
    >>> table.rows, table.notes
    ([['ann'], [], ['all']], ['2 more'])

    """
    end = max((i for i, row in enumerate(table.rows) if not row), default=len(table.rows))
    left_out = max(end - most, 0) + table.left_out
    if not left_out:
        return table
    rows = [*table.rows[: min(most, end)], *table.rows[end:]]
    notes = [more.format(number=left_out), *table.notes]
    return replace(table, rows=rows, notes=notes, left_out=0)
