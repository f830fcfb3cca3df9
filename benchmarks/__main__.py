"""Measure ours and the others on the same data, in turns, and print medians and ratios."""

from __future__ import annotations

import gc
import time
from collections import deque
from collections.abc import Callable
from importlib import import_module
from statistics import median
from typing import Any

import anls_star
import evaluate
import fugashi
import jiwer
import numpy as np
import pyarrow as pa
import torchmetrics.text
import unidic_lite
from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.corpora import (
    Corpus,
    invoices,
    questions,
    read_characters,
    recognised_speech,
    short_answers,
)
from levmetrics import (
    ANLS,
    ErrorRates,
    NormalizedLevenshteinSimilarity,
    SampleStatistics,
    WordErrorRate,
    confidence_interval,
)

ROUNDS = 5
OURS = "levmetrics"


def word_error_rate(corpus: Corpus) -> dict[str, Callable[[], object]]:
    predictions, references = corpus
    return {
        OURS: lambda: WordErrorRate()(predictions, references),
        "levmetrics, all rates and counts": lambda: ErrorRates()(predictions, references),
        "jiwer": lambda: jiwer.wer(references, predictions),
        "str.split alone": lambda: ([*map(str.split, predictions)], [*map(str.split, references)]),
    }


def similarity(corpus: Corpus) -> dict[str, Callable[[], object]]:
    predictions, references = corpus
    return {
        OURS: lambda: NormalizedLevenshteinSimilarity()(predictions, references),
        "torchmetrics EditDistance": lambda: torchmetrics.text.EditDistance()(
            predictions, references
        ),
    }


def answers(corpus: tuple[list[str], list[list[str]]]) -> dict[str, Callable[[], object]]:
    predictions, references = corpus
    anls: Any = import_module("anls")  # the package, not the folder of this repository
    alternatives = [tuple(accepted) for accepted in references]
    return {
        OURS: lambda: ANLS("star")(predictions, references),
        "levmetrics, stvqa": lambda: ANLS("stvqa")(predictions, references),
        "levmetrics, docvqa": lambda: ANLS("docvqa")(predictions, references),
        "anls": lambda: [*map(anls.anls_score, predictions, references)],
        "anls_star": lambda: [*map(anls_star.anls_score, alternatives, predictions)],
    }


def trees(corpus: tuple[list[Any], list[Any]]) -> dict[str, Callable[[], object]]:
    predictions, references = corpus
    return {
        OURS: lambda: ANLS("star")(predictions, references),
        "anls_star": lambda: [*map(anls_star.anls_score, references, predictions)],
    }


def intervals(samples: int) -> dict[str, Callable[[], object]]:
    rng = np.random.default_rng(0)
    lengths = rng.integers(9, 28, samples)
    errors = rng.binomial(lengths, 0.07)
    statistics = SampleStatistics.of_errors(errors, lengths)
    return {
        OURS: lambda: confidence_interval(statistics),
        "levmetrics, bca": lambda: confidence_interval(statistics, method="bca"),
        "a resample by rng.choice, 1,000 times": lambda: [
            errors[chosen].sum() / lengths[chosen].sum()
            for chosen in (rng.choice(samples, samples) for _ in range(1000))
        ],
    }


def japanese(corpus: Corpus) -> dict[str, Callable[[], object]]:
    predictions, references = corpus
    module = evaluate.load("wer_lev", "ja")
    folder = unidic_lite.DICDIR
    parse = fugashi.Tagger(f'-Owakati -r "{folder}/mecabrc" -d "{folder}"').parse

    def ours() -> object:
        return module.compute(predictions=predictions, references=references)

    def ours_on_one_core() -> object:
        cores = pa.cpu_count()
        pa.set_cpu_count(1)
        try:
            return ours()
        finally:
            pa.set_cpu_count(cores)

    return {
        OURS: ours,
        "levmetrics, one core": ours_on_one_core,
        "fugashi alone, one core": lambda: [parse(t).split() for t in predictions + references],
    }


def seconds(call: Callable[[], object]) -> float:
    gc.collect()  # what the one before left behind is not this one's work
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def measure(title: str, contenders: dict[str, Callable[[], object]]) -> Table:
    """Run the contenders in turns, so that what slows the machine slows them all.

    Each round begins with another one: who runs after a slow one finds the processor's caches cold.
    """
    times: dict[str, list[float]] = {name: [] for name in contenders}
    for turn in track(range(ROUNDS), description=title, transient=True):
        order = deque(contenders.items())
        order.rotate(-turn)
        for name, call in order:
            times[name].append(seconds(call))
    table = Table(title=title, title_justify="left", title_style="bold")
    table.add_column("tool")
    for heading in ("median", "fastest", f"times {OURS}"):
        table.add_column(heading, justify="right")
    ours = times[OURS]
    for name, measured in times.items():
        ratio = median(other / own for other, own in zip(measured, ours, strict=True))
        table.add_row(
            name,
            f"{median(measured) * 1000:,.0f} ms",
            f"{min(measured) * 1000:,.0f} ms",
            f"{ratio:,.2f}",
        )
    return table


def main() -> None:
    console = Console()
    for title, contenders in (
        (
            "WER of 100,000 pairs of about 18 words",
            word_error_rate(recognised_speech(100_000)),
        ),
        (
            "Similarity of 20,000 short pairs, by characters",
            similarity(short_answers(20_000)),
        ),
        ("ANLS of 20,000 questions with one to three answers", answers(questions(20_000))),
        ("ANLS* of 100 invoices of 20 line items", trees(invoices(100, line_items=20))),
        ("ANLS* of two lists of 300 line items", trees(invoices(1, line_items=300))),
        ("Interval of a WER, 100,000 samples, 1,000 resamples", intervals(100_000)),
        (
            "Japanese WER in MeCab words, ocr_ja 40 times, through evaluate",
            japanese(read_characters(40)),
        ),
    ):
        console.print(measure(title, contenders))


if __name__ == "__main__":
    main()
