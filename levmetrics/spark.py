"""Spark: score a corpus on a cluster, as a whole or row by row.

The workers need the levmetrics wheel on their Python path, but neither torch nor a compiler.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from levmetrics.core.run import Run
from levmetrics.errors import InputError
from levmetrics.frames import engines
from levmetrics.frames.frame import RowMetric, metric_of_rows
from levmetrics.inputs.arguments import type_phrase
from levmetrics.lazy import pa
from levmetrics.system.extras import needed_by

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, GroupedData
    from pyspark.sql.types import StructType

_COMBINERS = 32  # workers that pre-aggregate the sums of partitions for the driver


def score(
    df: DataFrame,
    metric: str = "wer",
    *,
    prediction: str,
    reference: str,
    groups: str | None = None,
    sample_id: str | None = None,
    **options: Any,
) -> Run:
    """Score the rows of a Spark data frame.

    Each worker reduces its partitions to a few numbers; no text leaves it. The numbers do not
    depend on how the rows are partitioned, to the last digit.

    Args:
        df: a data frame with one sample per row.
        metric: ``"wer"``, ``"cer"``, ``"anls:docvqa"`` ....
        prediction: the column of predictions: strings.
        reference: the column of references: strings, or arrays of several.
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
    schema = _schema(df)
    if df.isStreaming:
        raise InputError("engine.stream")
    chosen = engines.summed_metric(metric, options)
    rows = RowMetric(chosen, prediction, reference, groups, sample_id)
    engines.check_columns(rows, schema)

    # Spark counts the arguments in the signature of the function that a worker calls.
    def sums_of(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        named = (batch.rename_columns(rows.read) for batch in batches)
        yield from engines.sums_of_part(rows, named).to_batches()

    kind = _spark_schema(engines.sums_schema(rows))
    # By index: as a name, "a.b" would be a field of a column "a", and "A" also the column "a".
    read = _numbered(df).select(*(str(schema.names.index(name)) for name in rows.read))
    sums = read.mapInArrow(sums_of, kind)
    if groups is not None or sample_id is not None:  # each partition has more than a few numbers
        sums = _combined(sums).applyInArrow(lambda part: engines.added_sums(rows, part), kind)
    return engines.whole_run(rows, [sums.toArrow()], "pyspark")


def add_scores(
    df: DataFrame,
    metric: str = "wer",
    *,
    prediction: str,
    reference: str,
    prefix: str = "",
    **options: Any,
) -> DataFrame:
    """Add the score of every row to a Spark data frame.

    Args:
        df: a data frame with one sample per row.
        metric: as for :func:`score`.
        prediction: the column of predictions.
        reference: the column of references.
        prefix: the prefix of the names of the added columns.
        **options: the metric's options.

    Returns:
        A lazy data frame with the columns of :func:`levmetrics.score_table` added.

    Raises:
        InputError: for invalid columns and options. A row that cannot be scored fails the job that
            computes it, with an error that names the row.

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
    """Raise if Spark would not distinguish an added column from an existing one.

    Raises:
        InputError: if so; the error names the column.

    """
    named = {name.lower(): name for name in names}
    for name in added:
        if name.lower() in named:
            raise InputError("engine.same_but_for_case", column=named[name.lower()], added=name)


def _combined(rows: DataFrame) -> GroupedData:
    """Group the rows to add up: all rows of a label together, those of the corpus in parts.

    Otherwise the driver would receive the random groups of every partition, up to 400 KB each, and
    every label once per partition.
    """
    from pyspark.sql import functions

    label = functions.col("group_label")
    number = functions.when(label.isNull(), functions.spark_partition_id())
    return rows.groupBy(functions.pmod(number.otherwise(functions.hash(label)), _COMBINERS))


def _schema(df: object) -> pa.Schema:
    """Return the schema of a data frame.

    Raises:
        InputError: if it is not a data frame.

    """
    with needed_by("levmetrics.spark", "spark"):
        from pyspark.sql import DataFrame
        from pyspark.sql.pandas.types import to_arrow_schema
    if not isinstance(df, DataFrame):
        raise InputError("engine.no_data_frame", given=type_phrase(df))
    return to_arrow_schema(df.schema)


def _numbered(df: DataFrame) -> DataFrame:
    """Rename columns to numbers, since ``mapInArrow`` reads dots and quotes in names as syntax."""
    return df.toDF(*map(str, range(len(df.columns))))


def _spark_schema(schema: pa.Schema) -> StructType:
    from pyspark.sql.pandas.types import from_arrow_schema

    return from_arrow_schema(schema)
