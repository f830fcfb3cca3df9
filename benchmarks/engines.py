"""What engines cost, beside one process: ``python -m benchmarks.engines``.

Spark and Ray on this machine score a corpus in parquet files, once with a function that only counts
rows (the engine's own cost: starting tasks, reading files, handing batches to Python), and once
with levmetrics. One process on one core scores the same batches, once it has read them. All of it
in one run, in turns; the first turn, in which workers start, is left out.

"own" is what one process takes, divided by the number of workers: the work that is there whoever
does it. The last column is the engine's time with levmetrics, divided by the sum of the engine's
own cost and that.
"""

from __future__ import annotations

import logging
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias

import click
import pyarrow as pa
import pyarrow.dataset
import pyarrow.parquet as pq

import levmetrics.ray
import levmetrics.spark
from benchmarks.corpora import repeated_speech
from benchmarks.results import seconds, table
from benchmarks.timing import Call, in_turns
from levmetrics import WordErrorRate

# What counts the rows without a score, and what scores them, and returns the WER.
Ways: TypeAlias = "tuple[Call, Call]"
_ROUNDS = 3
_FILES = 8
_OF_WORKERS = {"PYTHONPATH": str(Path(__file__).parents[1]), "OMP_NUM_THREADS": "1"}


def one_process(batches: Iterable[pa.RecordBatch]) -> float:
    """Return the WER of batches that are read already: Arrow reads the next one beside it."""
    metric = WordErrorRate()
    for batch in batches:
        metric.update(batch["preds"], batch["target"])
    return float(metric.compute())


@contextmanager
def spark(folder: Path, workers: int) -> Iterator[Ways]:
    """Start Spark, with workers of one core each, and stop it afterwards."""
    from pyspark.sql import SparkSession

    # Workers run what runs this, and not the python3 of the path.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    settings = {f"spark.executorEnv.{name}": value for name, value in _OF_WORKERS.items()}
    master = SparkSession.builder.master(f"local-cluster[{workers},1,2048]")
    session = master.config(map={**settings, "spark.ui.enabled": "false"}).getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    rows = session.read.parquet(str(folder))

    def counted(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        yield pa.RecordBatch.from_pydict({"rows": [sum(len(batch) for batch in batches)]})

    def count() -> int:
        counts = rows.select("preds", "target").mapInArrow(counted, "rows long").toArrow()
        return sum(counts["rows"].to_pylist())

    def score() -> float:
        run = levmetrics.spark.score(rows, prediction="preds", reference="target")
        return float(run.result()["wer"])

    yield count, score
    session.stop()


@contextmanager
def ray(folder: Path, workers: int) -> Iterator[Ways]:
    """Start Ray, with tasks on so many cores, and stop it afterwards."""
    import ray as engine
    import ray.data as data

    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    environment = {"env_vars": _OF_WORKERS}
    engine.init(num_cpus=workers, include_dashboard=False, runtime_env=environment, **quiet)
    data.DataContext.get_current().enable_progress_bars = False

    def count() -> int:
        counts = data.read_parquet(str(folder), columns=["preds", "target"]).map_batches(
            lambda block: pa.table({"rows": [len(block)]}), batch_format="pyarrow", batch_size=None
        )
        return sum(row["rows"] for row in counts.take_all())

    def score() -> float:
        rows = data.read_parquet(str(folder))
        run = levmetrics.ray.score(rows, prediction="preds", reference="target")
        return float(run.result()["wer"])

    yield count, score
    engine.shutdown()


def rows(pairs: int, workers: Sequence[int]) -> Iterator[list[str]]:
    """Measure a corpus of so many pairs, and yield a row of each engine and number of workers."""
    with tempfile.TemporaryDirectory() as name:
        folder, corpus, per_file = Path(name), repeated_speech(pairs), -(-pairs // _FILES)
        for start in range(0, pairs, per_file):
            pq.write_table(corpus.slice(start, per_file), folder / f"{start}.parquet")
        batches = [*pyarrow.dataset.dataset(folder).to_batches(columns=["preds", "target"])]
        wer = one_process(batches)
        work = in_turns({"": lambda: one_process(batches)}, _ROUNDS)[""].median
        yield [f"{pairs:,}", "1", "one process, read before", "", seconds(work), "", ""]
        for engine, number in product((spark, ray), workers):
            with engine(folder, number) as (count, score):
                own, scored = in_turns({"": count, "score": score}, _ROUNDS).values()
            assert abs((scored.score or 0) - wer) < 1e-12, (engine.__name__, scored.score, wer)
            times = own.median, scored.median, own.median + work / number
            cells = [*map(seconds, times), f"{times[1] / times[2]:.2f}"]
            yield [f"{pairs:,}", f"{number}", engine.__name__, *cells]


@click.command()
@click.option("--pairs", multiple=True, default=[1_000_000], help="Numbers of pairs.")
@click.option("--workers", multiple=True, default=[1, 2], help="Numbers of workers.")
def main(pairs: Sequence[int], workers: Sequence[int]) -> None:
    """Measure, and print a table."""
    os.environ["OMP_NUM_THREADS"] = "1"  # of workers
    pa.set_cpu_count(1)  # of this process, which has read it already
    heads = [
        "pairs",
        "workers",
        "engine",
        "engine alone",
        "with levmetrics",
        "engine + own",
        "ratio",
    ]
    print(table(heads, (row for number in pairs for row in rows(number, workers))))


if __name__ == "__main__":
    main()
