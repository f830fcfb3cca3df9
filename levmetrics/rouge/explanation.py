"""What a prediction shares with its reference, and the n-grams that are missing or surplus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np

from levmetrics.alignment.alignment import TokenAlignment
from levmetrics.alignment.explanation import Code, Confusions, Words
from levmetrics.alignment.operations import Kind, Operation
from levmetrics.edits.numbering import NumberedRows, numbered_rows
from levmetrics.edits.pairs import TokenPairs
from levmetrics.edits.portable import common_places
from levmetrics.inputs.arrays import IntArray, ranges
from levmetrics.rendering.labels import Name, percent
from levmetrics.rendering.table import Cell, Table, printed, whole, written
from levmetrics.rendering.text import token_text
from levmetrics.rendering.worded_tables import worded_tables

Ngram = tuple[Any, ...]
_MOST_SHARED = 30  # n-grams of a type in a table


class Shares(NamedTuple):
    """F-measure, precision and recall of one type, each in [0, 1]."""

    f: float
    precision: float
    recall: float


@dataclass(frozen=True)
class RougeAlignment(TokenAlignment):
    """A longest common subsequence of a sample, the n-grams that both sides share, and the scores.

    Of several longest subsequences it is the one of rouge-score.

    Attributes:
        shares: the scores of the sample by type; each type has a reference of its own that is best.
        shared: the n-grams that both sides share, by their size, with how often they do.

    >>> from levmetrics import score
    >>> print(score(["the cat sat"], ["the cat is on the mat"], "rouge:2").alignment(0))
    REF: the cat is  on  the mat ***
    HYP: the cat *** *** *** *** sat
                 D   D   D   D   I
    measure   shared         F1   precision    recall
    ─────────────────────────────────────────────────
    ROUGE-2   the cat   28.57 %     50.00 %   20.00 %

    """

    shares: Mapping[str, Shares] = field(default_factory=dict)
    shared: Mapping[int, Counter[Ngram]] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        pred: Sequence[Hashable],
        target: Sequence[Hashable],
        reference: int,
        shares: Mapping[str, Shares],
        orders: Iterable[int],
    ) -> RougeAlignment:
        """Return the alignment of a prediction with the reference that counted.

        Args:
            pred: the tokens of the prediction.
            target: the tokens of the reference.
            reference: the index of the reference, from 0.
            shares: the scores of the sample by type.
            orders: the sizes of the n-grams that are scored.

        """
        shared = {n: ngrams(pred, n) & ngrams(target, n) for n in orders}
        operations = tuple(_operations(pred, target))
        return cls(tuple(pred), tuple(target), operations, reference, shares, shared)

    def __str__(self) -> str:
        """Return the alignment drawn as text, and the scores below it."""
        return f"{super().__str__()}\n{printed(self.table())}".rstrip()

    def to_html(self, words: Words | None = None) -> str:
        """Return the alignment and the scores as self-contained HTML.

        Args:
            words: labels in another language.

        """
        return super().to_html(words) + worded_tables([self.table()], words)

    def markup(self, words: Words | None = None) -> str:
        """Return the alignment and the scores as HTML for a report.

        Args:
            words: labels in another language.

        """
        return super().markup(words) + worded_tables([self.table()], words)

    def code(self, reference: str, prediction: str) -> Code | None:
        """Return ``None``: only HTML has the scores."""
        return None

    def to_dict(self) -> dict[str, Any]:
        """Return the alignment, the scores and the shared n-grams, ready for JSON."""
        return {
            **super().to_dict(),
            "scores": {name: share._asdict() for name, share in self.shares.items()},
            "shared": {
                str(n): [[list(ngram), times] for ngram, times in found.items()]
                for n, found in self.shared.items()
            },
        }

    def table(self) -> Table:
        """Return a table with a row for each type: what both sides share, and the scores."""
        rows: list[Sequence[Cell]] = []
        for name, share in self.shares.items():
            kind = name.removeprefix("rouge")
            found = self.shared[int(kind)] if kind.isdigit() else self._common
            rows.append([f"ROUGE-{kind}", _listed(found), *_cells(share)])
        return Table("ROUGE", ["measure", "shared"], ["F1", "precision", "recall"], rows)

    @property
    def _common(self) -> Counter[Ngram]:
        """The runs of the common subsequence."""
        return Counter(each.target for each in self.operations if each.kind == "equal")


def _cells(share: Shares) -> Iterator[Cell]:
    return (written(value, percent) for value in share)


def _listed(found: Counter[Ngram]) -> str:
    """Return n-grams as a list, with how often both sides share one if it is more than once."""
    said = [
        _said(ngram) + (f" ×{times}" if times > 1 else "")
        for ngram, times in [*found.items()][:_MOST_SHARED]
    ]
    left = len(found) - len(said)
    return " · ".join([*said, *([f"+{left:,}"] if left else [])])


def _said(ngram: Ngram) -> str:
    return " ".join(token_text(str(token)) for token in ngram)


def ngrams(tokens: Sequence[Hashable], n: int) -> Counter[Ngram]:
    """Return the n-grams of tokens with how often each occurs.

    >>> ngrams(["a", "b", "a", "b"], 2)
    Counter({('a', 'b'): 2, ('b', 'a'): 1})
    """
    return Counter(zip(*(tokens[i:] for i in range(n)), strict=False))


def _operations(pred: Sequence[Hashable], target: Sequence[Hashable]) -> Iterator[Operation]:
    """Yield the operations of a longest common subsequence: equal, missing and surplus tokens."""
    numbers: dict[Hashable, int] = {}
    rows = [[numbers.setdefault(token, len(numbers)) for token in side] for side in (target, pred)]
    kept = [*common_places(*rows)][::-1]
    pairs: list[tuple[int, int]] = []
    after = 0
    for place in kept:
        after = rows[1].index(rows[0][place], after) + 1
        pairs.append((place, after - 1))
    i = j = 0
    for _, run in groupby(enumerate(pairs), _distances):
        (_, (target_start, pred_start)), *others = run
        yield from _between(target, pred, (i, target_start), (j, pred_start))
        i, j = target_start + len(others) + 1, pred_start + len(others) + 1
        yield _operation("equal", target, pred, (target_start, i), (pred_start, j))
    yield from _between(target, pred, (i, len(target)), (j, len(pred)))


def _distances(numbered: tuple[int, tuple[int, int]]) -> tuple[int, int]:
    """Return what is equal for pairs of places that follow each other on both sides."""
    number, (target, pred) = numbered
    return target - number, pred - number


def _between(
    target: Sequence[Hashable],
    pred: Sequence[Hashable],
    missing: tuple[int, int],
    surplus: tuple[int, int],
) -> Iterator[Operation]:
    """Yield the operations between two runs that both sides share."""
    if missing[0] < missing[1]:
        yield _operation("delete", target, pred, missing, (surplus[0], surplus[0]))
    if surplus[0] < surplus[1]:
        yield _operation("insert", target, pred, (missing[1], missing[1]), surplus)


def _operation(
    kind: Kind,
    target: Sequence[Hashable],
    pred: Sequence[Hashable],
    of_target: tuple[int, int],
    of_pred: tuple[int, int],
) -> Operation:
    sides = tuple(pred[slice(*of_pred)]), tuple(target[slice(*of_target)])
    return Operation(kind, *of_pred, *of_target, *sides)


@dataclass(frozen=True, repr=False)
class NgramConfusions(Confusions):
    """The n-grams that predictions lack or have beyond their references, most frequent first.

    Ties are sorted by the n-gram.

    Attributes:
        missing: n-grams of the references, each with how often predictions lack it.
        surplus: n-grams of the predictions, each with how often references lack it.

    >>> from levmetrics import score
    >>> found = score(["a b b", "a"], ["a b c", "c"], "rouge:1").confusions()
    >>> found.missing, found.surplus
    (((('c',), 2),), ((('a',), 1), (('b',), 1)))

    """

    missing: tuple[tuple[Ngram, int], ...]
    surplus: tuple[tuple[Ngram, int], ...]

    name = Name("N-grams", "Missing and surplus n-grams")
    most_rows = 20

    def __repr__(self) -> str:
        tables = (f"{table.caption}\n{printed(table)}" for table in self.tables())
        return "\n".join(tables) or "NgramConfusions()"

    @classmethod
    def added(cls, parts: Iterable[NgramConfusions]) -> NgramConfusions:
        """Return the sum of the n-grams of all parts of a corpus, each of which must be complete.

        >>> one = NgramConfusions(((("a",), 1),), ())
        >>> NgramConfusions.added([one, one]).missing
        ((('a',), 2),)

        """
        missing: Counter[Ngram] = Counter()
        surplus: Counter[Ngram] = Counter()
        for part in parts:
            missing.update(dict(part.missing))
            surplus.update(dict(part.surplus))
        return cls(_first(missing, None), _first(surplus, None))

    def to_dict(self, n: int | None = None) -> dict[str, Any]:
        """Return the ``n`` most frequent n-grams of each kind, or all, as lists of tokens."""
        return {
            kind: [[list(ngram), times] for ngram, times in found[:n]]
            for kind, found in vars(self).items()
        }

    def rows(self) -> list[tuple[str, str, str, int]]:
        """Return a row for each n-gram: its kind, the n-gram on its side, and the count."""
        return [
            *(("missing", _joined(ngram), "", times) for ngram, times in self.missing),
            *(("surplus", "", _joined(ngram), times) for ngram, times in self.surplus),
        ]

    def tables(self, n: int | None = None) -> list[Table]:
        """Return a table for each kind that occurs, with the ``n`` most frequent, or all."""
        return [
            Table(
                caption,
                ["n-gram"],
                ["times"],
                [[_said(ngram), whole(times)] for ngram, times in found[:n]],
                bars="times",
            )
            for caption, found in (
                ("Missing n-grams", self.missing),
                ("Surplus n-grams", self.surplus),
            )
            if found
        ]


def _joined(ngram: Ngram) -> str:
    return " ".join(map(str, ngram))


def _first(counts: Mapping[Ngram, int], n: int | None) -> tuple[tuple[Ngram, int], ...]:
    """Return the ``n`` most frequent n-grams; a short one comes before a long one of as many."""
    order = sorted(counts.items(), key=lambda item: (-item[1], len(item[0]), [*map(str, item[0])]))
    return tuple(order[:n])


def count_ngrams(pairs: TokenPairs, orders: Iterable[int], n: int | None) -> NgramConfusions:
    """Count the n-grams of all samples that only one side has, or has more often.

    Args:
        pairs: the tokens of both sides, with one reference for each sample.
        orders: the sizes of the n-grams.
        n: the number of n-grams to return of each kind; ``None``: all.

    """
    sides, tokens = numbered_rows(pairs.target, pairs.preds)
    missing: dict[Ngram, int] = {}
    surplus: dict[Ngram, int] = {}
    for order in orders:
        places = [_places(side, order) for side in sides]
        codes, starts = _coded([side.numbers for side in sides], places, order)
        rows = [
            np.searchsorted(side.offsets, place, side="right") - 1
            for side, place in zip(sides, places, strict=True)
        ]
        both = np.concatenate(rows) * (codes.max(initial=0) + 1) + codes
        of_sample, first, inverse = np.unique(both, return_index=True, return_inverse=True)
        is_pred = np.arange(len(both)) >= len(places[0])
        counts = [
            np.bincount(inverse[chosen], minlength=len(of_sample)) for chosen in (~is_pred, is_pred)
        ]
        for found, more in ((missing, counts[0] - counts[1]), (surplus, counts[1] - counts[0])):
            totals = np.zeros(len(starts), np.int64)
            np.add.at(totals, codes[first], np.maximum(more, 0))
            for code in np.flatnonzero(totals).tolist():
                side, place = starts[code]
                row = sides[side].numbers[place : place + order].tolist()
                found[tuple(pairs.token(tokens[number]) for number in row)] = int(totals[code])
    return NgramConfusions(_first(missing, n), _first(surplus, n))


def _places(rows: NumberedRows, order: int) -> IntArray:
    """Return where the n-grams of all rows begin, among all tokens."""
    counts = np.maximum(rows.lengths - order + 1, 0)
    return ranges(rows.offsets[:-1], counts)


def _coded(
    numbers: Sequence[IntArray], places: Sequence[IntArray], order: int
) -> tuple[IntArray, list[tuple[int, int]]]:
    """Return a number for each n-gram of both sides, equal for equal n-grams.

    Returns:
        The numbers, and for each the side and the place of one such n-gram.

    """
    first = np.zeros(0, np.int64)
    codes = np.zeros(sum(map(len, places)), np.int64)
    for i in range(order):
        tokens = np.concatenate(
            [side[place + i] for side, place in zip(numbers, places, strict=True)]
        )
        joined = codes * (tokens.max(initial=0) + 1) + tokens
        _, first, codes = np.unique(joined, return_index=True, return_inverse=True)
    split = len(places[0])
    starts = [
        (0, int(places[0][i])) if i < split else (1, int(places[1][i - split]))
        for i in first.tolist()
    ]
    return codes, starts
