"""Pairs of token rows as RapidFuzz reads them: equal tokens as equal characters or numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from levmetrics.arrays import IntArray
from levmetrics.edits.pairs import TokenPairs
from levmetrics.inputs.arrow_text import spaced_words, text_lengths
from levmetrics.inputs.token_columns import Characters, TokenColumn, Words

# Worker threads pay for a search of so many short pairs, or of longer pairs with as many cells.
_PAIRS_FOR_THREADS = 10_000
_CELLS_OF_A_SHORT_PAIR = 2_000
# Token numbers are shifted to code points past the surrogates, which Python refuses to decode.
_FIRST_CODE = 0xE000
_MAX_VOCABULARY = 0x110000 - _FIRST_CODE
_UTF32 = "utf-32-le" if np.little_endian else "utf-32-be"


Row: TypeAlias = "str | Sequence[int]"
"""The tokens of one text: one character each, or their numbers."""


@dataclass(frozen=True)
class Side:
    """The predictions or the references of a chunk, one row a pair.

    Attributes:
        rows: strings with one character a token, or lists of token numbers.
        lengths: the number of tokens of each row; int64.

    """

    rows: Sequence[Row]
    lengths: IntArray

    def take(self, indices: IntArray) -> Side:
        """Return these rows."""
        rows = np.fromiter(self.rows, object, len(self.rows))
        return Side(rows[indices].tolist(), self.lengths[indices])


@dataclass(frozen=True)
class Chunk:
    """Pairs as sequences in which equal tokens are equal characters (or numbers).

    Attributes:
        preds: the predictions.
        target: the references.
        are_texts: whether the tokens are the characters of texts.

    """

    preds: Side
    target: Side
    are_texts: bool

    def take(self, indices: IntArray) -> Chunk:
        """Return these pairs."""
        return Chunk(self.preds.take(indices), self.target.take(indices), self.are_texts)

    def longer(self) -> IntArray:
        """Return the longer length of every pair."""
        longer: IntArray = np.maximum(self.preds.lengths, self.target.lengths)
        return longer

    def workers(self) -> int:
        """Return the number of worker threads that the search pays for."""
        if not self.are_texts:  # chunks of words run on several threads already
            return 1
        cells = int((self.preds.lengths * self.target.lengths).sum())
        work = len(self.preds.lengths) + cells // _CELLS_OF_A_SHORT_PAIR
        return pa.cpu_count() if work > _PAIRS_FOR_THREADS else 1


def encode(pairs: TokenPairs) -> Chunk:
    """Return the pairs encoded, with a prediction for every reference."""
    chunk = _encode(pairs.preds, pairs.target)
    rows = pairs.pred_of_pair()
    if rows is None:
        return chunk
    return Chunk(chunk.preds.take(rows), chunk.target, chunk.are_texts)


def _encode(preds: TokenColumn, target: TokenColumn) -> Chunk:
    """Encode rows of tokens as sequences in which equal tokens are equal characters."""
    if isinstance(preds, Characters) and isinstance(target, Characters):
        return Chunk(_characters(preds), _characters(target), True)
    if isinstance(preds, Words):
        return _encode_words(preds.values, target.values)
    tokens = pa.concat_arrays([preds.values.flatten(), target.values.flatten()])
    lengths = np.concatenate([_int64(pc.list_value_length(c.values)) for c in (preds, target)])
    return _encode_tokens(tokens, lengths, lengths, len(preds))


def _characters(column: Characters) -> Side:
    return Side(column.values.to_pylist(), text_lengths(column.values))


def _encode_words(preds: pa.LargeStringArray, target: pa.LargeStringArray) -> Chunk:
    """Encode words of texts; where prediction and reference are equal, only count the words."""
    samples, texts = len(preds), pa.concat_arrays([preds, target])
    differ = np.ones(len(texts), bool)
    if samples == len(target):  # no sample has several references
        differ = np.tile(np.asarray(pc.not_equal(preds, target)), 2)
    words, starts = spaced_words(texts.filter(pa.array(differ)))
    _, starts_of_equal = spaced_words(preds.filter(pa.array(~differ[:samples])))
    lengths = np.empty(len(texts), np.int64)
    lengths[differ] = np.diff(starts)
    lengths[~differ] = np.tile(np.diff(starts_of_equal), 2)
    return _encode_tokens(words, np.where(differ, lengths, 0), lengths, samples)


def _encode_tokens(tokens: pa.Array, widths: IntArray, lengths: IntArray, samples: int) -> Chunk:
    """Encode tokens as sequences.

    Args:
        tokens: of all rows, concatenated, the predictions first.
        widths: the number of each row's tokens that are in ``tokens``: 0 for pairs of equal texts.
        lengths: the number of tokens that each row has.
        samples: the number of predictions.

    """
    encoded = tokens.dictionary_encode()
    codes = np.asarray(encoded.indices).astype(np.uint32)
    # If a chunk has more distinct tokens than there are code points, RapidFuzz gets numbers.
    stream: str | list[int] = (
        (codes + np.uint32(_FIRST_CODE)).tobytes().decode(_UTF32)
        if len(encoded.dictionary) <= _MAX_VOCABULARY
        else codes.tolist()
    )
    ends: list[int] = np.cumsum(widths).tolist()
    rows = [stream[start:end] for start, end in zip([0, *ends], ends, strict=False)]
    return Chunk(
        Side(rows[:samples], lengths[:samples]),
        Side(rows[samples:], lengths[samples:]),
        are_texts=False,
    )


def _int64(values: pa.Array) -> IntArray:
    return np.asarray(values).astype(np.int64)
