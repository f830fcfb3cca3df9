"""A table is made once, and shown in terminals and on pages."""

from io import StringIO

import pytest
from rich.console import Console

import levmetrics as lm
from levmetrics.rendering.labels import Name
from levmetrics.rendering.table import NumberCell, Table, html, printed, whole
from levmetrics.rendering.text import cell_len

TABLE = Table(
    "What it holds",
    ["token"],
    ["times", Name("p", "p-value")],
    [["<b>", whole(1234), NumberCell("0.01", 0.01, is_strong=True)], [], ["all", whole(2), ""]],
    ["what else", "and more"],
)


def test_a_terminal_shows_short_headings_a_line_between_rows_and_the_notes():
    assert [line.rstrip() for line in printed(TABLE).splitlines()] == [
        "token   times      p",
        "────────────────────",
        "<b>     1,234   0.01",
        "",
        "all         2",
        "what else",
        "and more",
    ]


NOTE = ["95 % interval: 22.78 % to 25.67 %"]


@pytest.mark.parametrize(
    "table",
    [
        TABLE,
        Table("", ["今日", "b"], ["n"], [["は", "x", whole(1)], ["a", "長い語", whole(20)]]),
        Table("", [], ["samples", "–"], [[whole(2), "–"]], NOTE),
        Table("", ["group"], ["WER"], [], ["a note of more words than the table has room for"]),
    ],
)
def test_a_table_is_laid_out_without_rich_as_rich_does(table):
    by_rich = [line.rstrip() for line in printed(table).splitlines()]
    assert table.text(80).splitlines() == by_rich


@pytest.mark.parametrize("width", [79, 80, 81])
def test_a_table_that_is_a_little_too_wide_has_its_columns_closer_in_every_terminal(width):
    table = Table("", ["a" * 20], ["b" * 30, "c" * 24], [["x", whole(1), whole(2)]])
    shown = StringIO()
    Console(width=width, file=shown).print(table)
    lines = [line.rstrip() for line in shown.getvalue().splitlines()]
    assert table.text(width).splitlines() == lines
    assert len(lines[1]) == (78 if width < 80 else 80)


def test_a_table_that_is_too_wide_is_left_to_rich():
    assert TABLE.text(20) is not None
    assert TABLE.text(17) is None


def test_a_note_below_a_narrow_table_is_wider_than_it_but_no_wider_than_the_terminal():
    table = Table("", [], ["samples"], [[whole(2)]], ["a note of more words than 7 cells hold"])
    assert table.text(80).splitlines()[-1] == "a note of more words than 7 cells hold"
    assert table.text(20).splitlines()[-2:] == ["a note of more words", "than 7 cells hold"]


def test_what_is_strong_is_marked_in_a_terminal():
    shown = TABLE.text(80, lambda text: f"*{text}*")
    assert "*token*" in shown
    assert "*0.01*" in shown
    assert "*1,234*" not in shown


def test_a_cell_is_no_markup_of_a_terminal():
    console = Console(width=80, record=True)
    console.print(Table("Labels", ["label"], [], [["[red]x[/red]"], ["[/]"]]))
    assert "[red]x[/red]" in console.export_text()


def test_a_page_shows_the_caption_full_headings_and_escaped_cells():
    page = html(TABLE)
    assert "What it holds</caption>" in page
    assert ">p-value</th>" in page
    assert "<bdi>&lt;b&gt;</bdi></th>" in page
    assert 'data-value="0.01"><b>0.01</b></td>' in page
    assert page.count("<tr>") == 3
    assert page.index("</table>") < page.index(">what else</p>") < page.index(">and more</p>")


def test_notebooks_show_the_counts_of_all_samples_and_the_confusions():
    hostile = "<script>"
    counts = lm.error_counts([hostile, "b"], ["a", "b c"])
    for shown in (counts, counts.pooled()):
        assert "66.67 %" in shown._repr_html_()
    confusions = lm.score([hostile, "b"], ["a", "b c"]).confusions()
    assert "&lt;script&gt;" in confusions._repr_html_()
    assert "Deletions</caption>" in confusions._repr_html_()
    assert "Insertions" not in confusions._repr_html_()
    none = lm.score(["a"], ["a"]).confusions()
    assert none._repr_html_() == "TokenConfusions(substitutions=(), deletions=(), insertions=())"


def test_a_note_without_spaces_is_broken_by_the_cells_that_it_takes():
    note = "間隔は5件以上のサンプルを持つグループに示します。" * 3
    table = Table("", [], ["samples"], [[whole(2)]], [note])
    lines = table.text(40).splitlines()[3:]
    assert "".join(lines) == note
    assert {cell_len(line) for line in lines[:-1]} <= {39, 40}  # a character takes two
    shown = StringIO()
    Console(width=40, file=shown).print(table)
    assert [line.rstrip() for line in shown.getvalue().splitlines()[3:]] == lines
