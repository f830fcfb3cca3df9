"""What frames of Spark alone have: names of columns, streams, and labels of its types."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from levmetrics import InputError
from tests.engines.corpora import COLUMNS

pytestmark = [
    pytest.mark.slow,
    # Of Spark 4.3, on pandas 3, which nothing here goes through.
    pytest.mark.filterwarnings("ignore::FutureWarning"),
]


def test_columns_with_dots_and_quotes_in_their_names_are_read(spark):
    from levmetrics.spark import add_scores, score

    frame = spark.createDataFrame([("a", "b")], ["a.hyp", "the `ref`"])
    columns = {"prediction": "a.hyp", "reference": "the `ref`"}
    assert score(frame, **columns).result()["wer"] == 1.0
    assert add_scores(frame, **columns).collect()[0].asDict()["wer"] == 1.0


def test_a_stream_has_no_score_and_its_rows_have(spark, tmp_path):
    from levmetrics.spark import add_scores, score

    pq.write_table(pa.table({"hyp": ["a b", "c"], "ref": ["a x", "c"]}), tmp_path / "a.parquet")
    stream = spark.readStream.schema("hyp string, ref string").parquet(str(tmp_path))
    with pytest.raises(InputError, match=r"df is a stream, .*; add_scores adds the score of every"):
        score(stream, **COLUMNS)
    query = add_scores(stream, **COLUMNS).writeStream.format("memory").queryName("scored")
    running = query.trigger(availableNow=True).start()
    running.awaitTermination()
    assert [row.wer for row in spark.table("scored").orderBy("hyp").collect()] == [0.5, 0.0]


def test_columns_that_spark_takes_for_the_same_are_told_apart_or_refused(spark):
    from levmetrics.spark import add_scores, score

    frame = spark.createDataFrame([("a", "b", 0.5)], "hyp string, ref string, WER double")
    with pytest.raises(InputError, match=r"a column 'WER' already, which is 'wer' to Spark"):
        add_scores(frame, **COLUMNS)
    assert add_scores(frame, prefix="lev_", **COLUMNS).collect()[0].lev_wer == 1.0
    both = spark.createDataFrame([("a", "b", "b")], "hyp string, ref string, HYP string")
    assert score(both, **COLUMNS).score == 1.0
    assert score(both, prediction="HYP", reference="ref").score == 0.0
    spark.conf.set("spark.sql.caseSensitive", "true")
    try:
        scored = add_scores(frame, **COLUMNS).collect()[0].asDict()
        assert (scored["WER"], scored["wer"]) == (0.5, 1.0)
    finally:
        spark.conf.unset("spark.sql.caseSensitive")


def test_groups_of_doubles_and_dates(spark):
    from datetime import date

    from levmetrics.spark import score

    rows = [("a", "b", 0.5, date(2026, 2, 11)), ("a", "a", 0.1, date(2025, 3, 4))]
    frame = spark.createDataFrame(rows, "hyp string, ref string, snr double, day date")
    for groups, labels in {"snr": [0.1, 0.5], "day": [date(2025, 3, 4), date(2026, 2, 11)]}.items():
        found = score(frame.repartition(2), groups=groups, **COLUMNS).by_group()
        assert [(label, group["wer"]) for label, group in found.items()] == [
            (labels[0], 0.0),
            (labels[1], 1.0),
        ]
