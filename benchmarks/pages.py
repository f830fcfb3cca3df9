"""What pages of OCR take: a book, a large page, and the flexible character accuracy.

``python -m benchmarks.pages`` prints the table of docs/pages.md.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from string import ascii_lowercase

from benchmarks.corpora import Corpus, utterances
from benchmarks.memory import in_fresh_processes, with_memory
from benchmarks.results import seconds
from benchmarks.timing import in_turns
from levmetrics import score

_CHARACTERS_OF_A_LINE = 48
_WRONG = 0.02  # of the characters
_RNG = random.Random(41)
_WORDS = " ".join(utterances()[1]).split()


@dataclass(frozen=True)
class Pages:
    """Pages of two columns, and the metrics that they are scored by.

    Attributes:
        count: of pages.
        lines: of each column.
        read: joins two columns to the text of the prediction.
        metrics: by their names.

    """

    count: int
    lines: int
    read: Callable[[list[str], list[str]], list[str]]
    metrics: tuple[str, ...]

    def texts(self) -> Corpus:
        """Make predictions and references."""
        preds, target = [], []
        for _ in range(self.count):
            left, right = ([_line() for _ in range(self.lines)] for _ in range(2))
            target.append("\n".join([*left, *right]))
            preds.append("\n".join(self.read([*map(_misread, left)], [*map(_misread, right)])))
        return preds, target


def _line() -> str:
    line = _RNG.choice(_WORDS)
    while len(line) < _CHARACTERS_OF_A_LINE:
        line += f" {_RNG.choice(_WORDS)}"
    return line


def _misread(line: str) -> str:
    return "".join(
        _RNG.choice(ascii_lowercase) if c != " " and _RNG.random() < _WRONG else c for c in line
    )


def _in_order(left: list[str], right: list[str]) -> list[str]:
    return [*left, *right]


def _swapped(left: list[str], right: list[str]) -> list[str]:
    return [*right, *left]


def _alternating(left: list[str], right: list[str]) -> list[str]:
    return [line for pair in zip(left, right, strict=True) for line in pair]


def _joined(left: list[str], right: list[str]) -> list[str]:
    return [*map(" ".join, zip(left, right, strict=True))]


_RATES = ("cer", "wer", "page:order")
PAGES: Mapping[str, Pages] = {
    "CER, WER and `page:order` of 500 pages of 40 lines": Pages(500, 20, _in_order, _RATES),
    "the same, columns read across": Pages(500, 20, _joined, _RATES),
    "`page:order` of 100,000 characters, columns swapped": Pages(
        1, 1_000, _swapped, ("page:order",)
    ),
    "`page:order` of 100,000 characters, lines in turns": Pages(
        1, 1_000, _alternating, ("page:order",)
    ),
    "`page:order` of 100,000 characters, columns read across": Pages(
        1, 1_000, _joined, ("page:order",)
    ),
    "`page:flexible` of 40 lines, columns swapped": Pages(1, 20, _swapped, ("page:flexible",)),
    "`page:flexible` of 40 lines, columns read across": Pages(1, 20, _joined, ("page:flexible",)),
    "`page:flexible` of 160 lines, columns swapped": Pages(1, 80, _swapped, ("page:flexible",)),
    "`page:flexible` of 160 lines, columns read across": Pages(1, 80, _joined, ("page:flexible",)),
}


def row(name: str) -> list[str]:
    """Measure the pages of this name."""
    pages = PAGES[name]
    preds, target = pages.texts()

    def call() -> float:
        return sum(score(preds, target, metric).score for metric in pages.metrics)

    timings, above = with_memory(lambda: in_turns({name: call}, most_rounds=1))
    return [seconds(timings[name].median_processor), f"{above:,.0f}"]


if __name__ == "__main__":
    in_fresh_processes(["2 % of the characters wrong", "processor", "MiB"], row, PAGES)
