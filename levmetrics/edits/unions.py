"""The union of the common subsequences of sentences, in the compiled kernel or the portable one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from levmetrics.edits import compiled, library, portable
from levmetrics.edits.pairs import TokenPairs
from levmetrics.inputs.arrays import IntArray


@dataclass(frozen=True)
class SentencePairs:
    """The sentences of predictions and their references.

    Attributes:
        sentences: the tokens of the sentences of all predictions, and of all references; they are
            no pairs.
        pred_starts: where the sentences of each prediction start; int64, shape
            ``(predictions + 1,)``.
        target_starts: the same for the references.
        pred_of_pair: the prediction of each reference; int64, shape ``(references,)``; ``None``:
            the one of the same number.

    """

    sentences: TokenPairs
    pred_starts: IntArray
    target_starts: IntArray
    pred_of_pair: IntArray | None = None


def line_pairs(pairs: TokenPairs) -> SentencePairs:
    """Return the lines of texts of words, each as a sentence.

    Args:
        pairs: the words of both sides, with line feeds between those of different lines.

    """
    (preds, pred_starts), (target, target_starts) = map(
        portable.lines_of, (pairs.preds, pairs.target)
    )
    sentences = TokenPairs(preds, target)
    return SentencePairs(sentences, pred_starts, target_starts, pairs.pred_of_pair())


class PairUnions(NamedTuple):
    """What every reference has in common with its prediction: int64, shape ``(references,)``.

    Attributes:
        hits: the tokens of the reference that are in a common subsequence of one of its sentences
            with any sentence of the prediction, each counted as often as the prediction has it.
        target_length: the tokens in the reference.
        pred_length: the tokens in the prediction.

    """

    hits: IntArray
    target_length: IntArray
    pred_length: IntArray


def pair_unions(pairs: SentencePairs) -> PairUnions:
    """Return the unions of the common subsequences of the sentences.

    Of several longest common subsequences of two sentences, rouge-score's counts.

    Source: Lin, "ROUGE: A Package for Automatic Evaluation of Summaries", 2004, section 3.2, with
    counts clipped as in ROUGE 1.5.5.

    The example of the paper; the union has "w1 w2 w3 w5":

    >>> from levmetrics.inputs.tokens import Tokens
    >>> prediction, reference = ["w1 w2 w6 w7 w8", "w1 w3 w8 w9 w5"], ["w1 w2 w3 w4 w5"]
    >>> sides = (Tokens.of(map(str.split, side)) for side in (prediction, reference))
    >>> sentences = TokenPairs(*sides)
    >>> pair_unions(SentencePairs(sentences, np.array([0, 2]), np.array([0, 1]))).hits
    array([4])

    """
    preds = pairs.pred_of_pair
    if preds is None:
        preds = np.arange(len(pairs.target_starts) - 1)
    if library.compiled_kernel() is not None:
        texts = compiled.texts_of(pairs.sentences, library.Cancelled())
        if texts is not None:
            return PairUnions(
                *compiled.unions(texts, pairs.pred_starts, pairs.target_starts, preds)
            )
    return PairUnions(
        *portable.unions(pairs.sentences, pairs.pred_starts, pairs.target_starts, preds)
    )
