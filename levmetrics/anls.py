"""The published rules that share the name ANLS, over texts.

They differ at the threshold and in what they call the length. Each takes checked columns and says,
for every sample, the similarity of its best reference and which one that is. ANLS* over nested
values is in :mod:`levmetrics.trees`.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np

from levmetrics.columns import Characters, FloatArray, IntArray, TextColumn, is_ascii, text_lengths
from levmetrics.edits import pair_distances
from levmetrics.normalizers import get_normalizer
from levmetrics.pairs import TokenPairs
from levmetrics.similarity import SampleScores, best_of_each

Variant: TypeAlias = Literal["default", "stvqa", "docvqa", "star"]

# What all of the published scripts do to a text before they compare it.
_squeezed_lower = get_normalizer("docvqa").column


def stvqa(preds: TextColumn, target: TextColumn, threshold: float) -> SampleScores:
    """Score as Biten et al. 2019 publish it, and the package ``anls`` computes it.

    Texts are stripped, in lower case, their white space squeezed. NL is the distance divided by the
    longer length, and the similarity 1 - NL where NL < ``threshold``, else 0: the threshold is one
    of distances, and NL of just 0.5 is 0. Lengths are counted in upper case, as the package does,
    where "ß" is two characters.

    Args:
        preds: one text a sample.
        target: one text or several.
        threshold: published as 0.5.

    Returns:
        The similarity of every sample's best reference, 0 where it does not count, and which
        reference that is.

    Source: Biten et al., "Scene Text Visual Question Answering", ICCV 2019 (arXiv 1905.13648),
    eq. 1; the package ``anls`` 0.0.2.

    >>> from levmetrics.columns import prediction_column, reference_column
    >>> preds, target = prediction_column(["ab", "CocaCola"]), reference_column(["a", "Coca Cola"])
    >>> stvqa(preds, target, 0.5).similarity.round(2)
    array([0.  , 0.89])

    """
    preds, target = _squeezed_lower(preds), _squeezed_lower(target)
    normalized = _normalized_distance(preds, target, preds, target)
    return best_of_each(np.where(normalized < threshold, 1 - normalized, 0.0), target.offsets)


def docvqa(preds: TextColumn, target: TextColumn, threshold: float) -> SampleScores:
    """Score as the evaluation script of the DocVQA competitions does.

    The distance is that of the texts stripped, in lower case, with white space squeezed; it is
    divided by the longer of the texts as they were given, counted in upper case. So white space
    that was squeezed away still lengthens the text, and "ß" counts as two. The similarity of the
    best answer is kept if it is at least ``threshold``, else it is 0.

    Args:
        preds: one text a sample.
        target: one text or several.
        threshold: published as 0.5.

    Returns:
        The similarity of every sample's best reference, 0 where it does not count, and which
        reference that is.

    Source: the evaluation script of the Robust Reading Competition, challenge 17 (DocVQA),
    https://rrc.cvc.uab.es/?ch=17; Mathew et al., "DocVQA: A Dataset for VQA on Document Images",
    WACV 2021 (arXiv 2007.00398).

    >>> from levmetrics.columns import prediction_column, reference_column
    >>> preds, target = prediction_column(["ab", "a  b"]), reference_column(["a", "a c"])
    >>> docvqa(preds, target, 0.5).similarity
    array([0.5 , 0.75])

    """
    normalized = _normalized_distance(
        _squeezed_lower(preds), _squeezed_lower(target), preds, target
    )
    best = best_of_each(1 - normalized, target.offsets)
    kept = np.where(best.similarity >= threshold, best.similarity, 0.0)
    return SampleScores(kept, best.reference)


def star_texts(preds: TextColumn, target: TextColumn, threshold: float) -> SampleScores:
    """Score plain texts as ANLS* does, in columns: what :mod:`levmetrics.trees` does to leaves.

    Texts are stripped, in lower case, their white space squeezed; the distance is divided by the
    longer of these.

    Args:
        preds: one text a sample.
        target: one text or several.
        threshold: published as 0.5.

    Returns:
        The similarity of every sample's best reference, 0 where it does not count, and which
        reference that is.

    Source: see :mod:`levmetrics.trees`.

    >>> from levmetrics.columns import prediction_column, reference_column
    >>> star_texts(prediction_column(["a"]), reference_column([["A", "a"]]), 0.5)
    SampleScores(similarity=array([1.]), reference=array([0]))

    """
    found = pair_distances(_characters(_squeezed_lower(preds), _squeezed_lower(target)))
    longer = np.maximum(found.pred_length, found.target_length)
    similarity = 1 - found.distance / np.maximum(longer, 1)
    similarity = np.where(similarity >= threshold, similarity, 0.0)
    return best_of_each(similarity, target.offsets)


def _normalized_distance(
    preds: TextColumn, target: TextColumn, raw_preds: TextColumn, raw_target: TextColumn
) -> FloatArray:
    """Divide each pair's distance by the longer of its raw texts, counted in upper case."""
    distance = pair_distances(_characters(preds, target)).distance
    pred_length = _upper_lengths(raw_preds)
    if target.offsets is not None:
        pred_length = np.repeat(pred_length, np.diff(target.offsets))
    longer = np.maximum(pred_length, _upper_lengths(raw_target))
    normalized: FloatArray = distance / np.maximum(longer, 1)
    return normalized


def _characters(preds: TextColumn, target: TextColumn) -> TokenPairs:
    return TokenPairs(Characters(preds.texts), Characters(target.texts), target.offsets)


def _upper_lengths(column: TextColumn) -> IntArray:
    if is_ascii(column.texts):
        return text_lengths(column.texts)
    lengths = (len(text.upper()) for text in column.texts.to_pylist())
    return np.fromiter(lengths, np.int64, len(column.texts))
