"""Tables as HTML in another language: headings, captions and outcomes, but nothing a text holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from levmetrics.rendering.html import render
from levmetrics.rendering.labels import english
from levmetrics.rendering.table import Table


def worded_tables(
    tables: Sequence[Table],
    words: Mapping[str, str] | None = None,
    *,
    note: str = "",
    most: int = 60,
) -> str:
    """Return tables as HTML, with their own words in another language; empty without tables.

    A table with a heading that is empty is a record: its rows are a tree, and that column has the
    outcomes of its fields.

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
    translated = translations(said)
    return render(
        "worded_tables.html.j2",
        said=said,
        word=lambda text: translated.get(text, text),
        tables=tables,
        note=translated.get(note, note),
        most=most,
    )


def translations(words: Mapping[str, str]) -> Mapping[str, str]:
    """Return the words of tables in a language, by those in English.

    Args:
        words: the words of the language, by the keys of ``words.json``; a missing one is English.

    >>> translations({"fields_reference": "正解"})["reference"]
    '正解'

    """
    return {text: words.get(key, text) for key, text in english("levmetrics.rendering").items()}
