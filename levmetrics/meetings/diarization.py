"""Diarization and Jaccard error rates, computed in whole microseconds instead of frames.

All times and sums are integers, so an error rate is the quotient of two integers. There are two
definitions of the diarization error, each named after its tool:

============================ ============================ ============================
what                         ``"md-eval"``                ``"pyannote"``
============================ ============================ ============================
scored without a map (UEM)   from the first start to the  the same of the turns of
                             last end of the reference    both sides
collar                       on each side of a boundary   the width around it: half of
                             of the reference             it on each side
speakers are mapped by       all their time in the map    the time that is scored
turns of one speaker that    count once                   count as often as there are
overlap                                                   turns
a turn without length        has a collar, and belongs to is ignored
                             the scored time (reference)
NOSCORE, NON-LEX and other   see :class:`Event`           are ignored
events of RTTM
============================ ============================ ============================

In both, each turn of the reference has collars, even if the same speaker goes on. With
``overlap=False``, time in which two turns of the reference overlap is not scored, whoever speaks.

Sources: NIST, "The 2009 (RT-09) Rich Transcription Meeting Recognition Evaluation Plan", and
md-eval.pl, version 22, of the NIST Scoring Toolkit; pyannote.metrics 4.2; for the Jaccard error
rate Ryant et al., "The Second DIHARD Diarization Challenge: Dataset, Task, and Baselines",
Interspeech 2019, and dscore.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from levmetrics.errors import InputError
from levmetrics.inputs.arrays import IntArray
from levmetrics.meetings.assignment import cheapest_pairs
from levmetrics.system.work import seconds_left

Definition: TypeAlias = Literal["md-eval", "pyannote"]
Span: TypeAlias = "tuple[int, int]"
"""A start and an end, in microseconds."""

_EXACT = 2**53  # up to it, floats represent whole numbers exactly: SciPy assigns by floats
_EXTENSION = 500_000  # microseconds, of sounds that are no words
_MOST_SPEAKERS = 2_000  # speakers per side: the tables of pairs take 32 MB each


class Turn(NamedTuple):
    """A span of time in which a speaker speaks.

    Attributes:
        speaker: the name of the speaker.
        start: the start in microseconds.
        end: the end in microseconds, not before the start.

    """

    speaker: str
    start: int
    end: int


class Event(NamedTuple):
    """An event of a reference in RTTM that is no turn of a speaker.

    md-eval scores neither ``NOSCORE`` nor ``NON-LEX`` (laughter, coughs and the like). It maps
    speakers without the former only. It extends the latter by up to half a second to both sides,
    but not beyond the nearest boundary of a turn, nor into a word (``LEXEME``). Without a map, all
    events but ``NOSCORE`` belong to the scored time.

    Attributes:
        kind: the type of RTTM.
        start: the start in microseconds.
        end: the end in microseconds, not before the start.

    """

    kind: str
    start: int
    end: int


class DiarizationErrors(NamedTuple):
    """The errors of a diarization as speaker time: one second with two speakers counts as two.

    The diarization error rate is ``(missed + false_alarm + confusion) / scored``.

    Attributes:
        missed: time of reference speakers beyond the number of found speakers, in microseconds.
        false_alarm: time of found speakers beyond the number of reference speakers.
        confusion: time attributed to the wrong speaker.
        scored: time of the reference speakers.

    """

    missed: int
    false_alarm: int
    confusion: int
    scored: int


class JaccardErrors(NamedTuple):
    """The Jaccard error of a reference speaker, ``errors / total``.

    Attributes:
        speaker: the name in the reference.
        hypothesis: the name in the hypothesis; ``None`` if the two share no time or no speaker is
            left.
        errors: time in which only one of the two speaks, in microseconds.
        total: time in which at least one of the two speaks; above 0.

    """

    speaker: str
    hypothesis: str | None
    errors: int
    total: int


def diarization_errors(
    reference: Sequence[Turn],
    hypothesis: Sequence[Turn],
    *,
    collar: int = 0,
    overlap: bool = True,
    uem: Sequence[Span] | None = None,
    definition: Definition = "md-eval",
    events: Sequence[Event] = (),
) -> DiarizationErrors:
    """Return the missed, false alarm and confusion time of a diarization.

    Each hypothesis speaker is mapped to at most one reference speaker, so that the time in which
    mapped speakers speak together is the longest. Of several such mappings, one with the least
    confusion is taken. The result does not depend on the names or the order of turns.

    Args:
        reference: the turns of the reference, in any order; times are whole numbers.
        hypothesis: the turns that a system found.
        collar: the unscored time around each start and end in the reference, in microseconds: on
            each side for ``"md-eval"``, half on each side for ``"pyannote"``, an even number.
        overlap: whether to score overlapping turns of the reference.
        uem: the evaluated time; ``None``: all of it, see the module. Without a map, ``"md-eval"``
            ignores the hypothesis before and after the reference.
        definition: the tool that defines collars and mapping.
        events: the other events of the reference, for ``"md-eval"``.

    Returns:
        Times in microseconds; all are 0 if nothing is scored.

    Raises:
        InputError: for more than 2,000 speakers per side, and for times whose sums may round.

    >>> reference = [Turn("anna", 0, 6_000_000), Turn("ben", 6_000_000, 10_000_000)]
    >>> hypothesis = [Turn("1", 0, 7_000_000), Turn("2", 7_000_000, 9_000_000)]
    >>> diarization_errors(reference, hypothesis)
    DiarizationErrors(missed=1000000, false_alarm=0, confusion=1000000, scored=10000000)
    >>> diarization_errors(reference, hypothesis, collar=250_000)
    DiarizationErrors(missed=750000, false_alarm=0, confusion=750000, scored=9000000)

    """
    is_md_eval = definition == "md-eval"
    if not is_md_eval:
        reference, hypothesis, events = _with_length(reference), _with_length(hypothesis), ()
    heard = [event for event in events if event.kind != "NOSCORE"]
    whole: list[Turn | Event] = [*reference, *(heard if is_md_eval else hypothesis)]
    not_evaluated = _spans_of("NOSCORE", events)
    reach = collar if is_md_eval else collar // 2
    evaluated = _without(_union(_extent(whole) if uem is None else uem), not_evaluated)
    excluded = [
        *((time - reach, time + reach) for _, *ends in reference for time in ends),
        *_not_scored(reference, heard),
        *([] if overlap else _overlaps(reference)),
    ]
    scored = _without(evaluated, excluded)
    sides = [_Tracks.of(turns, is_merged=is_md_eval) for turns in (reference, hypothesis)]
    _require_exact(*sides)
    target, pred = (side.within(scored) for side in sides)
    mapped = [side.within(evaluated) for side in sides] if is_md_eval else [target, pred]
    correct = _most_correct(_together(*mapped), _together(target, pred, is_matched=True))
    missed, false_alarm, both = _counted(target, pred)
    return DiarizationErrors(missed, false_alarm, both - correct, missed + both)


def jaccard_errors(
    reference: Sequence[Turn], hypothesis: Sequence[Turn], *, uem: Sequence[Span] | None = None
) -> list[JaccardErrors]:
    """Return the Jaccard error of each speaker of the reference, as dscore defines it.

    Speakers are mapped so that the mean of these errors, the Jaccard error rate, is minimal. The
    quotients are compared as floats: of mappings whose means differ by less than 1e-12, any may be
    taken. There is no collar, and overlapping turns of a speaker are merged.

    Args:
        reference: the turns of the reference, in any order.
        hypothesis: the turns that a system found.
        uem: the evaluated time; ``None``: from the first start to the last end.

    Returns:
        The errors of all reference speakers who speak in the evaluated time, by name. If there are
        none, dscore's error rate is 1 if the hypothesis has a speaker, else 0.

    Raises:
        InputError: as :func:`diarization_errors`.

    >>> reference = [Turn("anna", 0, 6), Turn("ben", 6, 10), Turn("eva", 10, 11)]
    >>> jaccard_errors(reference, [Turn("1", 0, 7), Turn("2", 7, 9)])
    [JaccardErrors(speaker='anna', hypothesis='1', errors=1, total=7),
     JaccardErrors(speaker='ben', hypothesis='2', errors=2, total=4),
     JaccardErrors(speaker='eva', hypothesis=None, errors=1, total=1)]

    """
    both = _with_length(reference), _with_length(hypothesis)
    evaluated = _union(_extent([*both[0], *both[1]]) if uem is None else uem)
    target, pred = (_Tracks.of(turns, is_merged=True).within(evaluated) for turns in both)
    _require_exact(target, pred)
    shared, times = _together(target, pred), target.times()
    total = np.add.outer(times, pred.times()) - shared
    partner = _most_similar(shared, total)
    found = []
    for i in np.flatnonzero(times).tolist():
        name, own, j = target.names[i], int(times[i]), partner.get(i)
        if j is None:
            found.append(JaccardErrors(name, None, own, own))
        else:
            errors = int(total[i, j] - shared[i, j])
            found.append(JaccardErrors(name, pred.names[j], errors, int(total[i, j])))
    return found


def _require_exact(*sides: _Tracks) -> None:
    """Raise if sums might round, or tables might fill memory."""
    speakers = max(len(side.names) for side in sides)
    if speakers > _MOST_SPEAKERS:
        raise InputError("diarization.too_many_speakers", speakers=speakers, most=_MOST_SPEAKERS)
    depths = [side.depths() for side in sides]
    for side, depth in zip(sides, reversed(depths), strict=True):
        if sum((side.end - side.start).tolist()) * depth > _EXACT:
            raise InputError("diarization.too_long")


# ---------------------------------------------------------------------------------------------
# Spans of time
# ---------------------------------------------------------------------------------------------


def _with_length(turns: Iterable[Turn]) -> list[Turn]:
    return [turn for turn in turns if turn[1] < turn[2]]


def _extent(turns: Sequence[Turn | Event]) -> list[Span]:
    """Return the span from the first start to the last end; empty without turns."""
    if not turns:
        return []
    return [(min(start for _, start, _ in turns), max(end for _, _, end in turns))]


def _spans_of(kind: str, events: Iterable[Event]) -> list[Span]:
    """Return the times of the events of a kind as sorted spans that do not overlap."""
    return _union((start, end) for each, start, end in events if each == kind)


def _not_scored(turns: Iterable[Turn], events: Sequence[Event]) -> Iterator[Span]:
    """Yield the times of sounds that are no words, as md-eval extends them.

    >>> laugh, word = Event("NON-LEX", 5_000_000, 6_000_000), Event("LEXEME", 6_200_000, 7_000_000)
    >>> [*_not_scored([Turn("anna", 4_000_000, 9_000_000)], [laugh, word])]
    [(4500000, 6200000)]

    """
    words = _spans_of("LEXEME", events)
    boundaries = [time for _, *span in turns if span[0] < span[1] for time in span]
    before = sorted([-_EXACT, *boundaries, *(end for _, end in words)])
    after = sorted([_EXACT, *boundaries, *(start for start, _ in words)])
    for start, end in _spans_of("NON-LEX", events):
        if not _is_within(words, start):
            start = max(start - _EXTENSION, before[bisect_right(before, start) - 1])
        if not _is_within(words, end):
            end = min(end + _EXTENSION, after[bisect_left(after, end)])
        yield start, end


def _is_within(spans: Sequence[Span], time: int) -> bool:
    """Whether a time is inside one of sorted spans that do not overlap, not at its boundary."""
    following = bisect_left(spans, (time, time))
    return following > 0 and time < spans[following - 1][1]


def _overlaps(turns: Iterable[Turn]) -> list[Span]:
    """Return the spans in which at least two turns overlap.

    >>> _overlaps([Turn("a", 0, 4), Turn("b", 2, 6), Turn("c", 3, 5)])
    [(2, 5)]
    """
    spans = ((start, end) for _, start, end in turns)
    return [(start, end) for depth, start, end in _nested(spans) if depth == 1]


def _union(spans: Iterable[Span]) -> list[Span]:
    """Return the union of spans as sorted spans that do not overlap.

    >>> _union([(5, 9), (0, 2), (1, 3)])
    [(0, 3), (5, 9)]
    """
    return [(start, end) for depth, start, end in _nested(spans) if depth == 0]


def _nested(spans: Iterable[Span]) -> Iterator[tuple[int, int, int]]:
    """Yield depths, starts and ends of spans that cover each time as often as the given ones.

    The spans of a depth are sorted, do not overlap, and lie within those of the depth before.

    >>> [*_nested([(0, 4), (2, 6)])]
    [(1, 2, 4), (0, 0, 6)]
    """
    events = [event for start, end in spans if start < end for event in ((start, 1), (end, 0))]
    starts: list[int] = []
    for time, is_start in sorted(events):
        if is_start:
            starts.append(time)
        else:
            start = starts.pop()
            yield len(starts), start, time


def _without(spans: Iterable[Span], excluded: Iterable[Span]) -> list[Span]:
    """Return the parts of non-overlapping spans outside the excluded ones.

    >>> _without([(0, 9)], [(2, 4), (3, 5), (8, 12)])
    [(0, 2), (5, 8)]
    """
    changes: Counter[int] = Counter()
    for step, given in ((1, spans), (-1, excluded)):
        for start, end in given:
            changes[start] += step
            changes[end] -= step
    times = sorted(changes)
    counts = accumulate(changes[time] for time in times)
    return [span for span, count in zip(pairwise(times), counts, strict=False) if count == 1]


def _elapsed(start: IntArray, end: IntArray, times: IntArray) -> IntArray:
    """Return the time within spans before each of the given times.

    Args:
        start: the starts of sorted spans that do not overlap.
        end: the ends of the spans.
        times: the times, in any order.

    >>> _elapsed(np.array([2, 10]), np.array([5, 12]), np.array([0, 3, 7, 11, 99]))
    array([0, 1, 3, 4, 5])

    """
    if not len(start):
        return np.zeros_like(times)
    lengths = end - start
    last = np.maximum(np.searchsorted(start, times, "right") - 1, 0)
    elapsed: IntArray = (np.cumsum(lengths) - lengths)[last]
    elapsed += np.clip(times - start[last], 0, lengths[last])
    return elapsed


# ---------------------------------------------------------------------------------------------
# Speakers
# ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Tracks:
    """The turns of a side as spans, nested per speaker (see :func:`_nested`).

    Attributes:
        names: the sorted names of the speakers.
        speaker: the number of each span's speaker; spans are sorted by speaker, depth and start.
        depth: 0, or more where turns of the speaker overlap.
        start: the starts in microseconds.
        end: the ends in microseconds.

    """

    names: list[str]
    speaker: IntArray
    depth: IntArray
    start: IntArray
    end: IntArray

    @classmethod
    def of(cls, turns: Sequence[Turn], *, is_merged: bool) -> _Tracks:
        """Return the tracks of turns; ``merged`` joins overlapping turns of a speaker."""
        by_name: dict[str, list[Span]] = {}
        for name, start, end in turns:
            by_name.setdefault(name, []).append((start, end))
        rows = sorted(
            (speaker, *span)
            for speaker, name in enumerate(sorted(by_name))
            for span in _nested(by_name[name])
            if not (is_merged and span[0])
        )
        return cls(sorted(by_name), *np.array(rows, np.int64).reshape(-1, 4).T)

    def within(self, spans: Sequence[Span]) -> _Tracks:
        """Return the parts of the turns in spans, with the time between the spans cut out."""
        bounds = np.array(spans, np.int64).reshape(-1, 2)
        start, end = (
            _elapsed(bounds[:, 0], bounds[:, 1], times) for times in (self.start, self.end)
        )
        kept = start < end
        parts = (column[kept] for column in (self.speaker, self.depth, start, end))
        return _Tracks(self.names, *parts)

    def depths(self) -> int:
        """Return the largest number of overlapping turns of one speaker."""
        return int(self.depth.max(initial=-1)) + 1

    def times(self) -> IntArray:
        """Return how long each speaker speaks, by number; overlapping turns count twice."""
        times = np.zeros(len(self.names), np.int64)
        np.add.at(times, self.speaker, self.end - self.start)
        return times

    def rows(self) -> Iterator[tuple[int, int, IntArray, IntArray]]:
        """Yield each speaker and depth with its non-overlapping starts and ends."""
        changes = np.flatnonzero(np.diff(self.speaker) | np.diff(self.depth)) + 1
        for first, last in pairwise([0, *changes.tolist(), len(self.speaker)]):
            if first < last:
                speaker, depth = int(self.speaker[first]), int(self.depth[first])
                yield speaker, depth, self.start[first:last], self.end[first:last]


def _counted(target: _Tracks, pred: _Tracks) -> tuple[int, int, int]:
    """Return the missed time, the false alarm time, and the time that both sides have."""
    times = np.concatenate([target.start, target.end, pred.start, pred.end])
    order = np.argsort(times, kind="stable")
    steps = np.zeros((2, len(times)), np.int64)
    for side, first, tracks in ((0, 0, target), (1, 2 * len(target.start), pred)):
        count = len(tracks.start)
        steps[side, first : first + count] = 1
        steps[side, first + count : first + 2 * count] = -1
    active = np.cumsum(steps[:, order], axis=1)[:, :-1]
    lengths = np.diff(times[order])
    both = active.min(axis=0)
    alone = ((active - both) * lengths).sum(axis=1)
    return int(alone[0]), int(alone[1]), int((both * lengths).sum())


def _together(target: _Tracks, pred: _Tracks, *, is_matched: bool = False) -> IntArray:
    """Return how long each reference speaker speaks together with each hypothesis speaker.

    Args:
        target: the reference.
        pred: the hypothesis.
        is_matched: whether a turn is matched with at most one turn at a time, as in scoring;
            otherwise all pairs of turns count, as in pyannote's mapping of speakers.

    Returns:
        Shape ``(reference speakers, hypothesis speakers)``.

    """
    table = np.zeros((len(target.names), len(pred.names)), np.int64)
    for speaker, depth, start, end in target.rows():
        seconds_left()
        kept = pred.depth == depth if is_matched else slice(None)
        time = _elapsed(start, end, pred.end[kept]) - _elapsed(start, end, pred.start[kept])
        np.add.at(table[speaker], pred.speaker[kept], time)
    return table


# ---------------------------------------------------------------------------------------------
# The mapping of speakers
# ---------------------------------------------------------------------------------------------


def _most_correct(together: IntArray, correct: IntArray) -> int:
    """Return the correct time of the mapping with the most time together.

    Args:
        together: the time of each pair by which speakers are mapped.
        correct: the scored time of each pair, which decides between tied mappings.

    >>> together = np.array([[5, 5], [5, 5]])
    >>> _most_correct(together, np.array([[1, 3], [2, 0]]))
    5

    """
    size = max(together.shape)
    costs, values = np.zeros((2, size, size), np.int64)
    costs[: together.shape[0], : together.shape[1]] = -together
    values[: together.shape[0], : together.shape[1]] = correct
    rows, columns = _mapped(costs)
    if not np.array_equal(-costs, values):
        choice = np.where(_in_a_best_mapping(costs, columns), -values, np.inf)
        rows, columns = _mapped(choice)
    return int(values[rows, columns].sum())


def _mapped(costs: npt.NDArray[Any]) -> tuple[IntArray, IntArray]:
    """Return the rows and the columns of the mapping of least cost."""
    pairs = np.array(cheapest_pairs(costs.tolist()), np.int64).reshape(-1, 2)
    return pairs[:, 0], pairs[:, 1]


def _in_a_best_mapping(costs: IntArray, columns: IntArray) -> npt.NDArray[np.bool_]:
    """Return the pairs in mappings of least cost; any mapping of such pairs has that cost.

    They are the edges without slack at the dual optimum, found as shortest distances in the graph
    of exchanges (Bellman-Ford).

    Args:
        costs: the square matrix of the costs of pairs.
        columns: the partner of each row in one mapping of least cost.

    >>> _in_a_best_mapping(np.array([[1, 2], [2, 3]]), np.array([0, 1])).tolist()
    [[True, True], [True, True]]

    """
    by_column = costs[np.argsort(columns)]  # row i has column i
    exchange = by_column - np.diagonal(by_column)[:, None]
    distance = np.zeros(len(costs), np.int64)
    for _ in range(len(costs)):
        seconds_left()
        shorter = np.minimum(distance, (exchange + distance[:, None]).min(axis=0))
        if np.array_equal(shorter, distance):
            break
        distance = shorter
    slack = exchange + distance[:, None] - distance
    is_tight: npt.NDArray[np.bool_] = (slack == 0)[columns]
    return is_tight


def _most_similar(shared: IntArray, total: IntArray) -> dict[int, int]:
    """Return the mapping of speakers with the highest mean Jaccard index.

    Args:
        shared: the time in which both of a pair speak.
        total: the time in which at least one of them speaks.

    Returns:
        The number of the hypothesis speaker by the number of the reference speaker.

    """
    pairs = cheapest_pairs((-shared / np.maximum(total, 1)).tolist())
    return {row: column for row, column in pairs if shared[row, column]}
