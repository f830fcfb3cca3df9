"""What the documentation shows of Spark and Ray runs as it stands."""

import pyarrow as pa
import pytest

from tests.documentation import ENGINES, run_by

pytest.importorskip("pyspark")
pytest.importorskip("ray")
pytestmark = [
    pytest.mark.slow,
    # Of Spark 4.3, on pandas 3, which nothing here goes through.
    pytest.mark.filterwarnings("ignore::FutureWarning"),
]
BLOCKS = {block.code.splitlines()[0]: block.code for block in run_by(ENGINES)}
HEARD, SAID = ["is there", "hello", "no"], ["who is there", "hello", "yes"]


def test_a_data_frame_of_spark_is_scored_as_the_page_shows(spark):
    exec(BLOCKS["import os"], {})
    rows = list(zip(HEARD, SAID, ["ann", "bob", "ann"], range(3), strict=True))
    given = {"df": spark.createDataFrame(rows, ["heard", "said", "speaker", "utterance"])}
    exec(BLOCKS["import levmetrics.spark"], given)
    assert given["run"].score == 2 / 5


def test_a_dataset_of_ray_is_scored_as_the_page_shows(data):
    given = {"dataset": data.from_arrow(pa.table({"read": HEARD, "printed": SAID}))}
    exec(BLOCKS["import levmetrics.ray"], given)
    assert given["run"].score > 0
