"""What else counts as right: wordings that are the same, and the pairs of tokens read with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import get_args

import numpy as np
import pyarrow as pa

from levmetrics.alternatives.compounds import Compounds, merging_compounds
from levmetrics.alternatives.equivalences import (
    Equivalences,
    EquivalencesLike,
    get_equivalences,
)
from levmetrics.alternatives.expansion import (
    finds_words,
    normalized,
    spaced_texts,
    touching,
    with_nearest,
)
from levmetrics.alternatives.glm import GlobalMap
from levmetrics.alternatives.lattice import Lattice, SegmentColumn, samples
from levmetrics.alternatives.parsing import Alternatives, parse
from levmetrics.alternatives.paths import nearest_texts, nearest_wordings, nearest_words
from levmetrics.arrays import IntArray
from levmetrics.edits.kernel import pair_counts
from levmetrics.edits.pairs import Costs, TokenPairs, weights
from levmetrics.edits.reader import SampleReader
from levmetrics.errors import InputError, unknown_name
from levmetrics.inputs.columns import TextColumn
from levmetrics.normalizers import Chain
from levmetrics.tokenizers import Tokenizer
from levmetrics.tokenizers.plain import WhitespaceTokenizer

_ON_BOTH_SIDES = "where the rules of a GLM file give predictions alternatives"


@dataclass(frozen=True)
class Wordings:
    """Which other wordings of a reference are right.

    Attributes:
        compounds: ``"merge"`` or ``"join"``, see
            :func:`levmetrics.alternatives.compounds.merging_compounds`; ``None``: words that one
            side joins are errors.
        alternatives: how they are written in references, see
            :func:`levmetrics.alternatives.parsing.parse`; ``None``: there are none.
        equivalences: phrases that count as the same wherever a reference has one of them; or the
            rules of a global mapping file, which rewrite both sides, with alternatives in braces.

    """

    compounds: Compounds | None = None
    alternatives: Alternatives | None = None
    equivalences: Equivalences | GlobalMap | None = None

    @classmethod
    def of(
        cls, compounds: object, alternatives: object, equivalences: EquivalencesLike
    ) -> Wordings:
        """Return the wordings that a caller's options ask for.

        Raises:
            InputError: for an option that is none.

        """
        for name, known, value in (
            ("compounds", get_args(Compounds), compounds),
            ("alternatives", get_args(Alternatives), alternatives),
        ):
            if value is not None and value not in known:
                raise unknown_name(known, value, name)
        phrases = get_equivalences(equivalences)
        if isinstance(phrases, GlobalMap) and alternatives == "brackets":
            raise InputError("glm.brackets")
        return cls(compounds, alternatives, phrases)  # type: ignore[arg-type]

    def settings(self) -> dict[str, object]:
        """Return the options that are given, by name."""
        return {name: value for name, value in vars(self).items() if value is not None}

    def token_pairs(
        self,
        reader: SampleReader,
        tokenizer: Tokenizer,
        explicit_tokenizer: Tokenizer | None,
        normalizer: Chain,
        ignore_index: int | None,
        costs: Costs,
    ) -> list[TokenPairs]:
        """Read the token pairs of each system, each with the wording that is nearest to it.

        Args:
            reader: of the samples.
            tokenizer: splits texts; see :meth:`levmetrics.edits.reader.SampleReader.token_pairs`.
            explicit_tokenizer: the same, if the caller chose it.
            normalizer: applied to texts first, to each wording as a whole.
            ignore_index: the padding id in arrays of token ids.
            costs: by which a wording is the nearest.

        Raises:
            InputError: for anything that cannot be scored.

        """
        settings = (tokenizer, explicit_tokenizer, normalizer, ignore_index)
        if self == _NONE:
            return reader.token_pairs(*settings)

        def read() -> list[TokenPairs]:
            if self.alternatives is None and self.equivalences is None:
                pairs = reader.token_pairs(*settings)
            else:
                pairs = self._nearest(reader, tokenizer, normalizer, costs)
            if self.compounds is None:
                return pairs
            return [merging_compounds(each, self.compounds) for each in pairs]

        return reader.cached(("wordings", self, *settings, costs), read)

    def _nearest(
        self, reader: SampleReader, tokenizer: Tokenizer, normalizer: Chain, costs: Costs
    ) -> list[TokenPairs]:
        """Pair the texts of each system with the nearest wordings of the references."""
        if reader.holds_tokens():
            raise InputError("alternatives.no_texts")
        given, references = reader.texts()
        if isinstance(self.equivalences, GlobalMap):
            return self._mapped(self.equivalences, given, references, tokenizer, normalizer, costs)
        systems, _ = reader.normalized(normalizer)
        is_plain = not (normalizer.steps or self.equivalences or self.compounds)
        if is_plain and isinstance(tokenizer, WhitespaceTokenizer):
            assert self.alternatives is not None
            pairs = [nearest_words(each, references, self.alternatives, costs) for each in systems]
            found = [each for each in pairs if each is not None]
            if len(found) == len(systems):
                return found
        lattice = normalized(parse(references, self.alternatives), normalizer, tokenizer)
        if self.equivalences is not None:
            lattice = self.equivalences.in_lattice(lattice, normalizer)
        return self._paired(systems, lattice, tokenizer, costs)

    def _mapped(
        self,
        rules: GlobalMap,
        systems: Sequence[TextColumn],
        references: TextColumn,
        tokenizer: Tokenizer,
        normalizer: Chain,
        costs: Costs,
    ) -> list[TokenPairs]:
        """Do the same for texts that a global mapping file rewrites.

        Of a prediction with alternatives, the wording counts that is nearest to its references.
        """

        def read(texts: TextColumn) -> Lattice:
            return normalized(parse(texts, "braces"), normalizer, tokenizer)

        references = rules.rewritten(references, "references")
        target = read(references)

        def measured(wordings: SegmentColumn) -> tuple[IntArray, IntArray]:
            said = read(references.take(wordings.row))
            (pairs,) = self._paired([wordings], said, tokenizer, costs)
            cost, length, _ = self._cost(pairs, costs)
            firsts = np.arange(len(cost)) if pairs.offsets is None else pairs.offsets[:-1]
            return np.minimum.reduceat(cost, firsts), length[firsts]

        found = []
        for system in systems:
            heard = rules.rewritten(system, "predictions")
            preds = read(heard)
            plain, several = self._with_alternatives(preds, target, tokenizer)
            of_plain = read(heard.take(plain)), target.first_texts().take(plain)
            preds = preds.with_wordings(plain, self._nearest_texts(*of_plain, tokenizer, costs))
            preds = with_nearest(preds, several, measured, _ON_BOTH_SIDES)
            found += self._paired([preds.first_texts()], target, tokenizer, costs)
        return found

    def _with_alternatives(
        self, preds: Lattice, target: Lattice, tokenizer: Tokenizer
    ) -> tuple[IntArray, IntArray]:
        """Return the rows of predictions with alternatives: beside one wording, and the others.

        Beside a reference of one wording, a search over paths needs no list of wordings.
        """
        rows = preds.with_alternatives()
        if target.references.offsets is not None:
            return rows[:0], rows
        _, written_out, _ = self._segments(preds, tokenizer)
        is_several = np.isin(rows, np.union1d(target.with_alternatives(), written_out))
        return rows[~is_several], rows[is_several]

    def _nearest_texts(
        self, preds: Lattice, others: TextColumn, tokenizer: Tokenizer, costs: Costs
    ) -> pa.LargeStringArray:
        """Return of every row the wording that is nearest to another text."""
        texts, _, _ = self._segments(preds, tokenizer)
        tokens, segments = tokenizer.columns(others, preds.column(texts))
        return nearest_texts(tokens, segments, preds, costs)

    def _paired(
        self, systems: Sequence[TextColumn], lattice: Lattice, tokenizer: Tokenizer, costs: Costs
    ) -> list[TokenPairs]:
        """Pair texts of each system with the nearest wordings of references."""
        texts, rows, why = self._segments(lattice, tokenizer)
        if not len(rows):
            *preds, segments = tokenizer.columns(*systems, lattice.column(texts))
            return [nearest_wordings(tokens, segments, lattice, costs) for tokens in preds]
        found = []
        for system in systems:
            measure = partial(self._measured, system, tokenizer, costs)
            nearest = with_nearest(lattice, rows, measure, why)
            found += self._paired([system], nearest, tokenizer, costs)
        return found

    def _segments(
        self, lattice: Lattice, tokenizer: Tokenizer
    ) -> tuple[pa.LargeStringArray, IntArray, str]:
        """Return the segments' texts, and the references that they cannot be split in, and why."""
        if self.compounds is not None:
            return lattice.texts, lattice.with_alternatives(), "where compounds are joined"
        if finds_words(tokenizer):
            why = "where words touch alternatives, or others that count as the same"
            return lattice.texts, touching(lattice), why
        return *spaced_texts(lattice), "where a space belongs to none of several alternatives"

    def _measured(
        self, preds: TextColumn, tokenizer: Tokenizer, costs: Costs, wordings: SegmentColumn
    ) -> tuple[IntArray, IntArray]:
        """Return the cost and the tokens of wordings, each beside its prediction."""
        sample = samples(wordings.references)[wordings.row]
        heard = TextColumn(preds.name, preds.texts.take(pa.array(sample)))
        pred_tokens, tokens = tokenizer.columns(heard, wordings)
        cost, _, length = self._cost(TokenPairs(pred_tokens, tokens), costs)
        return cost, length

    def _cost(self, pairs: TokenPairs, costs: Costs) -> tuple[IntArray, IntArray, IntArray]:
        """Return the cost of each pair, and the number of tokens on both sides."""
        if self.compounds is not None:
            pairs = merging_compounds(pairs, self.compounds)
        substitutions, hits, pred_length, target_length = pair_counts(pairs, costs=costs)
        gap, replacement = weights(costs)
        gaps = pred_length + target_length - 2 * (substitutions + hits)
        return replacement * substitutions + gap * gaps, pred_length, target_length


_NONE = Wordings()


AS_WRITTEN = Wordings()
"""No other wording is right."""
