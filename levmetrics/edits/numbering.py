"""Rows of tokens as numbers, or as texts in which characters are tokens; and tokens of edits."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

import numpy as np

from levmetrics.edits.pairs import DELETE, INSERT, PairEdits, TokenPairs
from levmetrics.inputs.arrays import IntArray
from levmetrics.inputs.arrow import split_whitespace
from levmetrics.inputs.texts import Texts
from levmetrics.inputs.tokens import Characters, TokenColumn, WordColumn
from levmetrics.lazy import pa

# Numbers are shifted to the code points that UTF-8 writes as four bytes.
_FIRST_CODE = 0x10000
_MAX_VOCABULARY = 0x110000 - _FIRST_CODE


class NumberedRows(NamedTuple):
    """Rows of tokens as numbers, equal tokens as equal numbers.

    Attributes:
        numbers: the numbers of the tokens of all rows; int64, shape ``(tokens,)``.
        offsets: where each row starts; int64, shape ``(rows + 1,)``.

    """

    numbers: IntArray
    offsets: IntArray

    @property
    def lengths(self) -> IntArray:
        """The number of tokens of each row."""
        return np.diff(self.offsets)


def numbered_rows(*columns: TokenColumn) -> tuple[list[NumberedRows], list[Any]]:
    """Return columns of one kind with numbered tokens.

    Returns:
        The rows of each column, and the tokens by number.

    >>> words = WordColumn(Texts.of(["a b", ""])), WordColumn(Texts.of(["b c"]))
    >>> (first, second), tokens = numbered_rows(*words)
    >>> first.numbers.tolist(), first.offsets.tolist(), second.numbers.tolist(), tokens
    ([0, 1], [0, 2, 2], [1, 2], ['a', 'b', 'c'])

    """
    rows, distinct = encoded(*columns)
    return rows, _distinct(distinct, columns[0])


def encoded(*columns: TokenColumn) -> tuple[list[NumberedRows], pa.Array]:
    """Do the same, but return the tokens in Arrow, with characters as code points."""
    lists = [_token_lists(column) for column in columns]
    tokens = pa.concat_arrays([rows.flatten() for rows in lists]).dictionary_encode()
    numbers = np.asarray(tokens.indices).astype(np.int64)
    offsets = [np.asarray(rows.offsets).astype(np.int64) for rows in lists]
    ends = np.cumsum([bounds[-1] - bounds[0] for bounds in offsets])[:-1]
    rows = [
        NumberedRows(part, bounds - bounds[0])
        for part, bounds in zip(np.split(numbers, ends), offsets, strict=True)
    ]
    return rows, tokens.dictionary


def as_characters(pairs: TokenPairs) -> tuple[Texts, Texts] | None:
    """Return rows of tokens as texts in which equal tokens are equal characters.

    Args:
        pairs: columns of lists of tokens.

    Returns:
        The texts of predictions and references; ``None`` if there are more distinct tokens than
        characters.

    """
    (preds, target), distinct = encoded(pairs.preds, pairs.target)
    return None if len(distinct) > _MAX_VOCABULARY else (_texts(preds), _texts(target))


def _texts(rows: NumberedRows) -> Texts:
    codes = rows.numbers.astype(np.uint32) + np.uint32(_FIRST_CODE)
    continuations = (0x80 | codes >> shift & 0x3F for shift in (12, 6, 0))
    data = np.stack([0xF0 | codes >> 18, *continuations], axis=1).astype(np.uint8)
    return Texts(data.ravel(), 4 * rows.offsets)


def edited_tokens(pairs: TokenPairs, edits: PairEdits) -> tuple[list[Hashable], IntArray, IntArray]:
    """Return the tokens of edits.

    Args:
        pairs: the tokens of both sides, with one reference for each sample.
        edits: their edits.

    Returns:
        The distinct tokens, of which the first is ``None``, for no token; and for every edit, their
        indices of the reference's token and of the prediction's; shape ``(edits,)``.

    """
    has_target, has_pred = edits.kind != INSERT, edits.kind != DELETE
    tokens = [
        _tokens_at(column, edits.pair[has_token], index[has_token])
        for column, index, has_token in (
            (pairs.target, edits.target, has_target),
            (pairs.preds, edits.pred, has_pred),
        )
    ]
    encoded = pa.concat_arrays(tokens).dictionary_encode()
    indices = np.zeros((2, len(edits.kind)), np.int64)
    indices[np.stack([has_target, has_pred])] = np.asarray(encoded.indices) + 1
    return [None, *_distinct(encoded.dictionary, pairs.preds)], indices[0], indices[1]


def _distinct(tokens: pa.Array, column: TokenColumn) -> list[Any]:
    """Return distinct tokens of a column as Python objects."""
    distinct: list[Any] = tokens.to_pylist()
    return [*map(chr, distinct)] if isinstance(column, Characters) else distinct


def _tokens_at(column: TokenColumn, rows: IntArray, indices: IntArray) -> pa.Array:
    """Return the tokens at sorted indices in the rows, with characters as code points."""
    distinct, row_of_index = np.unique(rows, return_inverse=True)
    lists = _token_lists(column.take(distinct))
    starts = np.asarray(lists.offsets)[:-1]
    return lists.values.take(pa.array(starts[row_of_index] + indices))


def _token_lists(column: TokenColumn) -> pa.LargeListArray:
    """Return the tokens of every row, with characters as code points."""
    if isinstance(column, WordColumn):
        return split_whitespace(column.values.to_arrow())
    if isinstance(column, Characters):
        codes = np.frombuffer(column.values.data.tobytes().decode().encode("utf-32-le"), "<u4")
        offsets = np.cumsum([0, *column.values.lengths()], dtype=np.int64)
        return pa.LargeListArray.from_arrays(pa.array(offsets), pa.array(codes))
    return column.values.cast(pa.large_list(column.values.type.value_type))
