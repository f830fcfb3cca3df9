"""The published scores of texts that share the name ANLS, as rules registered by name.

They differ in the threshold and in the length that normalizes the distance. They take checked
columns, and return the similarity and index of every sample's best reference.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias

import numpy as np

from levmetrics.inputs.arrays import IntArray
from levmetrics.inputs.columns import TextColumn
from levmetrics.normalizers.basic import texts_at_once
from levmetrics.registry import Registry
from levmetrics.sums.similarity import SampleScores
from levmetrics.sums.text_similarity import at_least, best_of_texts, squeezed_lower

TextScores: TypeAlias = Callable[[TextColumn, TextColumn, float], SampleScores]


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

    A registered rule is a config of ``anls`` everywhere:

    >>> RULES.register(AnlsRule("strict", 0.8, "at 0.8", "DocVQA at 0.8", text_scores=docvqa))
    >>> from levmetrics import score
    >>> score(["CocaCola", "ab"], ["Coca Cola", "a"], "anls:strict").sample_scores().round(2)
    array([0.89, 0.  ])
    >>> RULES.unregister("strict")

    """

    name: str
    threshold: float
    description: str
    title: str
    threshold_description: str = "similarities below it count as 0"
    text_scores: TextScores | None = field(default=None, kw_only=True)

    @property
    def counts_tokens(self) -> bool:
        """Whether the rule takes any tokenizer and cost, not only characters at a cost of 1."""
        return self.text_scores is None


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
    squeezed = squeezed_lower(preds), squeezed_lower(target)
    return best_of_texts(
        *squeezed,
        (_upper_lengths(squeezed[0]), _upper_lengths(squeezed[1])),
        lambda normalized: np.where(normalized < threshold, 1 - normalized, 0.0),
        threshold,
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
    squeezed = squeezed_lower(preds), squeezed_lower(target)
    lengths = _upper_lengths(preds), _upper_lengths(target)
    return best_of_texts(*squeezed, lengths, partial(at_least, threshold), 1 - threshold)


def _upper_lengths(column: TextColumn) -> IntArray:
    if column.texts.is_ascii:
        return column.texts.lengths()
    return texts_at_once(str.upper, column.texts).lengths()


DEFAULT = "default"
"""The rule that the metric is without a name of a rule."""

RULES: Registry[AnlsRule] = Registry("rule")
RULES.register(
    AnlsRule(
        DEFAULT,
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
