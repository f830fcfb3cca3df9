"""Pairs of a prediction and its reference, by what is special about them."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from tests import oracles
from tests.corpora import ASR_EN, OCR_JA

Pair = tuple[str, str]

BLANKS = [
    " ",
    "  ",
    "\t",
    "\n",
    "\r",
    "\x0b",
    "\x1c",
    "\x85",
    "\u00a0",
    "\u2028",
    "\u3000",
    "\u200b",
]
ENGLISH = ["the", "The", "a", "cat", "cats", "sat", "on", "mat", "mat.", "it's", "12", "is"]
JAPANESE = [*"今日は良い天気ですよいカガガ々、。"]
MARKS = [
    "e\u0301",
    "é",
    "u\u0308\u0323",
    "น้ำ",
    "नि",
    "👩\u200d👩\u200d👧",
    "🇯🇵",
    "\u0301",
    "ﬁ",
    "ß",
    "한",
    "한",
]
ASTRAL = ["𠮟", "𠮷", "😀", "😃", "𐍈", "\U0010ffff", "a", "叱"]


def _random(
    rng: random.Random, pairs: int, tokens: Sequence[str], join: str, most: int
) -> list[Pair]:
    made = oracles.random_pairs(rng, pairs, tokens, longest=most)
    return [(join.join(pred), join.join(target)) for pred, target in made]


def _blanks(rng: random.Random, pairs: int) -> list[Pair]:
    return _random(rng, pairs, ["a", "b", "", *BLANKS], "", 8)


CORPORA: Mapping[str, Callable[[random.Random, int], list[Pair]]] = {
    "English words": lambda rng, n: _random(rng, n, ENGLISH, " ", 12),
    "two words": lambda rng, n: _random(rng, n, ["a", "b"], " ", 10),
    "blanks": _blanks,
    "Japanese": lambda rng, n: _random(rng, n, JAPANESE, "", 16),
    "marks and emoji": lambda rng, n: _random(rng, n, MARKS, "", 8),
    "beyond 16 bits": lambda rng, n: _random(rng, n, [*ASTRAL, " "], "", 10),
    "all of Unicode": lambda rng, n: _random(rng, n, [*oracles.ALPHABET, " "], "", 10),
    "long texts": lambda rng, n: _random(rng, max(n // 20, 1), ENGLISH, " ", 150),
}


def _file(path: Path) -> list[Pair]:
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    return [(row[-1], row[-2]) for row in rows]


REAL: Mapping[str, Callable[[], list[Pair]]] = {
    "speech": lambda: _file(ASR_EN),
    "Japanese OCR": lambda: _file(OCR_JA),
}
