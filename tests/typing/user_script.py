"""A user's script that calls every public name, which type checkers must follow throughout.

``assert_type`` is for the checkers: it fails there where a type is lost on its way to the user.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pyarrow as pa
from typing_extensions import assert_type

import levmetrics
from levmetrics import Alignment, ErrorCounts, InputError, SampleStatistics, error_counts
from levmetrics.scoring import score

PREDS = ["is their now", "who was"]
REFERENCES = ["is there now", "who is"]


def counts() -> ErrorCounts:
    """Count the errors of a corpus."""
    counted = error_counts(PREDS, REFERENCES, tokenizer=levmetrics.get_tokenizer("whitespace"))
    assert_type(counted.wer, float)
    assert_type(counted.pooled().wip, float)
    print(f"levmetrics {levmetrics.__version__}: WER {counted.wer}, {counted.hits.sum()} hits")
    return counted


def alignments() -> None:
    """Look at single samples, and at what is taken for what."""
    alignment = levmetrics.align(PREDS[0], REFERENCES[0])
    assert_type(alignment, Alignment)
    assert_type(levmetrics.align_all(PREDS, REFERENCES), Iterator[Alignment])
    matrix: levmetrics.EditMatrix = levmetrics.edit_matrix("rain", "shine")
    assert_type(matrix.distance, int)
    frequent: levmetrics.Confusions = levmetrics.confusions(PREDS, REFERENCES, n=1)
    right, wrong, times = frequent.substitutions[0]
    print(alignment, matrix, f"{right} was read as {wrong} {times} times", sep="\n")


def nested_values() -> None:
    """Score a value as document models return it."""
    tree: levmetrics.TreeScore = levmetrics.anls_star({"total": "12"}, {"total": ("12", "12.00")})
    assert_type(tree.score, float)
    print(f"ANLS* {tree.score}, of the keys {dict(tree.key_scores)}")


def significance(counted: ErrorCounts) -> None:
    """Ask whether differences are more than luck."""
    statistics = counted.statistics()
    assert_type(statistics, SampleStatistics)
    low, high = levmetrics.confidence_interval(statistics, n_resamples=100)
    assert_type(low, float)
    right = SampleStatistics.of_errors(np.array([0, 0]), np.array([3, 2]))
    comparison = levmetrics.compare(statistics, right, n_resamples=100)
    assert_type(comparison.difference, float)
    print(f"WER from {low} to {high}, difference {comparison.difference}")
    systems = levmetrics.compare_systems(
        {"old": PREDS, "new": REFERENCES}, REFERENCES, normalizer=levmetrics.get_normalizer("lower")
    )
    print(systems["pairs"])


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
    """Measure distances and similarities, by classes and at once."""
    from torch import Tensor

    distance = levmetrics.EditDistance(substitution_cost=2)
    similarity = levmetrics.NormalizedLevenshteinSimilarity(threshold=0.5)
    anls = levmetrics.ANLS("docvqa", reduction="sum")
    distance.update(PREDS, REFERENCES)
    similarity.update(PREDS, REFERENCES)
    anls.update(PREDS, REFERENCES)
    assert_type(distance.compute(), Tensor)
    assert_type(similarity.compute(), Tensor)
    assert_type(anls.compute(), Tensor)
    assert_type(levmetrics.edit_distance("rain", "shine"), Tensor)
    assert_type(levmetrics.normalized_levenshtein_similarity("rain", "shine"), Tensor)
    print(anls.compute().item(), levmetrics.edit_distance("rain", "shine").item())


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
    compute_metrics = levmetrics.make_compute_metrics(Letters(), ["wer_lev:cer", "anls"])
    scores = compute_metrics((np.array([[1, 2, 4]]), np.array([[1, 2, 3]])))
    assert_type(scores, dict[str, float])
    print(scores)


def reports() -> None:
    """Draw what was scored, and write it as a page."""
    run = score(PREDS, REFERENCES)
    systems = {"old": PREDS, "new": REFERENCES}
    figures = [
        levmetrics.plot_rates(run),
        levmetrics.plot_rate_by_length(run),
        levmetrics.plot_confusions(run, n=5),
        levmetrics.plot_systems(levmetrics.compare_systems(systems, REFERENCES)),
    ]
    assert_type([levmetrics.figure_svg(figure) for figure in figures], list[str])
    page: levmetrics.Report = levmetrics.report(systems, REFERENCES, title="Two systems")
    assert_type(page.html(), str)
    print(page)


def tables() -> None:
    """Score every row of a table, and of batches."""
    table = pa.table({"hyp": PREDS, "ref": REFERENCES})
    scored = levmetrics.score_table(table, "wer_lev:cer", prediction="hyp", reference="ref")
    scorer = levmetrics.batch_scorer("anls", prediction="hyp", reference="ref", threshold=0.5)
    print(scored["cer"], scorer({"hyp": PREDS, "ref": REFERENCES}))


def refusal() -> None:
    """Be told what is wrong."""
    assert_type(levmetrics.list_tokenizers(), list[str])
    try:
        levmetrics.get_tokenizer("whitspace")
    except InputError as error:
        print(error)


def main() -> None:
    """Call all of them."""
    significance(counts())
    alignments()
    nested_values()
    torch_metrics()
    torch_similarities()
    training()
    reports()
    tables()
    refusal()


if __name__ == "__main__":
    main()
