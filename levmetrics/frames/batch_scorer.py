"""Scores of batches of rows, for ``datasets``' ``map`` and whatever else hands over batches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy.typing as npt

from levmetrics.frames.added_columns import added_columns, check_names
from levmetrics.frames.frame import Frame
from levmetrics.frames.kinds import frame_of, is_of
from levmetrics.frames.rows import RowScorer, row_scoring


class BatchScorer:
    """A function of a batch of rows that returns the columns of their scores.

    It is pickled by its settings, and by the metric's signature with the versions of what computes
    it: ``datasets`` finds what it cached as long as that would be computed again as it is.

    Args:
        metric: a metric's name, or ``"NAME:CONFIG"``.
        prediction: the name of the column of predictions.
        reference: the name of the column of references.
        prefix: put before the names of the columns of scores.
        options: of the metric, by name.

    Raises:
        InputError: for unknown names and options.

    """

    def __init__(
        self, metric: str, prediction: str, reference: str, prefix: str, options: Mapping[str, Any]
    ) -> None:
        chosen = row_scoring(metric, options, "batch_scorer", ("prediction", "reference", "prefix"))
        self._scorer = RowScorer(chosen, prediction, reference, prefix)
        self._settings = (metric, prediction, reference, prefix, dict(sorted(options.items())))

    def __call__(self, batch: Any, indices: Sequence[int] | int = ()) -> Any:
        """Score a batch, or a row.

        Args:
            batch: columns by name; or a table, of any kind that ``score_table`` takes; or the
                values of one row by name, as ``map`` gives them without ``batched=True``. By name
                it is a row where one side is no list, where ``datasets`` says so, and where
                ``indices`` is one number.
            indices: the numbers of the rows, which ``map`` gives with ``with_indices=True``:
                messages name rows by them, and without them by their places in the batch.

        Returns:
            Of columns by name, those of the scores alone, which ``map`` adds; of a row its scores
            by name; of a table the table with them, by which ``map`` replaces it.

        Raises:
            InputError: for anything that cannot be scored.

        """
        numbers = [indices] if isinstance(indices, int) else indices
        frame: Frame
        if not isinstance(batch, Mapping):
            frame = frame_of(batch)
        elif numbers is not indices or _is_row(batch, self._scorer):
            frame = _Row(batch)
        else:
            frame = _Batch(batch)
        check_names(frame, self._scorer)
        first = numbers[0] if len(numbers) else None
        return frame.with_columns(added_columns(frame, self._scorer, first=first))

    def __repr__(self) -> str:
        metric, prediction, reference, prefix, options = self._settings
        named = {"prediction": prediction, "reference": reference, "prefix": prefix, **options}
        written = "".join(f", {name}={value!r}" for name, value in named.items())
        return f"batch_scorer({metric!r}{written})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _of_signature, (self._scorer.metric.signature(), self._settings)


def _of_signature(signature: str, settings: tuple[Any, ...]) -> BatchScorer:
    return BatchScorer(*settings)


def _is_row(batch: Mapping[str, Any], scorer: RowScorer) -> bool:
    """Whether a mapping holds the values of one row, and no columns."""
    sides = [batch.get(name, ()) for name in (scorer.prediction, scorer.reference)]
    are_columns = all(
        hasattr(side, "__len__") and not isinstance(side, (str, Mapping)) for side in sides
    )
    return not are_columns or is_of(batch, "datasets.formatting.formatting", "LazyRow")


class _Batch(Frame):
    """Columns by name."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        super().__init__(table)
        self.names = list(table)

    @classmethod
    def holds(cls, table: object) -> bool:
        """Tell whether it is a mapping."""
        return isinstance(table, Mapping)

    def __len__(self) -> int:
        """Count the rows."""
        return len(self.column(self.names[0]))

    def column(self, name: str) -> Any:
        """Return the column as it is."""
        return self.table[name]

    def parts(self, prediction: str, reference: str) -> Iterator[tuple[Any, Any]]:
        """Return the columns at once: a batch is a part of a table."""
        yield self.column(prediction), self.column(reference)

    def with_columns(self, columns: Mapping[str, npt.NDArray[Any]]) -> dict[str, list[Any]]:
        """Return the new columns alone."""
        return {name: values.tolist() for name, values in columns.items()}


class _Row(_Batch):
    """The values of one row by name."""

    def column(self, name: str) -> list[Any]:
        """Return the value as a column of one row."""
        return [self.table[name]]

    def with_columns(self, columns: Mapping[str, npt.NDArray[Any]]) -> dict[str, Any]:
        """Return the new values alone."""
        return {name: values.item() for name, values in columns.items()}


def batch_scorer(
    metric: str = "wer_lev",
    *,
    prediction: str,
    reference: str,
    prefix: str = "",
    **options: Any,
) -> BatchScorer:
    """Make a function that scores a batch of rows, for ``datasets.Dataset.map``.

    ``dataset.map(scorer, batched=True)`` adds the columns that
    :func:`levmetrics.score_table` adds, and writes them to the cache of ``datasets``, where they
    are found again; without ``batched=True`` too, but row by row and slower, and where values are
    lists on both sides, of a streamed or formatted data set only with ``with_indices=True``. It
    takes several processes (``num_proc=2``), data sets that are streamed, and every format.

    Args:
        metric: ``"wer"``, ``"cer"``, ``"docvqa"`` ..., or in full ``"wer_lev:cer"``.
        prediction: the name of the column of predictions.
        reference: the name of the column of references, or of lists of several for a row.
        prefix: put before the names of the columns that are added.
        **options: of the metric: ``tokenizer``, ``normalizer``, ``threshold`` ...

    Raises:
        InputError: for unknown names and options, and for a reduction.

    >>> scorer = batch_scorer("anls", prediction="answer", reference="answers")
    >>> scorer({"answer": ["a"], "answers": [["b", "a"]]})
    {'anls': [1.0], 'reference_index': [1]}
    >>> scorer({"answer": ["a", None], "answers": ["a", "b"]})
    Traceback (most recent call last):
    levmetrics.errors.InputError: batch['answer'][1] is None; every prediction must be a string

    """
    return BatchScorer(metric, prediction, reference, prefix, options)
