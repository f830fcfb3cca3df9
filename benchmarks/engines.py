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
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import pyarrow as pa
import pyarrow.dataset
import pyarrow.parquet as pq
import typer

import levmetrics.ray
import levmetrics.spark
from benchmarks.corpora import repeated_speech
from levmetrics.corpus import Corpus
from levmetrics.scoring import scoring_of

_ROUNDS = 3
_FILES = 8


@dataclass(frozen=True)
class Contender:
    """Some way through the corpus.

    Attributes:
        name: of the engine, with its workers.
        workers: how many.
        count: goes through the rows without a score, and returns their number.
        score: scores them, and returns the WER.

    """

    name: str
    workers: int
    count: Callable[[], int]
    score: Callable[[], float]


def write_corpus(folder: Path, pairs: int) -> None:
    """Write parquet files of synthetic speech, ``pairs`` in all."""
    corpus = repeated_speech(pairs)
    per_file = -(-pairs // _FILES)
    for number in range(_FILES):
        part = corpus.slice(number * per_file, per_file)
        pq.write_table(part, folder / f"{number}.parquet")


def one_process(folder: Path) -> Contender:
    """Return the way of one process, on one core."""

    def read() -> list[pa.RecordBatch]:
        return [*pyarrow.dataset.dataset(folder).to_batches(columns=["preds", "target"])]

    # Arrow reads the next batch beside the scoring of one, so that a difference of times would not
    # be what the scoring takes.
    batches = read()

    def score() -> float:
        corpus = Corpus(scoring_of("wer_lev", options={}))
        for batch in batches:
            corpus.add(batch["preds"], batch["target"])
        return float(corpus.result()["wer"])

    return Contender("one process", 1, lambda: sum(map(len, read())), score)


def spark(folder: Path, workers: int) -> Contender:
    """Return Spark's way, with workers of one core each."""
    from pyspark.sql import SparkSession

    root = str(Path(__file__).parents[1])
    session = (
        SparkSession.builder.master(f"local-cluster[{workers},1,2048]")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.executorEnv.PYTHONPATH", root)
        .config("spark.executorEnv.OMP_NUM_THREADS", "1")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("OFF")
    rows = session.read.parquet(str(folder))

    def counted(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        yield pa.RecordBatch.from_pydict({"rows": [sum(len(batch) for batch in batches)]})

    def count() -> int:
        counts = rows.select("preds", "target").mapInArrow(counted, "rows long").toArrow()
        return int(np.sum(counts["rows"]))

    def score() -> float:
        corpus = levmetrics.spark.score(rows, prediction="preds", reference="target")
        return float(corpus.result()["wer"])

    return Contender(f"Spark, workers: {workers}", workers, count, score)


def ray(folder: Path, workers: int) -> Contender:
    """Return Ray's way, with tasks on so many cores."""
    import ray as engine
    import ray.data as data

    root = str(Path(__file__).parents[1])
    engine.init(
        num_cpus=workers,
        include_dashboard=False,
        log_to_driver=False,
        logging_level=logging.ERROR,
        runtime_env={"env_vars": {"PYTHONPATH": root, "OMP_NUM_THREADS": "1"}},
    )
    data.DataContext.get_current().enable_progress_bars = False

    def counted(block: Any) -> Any:
        return pa.table({"rows": [len(block)]})

    def count() -> int:
        blocks = data.read_parquet(str(folder), columns=["preds", "target"])
        counts = blocks.map_batches(counted, batch_format="pyarrow", batch_size=None)
        return sum(row["rows"] for row in counts.take_all())

    def score() -> float:
        rows = data.read_parquet(str(folder))
        corpus = levmetrics.ray.score(rows, prediction="preds", reference="target")
        return float(corpus.result()["wer"])

    return Contender(f"Ray, workers: {workers}", workers, count, score)


def seconds(call: Callable[[], object]) -> float:
    """Return the wall time of a call."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def measured(contender: Contender) -> tuple[float, float, float]:
    """Return the lowest time of counting and of scoring, and the WER."""
    wer = contender.score()  # the first turn, in which workers start
    contender.count()
    times = [(seconds(contender.count), seconds(contender.score)) for _ in range(_ROUNDS)]
    counting, scoring = map(min, zip(*times, strict=True))
    return counting, scoring, wer


def main(
    pairs: Annotated[list[int], typer.Option(help="Numbers of pairs.")] = [1_000_000],  # noqa: B006
    workers: Annotated[list[int], typer.Option(help="Numbers of workers.")] = [1, 2],  # noqa: B006
) -> None:
    """Measure, and print a table."""
    os.environ["OMP_NUM_THREADS"] = "1"  # of workers
    pa.set_cpu_count(1)  # of this process, which has read it already
    print("| pairs | | reading alone | with levmetrics | engine + own | ratio |")
    print("|---|---|---|---|---|---|")
    for number in pairs:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            write_corpus(folder, number)
            reading, work, expected = measured(one_process(folder))
            print(f"| {number:,} | one process | {reading:.2f} s | {work:.2f} s, read before | | |")
            for engine, stop in ((spark, _stop_spark), (ray, _stop_ray)):
                for count in workers:
                    contender = engine(folder, count)
                    own, scoring, wer = measured(contender)
                    stop()
                    assert wer == expected, (contender.name, wer, expected)
                    floor = own + work / count
                    print(
                        f"| {number:,} | {contender.name} | {own:.2f} s | {scoring:.2f} s "
                        f"| {floor:.2f} s | {scoring / floor:.2f} |"
                    )


def _stop_spark() -> None:
    from pyspark.sql import SparkSession

    SparkSession.active().stop()


def _stop_ray() -> None:
    import ray

    ray.shutdown()


if __name__ == "__main__":
    typer.run(main)
