"""A day of a data analyst whose texts are columns of tables.

A score for every row, in pandas, polars and pyarrow; the rate of each group, pooled; and the same
rate from the columns of counts. Each number stands beside jiwer's. It needs pandas, polars and
jiwer, and runs in seconds.
"""

from __future__ import annotations

import csv

import jiwer
import pandas as pd
import polars as pl
import pyarrow as pa

import levmetrics as lm
import levmetrics.polars as lev
from levmetrics.formats.examples import example_path


def beside(name: str, ours: float, theirs: float) -> None:
    """Print a number beside jiwer's, and stop if they differ."""
    print(f"{name:<32} {ours:<20} jiwer {theirs}")
    assert ours == theirs, name


def main() -> None:
    """Score what a real recogniser heard of synthetic voices, row by row and voice by voice."""
    file = example_path("speech_en.tsv")
    frame = pd.read_csv(file, sep="\t", quoting=csv.QUOTE_NONE, keep_default_na=False)
    columns = {"prediction": "wide_beams", "reference": "reference"}

    # A score for every row.
    scored = lm.score_table(frame, "wer", **columns, groups="voice")
    rows = [*map(jiwer.wer, frame["reference"].tolist(), frame["wide_beams"].tolist())]
    assert scored["wer"].tolist() == rows
    beside("pandas, the first row", scored["wer"][0], rows[0])

    # The rate of a group: all its errors, divided by all its words. It is not the mean of the rows.
    for voice, part in scored.groupby("voice", sort=False):
        pooled = jiwer.wer(part["reference"].tolist(), part["wide_beams"].tolist())
        beside(f"group_wer, {voice}", part["group_wer"].iloc[0], pooled)
        counts = part[["substitutions", "deletions", "insertions", "hits"]].sum()
        errors = counts["substitutions"] + counts["deletions"] + counts["insertions"]
        words = counts["substitutions"] + counts["deletions"] + counts["hits"]
        beside("  from the columns", errors / words, pooled)
        print(f"  the mean of the rows is another number: {part['wer'].mean():.3f}")

    # The same in polars and pyarrow, here in characters.
    every_rate = [*map(jiwer.cer, frame["reference"].tolist(), frame["wide_beams"].tolist())]
    polars_frame, table = pl.from_pandas(frame), pa.Table.from_pandas(frame)
    assert lm.score_table(polars_frame, "cer", **columns)["cer"].to_list() == every_rate
    assert lm.score_table(table, "cer", **columns)["cer"].to_pylist() == every_rate

    # As an expression of polars, with the pooled rate of a group.
    counts = lev.error_counts("wide_beams", "reference").struct
    errors = counts.field("substitutions") + counts.field("deletions") + counts.field("insertions")
    words = counts.field("substitutions") + counts.field("deletions") + counts.field("hits")
    pooled_rates = polars_frame.group_by("voice").agg(wer=errors.sum() / words.sum())
    for voice, rate in pooled_rates.sort("voice").rows():
        part = frame[frame["voice"] == voice]
        theirs = jiwer.wer(part["reference"].tolist(), part["wide_beams"].tolist())
        beside(f"polars, {voice}", rate, theirs)

    # Rows that are wrong by more than half, for somebody to look at.
    bad = polars_frame.filter(lev.wer("wide_beams", "reference") > 0.5)
    beside("rows above 0.5", len(bad), sum(rate > 0.5 for rate in rows))


if __name__ == "__main__":
    main()
