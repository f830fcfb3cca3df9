"""Score a corpus in Spark, by two workers over parquet files, and find the speakers worst off.

It needs ``pip install 'levmetrics[spark]'`` and Java 17 or later (Debian: default-jre-headless).
The cluster is made on this machine; on one of your own, leave out ``master`` and give its workers
levmetrics as you give them any package.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.sql import SparkSession

import levmetrics.spark
from levmetrics.formats.examples import read_example


def write_corpus(folder: Path, pairs: int, files: int) -> None:
    """Write parquet files of utterances: the example's 600, over and over."""
    speech = read_example("speech_en")
    for number in range(files):
        rows = range(number, pairs, files)
        samples = [row % len(speech.references) for row in rows]
        table = pa.table(
            {
                "utterance": pa.array(rows, pa.int64()),
                "speaker": [(speech.groups or [])[sample] for sample in samples],
                "reference": [speech.references[sample] for sample in samples],
                "heard": [speech.systems["wide_beams"][sample] for sample in samples],
            }
        )
        pq.write_table(table, folder / f"part-{number}.parquet")


def main() -> None:
    """Score the corpus, and the worst of its rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=100_000)
    arguments = parser.parse_args()
    if shutil.which("java") is None:
        sys.exit("Spark needs Java 17 or later, which is not on the path; install a JRE")
    # Workers on this machine are to run what runs this, and not the python3 of the path.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    session = (
        SparkSession.builder.appName("levmetrics")
        .master("local-cluster[2,1,1024]")  # two workers of one core and 1 GiB each
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.executorEnv.PYTHONPATH", str(Path(levmetrics.__file__).parents[1]))
        .getOrCreate()
    )
    with tempfile.TemporaryDirectory() as folder:
        write_corpus(Path(folder), arguments.pairs, files=4)
        utterances = session.read.parquet(folder)
        columns = {"prediction": "heard", "reference": "reference"}
        run = levmetrics.spark.score(
            utterances,
            "wer",
            **columns,
            groups="speaker",
            sample_id="utterance",
        )
        low, high = run.interval(0.95)
        print(f"WER of {run.sample_count:,} utterances: {run.score:.2%}, ", end="")
        print(f"with 95 % confidence {low:.2%} to {high:.2%}")
        for speaker, of_speaker in run.by_group().items():
            print(f"  {speaker}: {of_speaker['wer']:.2%}")
        print(run.signature(confidence_level=0.95))
        scored = levmetrics.spark.add_scores(utterances, "wer", **columns)
        scored.orderBy("wer", "utterance", ascending=[False, True]).select(
            "utterance", "speaker", "wer", "reference", "heard"
        ).show(3)
    session.stop()


if __name__ == "__main__":
    main()
