"""Ray: the score of a data set that is spread over a cluster, and the score of every row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa

from levmetrics import engines
from levmetrics.errors import InputError
from levmetrics.extras import needed_by
from levmetrics.frames.frame import RowMetric, metric_of_rows
from levmetrics.inputs.arguments import type_phrase
from levmetrics.run import Run

if TYPE_CHECKING:
    from ray.data import Dataset

# Ray hands over whole blocks.
_BLOCKS: dict[str, Any] = {"batch_format": "pyarrow", "batch_size": None}


def score(
    dataset: Dataset,
    metric: str = "wer_lev",
    *,
    prediction: str,
    reference: str,
    groups: str | None = None,
    sample_id: str | None = None,
    **options: Any,
) -> Run:
    """Score the rows of a Ray data set.

    Each block becomes a few numbers on the worker that has it; no text is sent anywhere. The
    numbers are the same however the rows are spread, to the last digit.

    Args:
        dataset: one sample a row.
        metric: ``"wer"``, ``"cer"``, ``"docvqa"`` ..., or in full ``"wer_lev:cer"``.
        prediction: the column of predictions: strings.
        reference: the column of references: strings, or lists of several.
        groups: a column of labels (speakers, documents), for results by group.
        sample_id: a column that identifies each row, for an interval; or the row's speaker or
            document, since samples of one are correlated and are then drawn together.
        **options: of the metric: ``tokenizer``, ``normalizer``, ``threshold`` ...

    Returns:
        The run of all rows, whose ``result()``, ``by_group()``, ``interval()`` and ``signature()``
        are as on one machine.

    Raises:
        InputError: for columns and options that cannot be, and for a row that cannot be scored,
            with what is in it.

    """
    schema = _schema(dataset)
    chosen = engines.summed_metric(metric, options)
    rows = RowMetric(chosen, prediction, reference, groups, sample_id)
    engines.check_columns(rows, schema)

    def sums_of(block: pa.Table) -> pa.Table:
        return engines.sums_of_part(rows, block.to_batches())

    sums = dataset.select_columns([*map(str, rows.read)]).map_batches(sums_of, **_BLOCKS)
    return engines.whole_run(rows, sums.iter_batches(**_BLOCKS), "ray")


def add_scores(
    dataset: Dataset,
    metric: str = "wer_lev",
    *,
    prediction: str,
    reference: str,
    prefix: str = "",
    **options: Any,
) -> Dataset:
    """Add the score of every row to a Ray data set.

    Args:
        dataset: one sample a row.
        metric: as for :func:`score`.
        prediction: the column of predictions.
        reference: the column of references.
        prefix: put before the names of the columns that are added.
        **options: of the metric.

    Returns:
        A data set with the columns of :func:`levmetrics.score_table` added; it is computed when
        Ray needs it.

    Raises:
        InputError: for columns and options that cannot be. A row that cannot be scored ends the
            task that computes it, with a sentence that names it.

    """
    schema = _schema(dataset)
    chosen = metric_of_rows(metric, options, "add_scores", ("prediction", "reference", "prefix"))
    rows = RowMetric(chosen, prediction, reference, prefix=prefix)
    engines.scored_schema(rows, schema)

    def scored(block: pa.Table) -> pa.Table:
        # Of a block without rows, Ray knows no columns.
        return engines.scored_batch(rows, block) if block.column_names else block

    return dataset.map_batches(scored, **_BLOCKS)


def _schema(dataset: Dataset) -> pa.Schema:
    """Return the schema of a data set, which of a lazy one is read from its first block.

    Raises:
        InputError: for something that is no data set of Arrow's types.

    """
    with needed_by("levmetrics.ray", "ray"):
        from ray.data import Dataset
    if not isinstance(dataset, Dataset):
        raise InputError("engine.no_dataset", given=type_phrase(dataset))
    schema = dataset.schema()
    if schema is None:
        raise InputError("engine.no_columns")
    return pa.schema([*zip(schema.names, schema.types, strict=True)])
