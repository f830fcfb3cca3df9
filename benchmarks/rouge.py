"""What ROUGE of summaries and documents takes, beside rouge-score and compiled peers.

``python -m benchmarks.rouge`` prints the table of docs/rouge.md, without peers that are not
installed. All run on one core, in turns; the processor time of their shortest round counts.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import import_module

from benchmarks.corpora import Corpus, utterances
from benchmarks.results import seconds
from benchmarks.timing import OURS, Call, OnCores, in_turns
from levmetrics import score

TYPES = ["rouge1", "rouge2", "rougeL", "rougeLsum"]
_SLOW = "rouge_score"
_WRONG = 0.3  # of the words
_RNG = random.Random(65)
_WORDS = " ".join(utterances()[1]).split()
# Samples, words of each, and words of a line; and of so many samples, rouge-score reads one.
WORKS = {
    "10,000 summaries of 60 words": (10_000, 60, 20, 50),
    "100 documents of 3,000 words": (100, 3_000, 30, 100),
}


def texts(samples: int, words: int, line: int) -> Corpus:
    """Make predictions and references of lines."""
    target = [_lines(_RNG.choices(_WORDS, k=words), line) for _ in range(samples)]
    return [*map(_changed, target)], target


def _lines(words: list[str], size: int) -> str:
    return "\n".join(" ".join(words[i : i + size]) for i in range(0, len(words), size))


def _changed(text: str) -> str:
    return "\n".join(
        " ".join(_RNG.choice(_WORDS) if _RNG.random() < _WRONG else word for word in line.split())
        for line in text.split("\n")
    )


def contenders(corpus: Corpus, every: int) -> dict[str, Call]:
    """Return what computes all four types; rouge-score reads one of ``every`` samples."""
    preds, target = corpus
    scorer = import_module(f"{_SLOW}.rouge_scorer").RougeScorer(TYPES)

    def slow() -> None:
        for reference, pred in zip(target[::every], preds[::every], strict=True):
            scorer.score(reference, pred)

    found: dict[str, Call] = {OURS: lambda: score(preds, target, "rouge").score, _SLOW: slow}
    with suppress(ImportError):
        compiled = import_module("rouge_score_rs.rouge_scorer").RougeScorer(TYPES)
        found["rouge-score-rs"] = partial(_without_result, compiled.score_batch, target, preds)
    with suppress(ImportError):
        three = import_module("fast_rouge")
        found["rouge-rust, without Lsum"] = partial(
            _without_result, three.score_batch, target, preds
        )
    return {name: OnCores(1, call) for name, call in found.items()}


def _without_result(call: Callable[..., object], *arguments: object) -> None:
    call(*arguments)


def main() -> None:
    """Print a table: a row a contender, a column a piece of work."""
    os.environ["RAYON_NUM_THREADS"] = "1"  # before the peers start their threads
    rows: dict[str, list[str]] = {}
    for samples, words, line, every in WORKS.values():
        timings = in_turns(contenders(texts(samples, words, line), every))
        ours = min(timings[OURS].processor)
        for name, timing in timings.items():
            took = min(timing.processor) * (every if name == _SLOW else 1)
            ratio = "" if name == OURS else f" ({took / ours:,.0f} x)"
            rows.setdefault(name, []).append(seconds(took) + ratio)
    print(f"| on one core | {' | '.join(WORKS)} |\n|---|{'---:|' * len(WORKS)}")
    for name, cells in rows.items():
        print(f"| {name} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
