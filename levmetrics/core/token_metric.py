"""The base of metrics that compare texts token by token, and their wordings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Self, TypeVar

from levmetrics.alternatives.wordings import AS_WRITTEN, Wordings
from levmetrics.core.metric import OF_TEXTS, Metric, SideInput
from levmetrics.edits import compiled
from levmetrics.edits.kernel import pair_distances
from levmetrics.edits.pairs import PairDistances, TokenPairs
from levmetrics.edits.reader import SampleReader
from levmetrics.errors import InputError
from levmetrics.inputs.arguments import is_whole_number
from levmetrics.inputs.arrays import IntArray
from levmetrics.normalizers import NormalizerLike, get_normalizer
from levmetrics.sums.samples import Samples
from levmetrics.tokenizers import Tokenizer, TokenizerLike, get_tokenizer
from levmetrics.tokenizers.plain import WhitespaceTokenizer
from levmetrics.tokenizers.scripts import FIRST_TEXTS, warn_of_unspaced

if TYPE_CHECKING:
    from levmetrics.alignment.explanation import Alignment, Confusions
    from levmetrics.core.run import Run

S = TypeVar("S", bound=Samples)


class TokenMetric(Metric[S], Generic[S]):
    """A metric of tokens: texts are normalized and split, and tokens stand beside tokens.

    Args:
        reduction: see the base class.
        tokenizer: the unit of an edit: ``char``, ``whitespace``, ``mecab`` ...
        normalizer: the normalizers to apply to both sides first, in this order: ``nfkc,lower`` ...
        settings: further settings that change the score, for the signature.
        ignore_index: the padding id of token id arrays.

    Raises:
        InputError: for options that the metric does not take.

    """

    default_tokenizer: ClassVar[str] = "char"
    asked: ClassVar[tuple[str, ...]] = ("tokenizer", "normalizer")

    def __init__(
        self,
        reduction: str | None,
        tokenizer: TokenizerLike | None,
        normalizer: NormalizerLike,
        settings: Mapping[str, object],
        ignore_index: int | None = None,
    ) -> None:
        if ignore_index is not None and not is_whole_number(ignore_index):
            raise InputError("option.ignore_index", given=ignore_index)
        self.tokenizer = self.get_tokenizer(
            self.default_tokenizer if tokenizer is None else tokenizer
        )
        self.normalizer = get_normalizer(normalizer)
        self.ignore_index = None if ignore_index is None else int(ignore_index)
        # Input of tokens takes no tokenizer: the default is ignored, and any other is an error.
        given = None if tokenizer is None else self.tokenizer
        self._tokenizer_is_default = tokenizer is None
        self._reading = (self.tokenizer, given, self.normalizer, self.ignore_index)
        of_texts = {"tokenizer": self.tokenizer, "normalizer": self.normalizer}
        super().__init__(reduction, {**of_texts, **settings})
        if ignore_index is not None:
            self.settings["ignore_index"] = self.ignore_index

    @staticmethod
    def get_tokenizer(tokenizer: TokenizerLike) -> Tokenizer:
        """Return a tokenizer by its name; a wing may have units of its own besides.

        Raises:
            InputError: for an unknown name, or anything else that is no tokenizer.

        """
        return get_tokenizer(tokenizer)

    def normalized(self, names: Sequence[str]) -> Self | None:
        """Return this metric with normalizers after its own; ``None`` if it has them all.

        Args:
            names: the names of the normalizers.

        """
        own = {repr(step) for step in self.normalizer.steps}
        added = [name for name in names if name not in own]
        if not added:
            return None
        other = copy(self)
        other.normalizer = get_normalizer([self.normalizer, *added])
        tokenizer, given, _, ignored = self._reading
        other._reading = (tokenizer, given, other.normalizer, ignored)
        other.settings = {**self.settings, "normalizer": other.normalizer}
        return other

    def token_pairs(self, reader: SampleReader) -> list[TokenPairs]:
        """Read each system's tokens, in which edits are counted.

        Raises:
            InputError: for samples without tokens.

        """
        return reader.token_pairs(*self._reading)

    def distances(
        self, reader: SampleReader, substitution_cost: int = 1
    ) -> list[tuple[PairDistances, IntArray | None]]:
        """Compute the edit distance of every prediction to each of its references.

        Returns:
            For each system, the distances and the offsets of each sample's pairs, as in
            :class:`levmetrics.edits.pairs.TokenPairs`.

        Raises:
            InputError: for samples without tokens.

        """
        strings = reader.strings(self.tokenizer, self.normalizer)
        if strings is not None and substitution_cost == 1:
            found = compiled.string_distances(*strings[:3])
            if found is not None:
                pred_length, distance, target_length, _ = found
                return [(PairDistances(distance, pred_length, target_length), strings.offsets)]
        return [
            (pair_distances(pairs, substitution_cost=substitution_cost), pairs.offsets)
            for pairs in self.token_pairs(reader)
        ]

    def warn_of_units(self, reader: SampleReader) -> None:
        """Warn if texts are split by default at white space that does not separate their words.

        Args:
            reader: the samples that were measured.

        """
        is_default = self._tokenizer_is_default and type(self.tokenizer) is WhitespaceTokenizer
        if is_default:
            texts = self.first_texts(reader)
            warn_of_unspaced([*map(self.normalizer, texts)] if self.normalizer.steps else texts)

    def first_texts(self, reader: SampleReader) -> list[str]:
        """Return the first reference texts of samples that were measured; none of tokens."""
        return reader.first_references(FIRST_TEXTS)

    def alignment(self, run: Run, sample: int) -> Alignment:
        """Return the tokens of a sample beside those of its reference.

        Args:
            run: a run of this metric, with its samples.
            sample: the index of the sample, from 0.

        Raises:
            UnexplainedError: if the metric, or this sample, has no alignment.

        """
        from levmetrics.alignment.alignment import align_tokens

        pairs = self.shown_pairs(run, slice(sample, sample + 1))
        reference = int(run.request.reference[sample])
        merges = pairs.merges_compounds
        return align_tokens(*next(pairs.rows()), self.costs, reference, merges_compounds=merges)

    def confusions(self, run: Run, n: int | None) -> Confusions:
        """Return the edits of tokens, by what was taken for what.

        Args:
            run: a run of this metric, with its samples.
            n: the number of confusions of each kind; ``None``: all.

        Raises:
            UnexplainedError: if the metric has no confusions.

        """
        from levmetrics.alignment.confusions import count_confusions

        if self.unexplained:
            return super().confusions(run, n)
        return count_confusions(self.shown_pairs(run), n, self.costs)

    def shown_pairs(self, run: Run, samples: slice = slice(None)) -> TokenPairs:
        """Return the tokens that alignments and confusions show beside those of the references.

        Args:
            run: a run of this metric, with its samples.
            samples: some of them.

        Raises:
            UnexplainedError: for samples without tokens.

        """
        return run.request.pairs_of(samples)


def _rules(path: str) -> Any:
    """Return the rules of a GLM file."""
    from levmetrics.alternatives.glm import read_glm

    return read_glm(path)


class WordedMetric(TokenMetric[S], Generic[S]):
    """A metric of tokens whose references may have other correct wordings, which it chooses from.

    Args:
        compounds: accept words that only one side joins: ``merge``, or ``join`` (the rule of the
            Open ASR Leaderboard).
        alternatives: the syntax of alternatives in references: ``braces``, as in ``{ going to /
            gonna }``, the default in trn and stm files; ``brackets``, as in ``[going to|gonna]``;
            or ``none``.
        equivalences: a GLM file of rules that rewrite both sides, as csrfilt does: ``gonna => going
            to``; or in Python phrases that count as the same, ``{"gonna": ["going to"]}``.

    """

    flags: ClassVar[Mapping[str, str]] = {"equivalences": "glm"}
    _wordings: Wordings = AS_WRITTEN

    @classmethod
    def side_inputs(cls) -> Mapping[str, SideInput]:
        """Return the reader of the rules that rewrite both sides."""
        return {"equivalences": _rules}

    @classmethod
    def alternatives_in(cls, side: Literal["references", "predictions"]) -> Mapping[str, Any]:
        """Return the options by which it reads alternative wordings in the files of a side.

        Those of predictions are read where a GLM file rewrites both sides, though by no rule.
        """
        if side == "references":
            return {"alternatives": "braces"}
        from levmetrics.alternatives.glm import GlobalMap

        return {"equivalences": GlobalMap((), "ctm", ignores_case=False)}

    @property
    def packages(self) -> tuple[str, ...]:
        """The packages that take part in computing the score, besides those in its settings."""
        return (*super().packages, *(() if self._wordings == AS_WRITTEN else OF_TEXTS))

    def token_pairs(self, reader: SampleReader) -> list[TokenPairs]:
        """Read the tokens that the edits are counted in, of each system.

        Raises:
            InputError: for samples without tokens.

        """
        return self._wordings.token_pairs(reader, *self._reading, self.costs)
