"""Tokens given as they are: lists of anything hashable, or padded arrays of token ids."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from levmetrics.arrays import IntArray
from levmetrics.errors import InputError, reason
from levmetrics.inputs.arrow import is_array
from levmetrics.inputs.columns import TextColumn, read_column, sample_position
from levmetrics.inputs.token_columns import Tokens


@dataclass(frozen=True)
class TokenRows:
    """The tokens of one side.

    Attributes:
        name: what the caller calls this argument, for messages.
        tokens: the tokens of all rows, one after the other.
        lengths: how many of them each row has; int64, shape ``(rows,)``.
        offsets: where samples may hold several rows (references), int64 of shape
            ``(samples + 1,)``: sample ``i`` owns the rows ``offsets[i]`` to ``offsets[i + 1]``.

    """

    name: str
    tokens: Sequence[Hashable] | IntArray
    lengths: IntArray
    offsets: IntArray | None = None

    def __len__(self) -> int:
        """Count the samples."""
        return len(self.lengths) if self.offsets is None else len(self.offsets) - 1

    def position(self, index: int) -> str:
        """Say where token ``index`` stands in the caller's argument."""
        starts = np.concatenate([[0], np.cumsum(self.lengths)])
        row = int(np.searchsorted(starts, index, side="right")) - 1
        return f"{sample_position(self.name, row, self.offsets)}[{index - int(starts[row])}]"


def holds_tokens(values: Any) -> bool:
    """Tell whether predictions are rows of tokens rather than texts, by the first of them.

    >>> holds_tokens(["a b", "c"]), holds_tokens([["a", "b"], ["c"]])
    (False, True)
    """
    if isinstance(values, TextColumn):
        return False
    if _is_array(values):
        return True
    column = read_column(values, "preds")
    if is_array(column):
        return bool(pa.types.is_nested(column.type))
    first = column[0] if len(column) else ""
    return isinstance(first, (list, tuple)) or _is_vector(first)


def token_rows(values: Any, name: str, ignore_index: int | None) -> TokenRows:
    """Check one side's tokens.

    Args:
        values: a sequence of rows, each a list or tuple of hashables or a vector of token ids; or
            one array of token ids (NumPy or torch) of shape ``(samples, length)``. Samples may
            also be lists of rows: several references. A token that is itself a sequence must
            therefore be a tuple, never a list.
        name: what the caller calls the argument, for messages.
        ignore_index: the id that pads rows, and is left out wherever it stands; ``None``: none.

    Raises:
        InputError: for anything else.

    >>> token_rows(np.array([[5, 6, -100], [7, -100, -100]]), "preds", -100).lengths
    array([2, 1])

    """
    if _is_array(values):
        return _rows_of_ids(values, name, ignore_index)
    column = read_column(values, name)
    samples: list[Any] = column.to_pylist() if is_array(column) else list(column)
    for index, sample in enumerate(samples):
        if not isinstance(sample, (list, tuple)) and not _is_vector(sample):
            raise InputError(
                f"{name}[{index}] is of type {type(sample).__name__}; where one prediction is a "
                "list of tokens, every prediction and every reference must be"
            )
        samples[index] = _row(sample, f"{name}[{index}]", ignore_index)
    if any(isinstance(token, list) for sample in samples for token in sample[:1]):
        offsets = np.cumsum([0, *map(len, samples)], dtype=np.int64)
        rows = [
            _row(row, sample_position(name, index, offsets), ignore_index)
            if isinstance(row, (list, tuple))
            else row
            for index, row in enumerate(chain.from_iterable(samples))
        ]
        return _flat(rows, name, offsets)
    return _flat(samples, name, None)


def _row(row: Any, position: str, ignore_index: int | None) -> list[Any] | tuple[Any, ...]:
    """Return a row without its padding, its arrays as lists of ids or as single ids."""
    if _is_vector(row):
        row = _ids(row, position, 1).tolist() if _is_array(row) else row.tolist()
    elif any(_is_array(token) for token in row):
        row = [
            (token.item() if token.ndim == 0 else _ids(token, position, 1).tolist())
            if _is_array(token)
            else token
            for token in row
        ]
    if ignore_index is not None and _may_hold(row, ignore_index):
        return [
            t for t in row if not (isinstance(t, (int, float, np.number)) and t == ignore_index)
        ]
    return list(row) if isinstance(row, list) else tuple(row)


def _is_id(token: Any) -> bool:
    return isinstance(token, (int, float, np.number))


def _may_hold(row: Sequence[Any], ignore_index: int) -> bool:
    try:
        return ignore_index in row
    except (TypeError, ValueError):  # a token does not compare; it is named when it is numbered
        return True


def token_columns(
    preds: TokenRows, target: TokenRows, numbers: dict[Hashable, int]
) -> tuple[Tokens, Tokens]:
    """Return both sides as token columns in which equal tokens are equal numbers.

    Args:
        preds: the predictions.
        target: the references.
        numbers: takes the tokens, in the order of their numbers; stays empty for ids, which are
            numbers already.

    Raises:
        InputError: naming a token that is not hashable.

    """
    if isinstance(preds.tokens, np.ndarray) and isinstance(target.tokens, np.ndarray):
        return _column(preds.tokens, preds.lengths), _column(target.tokens, target.lengths)
    return _numbered(preds, numbers), _numbered(target, numbers)


def _numbered(rows: TokenRows, numbers: dict[Hashable, int]) -> Tokens:
    tokens = rows.tokens.tolist() if isinstance(rows.tokens, np.ndarray) else rows.tokens
    known = len(numbers)
    try:
        codes = [numbers.setdefault(token, len(numbers)) for token in tokens]
    except TypeError:
        index = next(i for i, token in enumerate(tokens) if not _is_hashable(token))
        raise InputError(
            f"{rows.position(index)} is of type {type(tokens[index]).__name__}, which is not "
            "hashable; tokens must be strings, numbers, tuples or the like"
        ) from None
    if not all(map(_equals_itself, islice(numbers, known, None))):
        index = next(i for i, token in enumerate(tokens) if not _equals_itself(token))
        raise InputError(
            f"{rows.position(index)} is {tokens[index]}, which does not equal itself and so can "
            "match nothing; give a missing token another name, as None or ''"
        )
    return _column(np.array(codes, np.int64), rows.lengths)


def _column(codes: IntArray, lengths: IntArray) -> Tokens:
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    return Tokens(pa.LargeListArray.from_arrays(pa.array(offsets, pa.int64()), pa.array(codes)))


def _flat(rows: list[Any], name: str, offsets: IntArray | None) -> TokenRows:
    for index, row in enumerate(rows):
        if not isinstance(row, (list, tuple)):
            raise InputError(
                f"{sample_position(name, index, offsets)} is of type {type(row).__name__}; "
                "every reference must be a list of tokens where one of them is"
            )
    lengths = np.fromiter(map(len, rows), np.int64, len(rows))
    if offsets is not None and not np.diff(offsets).all():
        empty = int(np.flatnonzero(np.diff(offsets) == 0)[0])
        raise InputError(
            f"{name}[{empty}] is an empty list of references; "
            "every sample needs at least one, if only [[]]"
        )
    return TokenRows(name, list(chain.from_iterable(rows)), lengths, offsets)


def _rows_of_ids(values: Any, name: str, ignore_index: int | None) -> TokenRows:
    ids = _ids(values, name, 2)
    kept = np.ones(ids.shape, bool) if ignore_index is None else ids != ignore_index
    # What int64 cannot hold is numbered like any other token.
    given = ids[kept]
    tokens = given.astype(np.int64, copy=False) if ids.dtype == np.int64 else given.tolist()
    return TokenRows(name, tokens, kept.sum(axis=1, dtype=np.int64))


def _ids(values: Any, name: str, dimensions: int) -> npt.NDArray[np.int64 | np.uint64]:
    """Check an array of ids, and return them as int64, or as uint64 where they are too large."""
    kind = str(values.dtype).removeprefix("torch.")
    shape = tuple(values.shape)
    if len(shape) != dimensions:
        wanted = "(samples, length)" if dimensions == 2 else "(length,)"
        raise InputError(
            f"{name} has the shape {shape}; token ids must have the shape {wanted}"
            + (": take the arg-max of logits first" if len(shape) == 3 else "")
        )
    if 0 in shape:
        return np.zeros(shape, np.int64)  # nothing in it, of whatever type
    if not kind.startswith(("int", "uint")):
        raise InputError(
            f"{name} is an array of {kind}; token ids must be integers: "
            "take the arg-max of scores first"
        )
    try:
        ids = np.asarray(values.detach().cpu() if _is_tensor(values) else values)
    except (NotImplementedError, TypeError, RuntimeError) as error:
        raise InputError(f"{name} has no values that can be read: {reason(error)}") from error
    if isinstance(values, np.ma.MaskedArray):
        raise InputError(f"{name} is a masked array; give its padding an id: values.filled(-100)")
    if ids.dtype == np.uint64 and ids.max() > np.iinfo(np.int64).max:
        return ids
    return ids.astype(np.int64)


def _is_tensor(values: Any) -> bool:
    return hasattr(values, "detach") and hasattr(values, "cpu")


def _is_array(values: Any) -> bool:
    """Tell an array of numbers, NumPy's or torch's, from everything else."""
    if isinstance(values, (str, list, tuple)):
        return False
    if _is_tensor(values):
        return True
    return isinstance(values, np.ndarray) and values.dtype.kind in "iufcb"


def _is_vector(values: Any) -> bool:
    return _is_array(values) or (isinstance(values, np.ndarray) and values.ndim == 1)


def _equals_itself(token: object) -> bool:
    """Tell a token from NaN, NaT and pandas' NA, of which the last does not even say."""
    try:
        return bool(token == token)
    except TypeError:
        return False


def _is_hashable(token: object) -> bool:
    try:
        hash(token)
    except TypeError:
        return False
    return True
