"""Scores as SQL functions in DuckDB.

>>> import duckdb
>>> import levmetrics.duckdb
>>> connection = duckdb.connect()
>>> levmetrics.duckdb.register(connection)
>>> connection.sql("SELECT wer('is there', 'who is there'), cer('ab', ['x', 'a'])").fetchall()
[(0.3333333333333333, 1.0)]
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from levmetrics.core.metric import Metric
from levmetrics.core.names import get_metric
from levmetrics.errors import InputError, reason
from levmetrics.frames.frame import RowMetric, metric_of_rows
from levmetrics.lazy import pa
from levmetrics.rendering.labels import COUNTS
from levmetrics.system.extras import needed_by

with needed_by("levmetrics.duckdb", "duckdb"):
    import duckdb

__all__ = ["register"]

_SCORES = {"wer": "wer", "cer": "cer", "anls": "anls"}
_COUNTS_TYPE = "STRUCT({})".format(", ".join(f"{count.key} BIGINT" for count in COUNTS))
_NAMES = ("prediction", "reference")


def register(
    connection: Any, metric: str | None = None, *, name: str | None = None, **options: Any
) -> None:
    """Register functions of a prediction and a reference as SQL functions of a connection.

    Without ``metric`` these are ``wer``, ``cer`` and ``anls``, which return a ``DOUBLE``, and
    ``error_counts``, which returns a ``STRUCT`` of ``substitutions``, ``deletions``, ``insertions``
    and ``hits`` of words. A prediction is a ``VARCHAR``; a reference is one too, or a ``VARCHAR[]``
    of several, of which the best counts. NULLs are an error; replace them by ``coalesce`` or filter
    them by ``WHERE``.

    An earlier registration of the same name on this connection is replaced.

    Args:
        connection: a DuckDB connection, or the module ``duckdb`` for its default connection.
        metric: the metric of a single function: ``"wer"``, ``"ja"``, ``"anls"`` ...
        name: the name of that function; ``None``: the key of the metric's score.
        **options: the metric's options: ``tokenizer``, ``normalizer``, ``threshold`` ...

    Raises:
        InputError: for unknown metrics and options, and for a name that another function has.

    >>> connection = duckdb.connect()
    >>> register(connection, "anls:docvqa", name="docvqa", threshold=0.8)
    >>> connection.sql("SELECT docvqa('CocaCola', ['Pepsi', 'Coca Cola'])").fetchall()
    [(0.8888888888888888,)]

    """
    if metric is not None:
        chosen = metric_of_rows(metric, options, "register", ("metric", "name"))
        _add(connection, chosen.key if name is None else name, chosen)
        return
    given = [*options] if name is None else [*options, "name"]
    if given:
        raise InputError("frame.sql_option", option=given[0])
    for of_score, of_metric in _SCORES.items():
        _add(connection, of_score, get_metric(of_metric, options={}))
    _add(connection, "error_counts", get_metric("wer", options={}), counts=True)


def _add(connection: Any, name: str, metric: Metric[Any], *, counts: bool = False) -> None:
    """Add a function to a connection.

    Args:
        connection: a DuckDB connection.
        name: the name of the function.
        metric: the metric and its options.
        counts: whether it returns the error counts instead of the score.

    Raises:
        InputError: for a name that another function has.

    """
    rows = RowMetric(metric, *_NAMES)
    kind = _COUNTS_TYPE if counts else "DOUBLE"

    # DuckDB reads the annotations: with these it takes arguments of every type.
    def scored(prediction: pa.ChunkedArray, reference: pa.ChunkedArray) -> pa.Array:
        for side, column in zip(_NAMES, (prediction, reference), strict=True):
            if column.null_count and not metric.takes.nulls:
                raise InputError("frame.sql_null", side=side)
        run = rows.run(prediction, reference, first=None)
        return pa.table(run.counts()).to_struct_array() if counts else pa.array(run.sample_scores())

    scored.__annotations__ = dict.fromkeys(_NAMES, pa.ChunkedArray)
    with suppress(duckdb.InvalidInputException):  # no function of this name
        connection.remove_function(name)
    try:
        connection.create_function(name, scored, None, kind, type="arrow", null_handling="special")
    except duckdb.CatalogException as error:
        raise InputError("frame.sql_name_taken", name=name, reason=reason(error)) from error
