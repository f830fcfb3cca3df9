"""Corpora past one machine: the checks on the driver, and what a worker does with its part.

A part goes to a few rows of sums. What cannot be scored becomes a row too, with the error that says
why: an error that a worker raises reaches the caller as a page of traces.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pyarrow as pa

from levmetrics.errors import InputError, as_json, from_json
from levmetrics.frames.frame import ArrowFrame, RowMetric, row_metric, scored_schema
from levmetrics.inputs.arrow import is_list_type, is_text_type, is_view_type
from levmetrics.metric import get_metric
from levmetrics.run import Run

# A part of a corpus is scored so many rows at a time, whose tokens stay near the processor. What
# engines hand over is joined where it is smaller by far, since each batch has a cost of its own.
ROWS_AT_ONCE = 16_384
_FAULT = "fault"
_SHOWN = 60  # characters of a text in a message
_SHOWN_COLUMNS = 8  # of a row, which may be wide


def corpus_metric(
    schema: pa.Schema,
    metric: str,
    options: Mapping[str, Any],
    prediction: str,
    reference: str,
    groups: str | None = None,
    sample_id: str | None = None,
) -> RowMetric:
    """Check what a corpus is to be scored by, and return it.

    Args:
        schema: of the corpus.
        metric: ``"wer"``, ``"cer"``, ``"docvqa"`` ..., or in full ``"wer_lev:cer"``.
        options: of the metric.
        prediction: the column of predictions.
        reference: the column of references.
        groups: the column of labels.
        sample_id: the column that identifies samples.

    Raises:
        InputError: for columns that there are not or are of other types, and for unknown options.

    """
    own = ("prediction", "reference", "groups", "sample_id")
    chosen = get_metric(metric, options=options, caller="score", others=own)
    if chosen.keeps_samples:
        raise InputError("engine.reduction")
    rows = RowMetric(chosen, prediction, reference, groups, sample_id)
    frame = ArrowFrame(schema.empty_table())
    for name in rows.read:
        frame.check_has(name)
    _check_types(rows, schema)
    return rows


def added_metric(
    schema: pa.Schema,
    metric: str,
    options: Mapping[str, Any],
    prediction: str,
    reference: str,
    prefix: str = "",
) -> tuple[RowMetric, pa.Schema]:
    """Check what rows are to be scored by; return it, and their schema with the scores.

    The arguments are those of :func:`corpus_metric`, and the ``prefix`` of
    :func:`levmetrics.score_table`.
    """
    own = ("prediction", "reference", "prefix")
    columns = prediction, reference, None, prefix
    rows = row_metric(metric, options, "add_scores", *columns, others=own)
    scored = scored_schema(rows, schema)
    _check_types(rows, schema)
    return rows, scored


def _check_types(rows: RowMetric, schema: pa.Schema) -> None:
    """Refuse columns of types that cannot be scored.

    Raises:
        InputError: naming the column.

    """
    if not rows.metric.nested:
        kind = schema.field(rows.prediction).type
        if not is_text_type(kind):
            raise InputError("engine.prediction_type", column=rows.prediction, type=str(kind))
        kind = schema.field(rows.reference).type
        of_several = is_list_type(kind) or is_view_type(kind)
        if not is_text_type(kind.value_type if of_several else kind):
            raise InputError("engine.reference_type", column=rows.reference, type=str(kind))
    for label in filter(None, (rows.groups, rows.sample_id)):
        kind = schema.field(label).type
        if not (pa.types.is_integer(kind) or is_text_type(kind)):
            raise InputError("engine.label_type", column=label, type=str(kind))


def sums_schema(rows: RowMetric) -> pa.Schema:
    """Return the schema of rows of sums."""
    return Run.empty(rows.metric).to_arrow().schema.append(pa.field(_FAULT, pa.string()))


def sums_of_part(rows: RowMetric, batches: Iterable[pa.RecordBatch]) -> pa.Table:
    """Score a part, and return its rows of sums; of a part without rows, none.

    Args:
        rows: the metric and the columns.
        batches: of the part, with at least the columns that are read.

    """
    part = Run.empty(rows.metric)
    try:
        for table in _joined(batches):
            part += _named(lambda few: _run(rows, few), table, rows.read)
    except (InputError, ImportError) as fault:  # a worker may lack what the driver has
        return _refusal(rows, fault)
    return _sums(part)


def added_sums(rows: RowMetric, sums: pa.Table) -> pa.Table:
    """Add up rows of sums of several parts, as an engine does with those of one group."""
    try:
        return _sums(_added(rows, sums))
    except InputError as fault:
        return _refusal(rows, fault)


def whole_run(rows: RowMetric, sums: Iterable[pa.Table], engine: str) -> Run:
    """Add up the rows of sums of all parts.

    Args:
        rows: the metric and the columns.
        sums: tables of them, of all parts.
        engine: the name of its package, for the signature.

    Raises:
        InputError: if a part could not be scored, or there is nothing to score.

    """
    run = _added(rows, pa.concat_tables([sums_schema(rows).empty_table(), *sums]))
    if not run.sample_count:
        raise InputError("samples.none", place=rows.prediction)
    return replace(run, packages=(engine,))


def scored_batch(rows: RowMetric, batch: Any) -> Any:
    """Add the score of every row to a table or batch, as :func:`levmetrics.score_table` does.

    Raises:
        InputError: for a row that cannot be scored, with what is in it.

    """
    names = dict.fromkeys([rows.prediction, rows.reference, *batch.schema.names])

    def columns(few: Any) -> dict[str, Any]:
        return rows.added_columns(ArrowFrame(few))

    return ArrowFrame(batch).with_columns(_named(columns, batch, [*names][:_SHOWN_COLUMNS]))


def _run(rows: RowMetric, table: pa.Table) -> Run:
    run = rows.run(table[rows.prediction], table[rows.reference])
    if rows.sample_id is not None:
        run = run.with_random_groups(table[rows.sample_id])
    return run.with_names(None, None if rows.groups is None else table[rows.groups])


def _sums(run: Run) -> pa.Table:
    sums = run.to_arrow()
    return sums.append_column(_FAULT, pa.nulls(len(sums), pa.string()))


def _refusal(rows: RowMetric, fault: InputError | ImportError) -> pa.Table:
    error = fault if isinstance(fault, InputError) else InputError(str(fault))
    said = json.dumps(error, default=as_json)
    return pa.Table.from_pylist([{_FAULT: said}], sums_schema(rows))


def _added(rows: RowMetric, sums: pa.Table) -> Run:
    """Add up rows of sums.

    Raises:
        InputError: if one of them is of a part that could not be scored.

    """
    faults = sums[_FAULT].drop_null().to_pylist()
    if faults:
        raise json.loads(min(faults), object_hook=from_json)
    return Run.from_arrow(rows.metric, sums)


def _named(score: Callable[[Any], Any], table: Any, columns: Sequence[str]) -> Any:
    """Score the rows of a table or batch; an error shows what is in the first row that has one.

    Args:
        score: scores rows.
        table: the rows.
        columns: that are shown.

    Raises:
        InputError: for a row that cannot be scored, or of all rows where no row alone has any.

    """
    try:
        return score(table)
    except InputError as of_all:
        fault = of_all
    first, end = 0, table.num_rows
    while end - first > 1:  # the fault is among these rows, and there is none before them
        middle = (first + end) // 2
        try:
            score(table.slice(first, middle - first))
        except InputError:
            end = middle
        else:
            first = middle
    row = table.slice(first, 1)
    try:
        score(row)
    except InputError as of_row:
        message = str(of_row)
        for name in columns:  # its position among one row says nothing
            message = message.replace(f"{name}[0]", name)
        shown = ", ".join(f"{name}={_shown(row[name][0].as_py())}" for name in columns)
        raise InputError("engine.row", reason=message, row=shown) from None
    raise fault


def _joined(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.Table]:
    """Join batches to tables of many rows, and cut those that have more."""
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
