"""One cluster of each engine for all its tests, and the corpora that they score."""

import logging
import os
import sys

import pytest

import levmetrics
from tests.engines.corpora import corpus_table, on_one_machine, said
from tests.numerals import install
from tests.thoroughness import ALL

PAIRS = 1_000_000 if ALL else 10_000
FOLDER = os.path.dirname(os.path.dirname(levmetrics.__file__))


@pytest.fixture(scope="session")
def numerals(tmp_path_factory):
    """Where a package of its own lies, which the processes of Spark find."""
    return install(tmp_path_factory.mktemp("numerals"))


@pytest.fixture(scope="session")
def spark(numerals):
    from pyspark.sql import SparkSession

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    session = (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.executorEnv.PYTHONPATH", f"{FOLDER}:{numerals}")
        .config("spark.sql.adaptive.enabled", "false")  # it would join the small partitions
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


@pytest.fixture(scope="session")
def data():
    import ray.data

    ray.init(
        num_cpus=2,
        include_dashboard=False,
        log_to_driver=False,
        logging_level=logging.ERROR,
        runtime_env={"env_vars": {"PYTHONPATH": FOLDER}},
    )
    ray.data.DataContext.get_current().enable_progress_bars = False
    yield ray.data
    ray.shutdown()


@pytest.fixture(scope="session")
def large():
    table = corpus_table(PAIRS)
    return table, said(on_one_machine(table, "wer"))


@pytest.fixture(scope="session")
def small():
    return corpus_table(500)
