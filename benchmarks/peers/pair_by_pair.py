"""Tools that compare one pair a call, in a loop over the corpus."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import editdistance
import kaldialign
import Levenshtein
from rapidfuzz.distance import Levenshtein as RapidFuzz

from benchmarks.texts import Texts


def split(texts: Texts) -> Iterator[list[str]]:
    """Split texts into words, one after the other."""
    return map(str.split, texts)


def mean(scores: Iterable[Any]) -> float:
    """Return the mean of the pairs' scores."""
    return statistics.fmean(map(float, scores))


def pooled(
    distance: Callable[[Any, Any], int], preds: Iterable[Any], target: Iterable[Any]
) -> float:
    """Divide the errors of all pairs by all tokens of the references.

    Args:
        distance: the number of errors of a prediction and its reference.
        preds: the tokens of each prediction.
        target: the tokens of each reference.

    """
    errors = tokens = 0
    for pred, reference in zip(preds, target, strict=True):
        errors += distance(pred, reference)
        tokens += len(reference)
    return errors / tokens


@dataclass(frozen=True)
class Distances:
    """The scores of a corpus by a tool that measures the distance of two sequences.

    Attributes:
        distance: of a prediction and its reference, as strings or as lists of words.

    """

    distance: Callable[[Any, Any], int]

    def word_error_rate(self, preds: Texts, target: Texts) -> float:
        """Return the pooled rate."""
        return pooled(self.distance, split(preds), split(target))

    def character_error_rate(self, preds: Texts, target: Texts) -> float:
        """Return the pooled rate."""
        return pooled(self.distance, preds, target)

    def mean_distance(self, preds: Texts, target: Texts) -> float:
        """Return the mean distance of characters."""
        return mean(map(self.distance, preds, target))


@dataclass(frozen=True)
class Alignments:
    """The hits of a corpus by a tool that aligns two lists of words.

    Attributes:
        lost: the number of words of the reference, given first, that are deleted or substituted.

    """

    lost: Callable[[list[str], list[str]], int]

    def word_hits(self, preds: Texts, target: Texts) -> float:
        """Count the words of the references that are hits."""
        hits = 0
        for pred, reference in zip(split(preds), split(target), strict=True):
            hits += len(reference) - self.lost(reference, pred)
        return float(hits)


def _kaldialign_distance(pred: Sequence[str], reference: Sequence[str]) -> int:
    return int(kaldialign.edit_distance(reference, pred)["total"])


def _kaldialign_lost(reference: list[str], pred: list[str]) -> int:
    edits = kaldialign.edit_distance(reference, pred)
    return int(edits["sub"] + edits["del"])


def _rapidfuzz_lost(reference: list[str], pred: list[str]) -> int:
    return sum(op[0] != "insert" for op in RapidFuzz.editops(reference, pred).as_list())


def _levenshtein_lost(reference: list[str], pred: list[str]) -> int:
    return sum(op[0] != "insert" for op in Levenshtein.editops(reference, pred))


EDITDISTANCE = Distances(editdistance.eval)
KALDIALIGN = Distances(_kaldialign_distance)
LEVENSHTEIN = Distances(Levenshtein.distance)
RAPIDFUZZ = Distances(RapidFuzz.distance)
KALDIALIGN_ALIGNMENTS = Alignments(_kaldialign_lost)
LEVENSHTEIN_ALIGNMENTS = Alignments(_levenshtein_lost)
RAPIDFUZZ_ALIGNMENTS = Alignments(_rapidfuzz_lost)
