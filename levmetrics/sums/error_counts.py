"""Error counts per sample or pooled over a corpus, and the error rates computed from them."""

from __future__ import annotations

import functools
from abc import ABC
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from levmetrics.edits.kernel import pair_counts, pair_distances
from levmetrics.edits.pairs import DELETE, INSERT, REPLACE, Costs, TokenPairs
from levmetrics.edits.token_kinds import HIT, TokenKinds
from levmetrics.errors import InputError, unknown_name
from levmetrics.inputs.arrays import FloatArray, IntArray, lowest_of_each
from levmetrics.inputs.columns import ColumnLike
from levmetrics.registry import Registry
from levmetrics.sums.pooled import pooled_rate
from levmetrics.sums.sample_statistics import (
    SampleStatistics,
    group_indices,
    warn_of_no_samples,
    without_rates,
)

if TYPE_CHECKING:
    from levmetrics.rendering.table import Table  # imports rich


@dataclass(frozen=True)
class Rate:
    """An error rate.

    Attributes:
        name: its key in results.
        description: its definition, in one line.
        formula: computes the rate of every sample from its counts; float64, shape ``(samples,)``.

    A registered rate is in every result, per sample, pooled and by group:

    >>> precision = Rate("precision", "hits / predicted", lambda c: c.hits / c.prediction_length)
    >>> RATES.register(precision)
    >>> from levmetrics import score
    >>> score(["a b x x"], ["a b c"])["precision"]
    0.5
    >>> RATES.unregister("precision")

    """

    name: str
    description: str
    formula: Callable[[ErrorCounts], FloatArray]


def token_error_rate(errors: IntArray, reference_length: IntArray) -> FloatArray:
    """Return (S + D + I) / N of every sample; without reference tokens, N counts as 1.

    >>> token_error_rate(np.array([1, 2]), np.array([4, 0]))
    array([0.25, 2.  ])
    """
    rates: FloatArray = errors / np.maximum(reference_length, 1)
    return rates


RATES: Registry[Rate] = Registry("rate")  # the first one is the main score
for _rate in (
    Rate(
        "wer",
        "errors / reference tokens; without reference tokens, the number of insertions",
        lambda counts: token_error_rate(counts.errors, counts.reference_length),
    ),
    Rate(
        "mer",
        "match error rate, errors / (hits + errors)",
        lambda counts: token_error_rate(counts.errors, counts.hits + counts.errors),
    ),
    Rate(
        "wil",
        "word information lost, 1 - wip",
        lambda counts: 1.0 - counts.word_information_preserved,
    ),
    Rate(
        "wip",
        "word information preserved, hits² / (reference tokens x predicted tokens)",
        lambda counts: counts.word_information_preserved,
    ),
):
    RATES.register(_rate)


Mask: TypeAlias = "npt.NDArray[np.bool_]"


_EDITS = ("substitutions", "deletions", "insertions", "hits")


def _first_references() -> IntArray:
    """Return the default of ``reference``: an empty array, replaced by a 0 for every sample."""
    return np.zeros(0, np.int64)


class SampleCounts(ABC):
    """Base class of frozen dataclasses of counts, one array each.

    The arrays are rows of one matrix, which is checked and added up as a whole. The last one is
    ``reference``, which a class may leave out: the index (from 0) of the reference that each sample
    was compared with.
    """

    errors: Any  # a field or a property of subclasses, as are the next two
    reference_length: Any
    hits: Any
    reference: IntArray
    _matrix: IntArray
    _derived: ClassVar[tuple[str, ...]] = ()  # further attributes among the measures

    @property
    def unit(self) -> str:
        """What errors and lengths are numbers of."""
        return "tokens"

    def __post_init__(self) -> None:
        arrays = [np.asarray(vars(self).pop(name, ())) for name in _names(type(self))]
        if not arrays[-1].size:  # there is one reference
            arrays[-1] = np.zeros(arrays[0].shape, np.int64)
        self._hold(_checked_matrix(arrays))

    def _hold(self, matrix: IntArray) -> None:
        matrix.flags.writeable = False
        vars(self)["_matrix"] = matrix  # the class is frozen

    if not TYPE_CHECKING:  # for a type checker, every misspelt name would be a valid attribute

        def __getattr__(self, name: str) -> IntArray:
            names = _names(type(self))
            if name not in names:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            vars(self)[name] = row = self._matrix[names.index(name)]
            return row

    def __reduce__(self) -> tuple[Callable[[IntArray], Self], tuple[IntArray]]:
        return self.from_rows, (self.rows(),)  # without the arrays, which are views of the matrix

    @classmethod
    def from_rows(cls, rows: IntArray) -> Self:
        """Return counts from rows as :meth:`rows` or :meth:`totals` returns them."""
        columns = np.atleast_2d(rows).T
        matrix = np.zeros((len(_names(cls)), columns.shape[1]), np.int64)
        matrix[: len(columns)] = columns
        return cls.of_matrix(matrix)

    @classmethod
    def of_matrix(cls, matrix: IntArray) -> Self:
        """Return counts from the rows of a matrix, ``reference`` last, without another check."""
        counts = object.__new__(cls)
        counts._hold(matrix)
        return counts

    @classmethod
    def empty(cls) -> Self:
        """Return the counts of no samples."""
        return cls.of_matrix(np.zeros((len(_names(cls)), 0), np.int64))

    def rows(self) -> IntArray:
        """Return the counts as a matrix, one column an attribute; shape ``(samples, attributes)``.

        >>> from levmetrics import error_counts
        >>> error_counts("is there", "who is there").rows()
        array([[0, 1, 0, 2, 0]])
        """
        rows: IntArray = self._matrix.T.copy()
        return rows

    def __len__(self) -> int:
        """Return the number of samples."""
        return int(self._matrix.shape[1])

    def edits(self, kind: str = "") -> ErrorCounts:
        """Return the counts of a kind of token, by the prefix of their names."""
        return ErrorCounts(*(getattr(self, f"{kind}{name}") for name in _EDITS))

    def totals(self) -> IntArray:
        """Return the sums over all samples of every attribute but ``reference``.

        >>> from levmetrics import error_counts
        >>> error_counts(["is there", "a"], ["who is there", "b"]).totals()
        array([1, 1, 0, 2])
        """
        sums: IntArray = np.add.reduce(self.matrix, axis=1)
        return sums

    @property
    def matrix(self) -> IntArray:
        """Every attribute but ``reference``; shape ``(attributes, samples)``."""
        return self._matrix[:-1]

    @property
    def lengths(self) -> FloatArray | IntArray:
        """The length of every reference that the score is a share of; shape ``(samples,)``."""
        return next(iter(self.quotients().values()))[1]

    def counts(self, kind: str = "") -> dict[str, IntArray]:
        """Return the counts of every sample by name after a prefix, without ``reference``."""
        return {f"{kind}{name}": getattr(self, name) for name in _names(type(self))[:-1]}

    def take(self, indices: IntArray) -> Self:
        """Return the counts of these samples."""
        return self.of_matrix(self._matrix.take(indices, axis=1))

    def of_best(self, offsets: IntArray | None, rate: str | None = None) -> Self:
        """Return each sample's counts against its reference with the lowest error rate.

        Ties are broken by the fewest errors, then the most hits, then the longest reference, so the
        counts do not depend on the order of references, and last by the first reference.

        Each row of these counts is a pair of a sample and one of its references.

        Args:
            offsets: where each sample's pairs start, see
                :class:`levmetrics.edits.pairs.TokenPairs`.
            rate: the name of the rate to compare; ``None``: the first one, the score.

        """
        if offsets is None:
            return self
        ties = self.errors, -self.hits, -self.reference_length
        rates = self.score if rate is None else self.rates()[rate]
        best = lowest_of_each(rates, offsets, *ties)
        matrix = self._matrix.take(best, axis=1)
        matrix[-1] = best - offsets[:-1]
        return self.of_matrix(matrix)

    def quotients(self) -> dict[str, tuple[IntArray, IntArray]]:
        """Return numerator and denominator of every rate by name, the score first.

        A denominator of 0 counts as 1.
        """
        return {"wer": (self.errors, self.reference_length)}

    @classmethod
    def pooled_score(cls, totals: IntArray) -> float:
        """Return the first measure computed from sums as :meth:`totals` returns them.

        >>> ErrorCounts.pooled_score(np.array([1, 1, 0, 2]))
        0.5
        """
        return float(next(iter(cls.from_rows(totals).measures().values()))[0])

    def rates(self) -> dict[str, FloatArray]:
        """Return the rates of every sample by name; float64, shape ``(samples,)`` each."""
        return {name: token_error_rate(*parts) for name, parts in self.quotients().items()}

    @property
    def score(self) -> FloatArray:
        """The first rate of every sample; shape ``(samples,)``."""
        return next(iter(self.rates().values()))

    def statistics(self) -> SampleStatistics:
        """Return each sample's numerator and denominator, for intervals and tests."""
        return SampleStatistics.of_errors(*next(iter(self.quotients().values())))

    def measures(self) -> dict[str, FloatArray | IntArray]:
        """Return the rates and counts of every sample by name; shape ``(samples,)`` each.

        >>> from levmetrics import error_counts
        >>> list(error_counts("a", "b").measures())
        ['wer', 'mer', 'wil', 'wip', 'substitutions', 'deletions', 'insertions', 'hits',
         'reference_length', 'prediction_length']
        """
        derived = {name: getattr(self, name) for name in self._derived}
        return {**self.rates(), **self.counts(), **derived}


@functools.cache
def _names(kind: Any) -> tuple[str, ...]:  # subclasses are dataclasses; SampleCounts itself is not
    names = (each.name for each in fields(kind) if not each.kw_only)
    return (*(name for name in names if name != "reference"), "reference")


def _checked_matrix(arrays: Sequence[npt.NDArray[Any]]) -> IntArray:
    """Copy arrays of counts to the rows of a matrix.

    Raises:
        ValueError: if they are not counts, or not one-dimensional arrays of one length.

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


@dataclass(frozen=True, eq=False)
class ErrorTotals(SampleCounts):
    """The number of errors of every sample without their kinds, which an error rate needs.

    Attributes:
        errors: substitutions, deletions and insertions together; int64, shape ``(samples,)``.
        reference_length: tokens in the references; the same shape.
        reference: the index (from 0) of the reference that the sample was compared with; the same
            shape.

    Raises:
        ValueError: as :class:`ErrorCounts`.

    """

    errors: IntArray
    reference_length: IntArray
    reference: IntArray = field(default_factory=_first_references)

    @classmethod
    def pooled_score(cls, totals: IntArray) -> float:
        """Return the error rate of sums, without one-element arrays."""
        return pooled_rate(*totals.tolist())


@dataclass(frozen=True, eq=False)
class EditCounts(SampleCounts):
    """Substitutions, deletions, insertions and hits of every sample, and derived counts."""

    substitutions: IntArray
    deletions: IntArray
    insertions: IntArray
    hits: IntArray

    @property
    def errors(self) -> IntArray:
        """Substitutions, deletions and insertions together; shape ``(samples,)``."""
        return self.substitutions + self.deletions + self.insertions

    @cached_property
    def reference_length(self) -> IntArray:
        """Tokens in the references; shape ``(samples,)``."""
        return self.substitutions + self.deletions + self.hits

    @cached_property
    def prediction_length(self) -> IntArray:
        """Tokens in the predictions; shape ``(samples,)``."""
        return self.substitutions + self.insertions + self.hits


@dataclass(frozen=True, eq=False)
class ErrorCounts(EditCounts):
    """Substitutions, deletions, insertions and hits of every sample.

    ``a + b`` concatenates the samples of both; to sum their counts, add what :meth:`pooled`
    returns. The rates (``wer``, ``mer``, ``wil``, ``wip``) are pooled over all samples, as error
    rates are usually reported; for the rates of each sample see :meth:`rates`.

    Attributes:
        substitutions: reference tokens recognised as another token; int64, shape ``(samples,)``.
        deletions: reference tokens without a predicted token; the same shape.
        insertions: predicted tokens without a reference token; the same shape.
        hits: reference tokens recognised; the same shape.
        reference: the index (from 0) of the reference that the sample was compared with; the same
            shape.

    Raises:
        ValueError: if the arrays differ in shape, are not one-dimensional, or hold values other
            than whole numbers of 0 or more.

    Worked example: the prediction "is there" for "who is there" has one deletion among three words.

    >>> from levmetrics import error_counts
    >>> counts = error_counts("is there", "who is there")
    >>> counts
    ErrorCounts(substitutions=[0], deletions=[1], insertions=[0], hits=[2])
    >>> counts.wer
    0.3333333333333333
    >>> (counts + counts).deletions
    array([1, 1])

    """

    reference: IntArray = field(default_factory=_first_references)
    _derived = ("reference_length", "prediction_length")

    @cached_property
    def word_information_preserved(self) -> FloatArray:
        """H² / (N · P) of every sample; 1 where both texts are empty, 0 where one is."""
        n, p = self.reference_length, self.prediction_length
        # Two divisions, not one by N · P, which could overflow for large corpora.
        preserved = (self.hits / np.maximum(n, 1)) * (self.hits / np.maximum(p, 1))
        return np.where(n + p == 0, 1.0, preserved)

    @classmethod
    def pooled_score(cls, totals: IntArray) -> float:
        """Return the error rate of sums, without one-element arrays."""
        substitutions, deletions, insertions, hits = totals.tolist()
        errors = substitutions + deletions + insertions
        return pooled_rate(errors, substitutions + deletions + hits)

    def __add__(self, other: ErrorCounts) -> ErrorCounts:
        if not isinstance(other, ErrorCounts):
            return NotImplemented
        if type(other) is not type(self):
            raise InputError("counts.pooled_and_not")
        return self._plus(other)

    def _plus(self, other: Self) -> Self:
        """Return the samples of both, concatenated."""
        return self.from_rows(np.concatenate([self.rows(), other.rows()]))

    def __radd__(self, other: object) -> Self:
        if other == 0:  # so that sum() works
            return self
        return NotImplemented

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and np.array_equal(self.rows(), other.rows())

    __hash__ = None  # type: ignore[assignment]  # arrays have none

    def __repr__(self) -> str:
        kind = type(self).__name__
        if len(self) > 8:
            totals = ", ".join(f"{name}={getattr(self, name).sum()}" for name in _EDITS)
            return f"{kind}({totals} over {len(self)} samples)"
        names = (*_EDITS, "reference") if self.rows()[:, 4].any() else _EDITS
        shown = (f"{name}={getattr(self, name).tolist()}" for name in names)
        return f"{kind}({', '.join(shown)})"

    def _repr_html_(self) -> str:
        from levmetrics.rendering.html import styled
        from levmetrics.rendering.table import html

        return styled(html(self.table()))

    def table(self) -> Table:
        """Return a one-row table of the counts of all samples together, and their error rate.

        >>> from levmetrics import error_counts
        >>> error_counts("a x", "a b").table().rows[0][1].text
        '2'
        """
        from levmetrics.rendering.labels import ERRORS, HITS, percent
        from levmetrics.rendering.table import Table, whole, written

        total, shown = self.pooled(), (HITS, *ERRORS)
        counts = (getattr(total, count.key)[0] for count in shown)
        cells = [whole(int(n)) for n in (total.samples, total.reference_length[0], *counts)]
        rate = written(total.wer, percent, is_strong=True)
        headings = ["samples", "tokens", *(count.heading for count in shown), "error rate"]
        return Table("Errors of all samples", [], headings, [[*cells, rate]])

    def without_kinds(self) -> ErrorTotals:
        """Return the errors without their kinds.

        >>> from levmetrics import error_counts
        >>> error_counts("a b", "a c").without_kinds()
        ErrorTotals(errors=array([1]), reference_length=array([2]), reference=array([0]))

        """
        return ErrorTotals(self.errors, self.reference_length, self.reference)

    def pooled(self) -> PooledErrorCounts:
        """Return the counts summed over all samples.

        >>> from levmetrics import error_counts
        >>> (error_counts("a", "b").pooled() + error_counts("a", "a c").pooled()).wer
        0.6666666666666666
        """
        return _pooled(self.totals(), len(self))

    def worst(self, n: int) -> IntArray:
        """Return the indices of the ``n`` samples with the most errors, the worst first.

        Ties are broken by the higher error rate, then by the lower index.

        >>> from levmetrics import error_counts
        >>> error_counts(["a", "x y", "x b"], ["a", "a b", "a b"]).worst(2)
        array([1, 2])

        """
        order: IntArray = np.lexsort((-self.rates()["wer"], -self.errors))
        return order[:n]

    def by_group(self, groups: ColumnLike) -> dict[Any, ErrorCounts]:
        """Return the counts of each group of samples, in the order of their first samples.

        Args:
            groups: a sequence or column with a label (string or number) for each sample: its
                speaker, source, accent.

        Raises:
            InputError: if there is not one label for each sample.

        >>> from levmetrics import error_counts
        >>> counts = error_counts(["a", "x", "b"], ["a", "a", "b"])
        >>> {name: group.wer for name, group in counts.by_group(["ann", "bob", "bob"]).items()}
        {'ann': 0.0, 'bob': 0.5}

        """
        indices = group_indices(groups, len(self)).items()
        return {label: self.take(of_group) for label, of_group in indices}

    def rates(self) -> dict[str, FloatArray]:
        """Return the rates of every sample by name; float64, shape ``(samples,)`` each.

        With hits H, substitutions S, deletions D, insertions I, reference tokens N = H + S + D
        and predicted tokens P = H + S + I:

        - ``wer`` = (S + D + I) / N; without reference tokens, N counts as 1
        - ``mer`` = (S + D + I) / (N + I); 0 where both texts are empty
        - ``wip`` = H² / (N · P); 1 where both texts are empty, 0 where one is
        - ``wil`` = 1 - ``wip``

        and all other rates registered in :data:`levmetrics.sums.error_counts.RATES`.

        Source: Morris, Maier and Green, "From WER and RIL to MER and WIL: improved evaluation
        measures for connected speech recognition", Interspeech 2004; the rules for empty texts
        are those of jiwer 4.

        >>> from levmetrics import error_counts
        >>> {name: rate.tolist() for name, rate in error_counts("a x", "a b").rates().items()}
        {'wer': [0.5], 'mer': [0.5], 'wil': [0.75], 'wip': [0.25]}

        """
        return {name: rate.formula(self) for name, rate in RATES.items()}

    @property
    def samples(self) -> int:
        """The number of samples."""
        return len(self)

    def _pooled_rate(self, name: str) -> float:
        if not self.samples:
            warn_of_no_samples()
            return float("nan")
        if name == "wer":
            return self.pooled_score(self.totals())
        return float(RATES[name].formula(self.pooled())[0])

    @property
    def wer(self) -> float:
        """Word error rate (token error rate) of all samples pooled; NaN without samples."""
        return self._pooled_rate("wer")

    @property
    def mer(self) -> float:
        """Match error rate of all samples pooled."""
        return self._pooled_rate("mer")

    @property
    def wil(self) -> float:
        """Word information lost of all samples pooled."""
        return self._pooled_rate("wil")

    @property
    def wip(self) -> float:
        """Word information preserved of all samples pooled."""
        return self._pooled_rate("wip")


@dataclass(frozen=True, eq=False, repr=False)
class PooledErrorCounts(ErrorCounts):
    """Substitutions, deletions, insertions and hits, summed over a corpus.

    ``a + b`` sums the counts of both, so that a corpus can be counted batch by batch without
    keeping its samples. Counts of samples (:class:`ErrorCounts`) cannot be added to pooled ones.

    Attributes:
        substitutions: as in :class:`ErrorCounts`, of shape ``(1,)``.
        deletions: the same.
        insertions: the same.
        hits: the same.
        samples: the number of summed samples; without samples the rates are NaN, with a warning.

    Raises:
        ValueError: as :class:`ErrorCounts`, and for more than one sum.

    >>> from levmetrics import error_counts
    >>> batches = error_counts("a b", "a c"), error_counts("d", "d")
    >>> sum(batch.pooled() for batch in batches)
    PooledErrorCounts(substitutions=[1], deletions=[0], insertions=[0], hits=[2])

    """

    samples: int = field(default=1, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self) != 1:
            raise ValueError(f"pooled counts are one sum each, not {len(self)}")

    def __reduce__(self) -> tuple[Callable[[IntArray], PooledErrorCounts], tuple[IntArray]]:
        return partial(_pooled, samples=self.samples), (self.totals(),)

    def _plus(self, other: PooledErrorCounts) -> PooledErrorCounts:
        """Return the sums of both."""
        return _pooled(self.totals() + other.totals(), self.samples + other.samples)

    def rates(self) -> dict[str, FloatArray]:
        """Return the rates by name; float64, shape ``(1,)`` each."""
        rates = super().rates()
        if self.samples:
            return rates
        warn_of_no_samples()
        return without_rates(rates)

    def pooled(self) -> PooledErrorCounts:
        """Return these counts, which are pooled already."""
        return self


def _pooled(totals: IntArray, samples: int) -> PooledErrorCounts:
    counts = PooledErrorCounts.from_rows(totals)
    object.__setattr__(counts, "samples", samples)
    return counts


def count_errors(pairs: TokenPairs, costs: Costs = "unit") -> ErrorCounts:
    """Count the errors of every sample, against its reference with the lowest error rate.

    Args:
        pairs: the tokens of both sides.
        costs: the costs that the alignment minimizes.

    """
    edits = pair_counts(pairs, costs=costs)
    counts = (edits.substitutions, edits.deletions, edits.insertions, edits.hits)
    matrix = np.array([*counts, np.zeros_like(edits.hits)])
    return ErrorCounts.of_matrix(matrix).of_best(pairs.offsets)


def counted_edits(
    pred: TokenKinds,
    target: TokenKinds,
    of_preds: Mask | bool = True,
    of_target: Mask | bool = True,
) -> ErrorCounts:
    """Count the edits and hits of every row.

    Args:
        pred: the outcomes of the predicted tokens.
        target: the outcomes of the reference tokens.
        of_preds: the predicted tokens of which insertions are counted.
        of_target: the reference tokens of which all else is counted.

    """
    return ErrorCounts(
        target.count((target.kinds == REPLACE) & of_target),
        target.count((target.kinds == DELETE) & of_target),
        pred.count((pred.kinds == INSERT) & of_preds),
        target.count((target.kinds == HIT) & of_target),
    )


def total_errors(pairs: TokenPairs, costs: Costs = "unit") -> ErrorTotals:
    """Count the errors of every sample as :func:`count_errors` does, without their kinds.

    If each sample has one reference, this skips the search for the hits, which takes most of the
    time for long texts.

    Args:
        pairs: the tokens of both sides.
        costs: the costs that the alignment minimizes.

    >>> from levmetrics.edits.reader import token_pairs
    >>> total_errors(token_pairs(["is there"], [["was here", "who is there"]], "whitespace"))
    ErrorTotals(errors=array([1]), reference_length=array([3]), reference=array([1]))

    """
    # References with equal rates are chosen by hits; and the lowest cost may not be the distance.
    if pairs.offsets is not None or costs == "nist" or pairs.merges_compounds:
        return count_errors(pairs, costs).without_kinds()
    distances = pair_distances(pairs)
    return ErrorTotals(distances.distance, distances.target_length)


def check_costs(costs: object) -> None:
    """Raise for costs other than ``"unit"``, ``"nist"`` and ``"kaldi"``.

    Raises:
        InputError: for other costs; the error names these.

    """
    if costs not in get_args(Costs):
        raise unknown_name(get_args(Costs), costs, "costs")
