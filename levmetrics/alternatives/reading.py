"""Token pairs with the wordings of references that are nearest to predictions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from levmetrics.alternatives.compounds import merging_compounds
from levmetrics.alternatives.equivalences import Equivalences
from levmetrics.alternatives.expansion import (
    finds_words,
    normalized,
    spaced_texts,
    touching,
    with_nearest,
)
from levmetrics.alternatives.glm import GlobalMap
from levmetrics.alternatives.lattice import Lattice, SegmentColumn, samples
from levmetrics.alternatives.options import Alternatives, Compounds
from levmetrics.alternatives.parsing import parse
from levmetrics.alternatives.paths import nearest_texts, nearest_wordings, nearest_words
from levmetrics.edits.kernel import pair_counts
from levmetrics.edits.pairs import Costs, PairCounts, TokenPairs, weights
from levmetrics.edits.reader import SampleReader
from levmetrics.errors import InputError
from levmetrics.inputs.arrays import IntArray
from levmetrics.inputs.columns import TextColumn
from levmetrics.inputs.texts import Texts
from levmetrics.normalizers import Chain
from levmetrics.tokenizers import Tokenizer
from levmetrics.tokenizers.plain import WhitespaceTokenizer

if TYPE_CHECKING:
    from levmetrics.alternatives.wordings import Wordings

_ON_BOTH_SIDES = "where the rules of a GLM file give predictions alternatives"


def read_wordings(
    wordings: Wordings,
    reader: SampleReader,
    tokenizer: Tokenizer,
    explicit_tokenizer: Tokenizer | None,
    normalizer: Chain,
    ignore_index: int | None,
    costs: Costs,
) -> list[TokenPairs]:
    """Return the token pairs of each system, with the wordings nearest to its predictions.

    The arguments and errors are those of
    :meth:`levmetrics.alternatives.wordings.Wordings.token_pairs`.
    """
    if wordings.alternatives is None and wordings.equivalences is None:
        pairs = reader.token_pairs(tokenizer, explicit_tokenizer, normalizer, ignore_index)
    else:
        pairs = _nearest(wordings, reader, tokenizer, normalizer, costs)
    if wordings.compounds is None:
        return pairs
    return [merging_compounds(each, wordings.compounds) for each in pairs]


def _nearest(
    wordings: Wordings, reader: SampleReader, tokenizer: Tokenizer, normalizer: Chain, costs: Costs
) -> list[TokenPairs]:
    """Return the texts of each system paired with the nearest wordings of the references."""
    if reader.holds_tokens():
        raise InputError("alternatives.no_texts", name=reader.names[0])
    given, references = reader.texts()
    search = _WordingSearch(wordings.compounds, tokenizer, normalizer, costs)
    if isinstance(wordings.equivalences, GlobalMap):
        return search.mapped(wordings.equivalences, given, references)
    systems, _ = reader.texts(normalizer)
    is_plain = not (normalizer.steps or wordings.equivalences or wordings.compounds)
    if is_plain and isinstance(tokenizer, WhitespaceTokenizer):
        assert wordings.alternatives is not None
        pairs = [nearest_words(each, references, wordings.alternatives, costs) for each in systems]
        found = [each for each in pairs if each is not None]
        if len(found) == len(systems):
            return found
    lattice = search.read(references, wordings.alternatives)
    if isinstance(wordings.equivalences, Equivalences):
        lattice = wordings.equivalences.in_lattice(lattice, normalizer)
    return search.paired(systems, lattice)


@dataclass(frozen=True)
class _WordingSearch:
    """A search for the nearest wordings.

    Attributes:
        compounds: see :class:`Wordings`.
        tokenizer: splits texts.
        normalizer: applied first to texts, to each wording as a whole.
        costs: the costs that decide which wording is nearest.

    """

    compounds: Compounds | None
    tokenizer: Tokenizer
    normalizer: Chain
    costs: Costs

    def read(self, texts: TextColumn, alternatives: Alternatives | None) -> Lattice:
        """Return normalized texts with their alternatives."""
        return normalized(parse(texts, alternatives), self.normalizer, self.tokenizer)

    def mapped(
        self, rules: GlobalMap, systems: Sequence[TextColumn], references: TextColumn
    ) -> list[TokenPairs]:
        """Return paired texts after a global mapping file, which may give both sides alternatives.

        For a prediction with alternatives, the wording nearest to its references counts.
        """
        references = rules.rewritten(references, "references")
        target = self.read(references, "braces")

        def measured(wordings: SegmentColumn) -> tuple[IntArray, IntArray]:
            said = self.read(references.take(wordings.row), "braces")
            (pairs,) = self.paired([wordings], said)
            cost, counts = self._cost(pairs)
            firsts = np.arange(len(cost)) if pairs.offsets is None else pairs.offsets[:-1]
            return np.minimum.reduceat(cost, firsts), counts.pred_length[firsts]

        found = []
        for system in systems:
            preds = self.read(rules.rewritten(system, "predictions"), "braces")
            rows = preds.with_alternatives()
            if target.references.offsets is None:
                # With a single wording of the reference, a search over paths needs no list of
                # wordings.
                texts, written_out, _ = self._segments(preds)
                several = np.union1d(target.with_alternatives(), written_out)
                others, segments = self.tokenizer.columns(target.first_texts(), preds.column(texts))
                nearest = nearest_texts(others, segments, preds, self.costs)
                plain = np.setdiff1d(rows, several)
                preds = preds.with_wordings(plain, nearest.take(plain))
                rows = np.intersect1d(rows, several)
            preds = with_nearest(preds, rows, measured, _ON_BOTH_SIDES)
            found += self.paired([preds.first_texts()], target)
        return found

    def paired(self, systems: Sequence[TextColumn], lattice: Lattice) -> list[TokenPairs]:
        """Return texts of each system paired with the nearest wordings of references."""
        texts, rows, why = self._segments(lattice)
        if not len(rows):
            *preds, segments = self.tokenizer.columns(*systems, lattice.column(texts))
            return [nearest_wordings(tokens, segments, lattice, self.costs) for tokens in preds]
        found = []
        for system in systems:
            nearest = with_nearest(lattice, rows, partial(self._measured, system), why)
            found += self.paired([system], nearest)
        return found

    def _segments(self, lattice: Lattice) -> tuple[Texts, IntArray, str]:
        """Return the segments' texts, and the references that need expansion, with the reason."""
        if self.compounds is not None:
            return lattice.texts, lattice.with_alternatives(), "where compounds are joined"
        if finds_words(self.tokenizer):
            why = "where words touch alternatives, or others that count as the same"
            return lattice.texts, touching(lattice), why
        return *spaced_texts(lattice), "where a space belongs to none of several alternatives"

    def _measured(self, preds: TextColumn, wordings: SegmentColumn) -> tuple[IntArray, IntArray]:
        """Return the cost and the number of tokens of wordings, each paired with its prediction."""
        sample = samples(wordings.references)[wordings.row]
        heard = TextColumn(preds.name, preds.texts.take(sample))
        pred_tokens, tokens = self.tokenizer.columns(heard, wordings)
        cost, counts = self._cost(TokenPairs(pred_tokens, tokens))
        return cost, counts.target_length

    def _cost(self, pairs: TokenPairs) -> tuple[IntArray, PairCounts]:
        """Return the cost and the counts of each pair."""
        if self.compounds is not None:
            pairs = merging_compounds(pairs, self.compounds)
        counts = pair_counts(pairs, costs=self.costs)
        gap, replacement = weights(self.costs)
        gaps = counts.deletions + counts.insertions
        return replacement * counts.substitutions + gap * gaps, counts
