r"""Flexible character accuracy: the errors of a page regardless of the order of its blocks.

Lines are matched with lines, or with parts of longer lines, and the edit distances of the matches
are summed. The pair with the lowest penalty is the next match. The penalty has four coefficients.
The result is the fewest errors over 768 combinations of coefficients, or the edit distance of the
whole texts if that is lower.

Source: Clausner, Pletschacher and Antonacopoulos, "Flexible character accuracy measure for
reading-order-independent evaluation", Pattern Recognition Letters 131, 2020, pages 390-397, and
the authors' program ``FlexCharacterAccuracy`` (PRImA-Research-Lab/prima-text). The paper's figures
come from the program, which differs from the steps in the paper:

- It compares a line with windows of a longer line that are one character shorter than the line. So
  every match with a part of a line has an error, even if the part is right.
- It splits the longer line as if the window had the full length, and drops the character before it.
- It strips spaces and control characters from the remainders without counting errors.

This module measures lengths in code points, the program in UTF-16 units, where emoji and other
characters beyond U+FFFF count twice. If a text has both ``\r\n`` and ``\n``, only the former ends
lines in the program.

For speed, all combinations share the distances of pairs, and give up at the fewest errors found
before. Equal lines are matched at once, since no penalty is lower than with an equal line. The
compiled kernel (``native/flexible.hpp``) computes one combination after the other; if it is
missing, those with the same remaining lines are processed together here, and the errors are the
same.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import accumulate, product
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from numpy.typing import NDArray

from levmetrics.edits import compiled, library
from levmetrics.errors import InputError
from levmetrics.inputs.arrays import FloatArray, IntArray
from levmetrics.lazy import rapidfuzz
from levmetrics.system.work import seconds_left

# The penalty is the sum of a row of these, times the edit distance of two lines, the difference of
# their lengths, the offset of the window from the nearer end, and the length of the shorter line.
COMBINATIONS: FloatArray = np.array(
    [*product(range(15, 31, 5), range(0, 24, 3), range(4), range(0, -6, -1))], np.float64
)
# Those without weights of the difference and of the offset.
_OFTEN_BEST: FloatArray = COMBINATIONS[:6]
_STRIPPED = "".join(map(chr, range(0x21)))  # by Java's String.trim()
_PENALTIES = 1_000_000  # pairs that are computed at once
_WINDOWED = 1_000_000  # window characters that are compared at once
_STEPS = 100_000_000  # of seconds in the compiled kernel
_NEW = -1  # the previous index of a line that a match has added

_Distances: TypeAlias = "NDArray[np.uint8 | np.int32]"
_Key: TypeAlias = "tuple[tuple[int, ...], tuple[int, ...]]"


class Flexible(NamedTuple):
    """The errors of a page.

    Attributes:
        errors: the sum of the edit distances of all matches and of the characters without a match.
        reference_length: characters of the reference, without line breaks.
        prediction_length: characters of the prediction, without line breaks.

    """

    errors: int
    reference_length: int
    prediction_length: int


def flexible_errors(reference: str, prediction: str) -> Flexible:
    r"""Count the errors of a predicted page, regardless of the order of its lines.

    The flexible character accuracy is ``max(0, 1 - errors / reference_length)``. If one text is
    empty, every character of the other one is an error; two empty texts have none. The caller
    defines the accuracy for an empty reference.

    Args:
        reference: the lines of the page, separated by ``\n`` or ``\r\n``; empty ones are ignored.
        prediction: the recognised lines, in the same format.

    Raises:
        InputError: if the lines have so little in common that the search would take minutes.
        TimeoutError: at the limit set by :func:`levmetrics.system.work.watched`.
        InterruptedError: if the work is cancelled.

    The lines are in another order, and one character differs:

    >>> flexible_errors("first line\nthe second", "the sec0nd\nfirst line")
    Flexible(errors=1, reference_length=20, prediction_length=20)

    """
    lines, predicted = _lines(reference), _lines(prediction)
    text, predicted_text = "".join(lines), "".join(predicted)
    errors = rapidfuzz.distance.Levenshtein.distance(text, predicted_text)
    for combinations in (_OFTEN_BEST, COMBINATIONS):
        if errors:
            errors = int(_errors(lines, predicted, combinations, limit=errors).min())
    return Flexible(errors, len(text), len(predicted_text))


def _lines(text: str) -> list[str]:
    """Return the non-empty lines of a text."""
    return [line for line in text.replace("\r\n", "\n").split("\n") if line]


def _errors(
    reference: Sequence[str], prediction: Sequence[str], combinations: FloatArray, limit: int
) -> IntArray:
    """Return the errors of each combination of coefficients, capped at the limit.

    >>> _errors(["ab"], ["b", "a"], COMBINATIONS[:2], limit=9)
    array([2, 2])
    """
    if library.compiled_kernel() is None:
        search = _Search(combinations, limit)
        if not search.run(reference, prediction):
            raise _too_different(reference, prediction)
        return search.errors
    errors = compiled.flexible_errors(reference, prediction, combinations, limit, _STEPS)
    if errors is None:
        raise _too_different(reference, prediction)
    return errors


def _too_different(reference: Iterable[str], prediction: Iterable[str]) -> InputError:
    """Return the error for pages whose matches take too many steps."""
    sizes = sum(map(len, reference)), sum(map(len, prediction))
    return InputError("pages.too_different", count=sizes[0], other_count=sizes[1])


class _Part(NamedTuple):
    """A line or a part of one: its text, the whole line, and where it starts there."""

    text: str
    line: str
    start: int

    def around(self, position: int, length: int) -> Iterator[_Part]:
        """Return the remainders of a line on both sides of a window."""
        for start, stop in ((0, max(position - 1, 0)), (position + length, len(self.text))):
            text = self.text[start:stop].lstrip(_STRIPPED)
            if stripped := text.rstrip(_STRIPPED):
                yield _Part(stripped, self.line, self.start + stop - len(text))


class _Parts:
    """All distinct parts of one side; each has a number.

    Attributes:
        parts: the parts by number.
        lengths: the lengths by number.
        number_of: the number by text.

    """

    def __init__(self) -> None:
        self.parts: list[_Part] = []
        self.lengths: list[int] = []
        self.number_of: dict[str, int] = {}

    def number(self, part: _Part) -> int:
        """Return the number of a part; a new text gets a new number."""
        number = self.number_of.setdefault(part.text, len(self.parts))
        if number == len(self.parts):
            self.parts.append(part)
            self.lengths.append(len(part.text))
        return number


class _Pairs:
    """The best match of each pair of parts, computed when it is first needed.

    Attributes:
        reference: parts of the lines of the reference.
        prediction: parts of the predicted lines.

    """

    def __init__(self) -> None:
        self.reference = _Parts()
        self.prediction = _Parts()
        # The number of each match: [part of the reference][predicted part].
        self._matches: defaultdict[int, dict[int, int]] = defaultdict(dict)
        # The factors of the coefficients, and the position of the window, of each match.
        self._features = np.empty((64, 5))
        self._known = 0  # matches
        # The edit distance of a part to each window of a line: [part][line].
        self._distances: defaultdict[str, dict[str, _Distances]] = defaultdict(dict)

    def match(self, row: int, column: int) -> tuple[int, int]:
        """Return the distance of two known parts, and the position of the window."""
        features = self._features[self._matches[row][column]]
        return int(features[0]), int(features[4])

    def penalties(
        self, coefficients: FloatArray, rows: Sequence[int], columns: Sequence[int]
    ) -> FloatArray:
        """Return the penalties of pairs; shape ``(k, rows, columns)``.

        Args:
            coefficients: rows of :data:`COMBINATIONS`; shape ``(k, 4)``.
            rows: the numbers of reference parts.
            columns: the numbers of predicted parts.

        """
        chosen = [match for row in rows for match in map(self._matches[row].get, columns)]
        if None in chosen:
            pairs = zip(product(rows, columns), chosen, strict=True)
            self._compare([pair for pair, match in pairs if match is None])
            return self.penalties(coefficients, rows, columns)
        features = self._features[np.array(chosen), :4]
        penalties: FloatArray = coefficients @ features.T
        return penalties.reshape(len(coefficients), len(rows), len(columns))

    def _compare(self, pairs: Iterable[tuple[int, int]]) -> None:
        """Compute the matches of pairs."""
        unknown: defaultdict[str, dict[str, None]] = defaultdict(dict)
        ordered: list[tuple[int, int, _Part, _Part]] = []
        for i, j in pairs:
            short, long = self.reference.parts[i], self.prediction.parts[j]
            if len(short.text) > len(long.text):
                short, long = long, short
            ordered.append((i, j, short, long))
            if len(short.text) < len(long.text) and long.line not in self._distances[short.text]:
                unknown[short.text][long.line] = None
        for text, lines in unknown.items():
            self._slide(text, [*lines])
        for i, j, short, long in ordered:
            self._matches[i].setdefault(j, self._known)
            self._add(self._best(short, long))

    def _add(self, features: tuple[int, ...]) -> None:
        """Store a match under the next number."""
        if self._known == len(self._features):
            self._features = np.concatenate([self._features, np.empty_like(self._features)])
        self._features[self._known] = features
        self._known += 1

    def _best(self, short: _Part, long: _Part) -> tuple[int, int, int, int, int]:
        """Return the best match of a part with a part of at least its length.

        Returns:
            The distance, the difference of the lengths, the offset, the length of the shorter
            part, and the position of the window.

        """
        length = len(short.text)
        difference = len(long.text) - length
        if not difference:
            distance = rapidfuzz.distance.Levenshtein.distance(short.text, long.text)
            return distance, 0, 0, length, 0
        distances = self._distances[short.text][long.line][long.start :][: difference + 1]
        position = int(distances.argmin())
        half = difference // 2
        offset = half - abs(position - half) if half else 0
        return int(distances[position]), difference, offset, length, position

    def _slide(self, text: str, lines: Sequence[str]) -> None:
        """Compute the distances of a text to all windows of longer lines."""
        length = len(text) - 1
        windows = [(line, start) for line in lines for start in range(len(line) - length)]
        dtype: npt.DTypeLike = np.uint8 if len(text) < 256 else np.int32
        distances: npt.NDArray[Any] = np.empty(len(windows), dtype)
        step = max(_WINDOWED // len(text), 1)
        for first in range(0, len(windows), step):
            seconds_left()
            some = [line[start : start + length] for line, start in windows[first : first + step]]
            distances[first : first + step] = rapidfuzz.process.cdist(
                [text], some, scorer=rapidfuzz.distance.Levenshtein.distance, dtype=dtype
            )[0]
        ends = accumulate(len(line) - length for line in lines)
        for line, end in zip(lines, ends, strict=True):
            self._distances[text][line] = distances[end - len(line) + length : end]


@dataclass(slots=True, eq=False)
class _Side:
    """The unmatched parts of one side, while a match is made.

    Attributes:
        parts: all parts of the side.
        is_sorted: whether they are sorted by length, the longest first; else by age.
        numbers: the numbers of the unmatched parts.
        before: their indices before the match, or ``_NEW``.

    """

    parts: _Parts
    is_sorted: bool
    numbers: list[int]
    before: list[int]

    @classmethod
    def without(cls, parts: _Parts, is_sorted: bool, numbers: Sequence[int], index: int) -> _Side:
        """Return the side without one of its parts."""
        left = [*numbers[:index], *numbers[index + 1 :]]
        return cls(parts, is_sorted, left, [*range(index), *range(index + 1, len(numbers))])

    def add(self, part: _Part, other: _Side) -> None:
        """Add a part, or match it with an equal one of the other side."""
        equal = other.parts.number_of.get(part.text)
        if equal in other.numbers:
            index = other.numbers.index(equal)
            del other.numbers[index], other.before[index]
            return
        place = len(self.numbers)
        if self.is_sorted:
            lengths = self.parts.lengths
            place = bisect_right(self.numbers, -len(part.text), key=lambda each: -lengths[each])
        self.numbers.insert(place, self.parts.number(part))
        self.before.insert(place, _NEW)

    def characters(self) -> int:
        """Return the total length of the parts."""
        return sum(map(self.parts.lengths.__getitem__, self.numbers))


@dataclass(slots=True, eq=False)
class _State:
    """The unmatched parts, shared by all combinations that leave the same ones.

    Attributes:
        reference: the numbers of the parts, the longest first; of equal lengths, the oldest first.
        prediction: the numbers of the parts, the oldest first.
        combinations: the indices of the combinations; shape ``(k,)``.
        errors: the errors of their matches so far; the same shape.
        lowest: the lowest penalty of each part of the reference; shape ``(k, references)``.
        chosen: the index of the first predicted part with this penalty; the same shape.

    """

    reference: Sequence[int]
    prediction: Sequence[int]
    combinations: IntArray
    errors: IntArray
    lowest: FloatArray
    chosen: IntArray

    def take(self, indices: IntArray) -> _State:
        """Return the state of the combinations with these indices."""
        return replace(self, **{name: getattr(self, name)[indices] for name in _OF_COMBINATIONS})


_OF_COMBINATIONS = ("combinations", "errors", "lowest", "chosen")


def _joined(states: Sequence[_State]) -> _State:
    """Merge states with the same parts."""
    if len(states) == 1:
        return states[0]
    columns: dict[str, Any] = {
        name: np.concatenate([getattr(state, name) for state in states])
        for name in _OF_COMBINATIONS
    }
    return replace(states[0], **columns)


class _Search:
    """The search that matches the lines for all combinations.

    Each match removes characters. So no other waiting state can lead to the one with the most
    characters, and all of its combinations are known.

    Attributes:
        errors: the errors of each combination; the limit unless it is known to have fewer.

    """

    def __init__(self, combinations: FloatArray, limit: int) -> None:
        self.errors: IntArray = np.full(len(combinations), limit)
        self._limit = limit
        self._steps = _STEPS
        self._coefficients = combinations
        self._pairs = _Pairs()
        self._waiting: dict[_Key, list[_State]] = {}
        self._largest: list[tuple[int, _Key]] = []  # a heap

    def run(self, reference: Iterable[str], prediction: Iterable[str]) -> bool:
        """Match the lines with every combination, and return whether the steps were enough."""
        left = _Side(self._pairs.reference, True, [], [])
        predicted = _Side(self._pairs.prediction, False, [], [])
        for line in reference:
            left.add(_Part(line, line, 0), predicted)
        for line in prediction:
            predicted.add(_Part(line, line, 0), left)
        pairs = len(left.numbers) * len(predicted.numbers)
        self._steps -= pairs + pairs * len(self._coefficients) // 64
        every = np.arange(len(self._coefficients))
        none = np.zeros((len(every), 1), np.int64)
        start = _State((), (), every, np.zeros_like(every), none.astype(np.float64), none)
        if self._steps >= 0:
            self._go_on(start, left, predicted)
        while self._largest and self._steps >= 0:
            seconds_left()
            self._match(_joined(self._waiting.pop(heappop(self._largest)[1])))
        return self._steps >= 0

    def _match(self, state: _State) -> None:
        """Make the next match of each combination, the first pair with the lowest penalty."""
        rows = state.lowest.argmin(axis=1)
        width = len(state.prediction)
        pairs = rows * width + state.chosen[np.arange(len(rows)), rows]
        for pair in set(pairs.tolist()):
            self._remove(state.take(np.flatnonzero(pairs == pair)), *divmod(pair, width))

    def _remove(self, state: _State, row: int, column: int) -> None:
        """Remove two matched parts, and add the remainders of the longer one.

        Args:
            state: the combinations that match these; their errors are changed.
            row: the index of the reference part.
            column: the index of the predicted part.

        """
        pairs = self._pairs
        left = _Side.without(pairs.reference, True, state.reference, row)
        predicted = _Side.without(pairs.prediction, False, state.prediction, column)
        distance, position = pairs.match(state.reference[row], state.prediction[column])
        state.errors += distance
        part = pairs.reference.parts[state.reference[row]]
        other = pairs.prediction.parts[state.prediction[column]]
        if len(part.text) != len(other.text):
            parts = len(state.reference) + len(state.prediction)
            self._steps -= len(state.errors) * parts
        if len(part.text) > len(other.text):
            for rest in part.around(position, len(other.text)):
                left.add(rest, predicted)
        elif len(part.text) < len(other.text):
            for rest in other.around(position, len(part.text)):
                predicted.add(rest, left)
        self._go_on(state, left, predicted)

    def _go_on(self, before: _State, left: _Side, predicted: _Side) -> None:
        """Queue the state after a match, or finish it if a side is empty.

        Args:
            before: the state before the match, with the errors after it.
            left: the reference side after the match.
            predicted: the prediction side after the match.

        """
        size = left.characters() + predicted.characters()
        if not left.numbers or not predicted.numbers:
            self.errors[before.combinations] = np.minimum(before.errors + size, self._limit)
            return
        is_open = before.errors < self._limit
        if not is_open.all():
            before = before.take(np.flatnonzero(is_open))
        if not len(before.errors):
            return
        key = tuple(left.numbers), tuple(predicted.numbers)
        if key not in self._waiting:
            self._waiting[key] = []
            heappush(self._largest, (-size, key))
        self._waiting[key].append(self._after(before, left, predicted))

    def _after(self, before: _State, left: _Side, predicted: _Side) -> _State:
        """Return the state after a match; arguments as for :meth:`_go_on`."""
        row_before, column_before = np.array(left.before), np.array(predicted.before)
        is_new = column_before == _NEW
        index_after = np.full(len(before.prediction) + 1, _NEW)
        index_after[column_before[~is_new]] = np.flatnonzero(~is_new)
        state = _State(
            left.numbers,
            predicted.numbers,
            before.combinations,
            before.errors,
            before.lowest[:, row_before],
            index_after[before.chosen[:, row_before]],
        )
        is_open = (row_before == _NEW) | (state.chosen == _NEW).any(axis=0)
        state.lowest[:, is_open] = np.inf
        self._choose(state, np.flatnonzero(is_open), np.arange(len(is_new)))
        self._choose(state, np.flatnonzero(~is_open), np.flatnonzero(is_new))
        return state

    def _choose(self, state: _State, rows: IntArray, columns: IntArray) -> None:
        """Choose predicted parts with a lower penalty than the chosen ones.

        Args:
            state: the state, which is changed.
            rows: the indices of reference parts.
            columns: the indices of predicted parts.

        """
        if not len(rows) or not len(columns):
            return
        coefficients = self._coefficients[state.combinations]
        predicted = [state.prediction[column] for column in columns]
        step = max(_PENALTIES // (len(coefficients) * len(columns)), 1)
        for some in np.split(rows, range(step, len(rows), step)):
            left = [state.reference[row] for row in some]
            penalties = self._pairs.penalties(coefficients, left, predicted)
            best, lowest = penalties.argmin(axis=2), penalties.min(axis=2)
            is_lower = lowest < state.lowest[:, some]
            state.lowest[:, some] = np.where(is_lower, lowest, state.lowest[:, some])
            state.chosen[:, some] = np.where(is_lower, columns[best], state.chosen[:, some])
