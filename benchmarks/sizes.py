"""What the largest inputs take: the time and the memory of each, in a fresh process.

``python -m benchmarks.sizes`` prints the table of docs/reliability.md, and takes some minutes and
12 GiB of memory.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa

from benchmarks.memory import in_fresh_processes, with_memory
from benchmarks.results import seconds
from benchmarks.timing import Call, in_turns
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


def _letters() -> np.ndarray[Any, np.dtype[np.uint8]]:
    return _RNG.integers(ord("a"), ord("z") + 1, _MILLION, dtype=np.uint8)


def _near() -> tuple[str, str]:
    letters = _letters()
    heard = letters.copy()
    heard[::50] = ord("_")
    return heard.tobytes().decode(), letters.tobytes().decode()


def _words(start: str, count: int, wrong_every: int = 0) -> str:
    return " ".join(
        "x" if wrong_every and i % wrong_every == 0 else f"{start}{i}" for i in range(count)
    )


def _short_texts(kinds: int) -> pa.Array:
    return pa.array([f"so {i % kinds} said" for i in range(10 * _MILLION)])


def _references(reference: str) -> Callable[[], tuple[list[str], list[list[str]]]]:
    return lambda: (["a quick brown fox"], [[reference.format(i) for i in range(10_000)]])


def _long_texts(rows: int) -> tuple[pa.Array, pa.Array]:
    """Make two columns of 2 GiB in so many texts; two words differ."""
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


_CHARACTERS = {"tokenizer": "char"}
SIZES: Mapping[str, Size] = {
    "1,000,000 characters against others": Size(
        lambda: (_letters().tobytes().decode(), _letters().tobytes().decode()), _CHARACTERS
    ),
    "1,000,000 characters, 2 % of them wrong": Size(_near, _CHARACTERS),
    "1,000,000 distinct words, 2 % of them wrong": Size(
        lambda: (_words("w", _MILLION, 50), _words("w", _MILLION)), {}
    ),
    "100,000 words against others": Size(lambda: (_words("a", 100_000), _words("b", 100_000)), {}),
    "10,000,000 short pairs": Size(lambda: (_short_texts(977), _short_texts(983)), {}),
    "10,000 references of a sample": Size(_references("the {} brown dog"), {}),
    "10,000 references, each with alternatives": Size(
        _references("the {{ {} / quick }} brown dog"), {"alternatives": "braces"}
    ),
    "2 GiB in 2,000 texts": Size(partial(_long_texts, 2_000), {}),
    "2 GiB in one text": Size(partial(_long_texts, 1), {}),
}


def row(name: str) -> list[str]:
    """Measure the size of this name."""
    call = SIZES[name].call()
    timings, above = with_memory(lambda: in_turns({name: call}, most_rounds=1))
    own = timings[name]
    return [seconds(own.median), seconds(own.median_processor), f"{above:,.0f}"]


if __name__ == "__main__":
    heads = ["errors of large inputs", "time", "of the processor", "MiB above the texts"]
    in_fresh_processes(heads, row, SIZES)
