"""The published scores that share the name ANLS, as rules registered by name.

They differ in the threshold and in the length that normalizes the distance. The rules for texts
take checked columns, and return the similarity and index of every sample's best reference. ANLS* of
nested values is in :mod:`levmetrics.similarity.anls_star`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias

import numpy as np
import pyarrow as pa

from levmetrics.arrays import FloatArray, IntArray
from levmetrics.edits.compiled import string_distances
from levmetrics.edits.kernel import pair_distances
from levmetrics.edits.pairs import TokenPairs
from levmetrics.inputs.arrow import is_ascii, text_lengths
from levmetrics.inputs.columns import TextColumn
from levmetrics.inputs.tokens import Characters
from levmetrics.inputs.values import ValueColumn, checked_samples
from levmetrics.lazy import pc
from levmetrics.normalizers import Chain, get_normalizer
from levmetrics.registry import Registry
from levmetrics.scores.similarity import SampleScores, best_of_each
from levmetrics.similarity.anls_star import star_rules, tree_score
from levmetrics.work import steps

TextScores: TypeAlias = Callable[[TextColumn, TextColumn, float], SampleScores]
ValueScores: TypeAlias = Callable[[ValueColumn, ValueColumn, float, Chain], SampleScores]


@dataclass(frozen=True)
class AnlsRule:
    """One of the rules that share the name ANLS.

    Attributes:
        name: its name as an option.
        threshold: the published threshold.
        description: its definition, in one line.
        title: its name in the web page's lists.
        threshold_description: the effect of the threshold, in one line.
        text_scores: scores predictions and references at a threshold; ``None``: the rule is the
            similarity of tokens.
        value_scores: scores nested values at a threshold, with a normalizer of their texts;
            ``None``: the rule scores only texts.

    """

    name: str
    threshold: float
    description: str
    title: str
    threshold_description: str = "similarities below it count as 0"
    text_scores: TextScores | None = field(default=None, kw_only=True)
    value_scores: ValueScores | None = field(default=None, kw_only=True)

    @property
    def counts_tokens(self) -> bool:
        """Whether the rule takes any tokenizer and cost, not only characters at a cost of 1."""
        return self.text_scores is None


def star_values(
    preds: ValueColumn, target: ValueColumn, threshold: float, normalizer: Chain
) -> SampleScores:
    """Return ANLS* of every sample of nested values, with its details.

    Args:
        preds: one value per sample.
        target: one value per sample, which may hold alternatives.
        threshold: similarities of leaves below it count as 0.
        normalizer: applied first to the text of every leaf.

    Raises:
        InputError: for values that cannot be scored.

    """
    samples = checked_samples(preds, target)
    rules = star_rules(threshold, normalizer)
    scores = [
        tree_score(*sample, (preds.position(i), target.position(i)), rules)
        for i, sample in enumerate(steps(samples, "matching", len(samples)))
    ]
    return SampleScores(
        np.array([score.score for score in scores], np.float64),
        np.array([score.reference for score in scores], np.int64),
        [(score.closest, score.key_scores) for score in scores],
    )


_FEW_PAIRS = 100

# The normalization that all the published scripts apply.
_squeezed_lower = get_normalizer("docvqa").column


def stvqa(preds: TextColumn, target: TextColumn, threshold: float) -> SampleScores:
    """Return ANLS as defined by Biten et al. 2019 and computed by the package ``anls``.

    Texts are stripped and lower-cased, and their white space is squeezed. NL is the distance
    divided by the longer length; the similarity is 1 - NL if NL < ``threshold``, else 0. So the
    threshold applies to distances, and an NL of exactly 0.5 gives 0. Lengths are those of the
    upper-cased texts, as in the package: "ß" counts as two characters.

    Args:
        preds: one text per sample.
        target: one text or several.
        threshold: published as 0.5.

    Returns:
        The similarity of every sample's best reference, 0 beyond the threshold, and the index of
        that reference.

    Source: Biten et al., "Scene Text Visual Question Answering", ICCV 2019 (arXiv 1905.13648),
    eq. 1; the package ``anls`` 0.0.2.

    >>> from levmetrics.inputs.columns import prediction_column, reference_column
    >>> preds, target = prediction_column(["ab", "CocaCola"]), reference_column(["a", "Coca Cola"])
    >>> stvqa(preds, target, 0.5).score.round(2)
    array([0.  , 0.89])

    """
    squeezed = _squeezed_lower(preds), _squeezed_lower(target)
    return _best_of_each(
        *squeezed,
        [*map(_upper_lengths, squeezed)],
        lambda normalized: np.where(normalized < threshold, 1 - normalized, 0.0),
    )


def docvqa(preds: TextColumn, target: TextColumn, threshold: float) -> SampleScores:
    """Return ANLS as the evaluation script of the DocVQA competitions computes it.

    The distance is computed on the texts stripped and lower-cased, with white space squeezed. It is
    divided by the longer length of the original texts, upper-cased. So the length still includes
    squeezed white space, and "ß" counts as two characters. The similarity of the best answer is
    kept if it is at least ``threshold``, else it is 0.

    Args:
        preds: one text per sample.
        target: one text or several.
        threshold: published as 0.5.

    Returns:
        The similarity of every sample's best reference, 0 beyond the threshold, and the index of
        that reference.

    Source: the evaluation script of the Robust Reading Competition, challenge 17 (DocVQA),
    https://rrc.cvc.uab.es/?ch=17; Mathew et al., "DocVQA: A Dataset for VQA on Document Images",
    WACV 2021 (arXiv 2007.00398).

    >>> from levmetrics.inputs.columns import prediction_column, reference_column
    >>> preds, target = prediction_column(["ab", "a  b"]), reference_column(["a", "a c"])
    >>> docvqa(preds, target, 0.5).score
    array([0.5 , 0.75])

    """
    squeezed = _squeezed_lower(preds), _squeezed_lower(target)
    lengths = [_upper_lengths(preds), _upper_lengths(target)]
    return _best_of_each(*squeezed, lengths, partial(_at_least, threshold))


def star_texts(preds: TextColumn, target: TextColumn, threshold: float) -> SampleScores:
    """Return ANLS* of plain texts, column-wise (see :mod:`levmetrics.similarity.anls_star`).

    Texts are stripped and lower-cased, and their white space is squeezed; the distance is divided
    by the longer length of the results.

    Args:
        preds: one text per sample.
        target: one text or several.
        threshold: published as 0.5.

    Returns:
        The similarity of every sample's best reference, 0 beyond the threshold, and the index of
        that reference.

    Source: see :mod:`levmetrics.similarity.anls_star`.

    >>> from levmetrics.inputs.columns import prediction_column, reference_column
    >>> star_texts(prediction_column(["a"]), reference_column([["A", "a"]]), 0.5)
    SampleScores(score=array([1.]), reference=array([0]))

    """
    squeezed = _squeezed_lower(preds), _squeezed_lower(target)
    lengths = [text_lengths(column.texts) for column in squeezed]
    return _best_of_each(*squeezed, lengths, partial(_at_least, threshold))


def _at_least(threshold: float, normalized: FloatArray) -> FloatArray:
    return np.where(1 - normalized >= threshold, 1 - normalized, 0.0)


def _best_of_each(
    preds: TextColumn,
    target: TextColumn,
    lengths: Sequence[IntArray],
    similarity: Callable[[FloatArray], FloatArray],
) -> SampleScores:
    """Score all pairs, and return the most similar reference of each sample.

    Args:
        preds: the normalized predictions.
        target: the normalized references.
        lengths: the lengths of predictions and references; the longer one of a pair divides its
            distance.
        similarity: maps these quotients to similarities of 0 or more; it must not increase with
            the distance.

    """
    references = 1 if target.offsets is None else np.diff(target.offsets)
    sample = np.repeat(np.arange(len(preds)), references)  # by pair
    longer = np.maximum(np.maximum(lengths[0][sample], lengths[1]), 1)
    known = _distances_of_few(preds, target, sample)
    if known is not None:
        return best_of_each(similarity(known / longer), target.offsets)

    def texts(pairs: IntArray) -> tuple[pa.LargeStringArray, pa.LargeStringArray]:
        return preds.texts.take(pa.array(sample[pairs])), target.texts.take(pa.array(pairs))

    # The difference of the lengths is a lower bound of the distance. Pairs with a similarity of 0
    # at this bound, and equal texts, need no search; together they are often more than half of all
    # pairs.
    distance = np.abs(text_lengths(preds.texts)[sample] - text_lengths(target.texts))
    needs_search = similarity(distance / longer) > 0
    same_length = np.flatnonzero(distance == 0)
    needs_search[same_length] &= np.asarray(pc.not_equal(*texts(same_length)))
    searched = np.flatnonzero(needs_search)
    searched_preds, searched_target = map(Characters, texts(searched))
    distance[searched] = pair_distances(TokenPairs(searched_preds, searched_target)).distance
    return best_of_each(similarity(distance / longer), target.offsets)


def _distances_of_few(preds: TextColumn, target: TextColumn, sample: IntArray) -> IntArray | None:
    """Return the distances of a few pairs, where a columnar computation would take longer."""
    if len(sample) > _FEW_PAIRS:
        return None
    texts = preds.texts.to_pylist()
    repeated = [texts[i] for i in sample.tolist()]
    found = string_distances(repeated, target.texts.to_pylist(), Characters)
    return None if found is None else found[1]


def _upper_lengths(column: TextColumn) -> IntArray:
    if is_ascii(column.texts):
        return text_lengths(column.texts)
    lengths = (len(text.upper()) for text in column.texts.to_pylist())
    return np.fromiter(lengths, np.int64, len(column.texts))


# The first one is the default.
RULES: Registry[AnlsRule] = Registry("rule")
RULES.register(
    AnlsRule(
        "default",
        0.0,
        "the plain similarity, 1 - distance / longer length, of the text as it is or of its "
        "tokens, in every script",
        "plain similarity (類似度)",
    )
)
RULES.register(
    AnlsRule(
        "stvqa",
        0.5,
        "as published by Biten et al. 2019 (ST-VQA), and computed by the package anls",
        "ST-VQA's rule",
        "1 - NL counts only if the normalized distance NL is less",
        text_scores=stvqa,
    )
)
RULES.register(
    AnlsRule(
        "docvqa",
        0.5,
        "as the evaluation script of the DocVQA competitions computes it",
        "DocVQA's rule",
        text_scores=docvqa,
    )
)
RULES.register(
    AnlsRule(
        "star",
        0.5,
        "ANLS* of Peer et al. 2024, over nested values (lists, dictionaries), and computed by the "
        "package anls_star",
        "nested JSON values (ANLS*)",
        text_scores=star_texts,
        value_scores=star_values,
    )
)
