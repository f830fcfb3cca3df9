"""What the documentation shows of Spark and Ray runs as it stands."""

import os

import pytest

from tests.documentation import ENGINES, run_by
from tests.processes import another_python

pytestmark = [
    pytest.mark.slow,
    # Of Spark 4.3, on pandas 3, which nothing here goes through.
    pytest.mark.filterwarnings("ignore::FutureWarning"),
]
BLOCKS = {block.code.splitlines()[0]: block.code for block in run_by(ENGINES)}
HEARD, SAID = ["is there", "hello", "no"], ["who is there", "hello", "yes"]


def test_a_data_frame_of_spark_is_scored_as_the_page_shows(tmp_path, monkeypatch):
    from pyspark.sql import SparkSession

    monkeypatch.setenv("PATH", os.pathsep.join([str(another_python(tmp_path)), os.environ["PATH"]]))
    # Set first, so that it is taken away again.
    monkeypatch.setenv("PYSPARK_PYTHON", "")
    monkeypatch.delenv("PYSPARK_PYTHON")
    exec(BLOCKS["import os"], {})

    session = (
        SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
    )
    rows = list(zip(HEARD, SAID, ["ann", "bob", "ann"], range(3), strict=True))
    given = {"df": session.createDataFrame(rows, ["heard", "said", "speaker", "utterance"])}
    try:
        exec(BLOCKS["import levmetrics.spark"], given)
        assert given["run"].score == 2 / 5
    finally:
        session.stop()


def test_a_dataset_of_ray_is_scored_as_the_page_shows():
    import pyarrow as pa
    import ray

    given = {"dataset": ray.data.from_arrow(pa.table({"read": HEARD, "printed": SAID}))}
    try:
        exec(BLOCKS["import levmetrics.ray"], given)
        assert given["run"].score > 0
    finally:
        ray.shutdown()
