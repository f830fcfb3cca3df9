"""A corpus in Spark has the numbers that it has on one machine, with real workers."""

import os
import signal
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import levmetrics
from levmetrics.errors import InputError
from tests.engines.corpora import COLUMNS, on_one_machine, said

pytestmark = [
    pytest.mark.slow,
    # Of Spark 4.3, on pandas 3, which nothing here goes through.
    pytest.mark.filterwarnings("ignore::FutureWarning"),
]
BY_ALL = {**COLUMNS, "groups": "speaker", "sample_id": "id"}


@pytest.mark.parametrize("partitions", [1, 2, 7])
def test_many_pairs_have_the_same_numbers_over_any_number_of_partitions(spark, large, partitions):
    from levmetrics.spark import score

    path, expected = large
    frame = spark.read.parquet(str(path)).repartition(partitions)
    assert said(score(frame, "wer_lev", **BY_ALL)) == expected


@pytest.mark.parametrize("metric", ["wer_lev:cer", "anls"])
def test_empty_and_skewed_partitions_change_nothing(spark, small, metric):
    # Most rows in one partition, few in others, none in some.
    from pyspark.sql.functions import expr

    from levmetrics.spark import score

    skewed = spark.createDataFrame(small).repartition(7, expr("id > 3"), expr("id % 100 = 0"))
    sizes = skewed.rdd.glom().map(len).collect()
    assert min(sizes) == 0
    assert max(sizes) > 400
    found = score(skewed, metric, **BY_ALL)
    assert said(found) == said(on_one_machine(small, metric))
    assert f"|pyspark:{spark.version}|" in found.signature()


def test_the_signature_is_the_same_over_any_number_of_partitions(spark, small):
    from levmetrics.spark import score

    frame = spark.createDataFrame(small)
    one, seven = (score(frame.repartition(n), **BY_ALL).signature() for n in (1, 7))
    assert one == seven


def test_one_row_is_scored(spark, small):
    from levmetrics.spark import score

    found = score(spark.createDataFrame(small.slice(0, 1)), groups="speaker", **COLUMNS)
    assert found.sample_count == 1
    assert found.result()["wer"] == on_one_machine(small.slice(0, 1), "wer_lev").result()["wer"]


def test_a_worker_that_is_killed_is_replaced_and_nothing_counted_twice(spark, small, tmp_path):
    from levmetrics.spark import score

    killed = tmp_path / "killed"

    def tokenizer(text):
        if "HIS" in text.upper() and not killed.exists():
            killed.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return text.split()

    frame = spark.createDataFrame(small).repartition(3)
    found = score(frame, tokenizer=tokenizer, **BY_ALL)
    assert killed.exists()
    assert said(found) == said(on_one_machine(small, "wer_lev"))


def test_workers_load_no_torch(spark, small):
    from levmetrics.spark import score

    def tokenizer(text):

        assert "torch" not in sys.modules
        return text.split()

    found = score(spark.createDataFrame(small), tokenizer=tokenizer, **COLUMNS)
    assert found.sample_count == 500


def test_scores_of_rows_are_those_of_one_machine(spark, small):
    from levmetrics.spark import add_scores

    frame = spark.createDataFrame(small).repartition(3)
    found = add_scores(frame, prefix="a_", **COLUMNS).orderBy("id").toArrow()
    expected = levmetrics.score_table(small, prefix="a_", **COLUMNS)
    assert found.column_names == expected.column_names
    assert found.to_pydict() == expected.to_pydict()


def test_several_references_of_a_row_are_an_array(spark):
    from levmetrics.spark import add_scores, score

    frame = spark.createDataFrame([("a b", ["a c", "a b"])], "hyp string, ref array<string>")
    assert score(frame, **COLUMNS).result()["wer"] == 0.0
    assert add_scores(frame, **COLUMNS).collect()[0].reference_index == 1


def test_columns_with_dots_and_quotes_in_their_names_are_read(spark):
    from levmetrics.spark import add_scores, score

    frame = spark.createDataFrame([("a", "b")], ["a.hyp", "the `ref`"])
    columns = {"prediction": "a.hyp", "reference": "the `ref`"}
    assert score(frame, **columns).result()["wer"] == 1.0
    assert add_scores(frame, **columns).collect()[0].asDict()["wer"] == 1.0


MISUSES = {
    "no such column": ({"prediction": "hypo"}, "unknown column 'hypo'; did you mean 'hyp'"),
    "a column of numbers": ({"prediction": "id"}, "'id' is of type int64; predictions must be"),
    "no reduction": ({"reduction": "none"}, "reduction='none' gives a score for every row"),
    "no such option": ({"tokeniser": "char"}, "unknown option of score 'tokeniser'"),
}


@pytest.mark.parametrize(("asked", "message"), MISUSES.values(), ids=MISUSES)
def test_what_cannot_be_asked_is_refused_in_a_sentence_before_a_worker_starts(
    spark, asked, message
):
    from levmetrics.spark import score

    frame = spark.createDataFrame(
        [("a", "b", 1, 0.5)], "hyp string, ref string, id long, weight double"
    )
    with pytest.raises(InputError, match=message) as refused:
        score(frame, **{**COLUMNS, **asked})
    assert "\n" not in str(refused.value)


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


def test_a_row_that_cannot_be_scored_is_named_in_a_sentence(spark, small):
    from levmetrics.spark import add_scores, score

    rows = [*small.slice(0, 50).to_pylist(), {"hyp": None, "ref": "who", "id": 77, "speaker": "x"}]
    frame = spark.createDataFrame(pa.Table.from_pylist(rows)).repartition(3)
    with pytest.raises(InputError) as refused:
        score(frame, **BY_ALL)
    assert str(refused.value) == (
        "hyp is None; every prediction must be a string "
        "(in the row with hyp=None, ref='who', speaker='x', id=77)"
    )
    named = r"hyp is None; .* row with hyp=None, ref=.who., id=77"
    with pytest.raises(Exception, match=named) as failed:
        add_scores(frame, **COLUMNS).collect()
    assert len(str(failed.value).splitlines()) < 12


def test_something_that_is_no_data_frame_is_refused(small):
    from levmetrics.spark import score

    with pytest.raises(InputError, match=r"df is .* it must be a Spark DataFrame"):
        score(small, **COLUMNS)
