"""Ray: score a data set on a cluster, as a whole or row by row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from levmetrics.core.run import Run
from levmetrics.errors import InputError
from levmetrics.frames import engines
from levmetrics.frames.frame import RowMetric, metric_of_rows
from levmetrics.inputs.arguments import type_phrase
from levmetrics.lazy import pa
from levmetrics.system.extras import needed_by

if TYPE_CHECKING:
    from ray.data import Dataset

# Ray passes whole blocks.
_BLOCKS: dict[str, Any] = {"batch_format": "pyarrow", "batch_size": None}


def score(
    dataset: Dataset,
    metric: str = "wer",
    *,
    prediction: str,
    reference: str,
    groups: str | None = None,
    sample_id: str | None = None,
    **options: Any,
) -> Run:
    """Score the rows of a Ray data set.

    Each worker reduces its blocks to a few numbers; no text leaves it. The numbers do not depend on
    how the rows are divided into blocks, to the last digit.

    Args:
        dataset: a data set with one sample per row.
        metric: ``"wer"``, ``"cer"``, ``"anls:docvqa"`` ....
        prediction: the column of predictions: strings.
        reference: the column of references: strings, or lists of several.
        groups: the column of group labels (speakers, documents), for results by group.
        sample_id: a column that identifies each row, for an interval; or its speaker or document,
            whose correlated samples are then drawn together.
        **options: the metric's options: ``tokenizer``, ``normalizer``, ``threshold`` ...

    Returns:
        The run of all rows. Its ``result()``, ``by_group()``, ``interval()`` and ``signature()``
        are the same as on one machine.

    Raises:
        InputError: for invalid columns and options, and for a row that cannot be scored, with its
            contents.

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
    metric: str = "wer",
    *,
    prediction: str,
    reference: str,
    prefix: str = "",
    **options: Any,
) -> Dataset:
    """Add the score of every row to a Ray data set.

    Args:
        dataset: a data set with one sample per row.
        metric: as for :func:`score`.
        prediction: the column of predictions.
        reference: the column of references.
        prefix: the prefix of the names of the added columns.
        **options: the metric's options.

    Returns:
        A lazy data set with the columns of :func:`levmetrics.score_table` added.

    Raises:
        InputError: for invalid columns and options. A row that cannot be scored fails the task that
            computes it, with an error that names the row.

    """
    schema = _schema(dataset)
    chosen = metric_of_rows(metric, options, "add_scores", ("prediction", "reference", "prefix"))
    rows = RowMetric(chosen, prediction, reference, prefix=prefix)
    engines.scored_schema(rows, schema)

    def scored(block: pa.Table) -> pa.Table:
        # Ray has no schema for a block without rows.
        return engines.scored_batch(rows, block) if block.column_names else block

    return dataset.map_batches(scored, **_BLOCKS)


def _schema(dataset: Dataset) -> pa.Schema:
    """Return the schema of a data set; that of a lazy one is read from its first block.

    Raises:
        InputError: if it is not a data set with Arrow types.

    """
    with needed_by("levmetrics.ray", "ray"):
        from ray.data import Dataset
    if not isinstance(dataset, Dataset):
        raise InputError("engine.no_dataset", given=type_phrase(dataset))
    schema = dataset.schema()
    if schema is None:
        raise InputError("engine.no_columns")
    return pa.schema([*zip(schema.names, schema.types, strict=True)])
