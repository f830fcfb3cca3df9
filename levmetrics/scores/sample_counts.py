"""Counts of every sample as one matrix, the base of those that rates are computed from."""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from levmetrics.arrays import FloatArray, IntArray, lowest_of_each
from levmetrics.edits.results import DELETE, INSERT, REPLACE
from levmetrics.edits.token_kinds import HIT, TokenKinds
from levmetrics.scores.sample_statistics import SampleStatistics

S = TypeVar("S", bound="SampleCounts")
Mask: TypeAlias = "npt.NDArray[np.bool_]"


class Edits(NamedTuple):
    """Edits of one kind of token, and its hits, of every sample; int64, shape ``(samples,)``."""

    substitutions: IntArray
    deletions: IntArray
    insertions: IntArray
    hits: IntArray

    @classmethod
    def counted(
        cls,
        pred: TokenKinds,
        target: TokenKinds,
        of_preds: Mask | bool = True,
        of_target: Mask | bool = True,
    ) -> Edits:
        """Count the edits and hits of every row.

        Args:
            pred: what became of the tokens of the predictions.
            target: the same of the references.
            of_preds: of which predicted tokens insertions are counted.
            of_target: of which tokens of the references all else is counted.

        """
        return cls(
            target.count((target.kinds == REPLACE) & of_target),
            target.count((target.kinds == DELETE) & of_target),
            pred.count((pred.kinds == INSERT) & of_preds),
            target.count((target.kinds == HIT) & of_target),
        )

    @property
    def errors(self) -> IntArray:
        """Substitutions, deletions and insertions together."""
        return self.substitutions + self.deletions + self.insertions

    @property
    def reference_length(self) -> IntArray:
        """Tokens of this kind in the references."""
        return self.substitutions + self.deletions + self.hits

    def named(self, kind: str) -> dict[str, IntArray]:
        """Return the counts by their names, after that of the kind."""
        return {f"{kind}{name}": counts for name, counts in self._asdict().items()}


def first_references() -> IntArray:
    """Return the default of ``reference``: an empty array, replaced by a 0 for every sample."""
    return np.zeros(0, np.int64)


class SampleCounts(ABC):
    """Base of frozen dataclasses of counts, one array each; the last is ``reference``.

    The arrays are rows of one matrix, which is checked and added up as a whole.
    """

    errors: Any  # a field or a property of subclasses, as the next two
    reference_length: Any
    hits: Any
    reference: IntArray
    _matrix: IntArray

    def __post_init__(self) -> None:
        names = _names(type(self))
        arrays = [np.asarray(getattr(self, name)) for name in names]
        if not arrays[-1].size:
            arrays[-1] = np.zeros(arrays[0].shape, np.int64)
        self._hold(_checked_matrix(arrays))

    def _hold(self, matrix: IntArray) -> None:
        matrix.flags.writeable = False
        attributes = zip(("_matrix", *_names(type(self))), (matrix, *matrix), strict=True)
        vars(self).update(attributes)  # the class is frozen

    def __reduce__(self: S) -> tuple[Callable[[IntArray], S], tuple[IntArray]]:
        return self.from_rows, (self.rows(),)  # not the arrays beside their matrix

    @classmethod
    def from_rows(cls: type[S], rows: IntArray) -> S:
        """Return the counts of rows as :meth:`rows` returns them, or as :meth:`totals` does."""
        columns = np.atleast_2d(rows).T
        matrix = np.zeros((len(_names(cls)), columns.shape[1]), np.int64)
        matrix[: len(columns)] = columns
        return cls._of_matrix(matrix)

    @classmethod
    def _of_matrix(cls: type[S], matrix: IntArray) -> S:
        """Return counts of a row each, ``reference`` the last; they are not checked again."""
        counts = object.__new__(cls)
        counts._hold(matrix)
        return counts

    @classmethod
    def empty(cls: type[S]) -> S:
        """Return the counts of no samples."""
        return cls._of_matrix(np.zeros((len(_names(cls)), 0), np.int64))

    def rows(self) -> IntArray:
        """Return the counts as a matrix, one column an attribute; shape ``(samples, attributes)``.

        >>> from levmetrics import error_counts
        >>> error_counts("is there", "who is there").rows()
        array([[0, 1, 0, 2, 0]])
        """
        rows: IntArray = self._matrix.T.copy()
        return rows

    def __len__(self) -> int:
        """Count the samples."""
        return len(self.reference)

    def edits(self, kind: str = "") -> Edits:
        """Return the counts whose names begin with that of a kind of token."""
        return Edits(*(getattr(self, f"{kind}{name}") for name in Edits._fields))

    def totals(self) -> IntArray:
        """Return the sums over all samples of every attribute but ``reference``.

        >>> from levmetrics import error_counts
        >>> error_counts(["is there", "a"], ["who is there", "b"]).totals()
        array([1, 1, 0, 2])
        """
        sums: IntArray = self._matrix[:-1].sum(axis=1)
        return sums

    def counts(self) -> dict[str, IntArray]:
        """Return the counts of every sample by name, without ``reference``."""
        return {name: getattr(self, name) for name in _names(type(self))[:-1]}

    def take(self: S, indices: IntArray) -> S:
        """Return the counts of these samples."""
        return self.from_rows(self.rows()[indices])

    def of_best(self: S, offsets: IntArray | None, rate: str = "wer") -> S:
        """Return each sample's counts against its reference with the lowest error rate.

        Of several, the one with the fewest errors counts, of these the one with the most hits, of
        these the longest, which makes the order of references no matter, and then the first.

        The rows of these counts are of pairs: one for each reference of each sample.

        Args:
            offsets: where each sample's pairs start, see
                :class:`levmetrics.edits.pairs.TokenPairs`.
            rate: the name of the rate that is compared.

        """
        if offsets is None:
            return self
        ties = self.errors, -self.hits, -self.reference_length
        best = lowest_of_each(self.rates()[rate], offsets, *ties)
        return self.from_rows(np.c_[self.rows()[best, :-1], best - offsets[:-1]])

    def statistics(self) -> SampleStatistics:
        """Return the errors and reference tokens of every sample, for intervals and tests."""
        return SampleStatistics.of_errors(self.errors, self.reference_length)

    @abstractmethod
    def rates(self) -> dict[str, FloatArray]:
        """Return the rates of every sample by name; float64, shape ``(samples,)`` each."""

    @abstractmethod
    def measures(self) -> dict[str, FloatArray | IntArray]:
        """Return the rates and counts of every sample by name; shape ``(samples,)`` each."""


@functools.cache
def _names(kind: Any) -> tuple[str, ...]:  # a dataclass: SampleCounts itself is none
    return tuple(field.name for field in fields(kind) if not field.kw_only)


def _checked_matrix(arrays: Sequence[npt.NDArray[Any]]) -> IntArray:
    """Copy arrays of counts to the rows of a matrix.

    Raises:
        ValueError: if they are no counts, or not one-dimensional arrays of one length.

    """
    if not all(array.dtype.kind in "iu" for array in arrays):
        raise _no_counts(arrays)
    shapes = [array.shape for array in arrays]
    if len(shapes[0]) != 1 or len(set(shapes)) != 1:
        raise ValueError(
            f"the counts must be one-dimensional arrays of one length, not of shapes {shapes}"
        )
    matrix = np.array(arrays, np.int64)
    if matrix.min(initial=0) < 0:
        raise _no_counts(arrays)
    return matrix


def _no_counts(arrays: Sequence[npt.NDArray[Any]]) -> ValueError:
    return ValueError(f"the counts must be whole numbers of 0 or more, not {arrays}")
