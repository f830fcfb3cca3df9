"""A user's script that calls every public name, which type checkers must follow throughout.

``assert_type`` is for the checkers: it fails there where a type is lost on its way to the user.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, assert_type

import numpy as np
import pyarrow as pa

import levmetrics
import levmetrics as lm
from levmetrics.alignment.alignment import TokenAlignment
from levmetrics.alignment.edit_matrix import EditMatrix, edit_matrix
from levmetrics.alignment.explanation import Alignment, Confusions
from levmetrics.plotting import figure_svg, plot_systems
from levmetrics.records.anls_star import TreeScore
from levmetrics.reports.report import Report
from levmetrics.sums.error_counts import ErrorCounts

PREDS = ["is their now", "who was"]
REFERENCES = ["is there now", "who is"]


def screen() -> None:
    """Ask a run for everything."""
    run: lm.Run = lm.score(
        PREDS, REFERENCES, "cer", normalizer="lower", groups=["ann", "bob"], timeout=60
    )
    assert_type(run.score, float)
    print(run, run["substitutions"], run.result(), run.by_group(), run.signature())
    interval: lm.Interval = run.interval(0.95, n_resamples=100)
    low, high = interval
    assert_type(low, float)
    assert_type(run.alignment(0), Alignment)
    frequent: Confusions = run.confusions(20)
    _, right, wrong, times = frequent.rows()[0]
    print(f"{low} to {high}; {right} was read as {wrong} {times} times")
    print(run.samples(), run.worst(1), (run + run)["reference_length"])
    figures = [run.plot(), run.plot("lengths"), run.plot("confusions")]
    assert_type([figure_svg(figure) for figure in figures], list[str])
    page: Report = run.report(title="One system")
    assert_type(page.html(), str)


def pages() -> None:
    """Read pages, and ask them for their parts."""
    folder = Path(tempfile.mkdtemp())
    (folder / "page1.txt").write_text("Two\nlines", encoding="utf-8")
    read = lm.read_pages(folder)
    assert_type(read["page1"].text, str)
    assert_type([line.text for line in read["page1"].segments("line")], list[str])


def sessions() -> None:
    """Read sessions of speakers from rows, and write them."""
    rows = [{"session_id": "S1", "speaker": "ann", "words": "yes"}]
    read = lm.read_sessions(rows)
    assert_type(read, dict[str, list[dict[str, Any]]])
    folder = Path(tempfile.mkdtemp())
    lm.write_sessions(read, folder / "S1.json")
    print(lm.read_sessions(folder), lm.read_sessions([folder / "S1.json"], format="seglst"))
    print(lm.read_sessions(pa.Table.from_pylist(rows), session="session_id"))


def comparison() -> None:
    """Compare runs, and texts."""
    runs = {"old": lm.score(PREDS, REFERENCES), "new": lm.score(REFERENCES, REFERENCES)}
    compared: lm.Comparison = lm.compare(runs, n_resamples=100)
    print(compared, compared["pairs"])
    path = Path(tempfile.mkdtemp()) / "baseline.parquet"
    runs["old"].to_baseline(path, with_texts=True)
    verdict = lm.gate(runs["new"], path, margin=0.005, by_order=True)
    assert_type(verdict.bounds, tuple[float, float] | None)
    print(lm.assert_not_worse(runs["new"], path, margin=0.1, by_order=True))
    texts = lm.compare({"old": PREDS, "new": REFERENCES}, REFERENCES, "cer", normalizer="lower")
    assert_type(texts.report().html(), str)
    print(figure_svg(plot_systems(texts)))


def numbers() -> None:
    """Ask for a single number."""
    assert_type(lm.wer(PREDS, REFERENCES), float)
    assert_type(lm.cer(PREDS, REFERENCES), float)
    assert_type(lm.anls(PREDS, REFERENCES, rule="docvqa"), float)
    print(f"levmetrics {lm.__version__}: WER {lm.wer(PREDS, REFERENCES)}")
    print(lm.edit_distance("rain", "shine"), lm.normalized_levenshtein_similarity("rain", "shine"))


def counts() -> None:
    """Count the errors of a corpus."""
    counted: ErrorCounts = lm.error_counts(PREDS, REFERENCES, tokenizer=lm.get_tokenizer("char"))
    assert_type(counted.wer, float)
    assert_type(counted.pooled().wip, float)
    print(f"{counted.hits.sum()} characters are right")


def alignments() -> None:
    """Look at single samples."""
    alignment = lm.align(PREDS[0], REFERENCES[0])
    assert_type(alignment, TokenAlignment)
    assert_type(lm.align_all(PREDS, REFERENCES), Iterator[TokenAlignment])
    matrix: EditMatrix = edit_matrix("rain", "shine")
    assert_type(matrix.distance, int)
    print(alignment, matrix, sep="\n")


def nested_values() -> None:
    """Score a value as document models return it."""
    tree: TreeScore = lm.anls_star({"total": "12"}, {"total": ("12", "12.00")})
    assert_type(tree.score, float)
    print(f"ANLS* {tree.score}, of the keys {dict(tree.key_scores)}")


def torch_metrics() -> None:
    """Use the classes in a training loop."""
    from torch import Tensor  # here, since the rest of the script needs no torch

    rates = levmetrics.ErrorRates()
    rates.update(PREDS, REFERENCES)
    assert_type(rates.compute(), dict[str, Tensor])
    errors: list[
        levmetrics.WordErrorRate
        | levmetrics.CharErrorRate
        | levmetrics.MatchErrorRate
        | levmetrics.WordInfoLost
        | levmetrics.WordInfoPreserved
    ] = [
        levmetrics.WordErrorRate(reduction="mean"),
        levmetrics.CharErrorRate(tokenizer="grapheme"),
        levmetrics.MatchErrorRate(costs="nist"),
        levmetrics.WordInfoLost(),
        levmetrics.WordInfoPreserved(),
    ]
    for metric in errors:
        metric.update(PREDS, REFERENCES)
        assert_type(metric.compute(), Tensor)
        print(metric.signature(), metric.compute().item())


def torch_similarities() -> None:
    """Measure distances and similarities."""
    from torch import Tensor

    distance = levmetrics.EditDistance(substitution_cost=2)
    similarity = levmetrics.NormalizedLevenshteinSimilarity(threshold=0.5)
    anls = levmetrics.ANLS("docvqa", reduction="sum")
    rouge = levmetrics.ROUGE("L", stemmer="porter")
    distance.update(PREDS, REFERENCES)
    similarity.update(PREDS, REFERENCES)
    anls.update(PREDS, REFERENCES)
    rouge.update(PREDS, REFERENCES)
    assert_type(rouge.compute(), dict[str, Tensor])
    assert_type(distance.compute(), Tensor)
    assert_type(similarity.compute(), Tensor)
    assert_type(anls.compute(), Tensor)
    print(anls.compute().item())


class Letters:
    """A model's tokenizer, of the letters a to z."""

    pad_token_id = 0

    def __len__(self) -> int:
        return 27

    def batch_decode(self, rows: list[list[int]], skip_special_tokens: bool) -> list[str]:
        """Decode rows of ids."""
        return ["".join(chr(96 + i) for i in row if i or not skip_special_tokens) for row in rows]


def training() -> None:
    """Score the output of a model."""
    assert levmetrics.load("anls:docvqa").compute(predictions=["a"], references=["a"])
    compute_metrics = levmetrics.make_compute_metrics(Letters(), ["cer", "anls"])
    scores = compute_metrics((np.array([[1, 2, 4]]), np.array([[1, 2, 3]])))
    assert_type(scores, dict[str, float])
    print(scores)


def tables() -> None:
    """Score every row of a table, and of batches."""
    table = pa.table({"hyp": PREDS, "ref": REFERENCES})
    scored = levmetrics.score_table(table, "cer", prediction="hyp", reference="ref")
    scorer = levmetrics.score_table(metric="anls", prediction="hyp", reference="ref", threshold=0.5)
    print(scored["cer"], scorer({"hyp": PREDS, "ref": REFERENCES}))


def refusal() -> None:
    """Be told what is wrong."""
    for names in (lm.list_metrics(), lm.list_tokenizers(), lm.list_normalizers()):
        assert_type(names, list[str])
    try:
        lm.score(PREDS, REFERENCES, tokenizer="whitspace")
    except lm.InputError as error:
        print(error)


def main() -> None:
    """Call all of them."""
    screen()
    pages()
    sessions()
    comparison()
    numbers()
    counts()
    alignments()
    nested_values()
    torch_metrics()
    torch_similarities()
    training()
    tables()
    refusal()


if __name__ == "__main__":
    main()
