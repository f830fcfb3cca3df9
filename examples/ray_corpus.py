"""Score a corpus in Ray over parquet files, and write the score of every row beside it.

It needs ``pip install 'levmetrics[ray]'``. The cluster is made on this machine; with the address of
one of your own, ``ray.init`` joins that.
"""

from __future__ import annotations

import argparse
import logging
import tempfile
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import ray
import ray.data

import levmetrics.ray
from levmetrics.formats.examples import read_example


def write_corpus(folder: Path, pairs: int, files: int) -> None:
    """Write parquet files of printed pages as an OCR read them: the example's, over and over."""
    pages = read_example("ocr_ja")
    for number in range(files):
        rows = range(number, pairs, files)
        samples = [row % len(pages.references) for row in rows]
        table = pa.table(
            {
                "line": pa.array(rows, pa.int64()),
                "page": [f"page {sample // 20}" for sample in samples],
                "printed": [pages.references[sample] for sample in samples],
                "read": [pages.systems["reading"][sample] for sample in samples],
            }
        )
        pq.write_table(table, folder / f"part-{number}.parquet")


def main() -> None:
    """Score the corpus, and write it with the scores of its rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=100_000)
    arguments = parser.parse_args()
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    ray.data.DataContext.get_current().enable_progress_bars = False
    columns = {"prediction": "read", "reference": "printed"}
    with tempfile.TemporaryDirectory() as folder:
        lines, scored = Path(folder, "lines"), Path(folder, "scored")
        lines.mkdir()
        write_corpus(lines, arguments.pairs, files=4)
        dataset = ray.data.read_parquet(str(lines))
        # Lines of one page are read alike: pages are what the interval is over.
        run = levmetrics.ray.score(dataset, "cer", **columns, sample_id="page")
        low, high = run.interval(0.95)
        print(f"CER of {run.sample_count:,} lines: {run.score:.2%}, ", end="")
        print(f"with 95 % confidence {low:.2%} to {high:.2%}")
        print(run.signature(confidence_level=0.95))
        levmetrics.ray.add_scores(dataset, "cer", **columns).write_parquet(str(scored))
        wrong = pq.read_table(scored).filter(pc.field("cer") > 0).num_rows
        print(f"{wrong:,} lines have an error")
    ray.shutdown()


if __name__ == "__main__":
    main()
