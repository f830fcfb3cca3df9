"""Scoring on a cluster: the checks on the driver, and the work on each part of the corpus.

Each part is reduced to a few rows of sums. A part that cannot be scored also becomes a row, with
the error: an exception raised by a worker would reach the caller as a page of tracebacks.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from levmetrics.core.metric import Metric
from levmetrics.core.names import get_metric
from levmetrics.core.run import Run
from levmetrics.errors import InputError, Place, as_json, from_json
from levmetrics.frames.frame import ArrowFrame, RowMetric
from levmetrics.inputs.arrow import is_text_type
from levmetrics.lazy import pa, pc
from levmetrics.sums.sample_statistics import group_labels

# The number of rows that are scored at a time: their tokens stay in the processor's cache. Much
# smaller batches from an engine are joined first, since each batch has a fixed cost.
ROWS_AT_ONCE = 16_384
_FAULT = "fault"
_SHOWN = 60  # characters of a text shown in a message
_SHOWN_COLUMNS = 8  # columns of a row shown in a message


def summed_metric(metric: str, options: Mapping[str, Any]) -> Metric[Any]:
    """Return the metric of a corpus, whose sums can be added.

    Args:
        metric: ``"wer"``, ``"cer"``, ``"anls:docvqa"`` ....
        options: the metric's options.

    Raises:
        InputError: for unknown names and options, and for ``reduction="none"``.

    """
    own = ("prediction", "reference", "groups", "sample_id")
    chosen = get_metric(metric, options=options, others=own)
    if chosen.keeps_samples:
        raise InputError("engine.reduction")
    return chosen


def check_columns(rows: RowMetric, schema: pa.Schema) -> None:
    """Raise if the schema shows that a corpus cannot be scored.

    Raises:
        InputError: for missing columns, and for column types that cannot be scored.

    """
    frame = ArrowFrame(schema.empty_table())
    for name in rows.read:
        _check_no_field(str(name), schema)
        frame.check_has(name)
    may_be_in = rows.metric.takes.may_be_in
    for column, code, is_known in (
        (rows.prediction, "engine.prediction_type", partial(may_be_in, of_references=False)),
        (rows.reference, "engine.reference_type", partial(may_be_in, of_references=True)),
        (rows.groups, "engine.group_type", _labels_groups),
        (rows.sample_id, "engine.id_type", _identifies),
    ):
        if column is not None and not is_known(kind := schema.field(column).type):
            raise InputError(code, column=column, type=str(kind))


def _labels_groups(kind: pa.DataType) -> bool:
    return _identifies(kind) or pa.types.is_floating(kind) or pa.types.is_date(kind)


def _identifies(kind: pa.DataType) -> bool:
    return bool(pa.types.is_integer(kind)) or is_text_type(kind)


def _check_no_field(name: str, schema: pa.Schema) -> None:
    """Raise if a name is a struct field, which engines write as ``column.field``."""
    column, dot, field = name.partition(".")
    if dot and name not in schema.names and schema.names.count(column) == 1:
        kind = schema.field(column).type
        if pa.types.is_struct(kind) and kind.get_field_index(field.partition(".")[0]) >= 0:
            raise InputError("engine.field", name=name, column=column, field=field)


def scored_schema(rows: RowMetric, schema: pa.Schema) -> pa.Schema:
    """Return the schema of a corpus with its scores.

    Raises:
        InputError: as :func:`check_columns` does, and if a column to add exists already.

    """
    check_columns(rows, schema)
    return rows.scored(ArrowFrame(schema.empty_table())).schema


def sums_schema(rows: RowMetric) -> pa.Schema:
    """Return the schema of rows of sums."""
    return Run.empty(rows.metric).to_arrow().schema.append(pa.field(_FAULT, pa.string()))


def sums_of_part(rows: RowMetric, batches: Iterable[pa.RecordBatch]) -> pa.Table:
    """Score a part and return its rows of sums; a part without rows has none.

    Args:
        rows: the metric and the columns.
        batches: the batches of the part, with at least the columns that are read.

    """
    parts = (_scored_rows(partial(_run, rows), table, rows.read) for table in _joined(batches))
    return _sums_or_fault(rows, lambda: sum(parts, Run.empty(rows.metric)))


def added_sums(rows: RowMetric, sums: pa.Table) -> pa.Table:
    """Add up the rows of sums of several parts; an engine calls this function for each group."""
    return _sums_or_fault(rows, lambda: _added(rows, sums))


def whole_run(rows: RowMetric, sums: Iterable[pa.Table], engine: str) -> Run:
    """Add up the rows of sums of all parts.

    Args:
        rows: the metric and the columns.
        sums: the tables of sums of all parts.
        engine: the name of its package, for the signature.

    Raises:
        InputError: if a part could not be scored, or there are no samples.

    """
    run = _added(rows, pa.concat_tables([sums_schema(rows).empty_table(), *sums]))
    if not run.sample_count:
        raise InputError("samples.none", place=rows.prediction)
    return replace(run, packages=(engine,))


def scored_batch(rows: RowMetric, batch: Any) -> Any:
    """Add the score of every row to a table or batch, as :func:`levmetrics.score_table` does.

    Raises:
        InputError: for a row that cannot be scored, with its contents.

    """
    names = dict.fromkeys([rows.prediction, rows.reference, *batch.schema.names])
    shown = [*names][:_SHOWN_COLUMNS]
    return _scored_rows(lambda few: rows.scored(ArrowFrame(few)), batch, shown)


def _run(rows: RowMetric, table: pa.Table) -> Run:
    run = rows.run(table[rows.prediction], table[rows.reference])
    if rows.sample_id is not None:
        run = run.with_random_groups(_labels(table, rows.sample_id))
    return run.with_names(None, None if rows.groups is None else _labels(table, rows.groups))


def _labels(table: pa.Table, name: Hashable) -> Any:
    """Return a column of labels.

    Raises:
        InputError: for a row without a label, with the column's name.

    """
    labels = table[name]
    if pc.any(pc.is_null(labels, nan_is_null=True)).as_py():
        group_labels(labels, len(labels), str(name))
    return labels


def _sums_or_fault(rows: RowMetric, run: Callable[[], Run]) -> pa.Table:
    """Return the rows of sums of a run, or a row with the error if it fails."""
    try:
        sums = run().to_arrow()
    except (InputError, ImportError) as error:  # a worker may lack what the driver has
        fault = error if isinstance(error, InputError) else InputError(str(error))
        said = json.dumps(fault, default=as_json)
        return pa.Table.from_pylist([{_FAULT: said}], sums_schema(rows))
    return sums.append_column(_FAULT, pa.nulls(len(sums), pa.string()))


def _added(rows: RowMetric, sums: pa.Table) -> Run:
    """Add up rows of sums.

    Raises:
        InputError: if a part could not be scored.

    """
    faults = sums[_FAULT].drop_null().to_pylist()
    if faults:
        raise json.loads(min(faults), object_hook=from_json)
    return Run.from_arrow(rows.metric, sums)


def _scored_rows(score: Callable[[Any], Any], table: Any, columns: Sequence[Hashable]) -> Any:
    """Score the rows of a table or batch; an error shows the contents of the first faulty row.

    Args:
        score: the function that scores rows.
        table: the rows.
        columns: the columns to show in an error.

    Raises:
        InputError: for a row that cannot be scored, or for rows that can only be scored one by one.

    """
    try:
        return score(table)
    except InputError:
        found = _first_fault(score, table)
        if found is None:
            raise
    row, fault = found
    fault.fields = {name: _without_row(field, columns) for name, field in fault.fields.items()}
    shown = ", ".join(f"{name}={_shown(row[name][0].as_py())}" for name in columns)
    raise InputError("engine.row", reason=fault.sentence(), row=shown)


def _first_fault(score: Callable[[Any], Any], table: Any) -> tuple[Any, InputError] | None:
    """Return the index and the error of the first row that cannot be scored alone, or ``None``."""
    try:
        score(table)
    except InputError as fault:
        if table.num_rows == 1:
            return table, fault
        if half := table.num_rows // 2:
            first, second = table.slice(0, half), table.slice(half)
            return _first_fault(score, first) or _first_fault(score, second)
    return None


def _without_row(place: Any, columns: Sequence[Hashable]) -> Any:
    """Return a place in a column without its row number, which is relative to the part."""
    if not isinstance(place, Place):
        return place
    name, number, unit = place.parts
    return str(name) if name in columns else Place(_without_row(name, columns), number, unit)


def _joined(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.Table]:
    """Join small batches to larger tables, and split tables that are too large."""
    waiting: list[pa.RecordBatch] = []
    rows = 0
    for batch in batches:
        for start in range(0, batch.num_rows, ROWS_AT_ONCE):
            part = batch.slice(start, ROWS_AT_ONCE)
            if rows + part.num_rows > ROWS_AT_ONCE:
                yield pa.Table.from_batches(waiting)
                waiting, rows = [], 0
            waiting.append(part)
            rows += part.num_rows
    if waiting:
        yield pa.Table.from_batches(waiting)


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
