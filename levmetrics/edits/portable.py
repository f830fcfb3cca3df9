"""The portable kernel, which uses Arrow and RapidFuzz if the compiled one is missing.

For speed, Arrow encodes every token of a chunk as an integer. The integers become one Python
string, sliced at the pairs' offsets, so that each pair is two strings with one character for each
token, which is RapidFuzz's fastest input. Arrow, NumPy and RapidFuzz's distance search release the
GIL; RapidFuzz's alignment does not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, chain, pairwise
from typing import Any, NamedTuple, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from levmetrics.edits.numbering import NumberedRows, encoded
from levmetrics.edits.pairs import (
    KINDS,
    Costs,
    PairCounts,
    PairDistances,
    PairEdits,
    PairMerges,
    PairOverlaps,
    TokenPairs,
    weights,
)
from levmetrics.inputs.arrays import IntArray
from levmetrics.inputs.texts import Texts
from levmetrics.inputs.tokens import Characters, TokenColumn, WordColumn
from levmetrics.lazy import rapidfuzz
from levmetrics.system.work import seconds_left

# Long texts are mostly similar, so RapidFuzz searches for this distance first, then for twice that,
# and so on.
_EXPECTED_DISTANCE = 64
# For longer texts, the longest common subsequence takes longer than the alignment.
_LONG = 2_000
# A hint of the distance shortens the search for edits, but changes RapidFuzz's choice among ties,
# so it is only used where the search would take minutes without it.
_LONGEST_WITHOUT_HINT = 50_000
_LENGTH_PER_HINT = 8  # if the distance is more than an eighth of the length, a hint does not help
_CODE_POINTS = 0x110000

_Row: TypeAlias = "str | Sequence[int]"  # a character for each token, or their numbers


class _SideOfPairs(NamedTuple):
    """The predictions or references, one row for each pair, and their numbers of tokens."""

    rows: list[_Row]
    lengths: IntArray

    def take(self, indices: IntArray) -> _SideOfPairs:
        return _SideOfPairs([self.rows[i] for i in indices.tolist()], self.lengths[indices])


def distances(pairs: TokenPairs, substitution_cost: int = 1) -> PairDistances:
    """Return the edit distance of every pair.

    Args:
        pairs: the tokens of both sides.
        substitution_cost: the cost of a substitution; insertions and deletions cost 1.

    """
    preds, target = _encode(pairs)
    # A substitution that costs more than a deletion and an insertion is never made.
    distance = _distances(preds, target, (1, 1, min(substitution_cost, 2)))
    return PairDistances(distance, preds.lengths, target.lengths)


def counts(pairs: TokenPairs, costs: Costs) -> PairCounts:
    """Return the substitutions and hits of every pair.

    Args:
        pairs: the tokens of both sides.
        costs: see :func:`levmetrics.edits.kernel.pair_counts`.

    """
    preds, target = _encode(pairs)
    count = _unit_counts if costs == "unit" else _nist_counts
    return PairCounts(*count(preds, target), preds.lengths, target.lengths)


def edits(pairs: TokenPairs) -> PairEdits:
    """Return the edits of every pair.

    Args:
        pairs: the tokens of both sides.

    """
    preds, target = _encode(pairs)
    found = [_editops(*rows).as_list() for rows in zip(preds.rows, target.rows, strict=True)]
    edits = [*chain.from_iterable(found)]
    return PairEdits(
        np.repeat(np.arange(len(found)), [*map(len, found)]),
        np.array([KINDS.index(kind) for kind, _, _ in edits], np.int8),
        np.array([target for _, target, _ in edits], np.int64),
        np.array([pred for _, _, pred in edits], np.int64),
    )


def overlaps(
    pairs: TokenPairs, longest: int, with_subsequence: bool, with_lines: bool
) -> PairOverlaps:
    """Return what both sides of every pair have in common.

    Args:
        pairs: the tokens of both sides.
        longest: the most tokens of an n-gram.
        with_subsequence: whether common subsequences are computed; else they are 0.
        with_lines: the same of the unions over lines of words.

    """
    preds, target = _encode(pairs)
    ngrams = np.zeros((longest, len(target.rows)), np.int64)
    for i, (pred, reference) in enumerate(zip(preds.rows, target.rows, strict=True)):
        for n in range(1, longest + 1):
            ngrams[n - 1, i] = (_ngrams(pred, n) & _ngrams(reference, n)).total()
    subsequence, of_lines = np.zeros((2, len(target.rows)), np.int64)
    if with_subsequence:
        subsequence = _search(preds, target, rapidfuzz.distance.LCSseq.similarity)
    if with_lines:
        of_lines = _unions_of_lines(pairs)
    return PairOverlaps(ngrams, subsequence, of_lines, target.lengths, preds.lengths)


def _ngrams(row: _Row, n: int) -> Counter[tuple[Any, ...]]:
    return Counter(zip(*(row[i:] for i in range(n)), strict=False))


def _unions_of_lines(pairs: TokenPairs) -> IntArray:
    (preds, pred_starts), (target, target_starts) = map(lines_of, (pairs.preds, pairs.target))
    of_pair = pairs.pred_of_pair()
    rows = np.arange(len(pairs.target)) if of_pair is None else of_pair
    hits: IntArray = unions(TokenPairs(preds, target), pred_starts, target_starts, rows)[0]
    return hits


def lines_of(column: TokenColumn) -> tuple[WordColumn, IntArray]:
    r"""Return the lines of texts of words, which share their bytes, and where each text's start.

    >>> lines, starts = lines_of(WordColumn(Texts.of(["a b\nc", "", "d"])))
    >>> [*lines.rows()], starts
    ([['a', 'b'], ['c'], [], ['d']], array([0, 2, 3, 4]))

    """
    texts = cast("WordColumn", column).values
    ends = np.flatnonzero(texts.data == ord("\n"))
    offsets = np.sort(np.concatenate([texts.offsets, ends]), kind="stable")
    starts = np.arange(len(texts) + 1) + np.searchsorted(ends, texts.offsets)
    return WordColumn(Texts(texts.data, offsets)), starts


def unions(
    sentences: TokenPairs, pred_starts: IntArray, target_starts: IntArray, preds: IntArray
) -> IntArray:
    """Return the unions of the common subsequences of sentences, as the compiled kernel does.

    Args:
        sentences: the tokens of the sentences of predictions and references.
        pred_starts: where the sentences of each prediction start, and the last ones end.
        target_starts: the same for the references.
        preds: the prediction of each reference.

    """
    spoken, said = (side.rows for side in _encode(sentences))
    texts = [spoken[start:stop] for start, stop in pairwise(pred_starts.tolist())]
    found = np.zeros((3, len(preds)), np.int64)
    for i, (pred, (start, stop)) in enumerate(
        zip(preds.tolist(), pairwise(target_starts.tolist()), strict=True)
    ):
        reference, prediction = said[start:stop], texts[pred]
        hits = _union(reference, prediction)
        found[:, i] = hits, sum(map(len, reference)), sum(map(len, prediction))
    return found


def _union(target: Sequence[_Row], preds: Sequence[_Row]) -> int:
    """Return the tokens of a reference that are in common subsequences with any sentence.

    Args:
        target: the sentences of the reference.
        preds: those of the prediction.

    """
    left: Counter[Any] = Counter(chain.from_iterable(preds))
    hits = 0
    for sentence in target:
        seconds_left()
        for place in {place for pred in preds for place in common_places(sentence, pred)}:
            hits += left[sentence[place]] > 0
            left[sentence[place]] -= 1
    return hits


def common_places(target: _Row, pred: _Row) -> Iterator[int]:
    """Yield the places in the reference of one of the longest common subsequences, the last first.

    Of several, it is the one of rouge-score: from the end on, equal tokens are taken, and of others
    the prediction's is left out only where that makes the rest longer.

    Args:
        target: the reference.
        pred: the prediction.

    Source: Hyyrö, "Bit-parallel LCS-length computation revisited", AWOCA 2004.

    >>> [*common_places("abcd", "xbyd")]
    [3, 1]

    """
    matches: dict[Any, int] = {}
    for place, token in enumerate(target):
        matches[token] = matches.get(token, 0) | 1 << place
    # In each column, the rows down which the length of the common subsequence does not grow.
    bits = every = (1 << len(target)) - 1
    columns = []
    for token in pred:
        matching = matches.get(token, 0)
        bits = (bits + (bits & matching) | bits & ~matching) & every
        columns.append(bits)
    row, column = len(target), len(pred)
    while row and column:
        if target[row - 1] == pred[column - 1]:
            row -= 1
            column -= 1
            yield row
        elif columns[column - 1] >> row - 1 & 1:
            row -= 1
        else:
            column -= 1


def _encode(pairs: TokenPairs) -> tuple[_SideOfPairs, _SideOfPairs]:
    """Return predictions and references as rows in which equal tokens are equal characters."""
    if isinstance(pairs.preds, Characters):
        texts = pairs.preds.values, pairs.target.values
        preds, target = (_SideOfPairs([*side], side.lengths()) for side in texts)
    else:
        numbered, distinct = encoded(pairs.preds, pairs.target)
        preds, target = (
            _SideOfPairs(_sliced(side, len(distinct)), side.lengths) for side in numbered
        )
    of_pair = pairs.pred_of_pair()
    return (preds if of_pair is None else preds.take(of_pair)), target


def _sliced(side: NumberedRows, vocabulary: int) -> list[_Row]:
    """Return each row as a string, or as numbers if there are more tokens than characters."""
    tokens: _Row = (
        side.numbers.astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")
        if vocabulary <= _CODE_POINTS
        else side.numbers.tolist()
    )
    return [tokens[start:stop] for start, stop in pairwise(side.offsets.tolist())]


def _distances(
    preds: _SideOfPairs, target: _SideOfPairs, weights: tuple[int, int, int]
) -> IntArray:
    """Return the distances with these weights of insertions, deletions and substitutions."""
    options = {"score_hint": _EXPECTED_DISTANCE, "scorer_kwargs": {"weights": weights}}
    return _search(preds, target, rapidfuzz.distance.Levenshtein.distance, **options)


def _search(
    preds: _SideOfPairs, target: _SideOfPairs, scorer: Callable[..., int], **options: Any
) -> IntArray:
    """Return the score of every pair from a RapidFuzz scorer."""
    scores = rapidfuzz.process.cpdist(
        target.rows, preds.rows, scorer=scorer, dtype=np.int64, **options
    )
    return scores.astype(np.int64)  # NumPy has two types of 64-bit integers


def _editops(pred: _Row, target: _Row) -> rapidfuzz.distance.Editops:
    """Return the edits of one pair; a small distance shortens the search of long texts."""
    longer, largest = max(len(pred), len(target)), _EXPECTED_DISTANCE
    if longer <= _LONGEST_WITHOUT_HINT:
        return rapidfuzz.distance.Levenshtein.editops(target, pred)
    while longer > 4 * largest * _LENGTH_PER_HINT:
        largest *= 4
    distance = rapidfuzz.distance.Levenshtein.distance(
        target, pred, score_cutoff=largest, score_hint=_EXPECTED_DISTANCE
    )
    return rapidfuzz.distance.Levenshtein.editops(
        target, pred, score_hint=distance if distance <= largest else None
    )


def _unit_counts(preds: _SideOfPairs, target: _SideOfPairs) -> tuple[IntArray, IntArray]:
    """Return the substitutions and hits of every pair, with the fewest edits."""
    distance = _distances(preds, target, (1, 1, 1))
    # D - I is the difference of the lengths, so with k = min(D, I) it holds that S = distance -
    # |difference| - 2k and H = shorter length - S - k, which grows with k. No alignment is needed
    # if k can only be 0: if the distance is at most |difference| + 1, or no common subsequence is
    # longer than the hits at k = 0.
    surplus = distance - np.abs(target.lengths - preds.lengths)
    hits = np.minimum(preds.lengths, target.lengths) - surplus
    is_short = np.maximum(preds.lengths, target.lengths) <= _LONG
    undecided = surplus >= 2
    short = np.flatnonzero(undecided & is_short)
    common = _search(preds.take(short), target.take(short), rapidfuzz.distance.LCSseq.similarity)
    undecided[short[common <= hits[short]]] = False
    for i in np.flatnonzero(undecided).tolist():
        matching = _editops(preds.rows[i], target.rows[i]).as_matching_blocks()
        hits[i] = sum(block.size for block in matching)
    return preds.lengths + target.lengths - 2 * hits - distance, hits


def _nist_counts(preds: _SideOfPairs, target: _SideOfPairs) -> tuple[IntArray, IntArray]:
    """Return the substitutions and hits of every pair, in the alignment that sclite takes."""
    # One search finds the lowest cost and, among its alignments, the most substitutions: costs are
    # multiplied by a scale above the number of gaps, and each gap costs 1 more. Another with three
    # substitutions fewer has four gaps more, and costs the same.
    lengths = preds.lengths + target.lengths
    scale = int(lengths.max(initial=0)) + 1
    scaled = _distances(preds, target, (3 * scale + 1, 3 * scale + 1, 4 * scale))
    cost, gaps = scaled // scale, scaled % scale
    substitutions = (cost - 3 * gaps) // 4
    ties = np.flatnonzero(substitutions >= 3)
    tied = preds.take(ties), target.take(ties)
    fewest = _distances(*tied, (3 * scale, 3 * scale, 4 * scale + 1)) % scale
    for i in ties[fewest < substitutions[ties]].tolist():
        substitutions[i] = _sclites_substitutions(preds.rows[i], target.rows[i])
    # The hits follow from the cost 4 S + 3 (D + I) and the lengths N = H + S + D, P = H + S + I.
    return substitutions, (3 * lengths - 2 * substitutions - cost) // 6


def _sclites_substitutions(pred: _Row, target: _Row) -> int:
    """Return the substitutions of the alignment that sclite takes.

    Ties prefer, from the end on, a substitution or hit to an insertion, and these to a deletion.
    Each cell of the matrix has its cost and the substitutions on its path; rows are computed whole.
    """
    tokens = _numbers(pred)
    places, gaps = np.arange(len(tokens) + 1), 3 * np.arange(len(tokens) + 1)
    cost, substitutions = gaps, np.zeros_like(gaps)
    for token in _numbers(target).tolist():
        seconds_left()
        differs = tokens != token
        replaced, deleted = np.r_[cost[0] + 4, cost[:-1] + 4 * differs], cost + 3
        is_replaced = replaced <= deleted
        # A run of insertions begins at the cell whose cost, less the gaps up to it, is the lowest.
        start = np.minimum(replaced, deleted) - gaps
        lowest = np.minimum.accumulate(start)
        left = np.r_[start[0] + 1, lowest[:-1]]
        begins = np.where(is_replaced, start <= left, start < left)
        beginning = np.maximum.accumulate(np.where(begins, places, 0))
        before = np.r_[0, substitutions[:-1] + differs]
        substitutions = np.where(is_replaced, before, substitutions)[beginning]
        cost = lowest + gaps
    return int(substitutions[-1])


def _numbers(row: _Row) -> IntArray:
    """Return the tokens of a row as numbers."""
    return code_points(row) if isinstance(row, str) else np.array(row, np.int64)


class _Merge(NamedTuple):
    """Tokens of the reference that match tokens of the prediction; one side has a single one."""

    target_start: int
    target_end: int
    pred_start: int
    pred_end: int


class _Path(NamedTuple):
    """The best path to a cell: its cost, its edits, and its merges as linked pairs."""

    cost: int
    substitutions: int = 0
    deletions: int = 0
    insertions: int = 0
    merges: tuple[Any, ...] = ()


def merging_counts(pairs: TokenPairs, costs: Costs) -> PairCounts:
    """Return the substitutions and hits of every pair, as kaldialign counts them.

    Args:
        pairs: the tokens of both sides.
        costs: see :func:`levmetrics.edits.kernel.pair_counts`.

    """
    counts = np.zeros((4, len(pairs.target)), np.int64)
    for i, (pred, target) in enumerate(_rows(pairs)):
        path = _best_path(pred, target, costs, pairs.merges_compounds)
        hits = len(target) - path.substitutions - path.deletions
        pred_length = path.substitutions + hits + path.insertions
        counts[:, i] = path.substitutions, hits, pred_length, len(target)
    return PairCounts(*counts)


def merges(pairs: TokenPairs, costs: Costs) -> PairMerges:
    """Return the merges of every pair.

    Args:
        pairs: the words of both sides.
        costs: see :func:`levmetrics.edits.kernel.pair_counts`.

    """
    found: list[tuple[int, ...]] = []
    for i, (pred, target) in enumerate(_rows(pairs)):
        left, of_pair = _best_path(pred, target, costs, True).merges, []
        while left:
            left, merge = left
            of_pair.append((i, *merge))
        found += reversed(of_pair)
    return PairMerges(*np.array(found, np.int64).reshape(-1, len(PairMerges._fields)).T)


def _rows(pairs: TokenPairs) -> Iterator[tuple[list[Any], list[Any]]]:
    """Return the tokens of each pair, as in the columns."""
    pairs = pairs.each_reference()
    return zip(pairs.preds.rows(), pairs.target.rows(), strict=True)


def _best_path(pred: Sequence[Any], target: Sequence[Any], costs: Costs, are_merged: bool) -> _Path:
    """Return the path of the lowest cost.

    Ties prefer, from the end on, an insertion to a deletion, these to a substitution or hit, and
    all to a merge.
    """
    gap, replacement = weights(costs)
    ending = _merges_by_end(pred, target) if are_merged else {}
    rows: list[list[_Path]] = []
    for i in range(len(target) + 1):
        row: list[_Path] = []
        rows.append(row)
        for j in range(len(pred) + 1):
            if i and j:
                best = _step(rows[i - 1], row, j, target[i - 1] == pred[j - 1], gap, replacement)
            else:
                best = _Path((i + j) * gap, deletions=i, insertions=j)
            for merge in ending.get((i, j), ()):
                before = rows[merge.target_start][merge.pred_start]
                if before.cost < best.cost:
                    best = before._replace(merges=(before.merges, merge))
            row.append(best)
    return rows[-1][-1]


def _step(
    above: list[_Path], row: list[_Path], j: int, is_equal: bool, gap: int, replacement: int
) -> _Path:
    inserted, deleted, replaced = row[j - 1], above[j], above[j - 1]
    cost = replaced.cost if is_equal else replaced.cost + replacement
    if cost < min(inserted.cost, deleted.cost) + gap:
        substitutions = replaced.substitutions + (not is_equal)
        return replaced._replace(cost=cost, substitutions=substitutions)
    if deleted.cost < inserted.cost:
        return deleted._replace(cost=deleted.cost + gap, deletions=deleted.deletions + 1)
    return inserted._replace(cost=inserted.cost + gap, insertions=inserted.insertions + 1)


def _merges_by_end(
    pred: Sequence[str], target: Sequence[str]
) -> dict[tuple[int, int], list[_Merge]]:
    """Return all possible merges by the matrix cell in which each ends."""
    ending: dict[tuple[int, int], list[_Merge]] = {}
    for start, end, place in _runs(target, pred):
        merge = _Merge(start, end, place, place + 1)
        ending.setdefault((end, place + 1), []).append(merge)
    for start, end, place in _runs(pred, target):
        merge = _Merge(place, place + 1, start, end)
        ending.setdefault((place + 1, end), []).append(merge)
    return ending


def _runs(side: Sequence[str], other: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Yield the start and end of words of a side, and the index of the other side's joined word."""
    places: dict[str, list[int]] = {}
    for place, word in enumerate(other):
        places.setdefault(word, []).append(place)
    longest = max(map(len, other), default=0)
    for start in range(len(side)):
        for end, joined in enumerate(accumulate(side[start:]), start + 1):
            if len(joined) > longest:
                break
            if end > start + 1:
                yield from ((start, end, place) for place in places.get(joined, ()))


def tiles(
    text: str, lines: Sequence[str], is_preferred: npt.NDArray[np.bool_]
) -> tuple[int, IntArray]:
    """Return the tiling of a text, as :func:`levmetrics.edits.compiled.tiles` does."""
    characters, rows = code_points(text), [*map(code_points, lines)]
    costs, line_of = _costs_of_lines(characters, rows)
    found, end = [], len(text)
    while end:
        line = int(line_of[end])
        start = end - 1
        if line >= 0:
            start = _start_of_line(characters, rows[line], end, costs, is_preferred)
            found.append((start, end, line))
        end = start
    return int(costs[-1]), np.array(found[::-1], np.int64).reshape(-1, 3)


def _costs_of_lines(text: IntArray, lines: Sequence[IntArray]) -> tuple[IntArray, IntArray]:
    """Return the fewest edits of each prefix of a text, and its last line, or -1.

    The columns of all lines' edit matrices are one array, the longest line first; each column
    begins with the costs of the text.
    """
    order = sorted((i for i, line in enumerate(lines) if len(line)), key=lambda i: -len(lines[i]))
    costs, line_of = np.arange(len(text) + 1), np.full(len(text) + 1, -1)
    if not order:
        return costs, line_of
    rows = np.concatenate([np.r_[-1, lines[i]] for i in order])
    sizes = np.array([len(lines[i]) + 1 for i in order])
    last = np.cumsum(sizes) - 1
    top = last - sizes + 1
    depth = np.arange(len(rows)) - np.repeat(top, sizes)
    # With this subtracted, the costs of a line are below those of all lines before it.
    below = depth + np.repeat(np.arange(len(order)), sizes) * (len(text) + 2 * sizes[0])
    column = depth
    for j, character in enumerate(text.tolist(), 1):
        seconds_left()
        column = _next_column(column, rows != character, top, below)
        line = int(column[last].argmin())
        least = int(column[last[line]])
        costs[j] = costs[j - 1] + 1
        if least < costs[j]:
            costs[j], line_of[j] = least, order[line]
            column = np.minimum(column, least + depth)
    return costs, line_of


def _next_column(
    column: IntArray, differs: npt.NDArray[np.bool_], top: IntArray, below: IntArray
) -> IntArray:
    """Return the next column of stacked edit matrices, whose top rows grow by 1."""
    costs = column + 1
    np.minimum(costs[1:], column[:-1] + differs[1:], out=costs[1:])
    costs[top] = column[top] + 1
    found: IntArray = np.minimum.accumulate(costs - below) + below
    return found


def _start_of_line(
    text: IntArray,
    line: IntArray,
    end: int,
    costs: IntArray,
    is_preferred: npt.NDArray[np.bool_],
) -> int:
    """Return the first preferred start among a tile's cheapest starts, or else the first one."""
    size = len(line)
    rows, depth, top = np.r_[-1, line[::-1]], np.arange(size + 1), np.zeros(1, np.int64)
    found, is_good, column = end, False, depth
    for start in range(end - 1, -1, -1):
        # Characters beyond the line's length are insertions, and those before cost at most 1 each.
        if costs[start] + end - start - size > costs[end]:
            break
        seconds_left()
        column = _next_column(column, rows != text[start], top, depth)
        is_cheapest = costs[start] + column[-1] == costs[end]
        if is_cheapest and (is_preferred[start] or not is_good):
            found, is_good = start, bool(is_preferred[start])
    return found


def code_points(text: str) -> IntArray:
    """Return the code points of a text.

    >>> code_points("aあ")
    array([   97, 12354])
    """
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4").astype(np.int64)
