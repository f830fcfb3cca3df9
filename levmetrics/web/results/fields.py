"""Records field by field, as HTML: one record as a tree, and the fields of all records."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from levmetrics.rendering.html import render
from levmetrics.rendering.table import Table
from levmetrics.web.language import WORDING_BY_PART, Language, say


def draw_tables(
    language: Language, tables: Sequence[Table], system: str = "", *, most: int = 60
) -> str:
    """Draw tables of fields.

    Args:
        language: the visitor's language.
        tables: the tables of :class:`levmetrics.records.explanation.FieldScores` or of a record.
        system: the name of the system; empty for a single one.
        most: the maximum number of rows of each table.

    """
    words = {said["en"]: said[language] for said in WORDING_BY_PART["fields"].values()}
    return render(
        "page/fields.html.j2",
        t=partial(say, language),
        word=lambda text: words.get(text, text),
        tables=tables,
        system=system,
        most=most,
    )
