"""Token pairs: the token columns of both sides, and the arrays that a kernel returns."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from levmetrics.inputs.arrays import IntArray
from levmetrics.inputs.tokens import TokenColumn


@dataclass(frozen=True)
class TokenPairs:
    """The token columns of predictions and their references.

    Attributes:
        preds: the predictions, one row for each sample.
        target: the references, one row for each pair.
        offsets: int64, shape ``(samples + 1,)``: sample ``i`` is paired with the rows
            ``offsets[i]`` to ``offsets[i + 1]`` of ``target``; ``None`` pairs row with row.
        vocabulary: the caller's tokens by number, if the columns hold numbers; ``None`` if they
            hold the tokens themselves.
        merges_compounds: whether words that only one side joins are aligned with each other.
        omitted: the number of optional words that each reference lacks because the prediction
            leaves them out; they count as hits. int64, shape ``(pairs,)``; ``None``: there are
            none.

    """

    preds: TokenColumn
    target: TokenColumn
    offsets: IntArray | None = None
    vocabulary: Sequence[Hashable] | None = None
    merges_compounds: bool = False
    omitted: IntArray | None = None

    def with_references(self, chosen: IntArray) -> TokenPairs:
        """Return the pairs with one reference per sample: its reference ``chosen[i]``, from 0."""
        if self.offsets is None:
            return self
        rows = self.offsets[:-1] + chosen
        omitted = None if self.omitted is None else self.omitted[rows]
        return replace(self, target=self.target.take(rows), offsets=None, omitted=omitted)

    def take(self, samples: IntArray) -> TokenPairs:
        """Return the pairs of some samples, each of which must have one reference."""
        omitted = None if self.omitted is None else self.omitted[samples]
        preds, target = self.preds.take(samples), self.target.take(samples)
        return replace(self, preds=preds, target=target, omitted=omitted)

    def slice(self, start: int, stop: int) -> TokenPairs:
        """Return the pairs of the samples from ``start`` to before ``stop``."""
        preds, offsets = self.preds.slice(start, stop), None
        if self.offsets is not None:
            bounds = self.offsets[start : stop + 1]
            start, stop, offsets = int(bounds[0]), int(bounds[-1]), bounds - bounds[0]
        target = self.target.slice(start, stop)
        omitted = None if self.omitted is None else self.omitted[start:stop]
        return replace(self, preds=preds, target=target, offsets=offsets, omitted=omitted)

    def pred_of_pair(self) -> IntArray | None:
        """Return the sample of every pair; ``None`` if each sample is one pair."""
        if self.offsets is None:
            return None
        return np.repeat(np.arange(len(self.preds), dtype=np.int64), np.diff(self.offsets))

    def each_reference(self) -> TokenPairs:
        """Return every pair as a separate sample, with one reference."""
        of_pair = self.pred_of_pair()
        if of_pair is None:
            return self
        return replace(self, preds=self.preds.take(of_pair), offsets=None)

    def token(self, token: Any) -> Any:  # any type of the caller's tokens
        """Return the caller's token for an element of the token columns."""
        return token if self.vocabulary is None else self.vocabulary[token]

    def references(self) -> tuple[list[list[Any]], list[int] | None]:
        """Return the caller's tokens of every reference, and the offsets of the samples' first."""
        rows = [list(map(self.token, row)) for row in self.target.rows()]
        return rows, None if self.offsets is None else self.offsets.tolist()

    def rows(self) -> Iterator[tuple[list[Any], list[Any]]]:
        """Yield the caller's tokens of every sample; each sample must have one reference."""
        rows = zip(self.preds.rows(), self.target.rows(), strict=True)
        if self.vocabulary is None:
            yield from rows
        else:
            for pred, target in rows:
                yield [*map(self.token, pred)], [*map(self.token, target)]


def numbered(pred: Sequence[Hashable], target: Sequence[Hashable]) -> tuple[list[int], list[int]]:
    """Return the tokens of prediction and reference as numbers, equal for equal tokens.

    >>> numbered(["a", "b"], ["b", "c"])
    ([0, 1], [1, 2])
    """
    numbers: dict[Hashable, int] = {}
    preds = [numbers.setdefault(token, len(numbers)) for token in pred]
    return preds, [numbers.setdefault(token, len(numbers)) for token in target]


Costs: TypeAlias = Literal["unit", "nist", "kaldi"]
EditKind: TypeAlias = Literal["replace", "delete", "insert"]

KINDS: tuple[EditKind, ...] = ("replace", "delete", "insert")
"""The kinds of edits, in the order of their numbers."""

REPLACE, DELETE, INSERT = range(len(KINDS))


def weights(costs: Costs) -> tuple[int, int]:
    """Return the cost of a deletion or insertion, and that of a substitution.

    >>> weights("unit"), weights("nist")
    ((1, 1), (3, 4))

    """
    return (3, 4) if costs == "nist" else (1, 1)


class PairDistances(NamedTuple):
    """The edit distance and the lengths of every pair: int64 arrays of shape ``(pairs,)``.

    Attributes:
        distance: the smallest total cost of insertions, deletions (1 each) and substitutions.
        pred_length: the number of tokens in the prediction.
        target_length: the number of tokens in the reference.

    """

    distance: IntArray
    pred_length: IntArray
    target_length: IntArray


class NearestReferences(NamedTuple):
    """The nearest reference of every sample: int64 arrays of shape ``(samples,)``.

    Attributes:
        distance: the edit distance to it.
        length: the length that divides the distance, at least 1.
        reference: its index, from 0.

    """

    distance: IntArray
    length: IntArray
    reference: IntArray


class PairCounts(NamedTuple):
    """Substitutions, hits and lengths of every pair: int64 arrays of shape ``(pairs,)``.

    Attributes:
        substitutions: the reference tokens aligned with a different token.
        hits: the reference tokens aligned with an equal token.
        pred_length: the tokens in the prediction; merged words count as many as in the reference.
        target_length: tokens in the reference.

    """

    substitutions: IntArray
    hits: IntArray
    pred_length: IntArray
    target_length: IntArray

    @property
    def deletions(self) -> IntArray:
        """The number of reference tokens aligned with none."""
        return self.target_length - self.hits - self.substitutions

    @property
    def insertions(self) -> IntArray:
        """The number of predicted tokens aligned with none."""
        return self.pred_length - self.hits - self.substitutions

    @property
    def errors(self) -> IntArray:
        """The substitutions, deletions and insertions together."""
        return self.pred_length + self.target_length - 2 * self.hits - self.substitutions


class PairOverlaps(NamedTuple):
    """What both sides of every pair have in common; int64, shape ``(pairs,)`` each.

    Attributes:
        ngrams: in row n - 1, the common n-grams, each counted as often as on the side that has
            fewer of it; shape ``(longest, pairs)``.
        subsequence: the tokens of a longest common subsequence.
        of_lines: the tokens in the union of the common subsequences of lines; see
            :func:`levmetrics.edits.unions.pair_unions`.
        target_length: the tokens in the reference.
        pred_length: the tokens in the prediction.

    """

    ngrams: IntArray
    subsequence: IntArray
    of_lines: IntArray
    target_length: IntArray
    pred_length: IntArray


class PairMerges(NamedTuple):
    """Matches of words that only one side joins, pair by pair: int64 arrays, shape ``(merges,)``.

    Attributes:
        pair: the index of the merge's pair.
        target_start: the first token of the reference in it.
        target_end: the first one after it.
        pred_start: the first token of the prediction in it.
        pred_end: the first one after it.

    """

    pair: IntArray
    target_start: IntArray
    target_end: IntArray
    pred_start: IntArray
    pred_end: IntArray


class PairEdits(NamedTuple):
    """The edits of one best alignment of every pair, pair by pair; shape ``(edits,)``.

    Attributes:
        pair: the index of the edit's pair; int64.
        kind: its kind, as an index of :data:`KINDS`; int8.
        target: the index of the reference's token, or for an insertion, of the token after it;
            int64.
        pred: the index of the prediction's token, or for a deletion, of the token that would follow
            the deleted one; int64.

    """

    pair: IntArray
    kind: npt.NDArray[np.int8]
    target: IntArray
    pred: IntArray
