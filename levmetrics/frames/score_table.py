"""Adding the score of every row to a table."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy.typing as npt

from levmetrics.errors import InputError
from levmetrics.frames.frame import ArrowFrame, Frame, RowMetric, frame_of, is_of, metric_of_rows
from levmetrics.lazy import pa


def score_table(
    table: Any = ...,
    metric: str = "wer",
    *,
    prediction: Hashable,
    reference: Hashable,
    groups: Hashable = None,
    prefix: str = "",
    **options: Any,
) -> Any:
    """Add the score of every row to a table.

    The scores are those of ``score(predictions, references, metric, reduction="none")``. Texts are
    read part by part, which needs little more memory than the added columns.

    Args:
        table: a table of pandas, polars, pyarrow (also a ``RecordBatchReader``), DuckDB (a
            relation), datasets, or any library with Arrow's PyCapsule interface. If it is left out,
            the result is a function of tables and of batches of rows, for ``map`` of ``datasets``.
        metric: ``"wer"``, ``"cer"``, ``"anls:docvqa"`` ....
        prediction: the name of the column of predictions: texts, or values for ``anls:star``. For a
            pandas column named by a number or a tuple, give that, as in ``df[0]``.
        reference: the name of the column of references: one per row, or lists of several. The
            texts of lists in a whole table are read as :func:`levmetrics.score` reads them.
        groups: the name of a column of labels (speakers, documents); adds the pooled score of each
            row's group.
        prefix: the prefix of the names of the added columns.
        **options: the metric's options: ``tokenizer``, ``normalizer``, ``threshold`` ...

    Returns:
        A table of the same library (for an unknown library, a ``pyarrow.Table``) with these columns
        added: the score by its name (``wer``, ``cer`` or ``anls``); for error rates
        ``substitutions``, ``deletions``, ``insertions`` and ``hits``; ``reference_index``, the
        index (from 0) of the reference that counted; with ``groups`` the pooled score, such as
        ``group_wer``. The given table is unchanged. A reader is scored batch by batch while the
        result is read.

        Without a table, a function. Given columns by name, or one row's values by name, it returns
        only the score columns, which ``map`` adds; given a table, it returns the table with the
        scores. It also takes row numbers (``with_indices=True``), which messages then name. Its
        pickle includes the versions of the packages that compute the score, so the cache of
        ``datasets`` is valid as long as the results would be the same.

    Raises:
        InputError: for columns that are missing or exist already, and for anything that cannot be
            scored; the error names the column and the row.

    >>> table = pa.table({"hyp": ["is there", "hello"], "ref": ["who is there", "hello"]})
    >>> scored = score_table(table, prediction="hyp", reference="ref")
    >>> scored.column_names
    ['hyp', 'ref', 'wer', 'substitutions', 'deletions', 'insertions', 'hits', 'reference_index']
    >>> scored["deletions"].to_pylist()
    [1, 0]
    >>> scorer = score_table(metric="anls", prediction="answer", reference="answers")
    >>> scorer({"answer": ["a"], "answers": [["b", "a"]]})
    {'anls': [1.0], 'reference_index': [1]}
    >>> scorer({"answer": ["a", None], "answers": ["a", "b"]})
    Traceback (most recent call last):
    levmetrics.errors.InputError: batch['answer'][1] is None; every prediction must be a string

    """
    own = ("prediction", "reference", "groups", "prefix")
    chosen = metric_of_rows(metric, options, "score_table", own)
    rows = RowMetric(chosen, prediction, reference, groups, prefix=prefix)
    if table is ...:
        if groups is not None:
            raise InputError("frame.batch_groups")
        asked = {"prediction": prediction, "reference": reference, "prefix": prefix, **options}
        return _BatchScorer(rows, {"metric": metric, **dict(sorted(asked.items()))})
    if isinstance(table, pa.RecordBatchReader):
        if groups is not None:
            raise InputError("frame.reader_groups")
        return _scored_reader(rows, table)
    frame = frame_of(table)
    return rows.reading_lists(frame).scored(frame)


def _scored_reader(rows: RowMetric, reader: pa.RecordBatchReader) -> pa.RecordBatchReader:
    """Return a reader of the same batches with the columns added, scored lazily."""

    def batches() -> Iterator[pa.RecordBatch]:
        first = 0
        for batch in reader:
            yield rows.scored(ArrowFrame(batch), first)
            first += len(batch)

    nothing = rows.scored(ArrowFrame(reader.schema.empty_table()))
    return pa.RecordBatchReader.from_batches(nothing.schema, batches())


@dataclass
class _BatchScorer:
    """Scores batches of rows; equal settings have equal pickles.

    Attributes:
        rows: the metric and the names of the columns.
        asked: the arguments of :func:`score_table`.

    """

    rows: RowMetric
    asked: Mapping[str, Any]

    def __call__(self, batch: Any, indices: Sequence[int] | int = ()) -> Any:
        """Score a batch, or a row.

        Args:
            batch: a mapping of columns or of one row's values, or a table. A mapping is one row if
                one side is not a list, if ``datasets`` says so, or if ``indices`` is a single
                number.
            indices: the numbers of the rows, if they are known.

        """
        numbers = [indices] if isinstance(indices, int) else indices
        if isinstance(batch, Mapping):
            frame: Frame = _Batch(batch, numbers is not indices or self._is_row(batch))
        else:
            frame = frame_of(batch)
        return self.rows.scored(frame, numbers[0] if len(numbers) else None)

    def _is_row(self, batch: Mapping[Any, Any]) -> bool:
        """Whether a mapping holds the values of one row instead of columns."""
        if is_of(batch, "datasets.formatting.formatting", "LazyRow"):
            return True
        sides = (batch.get(name, ()) for name in self.rows.read)
        return any(
            isinstance(side, (str, Mapping)) or not hasattr(side, "__len__") for side in sides
        )

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[str, Mapping[str, Any]]]:
        return _of_signature, (self.rows.metric.signature(), self.asked)


def _of_signature(signature: str, asked: Mapping[str, Any]) -> Any:
    return score_table(**asked)


class _Batch(Frame):
    """Columns or one row's values by name; only the added ones are returned.

    Args:
        table: the columns or values.
        is_row: whether they are values.

    """

    def __init__(self, table: Mapping[Any, Any], is_row: bool) -> None:
        super().__init__(table)
        self.is_row = is_row

    @property
    def names(self) -> list[Hashable]:
        """The names of the columns."""
        return list(self.table)

    def parts(self, *names: Hashable) -> Iterator[list[Any]]:
        """Return the columns as one part."""
        yield [[self.table[name]] if self.is_row else self.table[name] for name in names]

    def with_columns(self, columns: Mapping[str, npt.NDArray[Any]]) -> dict[str, Any]:
        """Return only the new columns or values."""
        return {
            name: values.item() if self.is_row else values.tolist()
            for name, values in columns.items()
        }
