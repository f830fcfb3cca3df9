"""A day of somebody who works in a notebook.

What a cell shows that ends with a run, a comparison, counts, confusions or an alignment
(`_repr_html_`, here written to one page that a browser opens), a bar while a long call works, and
samples as a frame of pandas. Each number stands beside jiwer's. It needs pandas, tqdm and jiwer.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import jiwer

import levmetrics as lm
from levmetrics.formats.examples import read_example


def beside(name: str, ours: float, theirs: float) -> None:
    """Print a number beside jiwer's, and stop if they differ."""
    print(f"{name:<32} {ours:<20} jiwer {theirs}")
    assert ours == theirs, name


def main() -> None:
    """Score what a real recogniser heard of synthetic voices, and write what cells show."""
    speech = read_example("speech_en")
    said, heard = speech.references, speech.systems["wide_beams"]

    # A bar shows how far it is, in a notebook as in a terminal.
    run = lm.score(heard, said, "wer", progress=True)
    theirs = jiwer.process_words(said, heard)
    beside("run.score", run.score, theirs.wer)

    # What a cell shows that ends with one of these.
    other = lm.score(speech.systems["narrow_beams"], said, "wer")
    comparison = lm.compare({"wide": run, "narrow": other})
    cells = {
        "run": run,
        "comparison": comparison,
        "counts": lm.error_counts(heard, said),
        "confusions": run.confusions(5),
        "alignment": run.alignment(0),
    }
    shown = {name: cell._repr_html_() for name, cell in cells.items()}
    for count in (theirs.hits, theirs.substitutions, theirs.deletions, theirs.insertions):
        assert f">{count:,} " in shown["run"], count
        assert f">{count:,}<" in shown["counts"], count
    narrow_rate = jiwer.wer(said, speech.systems["narrow_beams"])
    beside("comparison, narrow", comparison["systems"]["narrow"]["wer"], narrow_rate)
    for rate in (theirs.wer, narrow_rate):
        assert f">{100 * rate:.2f} %<" in shown["comparison"], rate
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "cells.html"
        page.write_text("".join(f"<h2>{name}</h2>{html}" for name, html in shown.items()), "utf-8")
        print(f"the cells are a page of {page.stat().st_size // 1024} KB")

    # Samples are a table of Arrow, which pandas takes.
    frame = run.samples().to_pandas()
    assert frame["wer"].tolist() == [*map(jiwer.wer, said, heard)]
    for kind in ("hits", "substitutions", "deletions", "insertions"):
        beside(f"the column {kind}", frame[kind].sum(), getattr(theirs, kind))
    print(frame.sort_values("wer", ascending=False)[["wer", "prediction"]].head(3))


if __name__ == "__main__":
    main()
