"""Spark: the score of a corpus that is spread over a cluster, and the score of every row.

The workers need levmetrics, but neither torch nor a compiler: the wheel, put where their Python
finds it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from levmetrics import engines
from levmetrics.errors import InputError
from levmetrics.extras import needed_by
from levmetrics.frames.frame import RowMetric, metric_of_rows
from levmetrics.inputs.arguments import type_phrase
from levmetrics.run import Run

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, GroupedData
    from pyspark.sql.types import StructType

_COMBINERS = 32  # how many workers add up the sums of partitions, before the driver does


def score(
    df: DataFrame,
    metric: str = "wer_lev",
    *,
    prediction: str,
    reference: str,
    groups: str | None = None,
    sample_id: str | None = None,
    **options: Any,
) -> Run:
    """Score the rows of a Spark data frame.

    Each partition becomes a few numbers on the worker that has it; no text is sent anywhere. The
    numbers are the same however the rows are spread, to the last digit.

    Args:
        df: one sample a row.
        metric: ``"wer"``, ``"cer"``, ``"docvqa"`` ..., or in full ``"wer_lev:cer"``.
        prediction: the column of predictions: strings.
        reference: the column of references: strings, or arrays of several.
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
    schema = _schema(df)
    if df.isStreaming:
        raise InputError("engine.stream")
    chosen = engines.summed_metric(metric, options)
    rows = RowMetric(chosen, prediction, reference, groups, sample_id)
    engines.check_columns(rows, schema)

    # What a worker calls has as many arguments as Spark counts in its signature.
    def sums_of(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        named = (batch.rename_columns(rows.read) for batch in batches)
        yield from engines.sums_of_part(rows, named).to_batches()

    kind = _spark_schema(engines.sums_schema(rows))
    # By numbers: by its name, "a.b" is a field of a column "a", and "A" the column "a" too.
    read = _numbered(df).select(*(str(schema.names.index(name)) for name in rows.read))
    sums = read.mapInArrow(sums_of, kind)
    if groups is not None or sample_id is not None:  # more than a few numbers of each partition
        sums = _combined(sums).applyInArrow(lambda part: engines.added_sums(rows, part), kind)
    return engines.whole_run(rows, [sums.toArrow()], "pyspark")


def add_scores(
    df: DataFrame,
    metric: str = "wer_lev",
    *,
    prediction: str,
    reference: str,
    prefix: str = "",
    **options: Any,
) -> DataFrame:
    """Add the score of every row to a Spark data frame.

    Args:
        df: one sample a row.
        metric: as for :func:`score`.
        prediction: the column of predictions.
        reference: the column of references.
        prefix: put before the names of the columns that are added.
        **options: of the metric.

    Returns:
        A data frame with the columns of :func:`levmetrics.score_table` added; it is computed when
        Spark needs it.

    Raises:
        InputError: for columns and options that cannot be. A row that cannot be scored ends the
            job that computes it, with a sentence that names it.

    """
    schema = _schema(df)
    chosen = metric_of_rows(metric, options, "add_scores", ("prediction", "reference", "prefix"))
    rows = RowMetric(chosen, prediction, reference, prefix=prefix)
    scored = engines.scored_schema(rows, schema)
    if df.sparkSession.conf.get("spark.sql.caseSensitive") != "true":
        _check_case(schema.names, rows.added)

    def scores(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            yield engines.scored_batch(rows, batch.rename_columns(schema.names))

    return _numbered(df).mapInArrow(scores, _spark_schema(scored))


def _check_case(names: Sequence[str], added: Sequence[str]) -> None:
    """Refuse to add a column beside one that Spark takes for the same.

    Raises:
        InputError: naming it.

    """
    named = {name.lower(): name for name in names}
    for name in added:
        if name.lower() in named:
            raise InputError("engine.same_but_for_case", column=named[name.lower()], added=name)


def _combined(rows: DataFrame) -> GroupedData:
    """Group rows that are to be added up: all of a label together, those of the corpus in parts.

    The driver would else get every partition's random groups, up to 400 KB each, and each label as
    often as there are partitions.
    """
    from pyspark.sql import functions

    label = functions.col("group_label")
    number = functions.when(label.isNull(), functions.spark_partition_id())
    return rows.groupBy(functions.pmod(number.otherwise(functions.hash(label)), _COMBINERS))


def _schema(df: object) -> pa.Schema:
    """Return the schema of a data frame.

    Raises:
        InputError: for something that is none.

    """
    with needed_by("levmetrics.spark", "spark"):
        from pyspark.sql import DataFrame
        from pyspark.sql.pandas.types import to_arrow_schema
    if not isinstance(df, DataFrame):
        raise InputError("engine.no_data_frame", given=type_phrase(df))
    return to_arrow_schema(df.schema)


def _numbered(df: DataFrame) -> DataFrame:
    """Name columns by numbers, since ``mapInArrow`` reads dots and quotes in names as syntax."""
    return df.toDF(*map(str, range(len(df.columns))))


def _spark_schema(schema: pa.Schema) -> StructType:
    from pyspark.sql.pandas.types import from_arrow_schema

    return from_arrow_schema(schema)
