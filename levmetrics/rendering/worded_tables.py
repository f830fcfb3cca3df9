"""Tables as HTML in another language: headings, captions and outcomes, but nothing a text holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape

from levmetrics.rendering.labels import Name, english
from levmetrics.rendering.table import MOST_ROWS, Cell, Table, html

_OF_A_WING = "table:"  # before a word of its tables
_NO_PATH = "(value)"  # the label of a value that is no field
_BEFORE_A_NAME = ("fields_no_reference", "fields_no_prediction")  # outcomes that end with a name


def worded_tables(
    tables: Sequence[Table],
    words: Mapping[str, str] | None = None,
    *,
    note: str = "",
    most: int = MOST_ROWS,
) -> str:
    """Return tables as HTML, with their own words in another language; empty without tables.

    The style sheet of a view draws them.

    Args:
        tables: the tables.
        words: labels in another language, by the keys of the file ``words.json`` beside this one.
        note: the sentence above them; empty without one.
        most: the maximum number of rows of each table.

    >>> table = Table("Substitutions", ["reference", "prediction"], [], [["a", "b"]])
    >>> "正解" in worded_tables([table], {"fields_reference": "正解"})
    True

    """
    said = {**english("levmetrics.rendering"), **(words or {})}
    above = f"<p>{escape(translations(said).get(note, note))}</p>" if note else ""
    shown = (worded(table, said) for table in tables)
    return above + html(*shown, most=most, more=said["fields_more"])


def worded(table: Table, words: Mapping[str, str]) -> Table:
    """Return a table with its own words in another language, but nothing that a text holds.

    Its own are the caption, the headings, the outcomes in a column without a heading, and the label
    of a value without a path and of the rows after the last division.

    Args:
        table: the table.
        words: labels in another language, by the keys of the file ``words.json`` beside this one.

    >>> table = Table("", ["field", ""], ["score"], [["mean", "extra"], [], ["mean", ""]])
    >>> said = {"fields_field": "項目", "fields_extra": "余分", "fields_mean": "平均"}
    >>> worded(table, said).labels, worded(table, said).rows
    (['項目', 'outcome'], [['mean', '余分'], [], ['平均', '']])

    """
    word = translations(words)
    divided = max((i for i, row in enumerate(table.rows) if not row), default=len(table.rows))
    numbers = [
        word.get(one, one)
        if isinstance(one, str)
        else Name(*(word.get(each, each) for each in one))
        for one in table.numbers
    ]
    return replace(
        table,
        caption=word.get(table.caption, table.caption),
        labels=[word.get(label or "outcome", label) for label in table.labels],
        numbers=numbers,
        rows=[
            _cells(table.labels, row, word, is_last=i > divided) for i, row in enumerate(table.rows)
        ],
        bars=None if table.bars is None else numbers[table.bar_column],
    )


def translations(words: Mapping[str, str]) -> Mapping[str, str]:
    """Return the words of tables in a language, by those in English.

    Args:
        words: the words of the language, by the keys of ``words.json``; a missing one is English.
            Those of a wing's own tables have the key ``table:`` with the English behind it.

    >>> word = translations({"fields_reference": "正解", "table:recall": "再現率"})
    >>> word["reference"], word["recall"]
    ('正解', '再現率')

    """
    shared = {text: words.get(key, text) for key, text in english("levmetrics.rendering").items()}
    own = {key: said for key, said in words.items() if key.startswith(_OF_A_WING)}
    return {**shared, **{key.removeprefix(_OF_A_WING): said for key, said in own.items()}}


def _cells(
    labels: Sequence[str], row: Sequence[Cell], word: Mapping[str, str], *, is_last: bool
) -> list[Cell]:
    """Return a row with its own words in another language.

    Args:
        labels: the headings of its first cells.
        row: the cells; none for a division.
        word: the words by those in English.
        is_last: whether it is after the last division.

    """
    cells = [*row]
    for column, (label, cell) in enumerate(zip(labels, row, strict=False)):
        if not label and isinstance(cell, str):
            cells[column] = _outcome(cell, word)
        elif not column and isinstance(cell, str) and (is_last or cell == _NO_PATH):
            cells[column] = word.get(cell, cell)
    return cells


def _outcome(outcome: str, word: Mapping[str, str]) -> str:
    """Return the outcome of a field in another language, part by part.

    >>> _outcome("misread, not counted", translations({"fields_misread": "読み違い"}))
    '読み違い, not counted'
    """
    parts = outcome.split(", ")
    for before in (english("levmetrics.rendering")[key] for key in _BEFORE_A_NAME):
        parts = [
            word[before] + part.removeprefix(before) if part.startswith(before) else part
            for part in parts
        ]
    return ", ".join(word.get(part, part) for part in parts)
