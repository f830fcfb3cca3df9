"""A table with the score of every row in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from levmetrics.errors import InputError
from levmetrics.frames.added_columns import added_columns, check_names
from levmetrics.frames.frame import ArrowFrame
from levmetrics.frames.kinds import frame_of
from levmetrics.frames.rows import RowScorer, row_scoring

_OWN_OPTIONS = ("prediction", "reference", "groups", "prefix")


def score_table(
    table: Any,
    metric: str = "wer_lev",
    *,
    prediction: str,
    reference: str,
    groups: str | None = None,
    prefix: str = "",
    **options: Any,
) -> Any:
    """Add the score of every row to a table.

    The scores are those of ``score(predictions, references, metric, reduction="none")``. Texts are
    read some rows at a time, so that little more memory is needed than for the columns that are
    added.

    Args:
        table: of pandas, polars, pyarrow (a ``RecordBatchReader`` too), DuckDB (a relation) or
            datasets, or any other that speaks Arrow's PyCapsule interface.
        metric: ``"wer"``, ``"cer"``, ``"docvqa"`` ..., or in full ``"wer_lev:cer"``.
        prediction: the name of the column of predictions: texts, or for ``anls:star`` values.
        reference: the name of the column of references: the same, or lists of several for a row.
        groups: the name of a column of labels (speakers, documents): adds the score of all rows
            of the row's group, pooled.
        prefix: put before the names of the columns that are added.
        **options: of the metric: ``tokenizer``, ``normalizer``, ``threshold`` ...

    Returns:
        A table of the same library, of an unknown one a ``pyarrow.Table``, with these columns
        added: the score by its name (``wer``, ``cer`` or ``anls``); for error rates
        ``substitutions``, ``deletions``, ``insertions`` and ``hits``; ``reference_index``, which of
        several references counted, from 0; with ``groups`` the pooled score, ``group_wer``. The
        given table stays as it is. A reader is scored batch by batch as what is returned is read.

    Raises:
        InputError: for columns that there are not or are already, and for anything that cannot be
            scored, with the column's name and the row's number.

    >>> table = pa.table({"hyp": ["is there", "hello"], "ref": ["who is there", "hello"]})
    >>> scored = score_table(table, prediction="hyp", reference="ref")
    >>> scored.column_names
    ['hyp', 'ref', 'wer', 'substitutions', 'deletions', 'insertions', 'hits', 'reference_index']
    >>> scored["deletions"].to_pylist()
    [1, 0]

    """
    chosen = row_scoring(metric, options, "score_table", _OWN_OPTIONS)
    scorer = RowScorer(chosen, prediction, reference, prefix)
    if isinstance(table, pa.RecordBatchReader):
        if groups is not None:
            raise InputError("frame.reader_groups")
        return _scored_reader(scorer, table)
    frame = frame_of(table)
    check_names(frame, scorer, groups)
    return frame.with_columns(added_columns(frame, scorer, groups))


def _scored_reader(scorer: RowScorer, reader: pa.RecordBatchReader) -> pa.RecordBatchReader:
    """Return a reader of the same batches with the columns added, scored when they are read.

    Raises:
        InputError: for columns that there are not, or are already.

    """
    empty = ArrowFrame(reader.schema.empty_table())
    check_names(empty, scorer)

    def batches() -> Iterator[pa.RecordBatch]:
        first = 0
        for batch in reader:
            frame = ArrowFrame(batch)
            yield frame.with_columns(added_columns(frame, scorer, first=first))
            first += len(frame)

    schema = empty.with_columns(scorer.columns(scorer.empty)).schema
    return pa.RecordBatchReader.from_batches(schema, batches())
