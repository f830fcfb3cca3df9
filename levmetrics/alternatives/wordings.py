"""The options for other correct wordings of a reference, which are searched for if one is given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from levmetrics.alternatives.options import (
    Alternatives,
    Compounds,
    EqualPhrases,
    EquivalencesLike,
)
from levmetrics.edits.pairs import Costs, TokenPairs
from levmetrics.edits.reader import SampleReader
from levmetrics.errors import InputError, unknown_name
from levmetrics.normalizers import Chain
from levmetrics.tokenizers import Tokenizer


@dataclass(frozen=True)
class Wordings:
    """The options for other correct wordings of a reference.

    Attributes:
        compounds: ``"merge"`` or ``"join"``, see
            :func:`levmetrics.alternatives.compounds.merging_compounds`; ``None``: words that only
            one side joins are errors.
        alternatives: the syntax of alternatives in references, see
            :func:`levmetrics.alternatives.parsing.parse`; ``None``: there are none.
        equivalences: phrases that count as the same in every reference; or the rules of a global
            mapping file, which rewrite both sides, with alternatives in braces.

    """

    compounds: Compounds | None = None
    alternatives: Alternatives | None = None
    equivalences: EqualPhrases | None = None

    @classmethod
    def of(
        cls, compounds: object, alternatives: object, equivalences: EquivalencesLike
    ) -> Wordings:
        """Return the wordings for a caller's options.

        Raises:
            InputError: for an invalid option.

        """
        for name, known, value in (
            ("compounds", get_args(Compounds), compounds),
            ("alternatives", get_args(Alternatives), alternatives),
        ):
            if value is not None and value not in known:
                raise unknown_name(known, value, name)
        phrases = None if equivalences is None else _phrases(equivalences, alternatives)
        syntax = None if alternatives == "none" else alternatives
        return cls(compounds, syntax, phrases)  # type: ignore[arg-type]

    def settings(self) -> dict[str, object]:
        """Return the given options by name."""
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
        """Return the token pairs of each system, with the wordings nearest to its predictions.

        Args:
            reader: the reader of the samples.
            tokenizer: splits texts; see :meth:`levmetrics.edits.reader.SampleReader.token_pairs`.
            explicit_tokenizer: the same, if the caller chose it.
            normalizer: applied first to texts, to each wording as a whole.
            ignore_index: the padding id in arrays of token ids.
            costs: the costs that decide which wording is nearest.

        Raises:
            InputError: for anything that cannot be scored.

        """
        settings = (tokenizer, explicit_tokenizer, normalizer, ignore_index)
        if self == AS_WRITTEN:
            return reader.token_pairs(*settings)
        from levmetrics.alternatives.reading import read_wordings  # few references have any

        def read() -> list[TokenPairs]:
            return read_wordings(self, reader, *settings, costs)

        return reader.cached(("wordings", self, *settings, costs), read)


def _phrases(equivalences: EquivalencesLike, alternatives: object) -> EqualPhrases | None:
    """Return phrases that count as the same, and fit the syntax of alternatives.

    Raises:
        InputError: for an invalid option.

    """
    from levmetrics.alternatives.equivalences import get_equivalences

    phrases = get_equivalences(equivalences)
    if alternatives == "brackets" and phrases is not None and phrases.writes_braces:
        raise InputError("glm.brackets")
    return phrases


AS_WRITTEN = Wordings()
"""No other wordings."""
