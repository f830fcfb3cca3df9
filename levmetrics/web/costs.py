"""What scoring costs a processor, in seconds, before it is done.

The numbers are measurements of one core at about 3 GHz, which ``python -m benchmarks.page_costs``
repeats: of the worst texts of each script, so that a request takes less than what is expected of
it, and an honest text about half as much.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from levmetrics.arrays import IntArray
from levmetrics.inputs.arrow import text_lengths, utf8_bytes
from levmetrics.inputs.columns import TextColumn
from levmetrics.metric import find_config
from levmetrics.scores.base import Metric
from levmetrics.scores.error_rate_metric import ReadingMetric
from levmetrics.scores.formatting import FormattingMetric

_MICRO, _NANO = 1e-6, 1e-9

# Of every metric: reading a character, a cell of an edit matrix, naming a token that was taken for
# another, and a sample's part of the interval and of the tables.
_CHARACTER = 0.15 * _MICRO
_CELL = 0.1 * _NANO
_TOKEN = 1.1 * _MICRO
_SAMPLE = 40 * _MICRO
# Of formatted texts, a character, which may be a mark by itself. Of readings, how many times as
# long as MeCab's words they take, and how many times as many cells their longer texts have.
_PIECE = 2.3 * _MICRO
_READING = 3.0
_CELLS_OF_READINGS = 10
# Of nested values: comparing two items, and a leaf of a reference.
_COMPARISON = 1.1 * _MICRO
_LEAF = 20 * _MICRO
# Of a comparison: a sample's part of each system's interval, and of the tests of each pair.
_SAMPLE_OF_SYSTEM = 12 * _MICRO
_SAMPLE_OF_PAIR = 27 * _MICRO


class Script(IntEnum):
    """What the time of a tokenizer depends on."""

    SPACE = 0
    HAN = 1
    KANA = 2
    HANGUL = 3
    OTHER = 4


_RANGES = {
    Script.HAN: [(0x3005, 0x3007), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF)],
    Script.KANA: [(0x3041, 0x30FF), (0x31F0, 0x31FF), (0xFF66, 0xFF9F)],
    Script.HANGUL: [(0x1100, 0x11FF), (0x3130, 0x318F), (0xAC00, 0xD7AF)],
}
_ASTRAL_HAN = (0x20000, 0x3FFFF)


@dataclass(frozen=True)
class TokenizerCost:
    """What a tokenizer costs.

    Attributes:
        character: microseconds a character of Han, kana, Hangul, and anything else.
        square: nanoseconds for the square of the length of a run of one script, without white
            space: analyzers look through the whole run at each of its characters.
        tokens: how many a character may become.

    """

    character: tuple[float, float, float, float]
    square: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    tokens: float = 1.0


_EVERYTHING_IS_SLOW = TokenizerCost((3, 3, 3, 3))
_MECAB = TokenizerCost((1.2, 1.2, 0.3, 0.3), (0, 1.3, 1.25, 1.25), 0.7)
_SUDACHI = TokenizerCost((1.9, 1.9, 0.2, 1.0), tokens=0.7)
_COSTS: Mapping[str, TokenizerCost] = {
    "char": TokenizerCost((0.05, 0.05, 0.05, 0.02)),
    "grapheme": TokenizerCost((0.5, 0.5, 0.5, 0.5)),
    "icu": TokenizerCost((0.5, 0.5, 0.5, 0.5)),
    "jieba": TokenizerCost((8.5, 0.3, 0.3, 2.4), (7.5, 0, 0, 0.1)),
    "kiwi": TokenizerCost((1.7, 1.7, 7, 1.8), (0, 0, 0, 0.7), 0.7),
    "mecab": _MECAB,
    "mecab:ipadic": _MECAB,
    "mixed": TokenizerCost((0.45, 0.45, 0.45, 0.7)),
    "mixed:icu": TokenizerCost((0.45, 0.45, 0.45, 0.7)),
    "sudachi:A": _SUDACHI,
    "sudachi:B": _SUDACHI,
    "sudachi:C": _SUDACHI,
    "whitespace": TokenizerCost((0.01, 0.01, 0.01, 0.01)),
}
# Their tokens are characters, of which alphabets have few: they are named once.
_OF_CHARACTERS = ("char", "grapheme", "mixed")


def text_seconds(metric: str, tokenizer: str, preds: TextColumn, target: TextColumn) -> float:
    """Return what scoring texts costs, with everything that the page shows of them.

    Args:
        metric: as :func:`levmetrics.metric.find_config` takes it.
        tokenizer: a name; empty for the config's own.
        preds: one a sample, normalized.
        target: one a sample or several, normalized.

    """
    return run_seconds(metric, tokenizer, [preds], target) + shown_seconds(len(preds.texts))


def run_seconds(
    metric: str, tokenizer: str, systems: Sequence[TextColumn], target: TextColumn
) -> float:
    """Return what scoring texts costs, and naming what was taken for what.

    Args:
        metric: as :func:`levmetrics.metric.find_config` takes it.
        tokenizer: a name; empty for the config's own.
        systems: of each the predictions, one a sample, normalized.
        target: one a sample or several, normalized; they are read once.

    """
    name = tokenizer or default_tokenizer(metric)
    kind = find_config(metric)[2].kind
    aligned = "char" if kind is FormattingMetric else name
    references, *sides = (_Scripts(column.texts) for column in (target, *systems))
    target_tokens = references.tokens(aligned)
    cells = 0.0
    for side in sides:
        tokens = side.tokens(aligned)
        if target.offsets is not None:
            tokens = np.repeat(tokens, np.diff(target.offsets))
        cells += float((tokens.astype(float) * target_tokens).sum())
    if kind is ReadingMetric:
        cells *= _CELLS_OF_READINGS
    each_side = [
        _own_seconds(kind, side)
        + _TOKEN * side.kinds_of_tokens(name)
        + _CHARACTER * side.characters
        + side.seconds(name)
        for side in (references, *sides)
    ]
    return sum(each_side) + _CELL * cells


def _own_seconds(kind: type[Metric[Any]], side: _Scripts) -> float:
    """Return what a metric does to texts beside splitting them."""
    if kind is FormattingMetric:
        return _PIECE * side.characters
    return _READING * side.seconds("mecab") if kind is ReadingMetric else 0.0


def shown_seconds(samples: int) -> float:
    """Return what the interval and the tables of a score cost, beside the metric."""
    return _SAMPLE * samples


def value_seconds(comparisons: int, leaves: int, cells: int) -> float:
    """Return what scoring nested values costs.

    Args:
        comparisons: of an item of a list with an item of another.
        leaves: of the references.
        cells: of the edit matrices of all leaves.

    """
    return _COMPARISON * comparisons + _LEAF * leaves + _CELL * cells


def comparison_seconds(samples: int, systems: int) -> float:
    """Return what the intervals and tests of a comparison cost, beside the metric.

    >>> round(comparison_seconds(samples=20_000, systems=2), 2)
    1.02
    """
    pairs = systems * (systems - 1) // 2
    return samples * (systems * _SAMPLE_OF_SYSTEM + pairs * _SAMPLE_OF_PAIR)


def default_tokenizer(metric: str) -> str:
    """Return the name of the tokenizer that a config has where none is asked for.

    >>> default_tokenizer("wer_lev:ja"), default_tokenizer("wer_lev"), default_tokenizer("anls")
    ('mecab', 'whitespace', 'char')
    """
    config = find_config(metric)[2]
    return config.tokenizer or config.kind.default_tokenizer


class _Scripts:
    """The runs of one script in the texts of a column.

    Attributes:
        characters: of all texts.

    """

    def __init__(self, texts: pa.LargeStringArray) -> None:
        data, _ = utf8_bytes(texts)
        codes = np.frombuffer(data.tobytes().decode().encode("utf-32-le"), "<u4")
        self._lengths = text_lengths(texts)
        self.characters = len(codes)
        scripts = _script_of_code()[np.minimum(codes, _ASTRAL_HAN[1])]
        starts = np.cumsum(self._lengths) - self._lengths
        is_start = np.zeros(len(codes) + 1, bool)
        is_start[1:-1] = scripts[1:] != scripts[:-1]
        is_start[starts] = True
        self._starts = np.flatnonzero(is_start[:-1])
        self._script_of_run = scripts[self._starts]
        self._run_lengths = np.diff(self._starts, append=len(codes))
        self._text_of_run = np.searchsorted(starts, self._starts, side="right") - 1

    def seconds(self, tokenizer: str) -> float:
        """Return what a tokenizer costs on the texts."""
        cost = _COSTS.get(tokenizer, _EVERYTHING_IS_SLOW)
        character = np.array([0, *cost.character]) * _MICRO
        square = np.array([0, *cost.square]) * _NANO
        lengths = self._run_lengths.astype(float)
        of_run = self._script_of_run
        return float((character[of_run] * lengths + square[of_run] * lengths**2).sum())

    def tokens(self, tokenizer: str) -> IntArray:
        """Return the most tokens that each text may have."""
        if tokenizer in ("char", "grapheme"):
            return self._lengths
        if tokenizer == "whitespace":
            is_space = self._script_of_run == Script.SPACE  # these runs stand between words
            runs = np.bincount(self._text_of_run[is_space], minlength=len(self._lengths))
            words: IntArray = runs.astype(np.int64) + 1
            return words
        share = _COSTS.get(tokenizer, _EVERYTHING_IS_SLOW).tokens
        most: IntArray = np.ceil(self._lengths * share).astype(np.int64)
        return most

    def kinds_of_tokens(self, tokenizer: str) -> int:
        """Return the most tokens of the texts that may all differ."""
        if tokenizer in _OF_CHARACTERS:
            is_large = np.isin(self._script_of_run, (Script.HAN, Script.HANGUL))
            return int(self._run_lengths[is_large].sum())
        return int(self.tokens(tokenizer).sum())


@cache
def _script_of_code() -> npt.NDArray[np.uint8]:
    """Return the script of every code point up to the last Han character."""
    scripts = np.full(_ASTRAL_HAN[1] + 1, Script.OTHER, np.uint8)
    for script, ranges in _RANGES.items():
        for first, last in ranges:
            scripts[first : last + 1] = script
    scripts[_ASTRAL_HAN[0] :] = Script.HAN
    spaces = [code for code in range(0x3001) if chr(code).isspace()]
    scripts[spaces] = Script.SPACE
    return scripts
