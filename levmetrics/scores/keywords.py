"""The words and phrases that matter, as names and drugs: where they occur in rows of tokens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np

from levmetrics.arrays import IntArray
from levmetrics.edits.numbering import NumberedRows
from levmetrics.errors import InputError
from levmetrics.inputs.arguments import ColumnName
from levmetrics.inputs.arrow import is_array
from levmetrics.inputs.column_shapes import is_list, read_column
from levmetrics.inputs.columns import TextColumn, check_lists, text_column
from levmetrics.normalizers import Chain
from levmetrics.tokenizers import Tokenizer

KeywordsLike: TypeAlias = "Sequence[str] | Sequence[Sequence[str]]"
"""Words and phrases, for all samples or a list of them for each."""

_NAME = ColumnName("keywords", "keyword")
_DIGEST_BYTES = 4


@dataclass(frozen=True)
class Keywords:
    """Words and phrases as tokens, checked.

    Attributes:
        phrases: the tokens of each.
        offsets: where those of each sample start; ``None``: they are the same for all samples.
        name: identifies them in signatures; lists of single samples are data, as references are.

    """

    phrases: Sequence[tuple[str, ...]]
    offsets: IntArray | None
    name: str

    @classmethod
    def read(cls, values: Any, tokenizer: Tokenizer, normalizer: Chain) -> Keywords:
        """Check words and phrases, and normalize and split them as texts are.

        Args:
            values: a list of strings, or for every sample a list of them.
            tokenizer: splits them.
            normalizer: applied to them first.

        Raises:
            InputError: for anything else, and for a string without a token, with its position.

        >>> from levmetrics.normalizers import get_normalizer
        >>> from levmetrics.tokenizers import get_tokenizer
        >>> how = get_tokenizer("whitespace"), get_normalizer("lower")
        >>> Keywords.read(["Ann", "New York"], *how)
        Keywords(phrases=[('ann',), ('new', 'york')], offsets=None, name='2[15cc4216]')
        >>> Keywords.read(["Ann", " "], *how)
        Traceback (most recent call last):
        levmetrics.errors.InputError: keywords[1] is ' ', which has no token; give a word or phrase

        """
        column = _checked_column(values)
        texts = normalizer.column(column).texts.to_pylist()
        phrases = [tuple(tokenizer(text)) for text in texts]
        for index, phrase in enumerate(phrases):
            if not "".join(phrase).strip():
                raise InputError(
                    "keywords.no_token",
                    place=column.position(index),
                    text=column.texts[index].as_py(),
                )
        return cls(phrases, column.offsets, _name(column))

    def check_samples(self, samples: int) -> None:
        """Refuse another number of samples than there are lists; options are tried by none.

        Raises:
            InputError: naming both numbers.

        """
        if self.offsets is not None and samples not in (0, len(self.offsets) - 1):
            raise InputError("keywords.lengths", count=len(self.offsets) - 1, samples=samples)

    def of_rows(self, sample: IntArray, tokens: Sequence[str]) -> Sequence[Index]:
        """Return what is to be found in each row.

        Args:
            sample: of each row.
            tokens: by their numbers.

        """
        numbers = {token: number for number, token in enumerate(tokens)}
        phrases = [
            tuple(numbers[token] for token in phrase) if numbers.keys() >= {*phrase} else ()
            for phrase in self.phrases
        ]
        if self.offsets is None:
            return [_index(phrases)] * len(sample)
        bounds = pairwise(self.offsets.tolist())
        indices = [_index(phrases[start:end]) for start, end in bounds]
        return [indices[number] for number in sample.tolist()]


Index: TypeAlias = "Mapping[int, Sequence[tuple[int, ...]]]"
"""Phrases of numbers by their first, the longest first."""


@dataclass(frozen=True)
class Occurrences:
    """Where phrases are, in ascending order and without overlap; int64, shape ``(occurrences,)``.

    Attributes:
        start: the position of the first token, among those of all rows.
        length: in tokens.

    """

    start: IntArray
    length: IntArray


def occurrences(rows: NumberedRows, indices: Sequence[Index]) -> Occurrences:
    """Find phrases in rows of tokens, from left to right, of several at one place the longest.

    Args:
        rows: the tokens.
        indices: what is to be found in each row.

    >>> rows = NumberedRows(np.array([1, 2, 3, 2]), np.array([0, 4]))
    >>> occurrences(rows, [_index([(2,), (1, 2)])])
    Occurrences(start=array([0, 3]), length=array([2, 1]))

    """
    row = np.repeat(np.arange(len(indices)), np.diff(rows.offsets))
    distinct = {id(index): index for index in indices}.values()
    first = np.array([*{number for index in distinct for number in index}], np.int64)
    found: list[tuple[int, int]] = []
    free = 0  # the first position after the last occurrence
    for start in np.flatnonzero(np.isin(rows.numbers, first)).tolist():
        of_row = int(row[start])
        if start >= free:
            ahead = rows.numbers[start : rows.offsets[of_row + 1]]
            length = _length_at(ahead, indices[of_row].get(int(ahead[0]), ()))
            if length:
                found.append((start, length))
                free = start + length
    starts, lengths = np.array(found, np.int64).reshape(-1, 2).T
    return Occurrences(starts, lengths)


def _length_at(ahead: IntArray, phrases: Iterable[tuple[int, ...]]) -> int:
    """Return the length of the first phrase with which the tokens ahead begin; 0 if none."""
    for phrase in phrases:
        if tuple(ahead[: len(phrase)].tolist()) == phrase:
            return len(phrase)
    return 0


def _index(phrases: Iterable[tuple[int, ...]]) -> Index:
    index: dict[int, list[tuple[int, ...]]] = {}
    for phrase in sorted({*phrases} - {()}, key=len, reverse=True):
        index.setdefault(phrase[0], []).append(phrase)
    return index


def _checked_column(values: Any) -> TextColumn:
    if isinstance(values, str):
        raise InputError("keywords.one_string", text=values[:20])
    column = [] if values is None else read_column(values, _NAME)
    column = column.to_pylist() if is_array(column) else column
    if not len(column):
        raise InputError("keywords.none", given="None" if values is None else "empty")
    if not is_list(column[0]):
        return text_column(column, _NAME)
    check_lists(column, _NAME)
    offsets = np.cumsum([0, *map(len, column)], dtype=np.int64)
    texts = [text for of_sample in column for text in of_sample]
    return text_column(texts, _NAME, offsets)


def _name(column: TextColumn) -> str:
    if column.offsets is not None:
        return "of_samples"
    distinct = sorted({*column.texts.to_pylist()})
    digest = blake2b("\0".join(distinct).encode(), digest_size=_DIGEST_BYTES).hexdigest()
    return f"{len(distinct)}[{digest}]"
