"""What the largest inputs take: the time and the memory of each, in a fresh process.

``python -m benchmarks.sizes`` prints the table of docs/reliability.md, and takes some minutes and
12 GiB of memory.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import typer
from rich.console import Console
from rich.table import Table

from benchmarks import fresh
from benchmarks.numbers import seconds
from benchmarks.timing import Call
from levmetrics import error_counts

_MILLION = 1_000_000
_RNG = np.random.default_rng(20)


@dataclass(frozen=True)
class Size:
    """A large input.

    Attributes:
        texts: makes predictions and references.
        options: those of :func:`levmetrics.error_counts`.

    """

    texts: Callable[[], tuple[Any, Any]]
    options: Mapping[str, Any]

    def call(self) -> Call:
        """Make the texts; return what counts the errors of all samples."""
        preds, target = self.texts()
        return lambda: float(error_counts(preds, target, **self.options).errors.sum())


def _letters(number: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    return _RNG.integers(ord("a"), ord("z") + 1, number, dtype=np.uint8)


def _unrelated() -> tuple[str, str]:
    return _letters(_MILLION).tobytes().decode(), _letters(_MILLION).tobytes().decode()


def _near() -> tuple[str, str]:
    letters = _letters(_MILLION)
    heard = letters.copy()
    heard[::50] = ord("_")
    return heard.tobytes().decode(), letters.tobytes().decode()


def _distinct_words() -> tuple[str, str]:
    words = [f"w{i}" for i in range(_MILLION)]
    heard = [*words]
    heard[::50] = ["x"] * len(heard[::50])
    return " ".join(heard), " ".join(words)


def _other_words() -> tuple[str, str]:
    return " ".join(f"a{i}" for i in range(100_000)), " ".join(f"b{i}" for i in range(100_000))


def _short_pairs() -> tuple[pa.Array, pa.Array]:
    preds = pa.array([f"so {i % 977} said" for i in range(10 * _MILLION)])
    return preds, pa.array([f"so {i % 983} said" for i in range(10 * _MILLION)])


def _references(reference: str) -> Callable[[], tuple[list[str], list[list[str]]]]:
    return lambda: (["a quick brown fox"], [[reference.format(i) for i in range(10_000)]])


def _long_texts(rows: int) -> Callable[[], tuple[pa.Array, pa.Array]]:
    """Return what makes two columns of 2 GiB in so many texts; two words differ."""

    def texts() -> tuple[pa.Array, pa.Array]:
        sentence = b"who is there "
        size = 2 * 2**30 // rows // len(sentence) * len(sentence)
        letters = np.frombuffer(sentence * (rows * size // len(sentence)), np.uint8)
        heard = letters.copy()
        heard[[len(heard) // 3, len(heard) // 2]] = ord("_")
        offsets = pa.py_buffer(np.arange(rows + 1, dtype=np.int64) * size)
        preds, target = (
            pa.LargeStringArray.from_buffers(rows, offsets, pa.py_buffer(data))
            for data in (heard, letters)
        )
        return preds, target

    return texts


_CHARACTERS = {"tokenizer": "char"}
SIZES: Mapping[str, Size] = {
    "1,000,000 characters against others": Size(_unrelated, _CHARACTERS),
    "1,000,000 characters, 2 % of them wrong": Size(_near, _CHARACTERS),
    "1,000,000 distinct words, 2 % of them wrong": Size(_distinct_words, {}),
    "100,000 words against others": Size(_other_words, {}),
    "10,000,000 short pairs": Size(_short_pairs, {}),
    "10,000 references of a sample": Size(_references("the {} brown dog"), {}),
    "10,000 references, each with alternatives": Size(
        _references("the {{ {} / quick }} brown dog"), {"alternatives": "braces"}
    ),
    "2 GiB in 2,000 texts": Size(_long_texts(2_000), {}),
    "2 GiB in one text": Size(_long_texts(1), {}),
}


def main() -> None:
    """Measure every size, and print what it takes."""
    heads = ["input", "time", "of the processor", "MiB above the texts"]
    shown = Table(*heads, title="Errors of large inputs")
    for name in SIZES:
        own = fresh.measure(fresh.size.__name__, name)
        shown.add_row(name, seconds(own.seconds), seconds(own.processor), f"{own.above:,.0f}")
    Console(width=120).print(shown)


if __name__ == "__main__":
    typer.run(main)
