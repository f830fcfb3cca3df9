"""The compiled kernel (``kernel.cpp``), called through ctypes, which releases the GIL."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from levmetrics.edits import library, strings
from levmetrics.edits.library import (
    Cancelled,
    ColumnPointers,
    PagePointers,
    cancelled_by_interrupts,
)
from levmetrics.edits.numbering import as_characters
from levmetrics.edits.pairs import (
    Costs,
    NearestReferences,
    PairCounts,
    PairDistances,
    PairEdits,
    PairMerges,
    PairOverlaps,
    TokenPairs,
)
from levmetrics.edits.strings import CHARACTERS, WORDS
from levmetrics.inputs.arrays import FloatArray, IntArray
from levmetrics.inputs.columns import TextColumn
from levmetrics.inputs.texts import Texts
from levmetrics.inputs.tokens import Characters, TokenColumn, Tokens, WordColumn
from levmetrics.system.work import on_threads, steps, thread_count

_OUT_OF_MEMORY, _CANCELLED, _NOT_PLAIN, _TOO_MANY_STEPS = 1, 2, 3, 4
_ROWS_FOR_A_THREAD = 5_000
_MOST_ROWS = 50_000  # pairs of a part, after which progress is shown
# A search of fewer cells is short enough to run without interruption.
CELLS_OF_A_MOMENT = 300_000_000

T = TypeVar("T")


@dataclass(frozen=True)
class PairTexts:
    """Pairs in the form that the compiled kernel reads.

    Attributes:
        pairs: the pairs.
        preds: the texts of the predictions.
        target: the texts of the references.
        tokens: the kind of their tokens, as a number of the kernel.
        cancelled: stops the kernel.

    """

    pairs: TokenPairs
    preds: Texts
    target: Texts
    tokens: int
    cancelled: Cancelled

    def distances(self) -> PairDistances:
        """Return the edit distance of every pair."""
        distances = PairDistances(*self._arrays(len(PairDistances._fields)))
        self._call("levmetrics_distances", *distances)
        return distances

    def counts(self, costs: Costs) -> PairCounts:
        """Return the substitutions and hits of every pair."""
        counts = PairCounts(*self._arrays(len(PairCounts._fields)))
        self._call("levmetrics_counts", int(costs == "nist"), *counts)
        return counts

    def overlaps(self, longest: int, with_subsequence: bool, with_lines: bool) -> PairOverlaps:
        """Return what both sides of every pair have in common.

        Args:
            longest: the most tokens of an n-gram.
            with_subsequence: whether common subsequences are computed; else they are 0.
            with_lines: the same of the unions over lines of words.

        """
        overlaps = PairOverlaps(
            np.empty((longest, len(self.target)), np.int64),
            *np.zeros((len(PairOverlaps._fields) - 1, len(self.target)), np.int64),
        )
        found = (
            overlaps.subsequence if with_subsequence else 0,
            overlaps.of_lines if with_lines else 0,
        )
        lengths = overlaps.target_length, overlaps.pred_length
        self._call("levmetrics_overlaps", longest, overlaps.ngrams, *found, *lengths)
        return overlaps

    def edits(self) -> PairEdits:
        """Return the edits of every pair."""
        numbers = self.distances().distance
        total = int(numbers.sum())
        edits = PairEdits(
            np.repeat(np.arange(len(numbers)), numbers),
            np.empty(total, np.int8),
            np.empty(total, np.int64),
            np.empty(total, np.int64),
        )
        starts = np.cumsum(numbers) - numbers
        self._call("levmetrics_edits", starts, *edits[1:])
        return edits

    def merging_counts(self, costs: Costs) -> PairCounts:
        """Return the substitutions and hits of every pair, as kaldialign counts them."""
        (substitutions, deletions, insertions, target_length, _), _ = self._merging(costs)
        hits = target_length - substitutions - deletions
        return PairCounts(substitutions, hits, substitutions + hits + insertions, target_length)

    def merges(self, costs: Costs) -> PairMerges:
        """Return the merges of every pair."""
        (*_, found), _ = self._merging(costs)
        _, merges = self._merging(costs, found)
        return PairMerges(np.repeat(np.arange(len(found)), found), *merges.T)

    def choose_paths(
        self,
        rows: IntArray,
        costs: Costs,
        part_offsets: IntArray,
        parts: IntArray,
        omitted: IntArray,
        is_chosen: npt.NDArray[np.uint8],
    ) -> None:
        """Mark the path through each reference that is nearest to its prediction.

        Args:
            rows: the row of each reference's prediction.
            costs: the costs to minimize.
            part_offsets: where the parts of each reference start.
            parts: the parts of all references; the segments among them are rows of ``target``.
            omitted: the number of tokens that each segment leaves out, which count as present.
            is_chosen: one number for each segment, set to 1 for those on the path.

        """
        arrays = (part_offsets, parts, omitted, is_chosen)
        self._call("levmetrics_paths", int(costs == "nist"), *arrays, rows=rows, size=len(rows))

    def _merging(self, costs: Costs, found: IntArray | None = None) -> tuple[IntArray, IntArray]:
        """Return the kernel's counts, and the merges if their numbers are known."""
        arrays = self._arrays(5)
        merges = np.empty((0 if found is None else int(found.sum()), 4), np.int64)
        starts = 0 if found is None else np.cumsum(found) - found
        settings = int(costs == "nist"), int(self.pairs.merges_compounds)
        self._call("levmetrics_merges", *settings, *arrays, starts, merges)
        return arrays, merges

    def _arrays(self, count: int) -> IntArray:
        return np.empty((count, len(self.target)), np.int64)

    def _call(
        self,
        name: str,
        *arguments: int | npt.NDArray[Any],
        rows: IntArray | None = None,
        size: int | None = None,
    ) -> None:
        rows = self.pairs.pred_of_pair() if rows is None else rows
        status = getattr(library.compiled_kernel(), name)(
            _column(self.preds),
            _column(self.target),
            None if rows is None else rows.ctypes.data,
            len(self.target) if size is None else size,
            self.tokens,
            self.cancelled,
            *[a.ctypes.data if isinstance(a, np.ndarray) else a for a in arguments],
        )
        check_status(status)


def string_counts(
    preds: object, target: object, tokens: type[TokenColumn], costs: Costs
) -> IntArray | None:
    """Return the error counts of strings, without Arrow columns.

    Args:
        preds: a string, or a list of strings.
        target: the same, one for each sample.
        tokens: the type of the column that the texts would be: words or characters.
        costs: ``"unit"`` or ``"nist"``.

    Returns:
        Rows of substitutions, deletions, insertions, hits and zeros, with one column for each
        sample; ``None`` for anything but strings, and for a few long strings.

    """
    return _of_strings(5, "counts", preds, target, tokens is Characters, int(costs == "nist"))


def string_distances(preds: object, target: object, tokens: type[TokenColumn]) -> IntArray | None:
    """Return the distances of strings; the arguments are those of :func:`string_counts`.

    Returns:
        Rows of prediction lengths, distances, reference lengths, and zeros; ``None`` as in
        :func:`string_counts`.

    """
    return _of_strings(4, "distances", preds, target, tokens is Characters)


def string_column(values: object, name: str) -> TextColumn | None:
    """Return a column of strings, or of lists of strings, checked and encoded in one pass.

    Args:
        values: a list or a tuple of strings, or of lists or tuples of strings.
        name: the name of the caller's argument, for messages.

    Returns:
        The column; ``None`` for anything else, which has another reader or an error.

    >>> column = string_column([["rain"], ["shine", "sun"]], "references")
    >>> column is None or column.position(2) == "references[1][1]"
    True

    """
    module = None if library.compiled_kernel() is None else strings.strings_module()
    found = None if module is None else module.texts(values)
    if found is None:
        return None
    read, data, bounds, offsets, is_ascii = found
    texts = Texts(np.frombuffer(data, np.uint8), np.frombuffer(bounds, np.int64), read)
    texts.is_ascii = is_ascii
    return TextColumn(name, texts, None if offsets is None else np.frombuffer(offsets, np.int64))


def _of_strings(
    numbers: int, measure: str, preds: object, target: object, *options: int
) -> IntArray | None:
    """Return the numbers for each sample from a function of ``strings.cpp``, row by row."""
    module = None if library.compiled_kernel() is None else strings.strings_module()
    if module is None:
        return None
    call = getattr(module, measure)
    rows = len(target) if type(target) is list else 1
    if rows < 2 * _ROWS_FOR_A_THREAD:
        found = call(preds, target, 0, rows, 0, *options)
        return None if found is None else np.ndarray((numbers, rows), np.int64, found)
    parts = over_rows(
        lambda part, cancelled: call(
            preds, target, part.start, part.stop, ctypes.addressof(cancelled), *options
        ),
        rows,
    )
    if None in parts:
        return None
    return np.concatenate(
        [np.frombuffer(part, np.int64).reshape(numbers, -1) for part in parts], axis=1
    )


def nearest_references(
    pairs: TokenPairs, lengths: tuple[IntArray, IntArray] | None, most: float
) -> NearestReferences:
    """Return the nearest reference of every sample.

    Args:
        pairs: the characters of texts.
        lengths: as for :func:`levmetrics.edits.kernel.nearest_references`.
        most: the same.

    """
    kernel = library.compiled_kernel()
    assert kernel is not None
    call = kernel.levmetrics_nearest
    preds, target, offsets = pairs.preds.values, pairs.target.values, pairs.offsets
    sizes = preds.lengths(), target.lengths()
    numbers = [array.ctypes.data for array in (*sizes, *(sizes if lengths is None else lengths))]
    found = np.empty((3, len(preds)), np.int64)

    def find(part: slice, cancelled: Cancelled) -> None:
        status = call(
            _column(preds),
            _column(target),
            None if offsets is None else offsets.ctypes.data,
            part.start,
            part.stop,
            cancelled,
            *numbers,
            most,
            *[array.ctypes.data for array in found],
        )
        check_status(status)

    cells = float(sizes[0].max(initial=0)) * float(sizes[1].sum())
    over_rows(find, len(preds), cells)
    return NearestReferences(*found)


def unions(
    texts: PairTexts, pred_starts: IntArray, target_starts: IntArray, preds: IntArray
) -> IntArray:
    """Return the unions of the common subsequences of sentences.

    Args:
        texts: the sentences of predictions and references.
        pred_starts: where the sentences of each prediction start, and the last ones end.
        target_starts: the same for the references.
        preds: the prediction of each reference.

    Returns:
        Rows of hits, and of the lengths of references and predictions.

    """
    kernel = library.compiled_kernel()
    assert kernel is not None
    call = kernel.levmetrics_unions
    found = np.empty((3, len(preds)), np.int64)

    def measure(part: slice, cancelled: Cancelled) -> None:
        status = call(
            _column(texts.preds),
            _column(texts.target),
            preds[part].ctypes.data,
            part.stop - part.start,
            texts.tokens,
            cancelled,
            pred_starts.ctypes.data,
            target_starts[part.start :].ctypes.data,
            *[row[part].ctypes.data for row in found],
        )
        check_status(status)

    over_rows(measure, len(preds))
    return found


def check_status(status: int) -> None:
    """Raise the error for a call's status, if there is one.

    Raises:
        MemoryError: if memory is short.
        InterruptedError: if the call was cancelled.

    """
    if status == _OUT_OF_MEMORY:
        raise MemoryError("the texts are too long for the memory")
    if status == _CANCELLED:
        raise InterruptedError("the search was cancelled")


def write_wordings(
    preds: Texts,
    references: Texts,
    rows: IntArray,
    costs: Costs,
    are_braces: bool,
) -> tuple[Texts, IntArray] | None:
    """Return the texts of the wordings nearest to predictions, for references with alternatives.

    Args:
        preds: the predictions.
        references: the references.
        rows: the row of each reference's prediction.
        costs: the costs to minimize.
        are_braces: whether alternatives are in braces, as sclite reads them, and not in brackets.

    Returns:
        The texts, with extra white space, and for each the number of optional words that it leaves
        out; ``None`` if the references are not plain.

    """
    kernel = library.compiled_kernel()
    assert kernel is not None
    call = kernel.levmetrics_wordings
    data, bounds = references.data, references.offsets
    wordings = np.empty_like(data)
    omitted = np.empty(len(references), np.int64)

    def write(part: slice, cancelled: Cancelled) -> bool:
        status: int = call(
            _column(preds),
            ColumnPointers(data.ctypes.data, bounds[part].ctypes.data, part.stop - part.start),
            rows[part].ctypes.data,
            cancelled,
            int(costs == "nist"),
            are_braces,
            wordings.ctypes.data,
            omitted[part].ctypes.data,
        )
        check_status(status)
        return status != _NOT_PLAIN

    if not all(over_rows(write, len(references))):
        return None
    return Texts(wordings, bounds), omitted


def tiles(
    text: str, lines: Sequence[str], is_preferred: npt.NDArray[np.bool_], cancelled: Cancelled
) -> tuple[int, IntArray]:
    """Return the tiling of a text by lines with the fewest edits.

    Args:
        text: the text.
        lines: the lines.
        is_preferred: for each character of the text, whether a line should begin there.
        cancelled: stops the kernel.

    Returns:
        The fewest edits, and the start, end and line of each tile, shape ``(tiles, 3)``.

    """
    kernel = library.compiled_kernel()
    assert kernel is not None
    found = np.empty((len(text), 3), np.int64)
    cost = np.empty(2, np.int64)
    columns = Texts.of([text]), Texts.of(lines)
    check_status(
        kernel.levmetrics_tiles(
            *map(_column, columns),
            is_preferred.ctypes.data,
            cancelled,
            cost.ctypes.data,
            found.ctypes.data,
        )
    )
    return int(cost[0]), found[: cost[1]]


def flexible_errors(
    reference: Sequence[str],
    prediction: Sequence[str],
    combinations: FloatArray,
    limit: int,
    most: int,
) -> IntArray | None:
    """Return the errors of a page for each combination of coefficients, with lines in any order.

    Args:
        reference: the lines of the page, none of them empty.
        prediction: the predicted lines, likewise.
        combinations: rows of coefficients, as of :data:`levmetrics.pages.flexible.COMBINATIONS`.
        limit: the most errors that are counted.
        most: the most steps: unmatched parts over all matches and combinations.

    Returns:
        The errors, capped at the limit; ``None`` if they take more steps.

    """
    kernel = library.compiled_kernel()
    assert kernel is not None
    call = kernel.levmetrics_flexible
    lines = [*reference, *prediction]
    code_points = np.frombuffer("".join(lines).encode("utf-32-le", "surrogatepass"), "<u4")
    distinct, numbers = np.unique(code_points, return_inverse=True)
    numbers = numbers.astype(np.uint32)
    bounds = np.cumsum([0, *map(len, lines)])
    blanks = int(np.searchsorted(distinct, ord("!")))
    coefficients = np.ascontiguousarray(combinations, np.float64)
    errors = np.empty(len(coefficients), np.int64)

    def count(cancelled: Cancelled) -> int:
        # The arrays are kept by this function, which may end after its caller.
        addresses = numbers.ctypes.data, bounds.ctypes.data
        sizes = len(reference), len(lines), len(distinct), blanks
        pages = PagePointers(*addresses, *sizes)
        limits = len(coefficients), limit, most
        return int(call(pages, coefficients.ctypes.data, *limits, cancelled, errors.ctypes.data))

    cells = len(coefficients) * sum(map(len, reference)) * sum(map(len, prediction))
    status = interruptibly(count, cells)
    check_status(status)
    return None if status == _TOO_MANY_STEPS else errors


def interruptibly(call: Callable[[Cancelled], T], cells: float) -> T:
    """Return what a call of the kernel returns; the wait for one that may take long can be ended.

    Args:
        call: takes the flag that stops the kernel. It runs on a worker thread if it may take long.
        cells: an upper bound of the computed cells.

    """
    with cancelled_by_interrupts() as cancelled:
        is_short = cells < CELLS_OF_A_MOMENT
        [result] = (map if is_short else on_threads)(call, [cancelled])
    return result


def over_rows(work: Callable[[slice, Cancelled], T], rows: int, cells: float = math.inf) -> list[T]:
    """Apply work to parts of a column on all worker threads; return the results in order.

    Args:
        work: takes the rows, and the flag that stops the kernel.
        rows: the number of rows.
        cells: an upper bound of the computed cells; few of them are computed on this thread.

    """
    if rows < 2 * _ROWS_FOR_A_THREAD:
        return [interruptibly(lambda cancelled: work(slice(0, rows), cancelled), cells)]
    threads = max(min(thread_count(), rows // _ROWS_FOR_A_THREAD), 1)
    size = min(-(-rows // threads), _MOST_ROWS) or 1
    parts = [slice(start, min(start + size, rows)) for start in range(0, rows, size)]
    with cancelled_by_interrupts() as cancelled:
        done = on_threads(lambda part: work(part, cancelled), parts)
        return [*steps(done, "aligning", len(parts))]


def texts_of(pairs: TokenPairs, cancelled: Cancelled) -> PairTexts | None:
    """Return pairs for the compiled kernel; ``None`` for too many distinct tokens."""
    if isinstance(pairs.preds, Tokens):
        texts = as_characters(pairs)
        return None if texts is None else PairTexts(pairs, *texts, CHARACTERS, cancelled)
    tokens = WORDS if isinstance(pairs.preds, WordColumn) else CHARACTERS
    return PairTexts(pairs, pairs.preds.values, pairs.target.values, tokens, cancelled)


def _column(texts: Texts) -> ColumnPointers:
    return ColumnPointers(texts.data.ctypes.data, texts.offsets.ctypes.data, len(texts))
