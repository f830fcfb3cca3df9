"""Token columns, and tokenized input: lists of tokens and padded arrays of ids."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from typing import Any, Self, TypeAlias

import numpy as np
import numpy.typing as npt

from levmetrics.errors import InputError, Place
from levmetrics.inputs.arguments import reading, sample_position
from levmetrics.inputs.arrays import IntArray
from levmetrics.inputs.arrow import is_array
from levmetrics.inputs.columns import (
    ArrowStream,
    ReferencesLike,
    TextColumn,
    TextsLike,
    Vector,
    python_values,
    read_column,
)
from levmetrics.inputs.texts import Texts
from levmetrics.lazy import pa
from levmetrics.system.work import steps


@dataclass(frozen=True)
class _TokenColumn:
    """One row of tokens for each text.

    Attributes:
        values: the texts, if they are split later; or their lists of tokens, in Arrow.

    """

    values: Any

    def take(self, rows: IntArray) -> Self:
        """Return these rows."""
        return type(self)(self.values.take(rows))

    def slice(self, start: int, stop: int) -> Self:
        """Return the rows from ``start`` to before ``stop``."""
        return type(self)(self.values[start:stop])

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.values)


class Characters(_TokenColumn):
    """Token column whose tokens are the texts' code points."""

    values: Texts

    def rows(self) -> Iterator[list[Any]]:
        """Yield the tokens of every row."""
        return map(list, self.values)


class WordColumn(_TokenColumn):
    """Token column whose tokens are the words between white space, split by the kernel."""

    values: Texts

    def rows(self) -> Iterator[list[Any]]:
        """Yield the tokens of every row."""
        return map(str.split, self.values)


class Tokens(_TokenColumn):
    """Token column of lists of tokens."""

    values: pa.LargeListArray

    @classmethod
    def of(cls, rows: Iterable[Sequence[str]]) -> Tokens:
        """Return a column of rows of strings.

        >>> Tokens.of([["a", "b"], []]).values.to_pylist()
        [['a', 'b'], []]
        """
        return cls(pa.array(rows, pa.large_list(pa.large_string())))

    def rows(self) -> Iterator[list[Any]]:
        """Yield the tokens of every row."""
        return (tokens.as_py() for tokens in self.values)


TokenColumn: TypeAlias = Characters | WordColumn | Tokens


_ID_TYPES = (int, float, np.number)


TokensLike: TypeAlias = "Sequence[Sequence[Hashable] | Vector] | ArrowStream | Vector"
"""One row of tokens for each sample."""

TokenReferencesLike: TypeAlias = (
    "TokensLike | Sequence[Sequence[Hashable] | Sequence[Sequence[Hashable] | Vector]]"
)
"""One row of tokens or several for each sample."""

SamplesLike: TypeAlias = "TextsLike | TokensLike"
"""Predictions: one text or one row of tokens for each sample."""

SampleReferencesLike: TypeAlias = "ReferencesLike | TokenReferencesLike"
"""References: texts or rows of tokens, one or several for each sample."""


@dataclass(frozen=True)
class TokenRows:
    """Checked rows of tokens: the predictions or the references.

    Attributes:
        name: the name of the caller's argument, for messages.
        tokens: the tokens of all rows, concatenated.
        lengths: the number of tokens of each row; int64, shape ``(rows,)``.
        offsets: if samples may have several rows (references), int64 of shape ``(samples + 1,)``:
            sample ``i`` has the rows ``offsets[i]`` to ``offsets[i + 1]``. ``None`` if each sample
            has one row.

    """

    name: str
    tokens: Sequence[Hashable] | IntArray
    lengths: IntArray
    offsets: IntArray | None = None

    def __len__(self) -> int:
        """Return the number of samples."""
        return len(self.lengths) if self.offsets is None else len(self.offsets) - 1

    def position(self, index: int) -> str:
        """Return the position of token ``index`` in the caller's argument."""
        starts = np.concatenate([[0], np.cumsum(self.lengths)])
        row = int(np.searchsorted(starts, index, side="right")) - 1
        place = sample_position(self.name, row, self.offsets)
        return Place(place, index - int(starts[row]))


def holds_tokens(values: Any, name: str = "preds") -> bool:  # any other type is refused when read
    """Whether predictions are rows of tokens rather than texts, by the first sample.

    Args:
        values: the predictions.
        name: the name of the caller's argument, for messages.

    >>> holds_tokens(["a b", "c"]), holds_tokens([["a", "b"], ["c"]])
    (False, True)
    """
    if isinstance(values, TextColumn) or (
        type(values) is list and values and isinstance(values[0], str)
    ):
        return False
    with reading(lambda: name):
        if _is_array(values):
            return True
    column = read_column(values, name)
    if is_array(column):
        return bool(pa.types.is_nested(column.type))
    first = column[0] if len(column) else ""
    with reading(lambda: Place(name, 0)):
        return isinstance(first, (list, tuple)) or _is_vector(first)


def token_rows(values: TokenReferencesLike, name: str, ignore_index: int | None) -> TokenRows:
    """Return checked rows of tokens, without their padding.

    Args:
        values: a sequence of rows, each a list or tuple of hashables or a vector of token ids; or
            one array of token ids (NumPy or torch) of shape ``(samples, length)``. Samples may also
            be lists of rows, for several references. So a token that is itself a sequence must be a
            tuple, never a list.
        name: the name of the caller's argument, for messages.
        ignore_index: the padding id, which is removed everywhere; ``None``: no padding.

    Raises:
        InputError: for anything else.

    >>> token_rows(np.array([[5, 6, -100], [7, -100, -100]]), "preds", -100).lengths
    array([2, 1])

    """
    with reading(lambda: name):
        if _is_array(values):
            return _id_rows(values, name, ignore_index)
    column = read_column(values, name)
    samples: list[Any] = python_values(column, name) if is_array(column) else list(column)
    index = 0
    with reading(lambda: Place(name, index)):
        for index, sample in enumerate(steps(samples, "reading", len(samples))):
            if not isinstance(sample, (list, tuple)) and not _is_vector(sample):
                kind = type(sample).__name__
                raise InputError("tokens.not_all", place=Place(name, index), given=kind)
            samples[index] = _without_padding(sample, partial(Place, name, index), ignore_index)
    if any(isinstance(token, list) for sample in samples for token in sample[:1]):
        offsets = np.cumsum([0, *map(len, samples)], dtype=np.int64)
        rows: list[Any] = []
        with reading(lambda: sample_position(name, len(rows), offsets)):
            for row in chain.from_iterable(samples):
                place = partial(sample_position, name, len(rows), offsets)
                is_row = isinstance(row, (list, tuple))
                rows.append(_without_padding(row, place, ignore_index) if is_row else row)
        return _concatenated(rows, name, offsets)
    return _concatenated(samples, name, None)


def _without_padding(
    row: Any, place: Callable[[], str], ignore_index: int | None
) -> list[Any] | tuple[Any, ...]:
    """Return a row without padding, with arrays converted to lists of ids or to single ids."""
    if _is_vector(row):
        row = _checked_ids(row, place, 1).tolist() if _is_array(row) else row.tolist()
    elif any(_is_array(token) for token in row):
        row = [
            (token.item() if token.ndim == 0 else _checked_ids(token, place, 1).tolist())
            if _is_array(token)
            else token
            for token in row
        ]
    if ignore_index is not None and _may_hold(row, ignore_index):
        return [t for t in row if not (isinstance(t, _ID_TYPES) and t == ignore_index)]
    return list(row) if isinstance(row, list) else tuple(row)


def _may_hold(row: Sequence[Any], ignore_index: int) -> bool:
    try:
        return ignore_index in row
    except Exception:  # a token cannot be compared; _numbered raises the error
        return True


def token_columns(
    preds: TokenRows, target: TokenRows
) -> tuple[Tokens, Tokens, list[Hashable] | None]:
    """Return token columns in which equal tokens are equal numbers.

    Args:
        preds: the predictions.
        target: the references.

    Returns:
        Predictions and references, and the tokens by number; ``None`` instead of these if both
        sides are arrays of ids, which are numbers already.

    Raises:
        InputError: with the token, if it is not hashable.

    """
    if isinstance(preds.tokens, np.ndarray) and isinstance(target.tokens, np.ndarray):
        pred_column = _list_column(preds.tokens, preds.lengths)
        return pred_column, _list_column(target.tokens, target.lengths), None
    numbers: dict[Hashable, int] = {}
    return _numbered(preds, numbers), _numbered(target, numbers), list(numbers)


def _numbered(rows: TokenRows, numbers: dict[Hashable, int]) -> Tokens:
    tokens = rows.tokens.tolist() if isinstance(rows.tokens, np.ndarray) else rows.tokens
    known = len(numbers)
    try:
        codes = [numbers.setdefault(token, len(numbers)) for token in tokens]
    except Exception:
        index = next(i for i, token in enumerate(tokens) if not _can_be_key(token, numbers))
        place, kind = rows.position(index), type(tokens[index]).__name__
        raise InputError("tokens.unhashable", place=place, given=kind) from None
    if not all(map(_equals_itself, islice(numbers, known, None))):
        index = next(i for i, token in enumerate(tokens) if not _equals_itself(token))
        with reading(lambda: rows.position(index)):
            given = str(tokens[index])
        raise InputError("tokens.unequal", place=rows.position(index), given=given)
    return _list_column(np.array(codes, np.int64), rows.lengths)


def _list_column(codes: IntArray, lengths: IntArray) -> Tokens:
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    return Tokens(pa.LargeListArray.from_arrays(pa.array(offsets, pa.int64()), pa.array(codes)))


def _concatenated(rows: list[Any], name: str, offsets: IntArray | None) -> TokenRows:
    for index, row in enumerate(rows):
        if not isinstance(row, (list, tuple)):
            place, kind = sample_position(name, index, offsets), type(row).__name__
            raise InputError("tokens.not_all_references", place=place, given=kind)
    lengths = np.fromiter(map(len, rows), np.int64, len(rows))
    if offsets is not None and not np.diff(offsets).all():
        empty = int(np.flatnonzero(np.diff(offsets) == 0)[0])
        raise InputError("tokens.no_references", place=Place(name, empty))
    return TokenRows(name, list(chain.from_iterable(rows)), lengths, offsets)


def _id_rows(array: Any, name: str, ignore_index: int | None) -> TokenRows:
    ids = _checked_ids(array, lambda: name, 2)
    kept = np.ones(ids.shape, bool) if ignore_index is None else ids != ignore_index
    # Ids that int64 cannot hold are numbered in a dictionary, like other tokens.
    values = ids[kept]
    tokens = values.astype(np.int64, copy=False) if ids.dtype == np.int64 else values.tolist()
    return TokenRows(name, tokens, kept.sum(axis=1, dtype=np.int64))


def _checked_ids(
    values: Any, place: Callable[[], str], dimensions: int
) -> npt.NDArray[np.int64 | np.uint64]:
    """Return a checked array of ids as int64, or as uint64 if int64 cannot hold it."""
    kind = str(values.dtype).removeprefix("torch.")
    shape = tuple(values.shape)
    if len(shape) != dimensions:
        wanted = "(samples, length)" if dimensions == 2 else "(length,)"
        code = "tokens.logits" if len(shape) == 3 else "tokens.shape"
        raise InputError(code, place=place(), given=str(shape), wanted=wanted)
    if 0 in shape:
        return np.zeros(shape, np.int64)  # an empty array may be of any type
    if not kind.startswith(("int", "uint")):
        raise InputError("tokens.not_whole", place=place(), given=kind)
    with reading(place):
        ids = np.asarray(values.detach().cpu() if _is_tensor(values) else values)
    if isinstance(values, np.ma.MaskedArray):
        raise InputError("tokens.masked", place=place())
    if ids.dtype == np.uint64 and ids.max() > np.iinfo(np.int64).max:
        return ids
    return ids.astype(np.int64)


def _is_tensor(values: object) -> bool:
    return hasattr(values, "detach") and hasattr(values, "cpu")


def _is_array(values: object) -> bool:
    """Whether a value is an array of numbers of NumPy or torch."""
    if isinstance(values, (str, list, tuple)):
        return False
    if _is_tensor(values):
        return True
    return isinstance(values, np.ndarray) and values.dtype.kind in "iufcb"


def _is_vector(values: object) -> bool:
    """Whether a value is an array of numbers, or a one-dimensional array of any elements."""
    return _is_array(values) or (isinstance(values, np.ndarray) and values.ndim == 1)


def _equals_itself(token: object) -> bool:
    """Whether a token equals itself, as NaN and NaT do not; pandas' NA raises TypeError."""
    try:
        return bool(token == token)
    except Exception:  # of the caller's own class
        return False


def _can_be_key(token: Any, numbers: dict[Hashable, int]) -> bool:
    try:
        numbers.get(token)
    except Exception:  # a list, or the caller's own class
        return False
    return True
