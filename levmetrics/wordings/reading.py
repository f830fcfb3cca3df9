"""What else counts as right: wordings that are the same, and the pairs of tokens read with them."""

from __future__ import annotations

from dataclasses import dataclass

from levmetrics.edits.pairs import TokenPairs
from levmetrics.edits.reader import SampleReader
from levmetrics.edits.results import Costs
from levmetrics.errors import InputError
from levmetrics.normalizers import Chain
from levmetrics.tokenizers import Tokenizer
from levmetrics.tokenizers.plain import WhitespaceTokenizer
from levmetrics.tokenizers.tokenizer import WordTokenizer
from levmetrics.wordings.compounds import Compounds, check_compounds, merging_compounds
from levmetrics.wordings.equivalences import (
    Equivalences,
    EquivalencesLike,
    get_equivalences,
)
from levmetrics.wordings.parsing import parse
from levmetrics.wordings.paths import nearest_wordings
from levmetrics.wordings.spacing import spaced_texts
from levmetrics.wordings.syntax import Alternatives, check_alternatives


@dataclass(frozen=True)
class Wordings:
    """Which other wordings of a reference are right.

    Attributes:
        compounds: ``"merge"`` or ``"join"``, see
            :func:`levmetrics.wordings.compounds.merging_compounds`; ``None``: words that one side
            joins are errors.
        alternatives: how they are written in references, see
            :func:`levmetrics.wordings.parsing.parse`; ``None``: there are none.
        equivalences: phrases that count as the same wherever a reference has one of them.

    """

    compounds: Compounds | None = None
    alternatives: Alternatives | None = None
    equivalences: Equivalences | None = None

    @classmethod
    def of(
        cls, compounds: object, alternatives: object, equivalences: EquivalencesLike
    ) -> Wordings:
        """Return the wordings that a caller's options ask for.

        Raises:
            InputError: for an option that is none.

        """
        check_compounds(compounds)
        check_alternatives(alternatives)
        return cls(compounds, alternatives, get_equivalences(equivalences))  # type: ignore[arg-type]

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
            normalizer: applied to texts first, to each alternative by itself.
            ignore_index: the padding id in arrays of token ids.
            costs: by which a wording is the nearest.

        Raises:
            InputError: for anything that cannot be scored.

        """

        def read() -> list[TokenPairs]:
            pairs = (
                reader.token_pairs(tokenizer, explicit_tokenizer, normalizer, ignore_index)
                if self.alternatives is None and self.equivalences is None
                else self._nearest(reader, tokenizer, normalizer, costs)
            )
            if self.compounds is None:
                return pairs
            return [merging_compounds(each, self.compounds) for each in pairs]

        settings = (explicit_tokenizer, tokenizer, normalizer, ignore_index, costs)
        return reader.cached(("wordings", self, *settings), read)

    def _nearest(
        self, reader: SampleReader, tokenizer: Tokenizer, normalizer: Chain, costs: Costs
    ) -> list[TokenPairs]:
        """Pair the texts of each system with the nearest wordings of the references."""
        if reader.holds_tokens():
            raise InputError(
                "alternatives and equivalences are of texts, but preds holds tokens; give texts, "
                "or several references a sample"
            )
        _, references = reader.texts()
        systems, _ = reader.normalized(normalizer)
        lattice = parse(references, self.alternatives).normalized(normalizer)
        if self.equivalences is not None:
            lattice = self.equivalences.in_lattice(lattice, normalizer)
        if isinstance(tokenizer, WhitespaceTokenizer):
            texts = lattice.texts
        elif isinstance(tokenizer, WordTokenizer):
            texts = lattice.trimmed()
        else:
            texts = spaced_texts(lattice)
        *preds, segments = tokenizer.columns(*systems, lattice.column(texts))
        return [nearest_wordings(tokens, segments, lattice, costs) for tokens in preds]


AS_WRITTEN = Wordings()
"""No other wording is right."""
