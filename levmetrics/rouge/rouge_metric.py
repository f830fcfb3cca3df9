"""The metric ROUGE: common n-grams and common subsequences, as F-measure, precision and recall."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, cast

import numpy as np

from levmetrics.core.metric import Measure, Reduction, Result, Sums
from levmetrics.core.score_metric import ScoreMetric
from levmetrics.core.token_metric import TokenMetric
from levmetrics.edits.kernel import pair_overlaps
from levmetrics.edits.pairs import TokenPairs
from levmetrics.edits.reader import SampleReader
from levmetrics.edits.unions import SentencePairs, line_pairs, pair_unions
from levmetrics.errors import InputError, InputWarning, Note, unknown_name, warn
from levmetrics.inputs.arrays import FloatArray, IntArray, lowest_of_each
from levmetrics.inputs.tokens import WordColumn
from levmetrics.normalizers import NormalizerLike
from levmetrics.rendering.labels import Label, english, percent
from levmetrics.rouge.sentences import Sentences, SentencesLike
from levmetrics.rouge.units import AsciiUnits, PorterStemmer, Units, get_units
from levmetrics.sums.sample_statistics import quotient
from levmetrics.sums.similarity import SampleScores
from levmetrics.tokenizers import TokenizerLike

if TYPE_CHECKING:
    from levmetrics.alignment.explanation import Alignment, Confusions, Words
    from levmetrics.core.run import Run

TYPES = (*map(str, range(1, 10)), "L", "Lsum")
"""The types: the sizes of n-grams, and common subsequences of texts and of sentences."""

ALL = ("L", "1", "2", "Lsum")
"""The types of the metric ``rouge``, the one of its score first."""

_WITHOUT_WORDS = "references_without_words"
_LINE_FEED = ord("\n")
_LENGTHS = ("reference_length", "prediction_length")


class RougeScores(SampleScores):
    """The ROUGE of every sample."""

    unit_of_lengths = "words"
    of_lengths = ("reference_length",)


class Overlap(NamedTuple):
    """What every pair has in common, and what it might have: int64 arrays of one shape.

    Attributes:
        common: the n-grams or tokens in common.
        reference: all of the reference.
        prediction: all of the prediction.

    """

    common: IntArray
    reference: IntArray
    prediction: IntArray

    def measures(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return F-measure, precision and recall, in the order of rouge-score's operations.

        >>> [each.round(2).tolist() for each in Overlap(*map(np.array, ([3], [4], [6]))).measures()]
        [[0.6], [0.5], [0.75]]

        """
        precision = self.common / np.maximum(self.prediction, 1)
        recall = self.common / np.maximum(self.reference, 1)
        total = precision + recall
        f = 2 * precision * recall / np.where(total > 0, total, 1.0)
        return f, precision, recall


class RougeMetric(TokenMetric[RougeScores], ScoreMetric[RougeScores]):
    """The metric ROUGE: the mean F-measure of n-grams or common subsequences.

    Several references: each type takes the one with the best F-measure (ties: the first). A sample
    without any word on one side scores 0.

    Args:
        rouge_type: ``"1"`` to ``"9"``, ``"L"`` or ``"Lsum"``; ``"all"``: 1, 2, L and Lsum, of which
            L is the score.
        reduction: see the base class, as for all arguments not explained here.
        tokenizer: ``words`` (the default): lower-cased runs of letters and digits, and single
            letters of scripts without spaces; ``ascii``: the rule of rouge-score, which drops all
            but a to z and 0 to 9; ``mecab`` ... for tokens as they are, with case and punctuation.
        stemmer: ``porter``: tokens of more than three letters are stemmed, as in rouge-score.
        sentences: the sentences of Lsum: ``lines``, or ``icu`` for those by ICU's rules; or in
            Python a function that splits a text.
        ignore_index: the padding id of token id arrays.

    Raises:
        InputError: for options that it does not take.

    Source: Lin, "ROUGE: A Package for Automatic Evaluation of Summaries", 2004, with the counts of
    the package rouge-score 0.1.2.

    >>> from levmetrics.core.scoring import score
    >>> result = score(["the cat sat"], ["the cat is on the mat"], "rouge").result()
    >>> {name: round(result[name], 4) for name in ("rougeL", "rougeL_precision", "rouge2")}
    {'rougeL': 0.4444, 'rougeL_precision': 0.6667, 'rouge2': 0.2857}

    """

    counted: ClassVar[str] = "rouge"
    default_tokenizer = "words"
    get_tokenizer = staticmethod(get_units)
    _kind = RougeScores
    _counts = (*_LENGTHS, _WITHOUT_WORDS)

    def __init__(
        self,
        rouge_type: str = "all",
        reduction: Reduction = "mean",
        *,
        tokenizer: TokenizerLike | None = None,
        stemmer: Literal["porter"] | None = None,
        sentences: SentencesLike = "lines",
        normalizer: NormalizerLike = None,
        ignore_index: int | None = -100,
    ) -> None:
        if rouge_type not in ("all", *TYPES):
            raise unknown_name(("all", *TYPES), rouge_type, "rouge_type")
        if stemmer not in (None, "porter"):
            raise unknown_name(("porter",), stemmer, "stemmer")
        self._types = ALL if rouge_type == "all" else (rouge_type,)
        self._stemmer = None if stemmer is None else PorterStemmer()
        self._sentences = Sentences(sentences)
        settings = {
            "type": rouge_type,
            "stemmer": self._stemmer or "none",
            "sentences": self._sentences,
        }
        super().__init__(reduction, tokenizer, normalizer, settings, ignore_index)
        names = [name for kind in self._types for name in _names(kind)]
        self.key, *floats = names
        self._floats = tuple(floats)

    @property
    def label(self) -> Label:
        """How the score is named and written, with the other measures of its own."""
        label = super().label
        own = {name: each for name, each in label.others.items() if name in self._floats}
        return label._replace(others=own)

    @property
    def _keeps_lines(self) -> bool:
        """Whether the words are read with the line feeds that end their sentences."""
        return isinstance(self.tokenizer, Units) and self._sentences.split == "lines"

    @property
    def _has_lines(self) -> bool:
        """Whether the kernel finds the sentences of words, which stems have lost."""
        return self._keeps_lines and self._stemmer is None

    def token_pairs(self, reader: SampleReader) -> list[TokenPairs]:
        """Read the tokens of each system's samples, stemmed on request.

        Raises:
            InputError: for samples without tokens, and for tokens that were to be stemmed, or split
                into sentences.

        """
        pairs = super().token_pairs(reader)
        split = self._sentences.split
        if "Lsum" in self._types and split != "lines" and reader.holds_tokens():
            raise InputError("rouge.sentences_of_tokens", place=reader.names[0], split=str(split))
        if self._stemmer is None:
            return pairs
        if reader.holds_tokens():
            raise InputError("rouge.stemmed_tokens", place=reader.names[0])
        stem, key = self._stemmer, ("stems", self.tokenizer, self.normalizer)
        return reader.cached(key, lambda: _stemmed(pairs, stem))

    def measure(self, reader: SampleReader) -> list[RougeScores]:
        """Measure each system's samples."""
        return [
            self._scores(pairs, self._sentence_pairs(reader, system, pairs))
            for system, pairs in enumerate(self.token_pairs(reader))
        ]

    def _sentence_pairs(
        self, reader: SampleReader, system: int, pairs: TokenPairs
    ) -> SentencePairs | None:
        """Return the tokens of sentences, unless each text is one or the kernel finds its lines."""
        if "Lsum" not in self._types or reader.holds_tokens():
            return None
        systems, target = reader.texts(self.normalizer)
        sides = systems[system], target
        if self._sentences.split == "lines" and (
            self._has_lines or not any((side.texts.data == _LINE_FEED).any() for side in sides)
        ):
            return None
        if self._keeps_lines:
            found = line_pairs(super().token_pairs(reader)[system])
        else:
            found = self._sentences.pairs(*sides, pairs, self.tokenizer)
        if self._stemmer is None:
            return found
        [sentences] = _stemmed([found.sentences], self._stemmer)
        return replace(found, sentences=sentences)

    def _scores(self, pairs: TokenPairs, sentences: SentencePairs | None) -> RougeScores:
        """Return the scores of samples by the best reference of each type."""
        measures: dict[str, FloatArray | IntArray] = {}
        chosen: list[IntArray] = []
        overlaps, lengths = self._overlaps(pairs, sentences)
        for kind, overlap in overlaps.items():
            found = overlap.measures()
            best = _best(found[0], pairs.offsets)
            measures |= zip(_names(kind), (each[best] for each in found), strict=True)
            chosen.append(best)
        best = chosen[0]
        starts = best if pairs.offsets is None else pairs.offsets[:-1]
        counts: dict[str, IntArray]
        counts = dict(zip(_LENGTHS, (each[best] for each in lengths), strict=True))
        counts[_WITHOUT_WORDS] = (counts["reference_length"] == 0).astype(np.int64)
        score = measures.pop(_names(self._types[0])[0])
        return RougeScores(score, best - starts, parts={**measures, **counts})

    def _overlaps(
        self, pairs: TokenPairs, sentences: SentencePairs | None
    ) -> tuple[dict[str, Overlap], tuple[IntArray, IntArray]]:
        """Return what every pair has in common, by type, and its lengths."""
        orders = [int(kind) for kind in self._types if kind.isdigit()]
        has_unions = "Lsum" in self._types
        by_line = has_unions and self._has_lines and isinstance(pairs.preds, WordColumn)
        found = pair_overlaps(
            pairs,
            max(orders, default=0),
            with_subsequence="L" in self._types
            or (has_unions and sentences is None and not by_line),
            with_lines=by_line,
        )
        lengths = found.target_length, found.pred_length
        overlaps: dict[str, Overlap] = {}
        for kind in self._types:
            if kind.isdigit():
                less = int(kind) - 1
                totals = (np.maximum(length - less, 0) for length in lengths)
                overlaps[kind] = Overlap(found.ngrams[less], *totals)
            elif kind == "Lsum" and by_line:
                overlaps[kind] = Overlap(found.of_lines, *lengths)
            elif kind == "Lsum" and sentences is not None:
                overlaps[kind] = Overlap(*pair_unions(sentences))
            else:  # texts of one sentence, of which the union is the subsequence
                overlaps[kind] = Overlap(found.subsequence, *lengths)
        return overlaps, lengths

    def _measures(self, sums: Sums) -> dict[str, Measure]:
        """Return the means, the sums or all values of the measures, and the counts."""
        if self.keeps_samples:
            return super()._measures(sums)
        divisor = 1 if self.reduction == "sum" else np.maximum(sums["samples"], 1)
        means = {name: quotient(sums[name], divisor) for name in ("score_sum", *self._floats)}
        score = means.pop("score_sum")
        return {"score": score, **means, **{name: sums[name] for name in self._counts}}

    def notes(
        self, result: Mapping[str, Any], samples: int, words: Words | None = None
    ) -> list[str]:
        """Return the note on references without words, if there are any.

        >>> RougeMetric().notes({"references_without_words": 1}, 3)
        ['no words in the reference, so scored 0: 1 of 3 samples']
        >>> RougeMetric().notes({"references_without_words": 0}, 3)
        []

        """
        if not (without := result[_WITHOUT_WORDS]):
            return []
        said = words or english("levmetrics.rouge")
        key = "note_without_words_one" if samples == 1 else "note_without_words"
        return [said[key].format(without=without, samples=samples)]

    def told(self, result: Result) -> dict[str, Any]:
        """Return the numbers that the sentence on a score's meaning names, as it writes them."""
        return {**result, **{name: percent(result[name], 1) for name in self._floats}}

    def warn_of_units(self, reader: SampleReader) -> None:
        """Warn if the rule of rouge-score drops letters, with how many.

        Args:
            reader: the samples that were measured.

        """
        if not isinstance(self.tokenizer, AsciiUnits) or reader.holds_tokens():
            return
        systems, target = reader.texts(self.normalizer)
        lost = [self.tokenizer.lost(side.texts) for side in (*systems, target)]
        letters, texts = map(sum, zip(*lost, strict=True))
        if letters:
            warn(InputWarning(Note("note.dropped_letters", {"letters": letters, "texts": texts})))

    def alignment(self, run: Run, sample: int) -> Alignment:
        """Return the words of a sample with the ones that both sides share.

        Args:
            run: a run of this metric, with its samples.
            sample: the index of the sample, from 0.

        Raises:
            UnexplainedError: if the sample has no tokens.

        """
        from levmetrics.rouge.explanation import RougeAlignment, Shares

        pairs = self.shown_pairs(run, slice(sample, sample + 1))
        measured = cast("RougeScores", run.measured)
        parts = {self.key: measured.score, **measured.parts}
        shares = {
            f"rouge{kind}": Shares(*(float(parts[name][sample]) for name in _names(kind)))
            for kind in self._types
        }
        orders = [int(kind) for kind in self._types if kind.isdigit()]
        reference = int(run.request.reference[sample])
        return RougeAlignment.of(*next(pairs.rows()), reference, shares, orders)

    def confusions(self, run: Run, n: int | None) -> Confusions:
        """Return the n-grams that are missing, and those that are surplus.

        Args:
            run: a run of this metric, with its samples.
            n: the number of n-grams of each kind; ``None``: all.

        Raises:
            UnexplainedError: for samples without tokens.

        """
        from levmetrics.rouge.explanation import count_ngrams

        orders = [int(kind) for kind in self._types if kind.isdigit()] or [1]
        return count_ngrams(self.shown_pairs(run), orders, n)


def _names(kind: str) -> tuple[str, str, str]:
    """Return the names of F-measure, precision and recall of a type."""
    return f"rouge{kind}", f"rouge{kind}_precision", f"rouge{kind}_recall"


def _best(f: FloatArray, offsets: IntArray | None) -> IntArray:
    """Return the index of the pair of each sample with the best F-measure (ties: the first)."""
    return np.arange(len(f)) if offsets is None else lowest_of_each(-f, offsets)


def _stemmed(systems: list[TokenPairs], stem: PorterStemmer) -> list[TokenPairs]:
    """Return token pairs with their tokens stemmed; those of one column of references once."""
    if not systems:
        return []
    target = stem(systems[0].target)
    return [replace(pairs, preds=stem(pairs.preds), target=target) for pairs in systems]
