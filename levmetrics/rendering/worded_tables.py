"""Tables as HTML in another language: headings, captions and outcomes, but nothing a text holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from levmetrics.rendering.html import render
from levmetrics.rendering.table import Table

ENGLISH: Mapping[str, str] = {
    "fields_scores": "Scores by field",
    "fields_confusions": "Values that were misread",
    "fields_substitutions": "Substitutions",
    "fields_deletions": "Deletions",
    "fields_insertions": "Insertions",
    "fields_field": "field",
    "fields_compared": "comparator",
    "fields_reference": "reference",
    "fields_prediction": "prediction",
    "fields_right": "right",
    "fields_misread": "misread",
    "fields_missing": "missing",
    "fields_extra": "extra",
    "fields_absent": "absent",
    "fields_f1": "F1",
    "fields_score": "score",
    "fields_times": "times",
    "fields_mean": "mean",
    "fields_all": "all",
    "fields_not_counted": "not counted",
    "fields_threshold": "below the threshold",
    "fields_no_reference": "the reference is not a valid ",
    "fields_no_prediction": "the prediction is not a valid ",
    "fields_outcome": "outcome",
    "fields_more": "and {number:,} more",
    "fields_by_record": "The fields as the config 'record' compares them:",
}
"""The words of the tables of records and confusions by their keys; ``{number}`` is a value."""


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
        words: labels in another language, by the keys of :data:`ENGLISH`.
        note: the key of the sentence above them; empty without one.
        most: the maximum number of rows of each table.

    >>> table = Table("Substitutions", ["reference", "prediction"], [], [["a", "b"]])
    >>> "正解" in worded_tables([table], {"fields_reference": "正解"})
    True

    """
    said = {**ENGLISH, **(words or {})}
    translated = {text: said[key] for key, text in ENGLISH.items()}
    return render(
        "worded_tables.html.j2",
        said=said,
        word=lambda text: translated.get(text, text),
        tables=tables,
        note=said[note] if note else "",
        most=most,
    )
