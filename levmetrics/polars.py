"""Scores as polars expressions, which may be lazy and streaming.

>>> import polars as pl
>>> import levmetrics.polars as lev
>>> frame = pl.DataFrame({"hyp": ["is there", "hello"], "ref": ["who is there", "hello"]})
>>> frame.select(lev.wer("hyp", "ref").round(2), lev.cer("hyp", "ref").round(2)).rows()
[(0.33, 0.33), (0.0, 0.0)]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from levmetrics.core.metric import Metric
from levmetrics.errors import InputError
from levmetrics.frames.frame import PolarsFrame, RowMetric, metric_of_rows
from levmetrics.inputs.arguments import check_same_length, type_phrase
from levmetrics.rendering.labels import COUNTS
from levmetrics.system.extras import needed_by

with needed_by("levmetrics.polars", "polars"):
    import polars as pl

__all__ = ["anls", "cer", "error_counts", "score", "wer"]

IntoColumn: TypeAlias = "str | pl.Expr"
"""A column name or an expression."""

_COUNTS = [count.key for count in COUNTS]
_NAMES = ("prediction", "reference")


class ExpressionError(InputError):
    """An error within an expression; its text is the message alone.

    polars re-creates the error, with the expression in lines after the message.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message.partition("\n")[0])


def wer(prediction: IntoColumn, reference: IntoColumn, **options: Any) -> pl.Expr:
    """Return an expression of the word error rate of every row, named ``wer``.

    Args:
        prediction: the column of predictions: texts.
        reference: the column of references: texts, or lists of several for a row.
        **options: ``tokenizer``, ``normalizer``, ``costs``.

    Raises:
        InputError: for unknown options; when the expression is computed, for anything that cannot
            be scored, such as nulls.

    """
    return score("wer", prediction, reference, **options)


def cer(prediction: IntoColumn, reference: IntoColumn, **options: Any) -> pl.Expr:
    """Return the character error rate of every row, named ``cer``; arguments as for :func:`wer`."""
    return score("cer", prediction, reference, **options)


def anls(prediction: IntoColumn, reference: IntoColumn, **options: Any) -> pl.Expr:
    """Return an expression of the normalized Levenshtein similarity of every row, named ``anls``.

    For the published rules of ANLS use :func:`score`: ``score("anls:docvqa", ...)``.

    Args:
        prediction: as for :func:`wer`.
        reference: as for :func:`wer`.
        **options: ``threshold``, ``tokenizer``, ``normalizer``, ``substitution_cost``.

    """
    return score("anls", prediction, reference, **options)


def score(metric: str, prediction: IntoColumn, reference: IntoColumn, **options: Any) -> pl.Expr:
    """Return an expression of any metric's score of every row, named after the score.

    Args:
        metric: ``"wer"``, ``"ja"``, ``"anls"`` ...
        prediction: as for :func:`wer`; for ``anls:star`` values of any type.
        reference: as for :func:`wer`.
        **options: the metric's options.

    Raises:
        InputError: as :func:`wer` does, and for unknown metrics.

    >>> frame = pl.DataFrame({"answer": ["CocaCola"], "answers": [["Pepsi", "Coca Cola"]]})
    >>> frame.select(score("anls:docvqa", "answer", "answers").round(4))["anls"].to_list()
    [0.8889]

    """
    chosen = metric_of_rows(metric, options, "score", ("metric", *_NAMES))
    return _expression(chosen, prediction, reference).alias(chosen.key)


def error_counts(prediction: IntoColumn, reference: IntoColumn, **options: Any) -> pl.Expr:
    """Return an expression of the error counts of every row, a struct named ``error_counts``.

    Its fields are ``substitutions``, ``deletions``, ``insertions`` and ``hits``, in words unless
    ``tokenizer`` sets another unit. To pool rows, add up the fields: the error rate is the sum of
    the first three divided by the sum of ``substitutions``, ``deletions`` and ``hits``.

    Args:
        prediction: as for :func:`wer`.
        reference: as for :func:`wer`.
        **options: as for :func:`wer`.

    Raises:
        InputError: as :func:`wer` does.

    >>> frame = pl.DataFrame({"hyp": ["is there", "hello"], "ref": ["who is there", "hallo"]})
    >>> frame.select(error_counts("hyp", "ref").struct.unnest()).sum().to_dicts()
    [{'substitutions': 1, 'deletions': 1, 'insertions': 0, 'hits': 2}]

    """
    metric = metric_of_rows("wer", options, "error_counts", _NAMES)
    return _expression(metric, prediction, reference, counts=True).alias("error_counts")


def _expression(
    metric: Metric[Any], prediction: IntoColumn, reference: IntoColumn, *, counts: bool = False
) -> pl.Expr:
    """Return the expression of the score or of the error counts of every row.

    Args:
        metric: the metric and its options.
        prediction: the column of predictions.
        reference: the column of references.
        counts: whether to return error counts instead of the score.

    """
    rows = RowMetric(metric, *_NAMES)

    kind = pl.Struct(dict.fromkeys(_COUNTS, pl.Int64())) if counts else pl.Float64()

    def scored(columns: Sequence[pl.Series]) -> pl.Series:
        try:
            for side, column in zip(_NAMES, columns, strict=True):
                if column.null_count() and not metric.takes.nulls:
                    raise InputError("frame.expression_nulls", column=column.name, side=side)
            frame = PolarsFrame(pl.DataFrame(_of_one_length(columns)))
            found = rows.added_columns(frame, first=None)
        except InputError as error:
            raise ExpressionError(str(error)) from None
        if counts:
            return pl.DataFrame({name: found[name] for name in _COUNTS}).to_struct()
        return pl.Series(found[metric.key])

    columns = [_column(prediction, "prediction"), _column(reference, "reference")]
    return pl.map_batches(columns, scored, kind, is_elementwise=True)


def _column(value: object, name: str) -> pl.Expr:
    if isinstance(value, pl.Expr):
        return value
    if not isinstance(value, str):
        raise InputError("frame.expression", side=name, given=type_phrase(value))
    return pl.col(value)


def _of_one_length(columns: Sequence[pl.Series]) -> dict[str, pl.Series]:
    """Return both columns by name; a literal is repeated to the length of the other column.

    Raises:
        InputError: for columns of different lengths.

    """
    rows = next((len(column) for column in columns if len(column) != 1), 1)
    repeated = [
        column.new_from_index(0, rows) if len(column) == 1 else column for column in columns
    ]
    check_same_length(*repeated)
    return dict(zip(_NAMES, repeated, strict=True))
