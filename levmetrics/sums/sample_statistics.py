"""Numerators and denominators of samples, whose sums give the score; exact sums, by group.

Confidence intervals and tests are in :mod:`levmetrics.significance`, since they import
``scipy.stats``, which takes a second.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from levmetrics.errors import InputError, Place, warn
from levmetrics.inputs.arrays import FloatArray, IntArray
from levmetrics.inputs.arrow import hold_containers, is_array, is_text_type, large_strings
from levmetrics.inputs.columns import ColumnLike, read_column
from levmetrics.lazy import pa, pc


def without_rates(
    measures: Mapping[str, Any], where: npt.NDArray[np.bool_] | bool = True
) -> dict[str, Any]:
    """Replace rates and similarities by NaN where there are no samples; counts stay as they are.

    Args:
        measures: whole numbers are counts.
        where: where there are no samples, in the shape of the measures.

    >>> without_rates({"wer": np.zeros(1), "hits": np.zeros(1, int)})
    {'wer': array([nan]), 'hits': array([0])}

    """
    without = dict(measures)
    for name, value in measures.items():
        kind = np.asarray(value).dtype
        if kind.kind == "f":
            without[name] = np.where(where, kind.type(np.nan), value)
    return without


def no_samples_message(why: str = "") -> str:
    """Return the message that a result has no rates.

    Args:
        why: the reason why no sample was scored.

    """
    return f"no sample was scored{why}; every rate and similarity is NaN"


def warn_of_no_samples() -> None:
    """Warn that a result has no rates, as torchmetrics does for a state without an update."""
    warn(no_samples_message())


@dataclass(frozen=True, eq=False)
class SampleStatistics:
    """The numerator and denominator of every sample; the score is the quotient of their sums.

    Attributes:
        numerators: errors or scores; float64, shape ``(samples,)``.
        denominators: reference tokens or ones; the same shape.
        higher_is_better: whether higher scores are better.

    """

    numerators: FloatArray
    denominators: FloatArray
    higher_is_better: bool

    def __post_init__(self) -> None:
        shapes = {np.shape(self.numerators), np.shape(self.denominators)}
        if len(shapes) != 1 or len(next(iter(shapes))) != 1:
            raise InputError("statistics.shapes", shapes=sorted(shapes))
        for name in ("numerators", "denominators"):
            array = np.array(getattr(self, name), np.float64)  # the caller may change its arrays
            array.flags.writeable = False
            if not np.isfinite(array).all():
                index = int(np.flatnonzero(~np.isfinite(array))[0])
                raise InputError("statistics.no_number", sample=index, value=float(array[index]))
            object.__setattr__(self, name, array)
        if (self.denominators < 0).any():
            index = int(np.flatnonzero(self.denominators < 0)[0])
            raise InputError(
                "statistics.negative", sample=index, value=float(self.denominators[index])
            )

    @classmethod
    def of_scores(cls, scores: npt.ArrayLike, *, higher_is_better: bool = True) -> SampleStatistics:
        """Return the statistics of a score that is the mean of the samples' scores.

        Args:
            scores: the score of every sample. If higher is better, they are from 0 to 1, and 1 is a
                correct sample.
            higher_is_better: whether higher scores are better.

        Raises:
            InputError: for scores that are not numbers, or out of range.

        >>> SampleStatistics.of_scores([0.5, 1.0]).value
        0.75
        """
        numbers = _float_array(scores, "scores")
        if higher_is_better and ((numbers < 0) | (numbers > 1)).any():
            index = int(np.flatnonzero((numbers < 0) | (numbers > 1))[0])
            raise InputError(
                "statistics.out_of_range", place=Place("scores", index), value=float(numbers[index])
            )
        return cls(numbers, np.ones_like(numbers), higher_is_better)

    @classmethod
    def of_errors(cls, errors: npt.ArrayLike, lengths: npt.ArrayLike) -> SampleStatistics:
        """Return the statistics of an error rate, which pools errors and reference tokens.

        Args:
            errors: the errors of every sample.
            lengths: the reference tokens of every sample.

        Raises:
            InputError: for values that are not numbers, and arrays of different lengths.

        >>> SampleStatistics.of_errors([1, 0], [3, 2]).value
        0.2
        """
        numerators, denominators = _float_array(errors, "errors"), _float_array(lengths, "lengths")
        return cls(numerators, denominators, higher_is_better=False)

    @classmethod
    def joined(cls, parts: Sequence[SampleStatistics]) -> SampleStatistics:
        """Return the concatenated statistics of at least one part.

        >>> parts = [SampleStatistics.of_errors([1], [3]), SampleStatistics.of_errors([0], [2])]
        >>> SampleStatistics.joined(parts).value
        0.2
        """
        return cls(
            np.concatenate([part.numerators for part in parts]),
            np.concatenate([part.denominators for part in parts]),
            parts[0].higher_is_better,
        )

    def __len__(self) -> int:
        """Count the samples."""
        return len(self.numerators)

    @property
    def value(self) -> float:
        """The score of all samples; without reference tokens, the number of errors.

        Without samples it is NaN, with a warning.
        """
        if not len(self):
            warn_of_no_samples()
            return float("nan")
        return float(ratio(self.numerators.sum(), self.denominators.sum()))

    @property
    def standard_error(self) -> float:
        """The linearized standard error of the score; NaN for fewer than two samples.

        For a mean this is the usual standard error: the standard deviation divided by the square
        root of the number of samples.

        Source: Cochran, "Sampling Techniques", 3rd edition 1977, section 6.4 (ratio estimates).
        """
        samples, total = len(self), self.denominators.sum()
        if samples < 2 or not total:
            return float("nan")
        residuals = self.numerators - self.value * self.denominators
        return float(np.sqrt(samples / (samples - 1) * (residuals**2).sum()) / total)

    @property
    def rates(self) -> FloatArray:
        """The score of each sample; shape ``(samples,)``."""
        rates: FloatArray = ratio(self.numerators, self.denominators)
        return rates

    @property
    def correct(self) -> npt.NDArray[np.bool_]:
        """Whether each sample has no error, or the score 1; shape ``(samples,)``."""
        correct = self.rates >= 1 if self.higher_is_better else self.numerators == 0
        return np.asarray(correct, np.bool_)

    def by_group(self, groups: ColumnLike) -> SampleStatistics:
        """Return statistics summed by group; each group is one sample.

        Args:
            groups: a label for each sample (its speaker or document), as strings or numbers.

        Raises:
            InputError: if there is not one label for each sample.

        >>> SampleStatistics.of_errors([1, 0, 2], [3, 2, 4]).by_group(["a", "b", "a"]).numerators
        array([3., 0.])

        """
        group = np.asarray(group_labels(groups, len(self)).indices)
        numerators = np.bincount(group, self.numerators).astype(np.float64)
        denominators = np.bincount(group, self.denominators).astype(np.float64)
        return SampleStatistics(numerators, denominators, self.higher_is_better)


def _float_array(values: npt.ArrayLike, name: str) -> FloatArray:
    try:
        return np.asarray(values, np.float64)
    except (TypeError, ValueError):
        raise InputError("statistics.no_numbers", place=name) from None


def group_labels(groups: ColumnLike, samples: int, name: str = "groups") -> pa.DictionaryArray:
    """Check group labels, and encode them as numbers in the order of their first samples.

    Args:
        groups: a sequence or column with a label (string or number) for each sample.
        samples: the number of samples.
        name: the name of the caller's argument, for messages.

    Raises:
        InputError: if there is not one label for each sample, or the labels have several types.

    >>> group_labels(["bob", "ann", "bob"], 3).indices.to_pylist()
    [0, 1, 0]

    """
    column = read_column(groups, name, "labels")
    try:
        if not is_array(column) and hold_containers(column):
            raise TypeError
        labels = column if is_array(column) else pa.array(column)
        if is_text_type(labels.type):
            labels = large_strings(labels)
        elif pa.types.is_floating(labels.type):
            labels = pc.add(labels, pa.scalar(0, labels.type))  # -0.0 is 0.0
        elif pa.types.is_dictionary(labels.type):  # the dictionary may hold unused labels
            labels = labels.cast(labels.type.value_type)
        encoded = labels.dictionary_encode(null_encoding="encode")
    except (pa.ArrowException, ArithmeticError, TypeError, ValueError):
        raise InputError("groups.types", place=name) from None
    missing = np.asarray(pc.is_null(labels, nan_is_null=True))
    if missing.any():
        index = int(np.flatnonzero(missing)[0])
        raise InputError("groups.missing", place=Place(name, index), given=labels[index].as_py())
    if len(labels) != samples:
        raise InputError("groups.lengths", place=name, count=len(labels), samples=samples)
    return encoded


def group_indices(groups: ColumnLike, samples: int) -> dict[Any, IntArray]:
    """Return the indices of each group's samples by group label, in the order of first samples.

    Args:
        groups: as for :func:`group_labels`.
        samples: the number of samples.

    Raises:
        InputError: as :func:`group_labels` does.

    >>> {label: indices.tolist() for label, indices in group_indices(["b", "a", "b"], 3).items()}
    {'b': [0, 2], 'a': [1]}

    """
    labels = group_labels(groups, samples)
    group = np.asarray(labels.indices)
    order = np.argsort(group, kind="stable")
    ends = np.cumsum(np.bincount(group, minlength=len(labels.dictionary)))
    return dict(zip(labels.dictionary.to_pylist(), np.split(order, ends)[:-1], strict=True))


def ratio(numerator: Any, denominator: Any) -> Any:  # arrays and NumPy's numbers alike
    """Divide numbers or arrays; a denominator of 0 (no reference tokens) counts as 1."""
    return numerator / np.where(denominator == 0, 1, denominator)


LIMBS = 4  # the whole part, and three digits after the point
_DIGIT_BITS = 31
_FRACTION_BITS = _DIGIT_BITS * (LIMBS - 1)
_BLOCK = 8192  # elements that fit a processor's cache


def limbs(values: FloatArray) -> IntArray:
    """Split numbers of 0 or more into limbs, the integer part first.

    Digits beyond 93 binary places are cut off. A double of 2**-40 or more has none.

    Args:
        values: numbers below 2**40; float64, of any shape.

    Returns:
        int64, shape ``(..., 4)``.

    >>> limbs(np.array([2.5, 0.0])).tolist()
    [[2, 1073741824, 0, 0], [0, 0, 0, 0]]

    """
    return np.stack([digits.astype(np.int64) for digits in _digits(values)], axis=-1)


def exact_sum(values: FloatArray) -> IntArray:
    """Return the exact sum of numbers of 0 or more, in limbs.

    The sums of up to 2**32 numbers add up, in any order, to the sum of all of them.

    Args:
        values: as for :func:`limbs`; shape ``(samples,)``.

    Returns:
        int64, shape ``(4,)``.

    >>> tenths = np.full(10, 0.1)
    >>> float(quotient(exact_sum(tenths), 10)), float(tenths.cumsum()[-1] / 10)
    (0.1, 0.09999999999999999)

    """
    total = np.zeros(LIMBS, np.int64)
    for start in range(0, len(values), _BLOCK):
        # In double precision, which is exact for whole numbers below 2**53.
        block = _digits(values[start : start + _BLOCK])
        total += np.array([digits.sum() for digits in block]).astype(np.int64)
    return total


def _digits(values: FloatArray) -> Iterator[FloatArray]:
    """Yield the limbs of numbers one after the other, the integer parts first."""
    rest = values
    for _ in range(LIMBS):
        whole = np.floor(rest)
        yield whole
        rest = (rest - whole) * 2.0**_DIGIT_BITS  # exact: fewer digits, another exponent


def quotient(total: IntArray, count: int | IntArray) -> FloatArray:
    """Divide sums in limbs by whole numbers, with correct rounding.

    Args:
        total: shape ``(..., 4)``.
        count: whole numbers of 1 or more, of a shape that broadcasts with ``(...)``.

    Returns:
        float64, shape ``(...)``.

    >>> quotient(np.array([[3, 0, 0, 0], [1, 0, 0, 0]]), np.array([2, 4]))
    array([1.5 , 0.25])

    """
    digits = total.astype(object)  # Python's integers, which do not overflow
    exact: Any = 0
    for place in range(total.shape[-1]):
        exact = (exact << _DIGIT_BITS) + digits[..., place]
    return np.asarray(exact / (np.asarray(count).astype(object) << _FRACTION_BITS), np.float64)
