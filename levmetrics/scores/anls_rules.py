"""The published scores that share the name ANLS, as rules registered by name.

They differ in the threshold and in the length by which the distance is normalized. Those of texts
take checked columns, and return the similarity and the number of every sample's best reference.
ANLS* of nested values is in :mod:`levmetrics.scores.anls_star`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, Protocol, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from levmetrics.arrays import FloatArray, IntArray
from levmetrics.edits.kernel import pair_distances
from levmetrics.edits.pairs import TokenPairs
from levmetrics.edits.reader import SampleReader
from levmetrics.inputs.arguments import check_same_length
from levmetrics.inputs.arrow import is_ascii, text_lengths
from levmetrics.inputs.columns import TextColumn
from levmetrics.inputs.json_values import json_value_columns
from levmetrics.inputs.tokens import Characters
from levmetrics.inputs.values import ValueColumn, as_texts, checked_samples
from levmetrics.normalizers import Chain, get_normalizer
from levmetrics.registry import Registry
from levmetrics.scores.anls_star import StarComparison
from levmetrics.scores.similarity import SampleScores, best_of_each, best_similarities

TextScores: TypeAlias = Callable[[TextColumn, TextColumn, float], SampleScores]


class RuleSettings(Protocol):
    """The options of a scorer that its rule reads."""

    threshold: float
    substitution_cost: int
    normalizer: Chain

    @property
    def keeps_details(self) -> bool:
        """Whether details of every sample are needed."""
        ...

    def token_pairs(self, reader: SampleReader) -> list[TokenPairs]:
        """Return the token pairs of each system."""
        ...


@dataclass(frozen=True)
class AnlsRule(ABC):
    """One of the rules that share the name ANLS.

    Attributes:
        name: its name as an option.
        threshold: the published one.
        description: its definition, in one line.
        title: its name in the web page's lists.
        threshold_description: the effect of the threshold, in one line.

    """

    name: str
    threshold: float
    description: str
    title: str
    threshold_description: str = "similarities below it count as 0"
    counts_tokens: ClassVar[bool] = False  # else characters, at a substitution cost of 1
    nested: ClassVar[bool] = False  # whether it scores nested values, and not only texts

    @abstractmethod
    def scores(self, reader: SampleReader, settings: RuleSettings) -> list[SampleScores]:
        """Return the scores of every sample, for each system.

        Raises:
            InputError: for anything that cannot be scored.

        """


class TokenRule(AnlsRule):
    """The normalized Levenshtein similarity of token rows, for any tokenizer."""

    counts_tokens = True

    def scores(self, reader: SampleReader, settings: RuleSettings) -> list[SampleScores]:
        """Return the similarities of every sample, for each system."""
        return [
            best_similarities(pairs, settings.substitution_cost, settings.threshold)
            for pairs in settings.token_pairs(reader)
        ]


@dataclass(frozen=True)
class TextRule(AnlsRule):
    """A rule for texts.

    Attributes:
        text_scores: the function that scores predictions and references at a threshold.

    """

    text_scores: TextScores = field(kw_only=True)

    def scores(self, reader: SampleReader, settings: RuleSettings) -> list[SampleScores]:
        """Return the scores of every text, for each system, after the caller's normalizer."""
        preds, target = reader.normalized(settings.normalizer)
        return [self.text_scores(column, target, settings.threshold) for column in preds]


class StarRule(AnlsRule):
    """ANLS* of nested values; columns that hold only texts are scored by :func:`star_texts`."""

    nested = True

    def scores(self, reader: SampleReader, settings: RuleSettings) -> list[SampleScores]:
        """Return the scores of every value, for each system."""
        systems, target = reader.values()
        pairs = [json_value_columns(preds, target) for preds in systems]
        return [self._scores(*pair, settings) for pair in pairs]

    def _scores(
        self, preds: ValueColumn, target: ValueColumn, settings: RuleSettings
    ) -> SampleScores:
        texts = None if settings.keeps_details else as_texts(preds, target)
        if texts is None:
            return star_values(preds, target, settings.threshold, settings.normalizer)
        check_same_length(*texts)
        normalize = settings.normalizer.column
        return star_texts(normalize(texts[0]), normalize(texts[1]), settings.threshold)


def star_values(
    preds: ValueColumn, target: ValueColumn, threshold: float, normalizer: Chain
) -> SampleScores:
    """Return ANLS* of every sample of nested values, with its details.

    Args:
        preds: one value a sample.
        target: one value a sample, which may hold alternatives.
        threshold: similarities of leaves below it count as 0.
        normalizer: applied to the text of every leaf first.

    Raises:
        InputError: for values that cannot be scored.

    """
    comparison = StarComparison(threshold, normalizer)
    scores = [
        comparison.score(*sample, (preds.position(i), target.position(i)))
        for i, sample in enumerate(checked_samples(preds, target))
    ]
    return SampleScores(
        np.array([score.score for score in scores], np.float64),
        np.array([score.reference for score in scores], np.int64),
        [(score.closest, score.key_scores) for score in scores],
    )


# The normalization of all the published scripts.
_squeezed_lower = get_normalizer("docvqa").column


def stvqa(preds: TextColumn, target: TextColumn, threshold: float) -> SampleScores:
    """Return ANLS as Biten et al. 2019 define it, and the package ``anls`` computes it.

    Texts are stripped and lower-cased, and their white space is squeezed. NL is the distance
    divided by the longer length; the similarity is 1 - NL if NL < ``threshold``, else 0. So the
    threshold is one of distances, and an NL of exactly 0.5 gives 0. Lengths are those of the
    upper-cased texts, as in the package: "ß" counts as two characters.

    Args:
        preds: one text a sample.
        target: one text or several.
        threshold: published as 0.5.

    Returns:
        The similarity of every sample's best reference, 0 beyond the threshold, and that
        reference's number.

    Source: Biten et al., "Scene Text Visual Question Answering", ICCV 2019 (arXiv 1905.13648),
    eq. 1; the package ``anls`` 0.0.2.

    >>> from levmetrics.inputs.columns import prediction_column, reference_column
    >>> preds, target = prediction_column(["ab", "CocaCola"]), reference_column(["a", "Coca Cola"])
    >>> stvqa(preds, target, 0.5).score.round(2)
    array([0.  , 0.89])

    """
    pairs = _Pairs(_squeezed_lower(preds), _squeezed_lower(target))
    longer = pairs.longer(_upper_lengths(pairs.preds), _upper_lengths(pairs.target))

    def similarity(distance: IntArray) -> FloatArray:
        normalized = distance / longer
        return np.where(normalized < threshold, 1 - normalized, 0.0)

    return _best_of_each(pairs, similarity)


def docvqa(preds: TextColumn, target: TextColumn, threshold: float) -> SampleScores:
    """Return ANLS as the evaluation script of the DocVQA competitions computes it.

    The distance is that of the texts stripped and lower-cased, with white space squeezed; it is
    divided by the longer length of the original texts, upper-cased. So white space that is squeezed
    still counts in the length, and "ß" counts as two characters. The similarity of the best answer
    is kept if it is at least ``threshold``, else it is 0.

    Args:
        preds: one text a sample.
        target: one text or several.
        threshold: published as 0.5.

    Returns:
        The similarity of every sample's best reference, 0 beyond the threshold, and that
        reference's number.

    Source: the evaluation script of the Robust Reading Competition, challenge 17 (DocVQA),
    https://rrc.cvc.uab.es/?ch=17; Mathew et al., "DocVQA: A Dataset for VQA on Document Images",
    WACV 2021 (arXiv 2007.00398).

    >>> from levmetrics.inputs.columns import prediction_column, reference_column
    >>> preds, target = prediction_column(["ab", "a  b"]), reference_column(["a", "a c"])
    >>> docvqa(preds, target, 0.5).score
    array([0.5 , 0.75])

    """
    pairs = _Pairs(_squeezed_lower(preds), _squeezed_lower(target))
    longer = pairs.longer(_upper_lengths(preds), _upper_lengths(target))
    return _best_of_each(pairs, lambda distance: _at_least(threshold, 1 - distance / longer))


def star_texts(preds: TextColumn, target: TextColumn, threshold: float) -> SampleScores:
    """Return ANLS* of plain texts, column-wise (see :mod:`levmetrics.scores.anls_star`).

    Texts are stripped and lower-cased, and their white space is squeezed; the distance is divided
    by the longer length of these.

    Args:
        preds: one text a sample.
        target: one text or several.
        threshold: published as 0.5.

    Returns:
        The similarity of every sample's best reference, 0 beyond the threshold, and that
        reference's number.

    Source: see :mod:`levmetrics.scores.anls_star`.

    >>> from levmetrics.inputs.columns import prediction_column, reference_column
    >>> star_texts(prediction_column(["a"]), reference_column([["A", "a"]]), 0.5)
    SampleScores(score=array([1.]), reference=array([0]))

    """
    pairs = _Pairs(_squeezed_lower(preds), _squeezed_lower(target))
    longer = pairs.longer(text_lengths(pairs.preds.texts), text_lengths(pairs.target.texts))
    return _best_of_each(pairs, lambda distance: _at_least(threshold, 1 - distance / longer))


@dataclass(frozen=True)
class _Pairs:
    """Every prediction paired with each of its references, both normalized by the rule."""

    preds: TextColumn
    target: TextColumn

    @cached_property
    def samples(self) -> IntArray:
        """The sample of every pair; int64, shape ``(pairs,)``."""
        references = 1 if self.target.offsets is None else np.diff(self.target.offsets)
        return np.repeat(np.arange(len(self.preds)), references)

    def longer(self, pred_lengths: IntArray, target_lengths: IntArray) -> IntArray:
        """Return the longer length of every pair; 1 where both texts are empty."""
        longer: IntArray = np.maximum(pred_lengths[self.samples], target_lengths)
        return np.maximum(longer, 1)

    def texts(self, indices: IntArray) -> tuple[pa.LargeStringArray, pa.LargeStringArray]:
        """Return predictions and references of these pairs."""
        preds = self.preds.texts.take(pa.array(self.samples[indices]))
        return preds, self.target.texts.take(pa.array(indices))


def _at_least(threshold: float, similarity: FloatArray) -> FloatArray:
    return np.where(similarity >= threshold, similarity, 0.0)


def _best_of_each(pairs: _Pairs, similarity: Callable[[IntArray], FloatArray]) -> SampleScores:
    """Measure the pairs, and return the most similar reference of each sample.

    Args:
        pairs: the texts to compare.
        similarity: returns the similarities of all pairs by their distances; at least 0, and
            not increasing with the distance.

    """
    pred_lengths = text_lengths(pairs.preds.texts)[pairs.samples]
    # The difference of the lengths is a lower bound of the distance. Pairs whose similarity is 0 at
    # this bound need no search, nor do equal texts: together they are often more than half.
    distance = np.abs(pred_lengths - text_lengths(pairs.target.texts))
    needs_search = similarity(distance) > 0
    same_length = np.flatnonzero(distance == 0)
    needs_search[same_length] &= np.asarray(pc.not_equal(*pairs.texts(same_length)))
    searched = np.flatnonzero(needs_search)
    preds, target = map(Characters, pairs.texts(searched))
    distance[searched] = pair_distances(TokenPairs(preds, target)).distance
    return best_of_each(similarity(distance), pairs.target.offsets)


def _upper_lengths(column: TextColumn) -> IntArray:
    if is_ascii(column.texts):
        return text_lengths(column.texts)
    lengths = (len(text.upper()) for text in column.texts.to_pylist())
    return np.fromiter(lengths, np.int64, len(column.texts))


# The first one is the default.
RULES: Registry[AnlsRule] = Registry("rule")
RULES.register(
    TokenRule(
        "default",
        0.0,
        "the plain similarity, 1 - distance / longer length, of the text as it is or of its "
        "tokens, in every script",
        "plain similarity (類似度)",
    )
)
RULES.register(
    TextRule(
        "stvqa",
        0.5,
        "as published by Biten et al. 2019 (ST-VQA), and computed by the package anls",
        "ST-VQA's rule",
        "1 - NL counts only if the normalized distance NL is less",
        text_scores=stvqa,
    )
)
RULES.register(
    TextRule(
        "docvqa",
        0.5,
        "as the evaluation script of the DocVQA competitions computes it",
        "DocVQA's rule",
        text_scores=docvqa,
    )
)
RULES.register(
    StarRule(
        "star",
        0.5,
        "ANLS* of Peer et al. 2024, over nested values (lists, dictionaries), and computed by the "
        "package anls_star",
        "nested JSON values (ANLS*)",
    )
)
