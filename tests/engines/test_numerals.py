"""Metrics of a package of its own score on a cluster as on one machine."""

import pyarrow as pa
import pytest

import levmetrics as lm
from tests.numerals import SAMPLES, in_columns
from tests.packages import needs

pytestmark = [
    pytest.mark.slow,
    needs("pyspark", "setuptools", "pip"),
    # Of Spark 4.3, on pandas 3, which nothing here goes through.
    pytest.mark.filterwarnings("ignore::FutureWarning"),
]


@pytest.mark.parametrize("name", SAMPLES)
def test_spark_scores_a_corpus_by_it(name, spark, numerals, monkeypatch):
    from levmetrics.spark import add_scores, score

    monkeypatch.syspath_prepend(numerals)
    sides, scores = SAMPLES[name]
    run = lm.score(*sides, name)
    preds, target = in_columns(name)
    frame = spark.createDataFrame(pa.table({"heard": preds, "said": target})).repartition(3)
    assert score(frame, name, prediction="heard", reference="said").result() == run.result()
    added = add_scores(frame, name, prediction="heard", reference="said").toArrow()
    assert sorted(added[run.metric.key].to_pylist()) == sorted(scores * (12 // len(scores)))
