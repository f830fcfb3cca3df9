"""Reading order: puts the blocks of a predicted page in the order of the reference.

1. Both texts are split at line ends; lines of nothing but white space are not matched.
2. Lines are assigned to each other so that the sum of the edit distances of pairs and the lengths
  of lines without a partner is minimal (the assignment problem).
3. Lines are cut where lines of the other text start or end in them, and the pieces are assigned in
  the same way, since one side may join two lines of the other. Lines that are the same on both
  sides are not cut. Nothing is cut if whole lines already reach the lower bound of all orders, the
  number of characters that only one side has.
4. The pieces of the prediction are put in the order of their partners; a piece without a partner
  stays after the piece that it follows. The result is the nearest to the reference of three texts:
  the prediction, its order by whole lines, and its order by pieces.

Assignments and distances are optimal; the cuts are those of an optimal reading
(:func:`levmetrics.edits.tiles.line_tiles`). So the resulting distance is reached by an order of
blocks: it is an upper bound of the minimum over all orders.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import compress, pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from levmetrics.edits.tiles import line_tiles
from levmetrics.errors import InputError
from levmetrics.inputs.arrays import IntArray
from levmetrics.lazy import rapidfuzz
from levmetrics.system.extras import PackageOfExtra
from levmetrics.system.work import seconds_left

optimize = PackageOfExtra("scipy.optimize", "the best order of blocks", "ocr")
_PAIRS_AT_ONCE = 250_000  # pairs that are computed between two checks for cancellation
_MOST_PAIRS = 5_000**2  # pairs of lines, which take 24 bytes each
_EXACT = 2**53  # below it, floats represent whole numbers exactly


class Block(NamedTuple):
    """A contiguous part of both texts of a page.

    Attributes:
        start: the start in the prediction, in characters.
        end: the end in the prediction.
        reference_start: the start of its partner in the reference.
        reference_end: the end of its partner; both are 0 without a partner.

    """

    start: int
    end: int
    reference_start: int
    reference_end: int


@dataclass(frozen=True)
class Reordered:
    """A prediction with its blocks in the order of the reference.

    Attributes:
        text: the prediction in that order. White space between blocks that were not adjacent is
            taken from the reference.
        blocks: the blocks, in the order of the prediction.

    """

    text: str
    blocks: list[Block]


def reordered(reference: str, prediction: str) -> Reordered | None:
    r"""Return a prediction with its blocks in the order of the reference.

    Args:
        reference: the text of the page.
        prediction: the recognised text.

    Returns:
        The prediction in the order nearest to the reference, by edit distance of characters;
        ``None`` if no order was found that is nearer than its own.

    Raises:
        InputError: for a page with too many lines, whose pairs fill memory: 5,000 per side.

    >>> reordered("one\ntwo\nthree\nfour", "one three\ntwo four").text
    'one\ntwo\nthree\nfour'
    >>> reordered("one\ntwo", "one\nto")

    """
    if reference == prediction:
        return None
    pages = _lines(reference), _lines(prediction)
    if _pairs_of(*pages) > _MOST_PAIRS:
        raise InputError("pages.too_many_lines", lines=max(len(page.spans) for page in pages))
    found = [_assigned(*pages)]
    if found[0].cost > _least_cost(reference, prediction):
        cut = _cut_at_lines(found[0])
        if cut != pages and _pairs_of(*cut) <= _MOST_PAIRS:
            found.append(_assigned(*cut))
    return _nearest(reference, prediction, [_arranged(assignment) for assignment in found])


def _pairs_of(reference: _Page, prediction: _Page) -> int:
    return len(reference.spans) * len(prediction.spans)


def _nearest(
    reference: str, prediction: str, found: Sequence[Reordered | None]
) -> Reordered | None:
    """Return the text nearest to the reference; ``None`` stands for the prediction itself."""
    texts = {prediction: None, **{order.text: order for order in found if order is not None}}
    if len(texts) == 1:
        return None
    nearest, least = prediction, len(reference) + len(prediction)
    # The last text is usually near, which bounds the other searches.
    for text in reversed([*texts]):
        seconds_left()
        distance = rapidfuzz.distance.Levenshtein.distance(reference, text, score_cutoff=least)
        if distance <= least:
            nearest, least = text, distance
    return texts[nearest]


# ---------------------------------------------------------------------------------------------
# Pages and their pieces
# ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Page:
    """A text with the starts and ends of its pieces, which only white space separates."""

    text: str
    spans: list[tuple[int, int]]

    def pieces(self) -> list[str]:
        return [self.text[start:end] for start, end in self.spans]

    def gap(self, piece: int) -> str:
        """Return the text between a piece and the one before it."""
        return self.text[self.spans[piece - 1][1] : self.spans[piece][0]]

    def cut(self, places: dict[int, list[int]]) -> _Page:
        """Return the page with its pieces cut at these places."""
        spans = enumerate(self.spans)
        return _Page(
            self.text,
            [part for i, span in spans for part in self._parts(*span, places.get(i, []))],
        )

    def _parts(self, start: int, end: int, places: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Yield the parts of a piece, without white space at the cuts."""
        bounds = [start, *(start + place for place in places), end]
        for left, right in pairwise(bounds):
            part = self.text[left:right]
            before = len(part) - len(part.lstrip()) if left > start else 0
            behind = len(part) - len(part.rstrip()) if right < end else 0
            if before + behind < len(part):
                yield left + before, right - behind


def _lines(text: str) -> _Page:
    r"""Return a text's non-blank lines, without ``"\n"`` or ``"\r\n"``."""
    spans, start = [], 0
    for line in text.split("\n"):
        if line and not line.isspace():
            spans.append((start, start + len(line.removesuffix("\r"))))
        start += len(line) + 1
    return _Page(text, spans)


def _cut_at_lines(assignment: _Assignment) -> tuple[_Page, _Page]:
    """Return both pages with lines cut where lines of the other page start or end in them.

    Lines that are the same on both sides are not cut, and cut no others.
    """
    reference, prediction = assignment.reference, assignment.prediction
    targets, preds = reference.pieces(), prediction.pieces()
    partner = _twins(targets, preds)
    twins = {*partner}
    ours = {i: piece for i, piece in enumerate(targets) if i not in twins}
    theirs = {i: piece for i, piece in enumerate(preds) if partner[i] < 0}
    return (
        reference.cut(_cuts(ours, [*theirs.values()])),
        prediction.cut(_cuts(theirs, [*ours.values()])),
    )


def _cuts(lines: dict[int, str], others: Sequence[str]) -> dict[int, list[int]]:
    """Return the places within each line where other lines start or end.

    Args:
        lines: the lines by number.
        others: the other lines, used in any order and any number of times.

    """
    if not lines or not others:
        return {}
    seconds_left()
    ended = [line + "\n" for line in lines.values()]
    places = _ends_of_lines("".join(ended), [other + "\n" for other in others])
    bounds = np.cumsum([0, *map(len, ended)])
    row = np.searchsorted(bounds, places, "right") - 1
    within = (places > bounds[row]) & (places < bounds[1:].take(row, mode="clip") - 1)
    numbers, cuts = [*lines], dict[int, list[int]]()
    for i, place in zip(row[within].tolist(), (places - bounds[row])[within].tolist(), strict=True):
        cuts.setdefault(numbers[i], []).append(place)
    return cuts


def _ends_of_lines(text: str, lines: Sequence[str]) -> IntArray:
    """Return the sorted places where lines start and end in a text.

    Only lines of which half is right count: an absent line can be placed wherever it costs less
    than inserted characters, which is nearly anywhere.
    """
    tiles = line_tiles(text, lines)
    spans = [*zip(tiles.start.tolist(), tiles.end.tolist(), strict=True)]
    is_near = [
        2 * rapidfuzz.distance.Levenshtein.distance(text[start:end], lines[line])
        <= len(lines[line])
        for (start, end), line in zip(spans, tiles.line.tolist(), strict=True)
    ]
    places = {place for span in compress(spans, is_near) for place in span}
    return np.array(sorted(places), np.int64)


# ---------------------------------------------------------------------------------------------
# The assignment
# ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Assignment:
    """An assignment of the prediction's pieces to the reference's pieces.

    Attributes:
        reference: the reference page.
        prediction: the predicted page.
        partner: the reference piece of each predicted piece, or -1.
        cost: the sum of the distances of pairs and the lengths of pieces without a partner.

    """

    reference: _Page
    prediction: _Page
    partner: list[int]
    cost: int


def _assigned(reference: _Page, prediction: _Page) -> _Assignment:
    """Return an assignment of minimal cost; of several, one with partners at similar places.

    Some minimal assignment pairs equal pieces: if a = b, a is assigned to y and b to x, then the
    distance of x and y is at most d(x, b) + d(a, y), by the triangle inequality. A missing partner
    counts as empty.
    """
    targets, preds = reference.pieces(), prediction.pieces()
    partner = _twins(targets, preds)
    twins = {*partner}
    rows = [i for i in range(len(targets)) if i not in twins]
    columns = [i for i in range(len(preds)) if partner[i] < 0]
    left = [targets[i] for i in rows], [preds[i] for i in columns]
    cost = sum(map(len, left[0])) + sum(map(len, left[1]))
    if rows and columns:
        saved = _saved(*left)
        for row, column in _best_pairs(saved, rows, columns):
            partner[columns[column]] = rows[row]
            cost -= int(saved[row, column])
    _deal_copies(partner, targets, preds)
    return _Assignment(reference, prediction, partner, cost)


def _twins(targets: Sequence[str], preds: Sequence[str]) -> list[int]:
    """Return the equal partner of each predicted piece, or -1.

    >>> _twins(["a", "b", "a"], ["c", "a", "a", "a"])
    [-1, 0, 2, -1]
    """
    places: dict[str, list[int]] = {}
    for i in range(len(targets) - 1, -1, -1):
        places.setdefault(targets[i], []).append(i)
    return [left.pop() if (left := places.get(pred)) else -1 for pred in preds]


def _saved(targets: Sequence[str], preds: Sequence[str]) -> npt.NDArray[np.int32]:
    """Return how much each pair costs less than two unpaired pieces: [target, pred].

    This is never less than the length of the shorter piece.
    """
    step = max(1, _PAIRS_AT_ONCE // len(preds))
    lengths = [np.array([*map(len, side)], np.int32) for side in (targets, preds)]
    saved: npt.NDArray[np.int32] = np.add.outer(*lengths)
    for start in range(0, len(targets), step):
        seconds_left()
        part = slice(start, start + step)
        saved[part] -= rapidfuzz.process.cdist(
            targets[part], preds, scorer=rapidfuzz.distance.Levenshtein.distance, dtype=np.int32
        )
    seconds_left()
    return saved


def _best_pairs(
    saved: npt.NDArray[np.int32], rows: Sequence[int], columns: Sequence[int]
) -> Iterator[tuple[int, int]]:
    """Yield the pairs that save the most; of several choices, one with pairs at similar places.

    All pieces of the smaller side are paired, since each pair saves something.

    Args:
        saved: the savings of each pair, less than 2**52 in total.
        rows: the places of the reference pieces. Squared distances to their partners' places decide
            ties, as finely as the numbers allow.
        columns: the places of the predicted pieces.

    """
    pairs = min(saved.shape)
    costs = np.subtract.outer(np.array(rows, np.float64), columns) ** 2
    # The algorithm adds the costs of at most twice as many pairs, which must be exact.
    largest_scale = _EXACT // (2 * pairs * (int(saved.max()) + 1))
    costs //= max(1, -(-pairs * int(costs.max()) // max(1, largest_scale - 1)))
    costs -= (pairs * int(costs.max()) + 1.0) * saved
    best = optimize.linear_sum_assignment(costs)
    yield from zip(*(side.tolist() for side in best), strict=True)


def _deal_copies(partner: list[int], targets: Sequence[str], preds: Sequence[str]) -> None:
    """Reassign repeated pieces among their copies, so that adjacent pieces have adjacent partners.

    >>> partner = [0, 2, 1, 4]
    >>> _deal_copies(partner, ["a", "-", "b", "-", "c", "-"], ["a", "b", "-", "c"])
    >>> partner
    [0, 2, 3, 4]

    Args:
        partner: the partner of each predicted piece, which is changed.
        targets: the reference pieces.
        preds: the predicted pieces.

    """
    copies = [Counter(side) for side in (targets, preds)]
    several = {piece for piece in copies[0].keys() & copies[1] if max(c[piece] for c in copies) > 1}
    is_copy = [
        pred in several and (mine < 0 or targets[mine] == pred)
        for pred, mine in zip(preds, partner, strict=True)
    ]
    taken = {mine for mine, copy in zip(partner, is_copy, strict=True) if not copy}
    free = {i for i, target in enumerate(targets) if target in several and i not in taken}
    waiting = [i for i, copy in enumerate(is_copy) if copy]
    for i in waiting:
        partner[i] = -1
    for step, order in ((1, waiting), (-1, waiting[::-1])):
        for i in order:
            neighbour = i - step
            after = partner[neighbour] + step if 0 <= neighbour < len(preds) else -1
            if partner[i] < 0 and after in free and targets[after] == preds[i]:
                partner[i] = after
                free.remove(after)
    rest = [i for i in waiting if partner[i] < 0]
    places = sorted(free)
    for i, twin in zip(
        rest, _twins([targets[k] for k in places], [preds[i] for i in rest]), strict=True
    ):
        partner[i] = places[twin] if twin >= 0 else -1


def _least_cost(reference: str, prediction: str) -> int:
    """Return a lower bound of the cost for any order and any cuts of lines.

    Every edit adds a character, removes one, or does both.

    >>> _least_cost("abc", "c b xx")
    2
    """
    target, pred = (Counter("".join(side.split())) for side in (reference, prediction))
    return max((target - pred).total(), (pred - target).total())


# ---------------------------------------------------------------------------------------------
# The text in the other order
# ---------------------------------------------------------------------------------------------


def _arranged(assignment: _Assignment) -> Reordered | None:
    """Return the prediction in the order of its partners; ``None`` if that is its own order."""
    after, key = -1, []
    for mine in assignment.partner:
        after = mine if mine >= 0 else after  # without a partner, after the previous
        key.append(after)
    order = sorted(range(len(key)), key=key.__getitem__)
    if order == [*range(len(key))]:
        return None
    runs = [*_runs(order)]
    blocks = [_block(assignment, run) for run in runs]
    page = assignment.prediction
    parts = [page.text[: page.spans[0][0]]]
    last = None  # the partner of the piece before
    for run, block in zip(runs, blocks, strict=True):
        if last is not None:
            parts.append(_gap_between(assignment.reference, last, key[run.start]))
        parts.append(page.text[block.start : block.end])
        last = key[run.stop - 1]
    parts.append(page.text[page.spans[-1][1] :])
    return Reordered("".join(parts), sorted(blocks))


def _gap_between(page: _Page, before: int, after: int) -> str:
    """Return the text between two pieces.

    If other pieces are between them, it is the first gap with a line end, or else the last gap.
    """
    gaps = [page.gap(piece) for piece in range(before + 1, after + 1) if piece > 0]
    return next((gap for gap in gaps if "\n" in gap), gaps[-1] if gaps else "\n")


def _runs(order: Sequence[int]) -> Iterator[range]:
    """Yield the ranges of consecutive numbers.

    >>> [*_runs([2, 3, 0, 1])]
    [range(2, 4), range(0, 2)]
    """
    starts = [i for i in range(len(order)) if i == 0 or order[i] != order[i - 1] + 1]
    for start, end in pairwise([*starts, len(order)]):
        yield range(order[start], order[end - 1] + 1)


def _block(assignment: _Assignment, run: range) -> Block:
    """Return the block of pieces that are consecutive in both texts."""
    partners = [mine for i in run if (mine := assignment.partner[i]) >= 0]
    spans, own = assignment.reference.spans, assignment.prediction.spans
    start, end = own[run.start][0], own[run.stop - 1][1]
    if not partners:
        return Block(start, end, 0, 0)
    last, taken = partners[-1] + 1, {*assignment.partner}
    while last < len(spans) and last not in taken:  # absent from the prediction
        last += 1
    return Block(start, end, spans[partners[0]][0], spans[last - 1][1])
