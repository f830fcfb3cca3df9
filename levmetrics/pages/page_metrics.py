"""Metrics of OCR pages: reading order errors, bags of words, flexible character accuracy."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import numpy as np

from levmetrics.core.count_metric import RateReduction, TokenCountMetric
from levmetrics.edits.pairs import TokenPairs
from levmetrics.edits.reader import SampleReader
from levmetrics.errors import InputError
from levmetrics.inputs.arrays import FloatArray, IntArray
from levmetrics.normalizers import NormalizerLike, get_normalizer
from levmetrics.pages.flexible import flexible_errors
from levmetrics.pages.order import Block, reordered
from levmetrics.rendering.labels import english, percent
from levmetrics.sums.error_counts import EditCounts, SampleCounts, count_errors
from levmetrics.system.work import steps
from levmetrics.tokenizers import TokenizerLike

if TYPE_CHECKING:
    from levmetrics.alignment.alignment import TokenAlignment
    from levmetrics.alignment.explanation import Words
    from levmetrics.alignment.operations import Operation
    from levmetrics.core.run import Run
    from levmetrics.pages.explanation import PageConfusions

_AS_IT_IS = get_normalizer(None)
P = TypeVar("P", bound=SampleCounts)


class PageMetric(TokenCountMetric[P], Generic[P]):
    """Base class of metrics of whole pages, whose texts have a line feed at the end of each line.

    Args:
        reduction: see the base class, as for all arguments.

    Raises:
        InputError: if the metric compares lines and the normalizer removes their ends.

    """

    default_tokenizer = "char"
    _packages: tuple[str, ...] = ("rapidfuzz",)
    compares_lines = True

    def __init__(
        self,
        reduction: RateReduction = "corpus",
        *,
        tokenizer: TokenizerLike | None = None,
        normalizer: NormalizerLike = None,
    ) -> None:
        super().__init__(reduction, tokenizer=tokenizer, normalizer=normalizer)
        if self.compares_lines and "\n" not in self.normalizer("a\nb"):
            raise InputError("pages.line_ends_removed", normalizer=self.normalizer)

    def measure(self, reader: SampleReader) -> list[P]:
        """Measure each system's pages.

        Raises:
            InputError: for anything but texts.

        """
        systems, target = reader.texts(self.normalizer)
        references = target.texts.to_pylist()
        repeats = 1 if target.offsets is None else np.diff(target.offsets)
        predictions = (
            np.repeat(np.array(system.texts.to_pylist(), object), repeats).tolist()
            for system in systems
        )
        return [self._counted(p, references).of_best(target.offsets) for p in predictions]

    @abstractmethod
    def _counted(self, predictions: Sequence[str], references: Sequence[str]) -> P:
        """Measure each prediction against its reference."""


def _watched(predictions: Sequence[str], references: Sequence[str]) -> Iterable[tuple[str, str]]:
    """Yield the pairs, and report progress."""
    return steps(zip(predictions, references, strict=True), "pages", len(predictions))


@dataclass(frozen=True, eq=False)
class OrderCounts(EditCounts):
    """Errors of every page, with the number that disappears in the best order of its blocks.

    Attributes:
        substitutions: characters recognised as another character; int64, shape ``(samples,)``, like
            the others.
        deletions: characters of the reference without a counterpart in the prediction.
        insertions: predicted characters without a counterpart in the reference.
        hits: characters recognised.
        order_errors: errors that disappear when blocks are put in the reference's order.
        reference: the index (from 0) of the reference that the page was compared with.

    Raises:
        ValueError: as :class:`levmetrics.sums.error_counts.ErrorCounts`.

    """

    order_errors: IntArray
    _derived = ("reference_length", "prediction_length")

    def quotients(self) -> dict[str, tuple[IntArray, IntArray]]:
        """Return numerator and denominator of every rate by name.

        - ``page_cer``: the character error rate
        - ``order``: the part of it that disappears in the best order of blocks
        - ``best_order_cer``: the remaining part
        - ``normalized_cer``: errors / (errors + hits), at most 1
        """
        errors, length = self.errors, self.reference_length
        return {
            "page_cer": (errors, length),
            "order": (self.order_errors, length),
            "best_order_cer": (errors - self.order_errors, length),
            "normalized_cer": (errors, errors + self.hits),
        }


class OrderMetric(PageMetric[OrderCounts]):
    r"""The metric of the character error rate of pages, and of its part due to reading order.

    Blocks are runs of lines, which may be split and joined at line ends of either side; see
    :func:`levmetrics.pages.order.reordered`. Substitutions, deletions and insertions are counted on
    the original pages; alignments and confusions are computed on pages in their best order.

    Source of the normalized rate: "Quality Assurance in OCR-D", https://ocr-d.de/en/spec/ocrd_eval.

    >>> from levmetrics.core.scoring import score
    >>> columns = "The left\ncolumn is\nread first.\nThe other\none comes\nlast."
    >>> across = "The left\nThe other\ncolumn is\none comes\nread first.\nlast."
    >>> result = score([across], [columns], "page:order").result()
    >>> result["page_cer"], result["order"], result["best_order_cer"]
    (0.625, 0.625, 0.0)

    """

    counted: ClassVar[str] = "pages"
    _kind = OrderCounts
    _packages = ("rapidfuzz", "scipy")
    extra = "ocr"

    def _counted(self, predictions: Sequence[str], references: Sequence[str]) -> OrderCounts:
        counts = count_errors(self._pairs(predictions, references))
        order_errors = np.zeros(len(predictions), np.int64)
        found = [reordered(target, pred) for pred, target in _watched(predictions, references)]
        moved = [page for page, better in enumerate(found) if better is not None]
        if moved:
            best = [better.text for better in found if better is not None]
            rest = count_errors(self._pairs(best, [references[page] for page in moved])).errors
            order_errors[moved] = np.maximum(counts.errors[moved] - rest, 0)
        return OrderCounts.from_rows(np.column_stack([counts.matrix.T, order_errors]))

    def notes(
        self, result: Mapping[str, Any], samples: int, words: Words | None = None
    ) -> list[str]:
        """Return the note on the share of the errors that is due to reading order."""
        said, rest = words or english("levmetrics.pages"), percent(result["best_order_cer"])
        return [said["note_order"].format(points=100 * result["order"], rest=rest)]

    def alignment(self, run: Run, sample: int) -> TokenAlignment:
        """Return a page beside its reference, with its blocks in their best order."""
        from levmetrics.alignment.alignment import align_tokens
        from levmetrics.pages.explanation import PageAlignment

        pred, target = (self.normalizer(side[sample]) for side in run.request.texts())
        better = reordered(target, pred)
        (tokens,) = self._pairs([pred if better is None else better.text], [target]).rows()
        aligned = align_tokens(*tokens, self.costs, int(run.request.reference[sample]))
        if better is None:
            return aligned
        pooled = run.metric.pooling
        page = pooled.measures(pooled.sums(run.measured.take(np.array([sample]))))
        blocks = [(block, self._operations(pred, target, block)) for block in better.blocks]
        return PageAlignment(
            **vars(aligned),
            texts=(pred, target),
            blocks=blocks,
            order=float(np.asarray(page["order"])),
        )

    def _operations(self, pred: str, target: str, block: Block) -> tuple[Operation, ...]:
        """Return the operations that turn a block of the reference into its partner."""
        from levmetrics.alignment.operations import best_operations

        parts = target[block.reference_start : block.reference_end], pred[block.start : block.end]
        ours, theirs = map(self.tokenizer, parts)
        return best_operations(theirs, ours, self.costs)

    def confusions(self, run: Run, n: int | None) -> PageConfusions:
        """Return what was taken for what in pages whose blocks are in their best order."""
        from levmetrics.pages.explanation import PageConfusions

        return PageConfusions(**vars(super().confusions(run, n)))

    def shown_pairs(self, run: Run, samples: slice = slice(None)) -> TokenPairs:
        """Return the tokens of pages whose blocks are in their best order."""
        predictions, references = ([*side[samples]] for side in run.request.texts())
        (preds,), target = SampleReader([predictions], references).texts(self.normalizer)
        texts, references = preds.texts.to_pylist(), target.texts.to_pylist()
        best = [
            pred if (better := reordered(text, pred)) is None else better.text
            for pred, text in _watched(texts, references)
        ]
        return self._pairs(best, references)

    def _pairs(self, predictions: Sequence[str], references: Sequence[str]) -> TokenPairs:
        tokenizer, given, *_ = self._reading
        (pairs,) = SampleReader([predictions], references).token_pairs(tokenizer, given, _AS_IT_IS)
        return pairs


@dataclass(frozen=True, eq=False)
class BagCounts(SampleCounts):
    """Counts of the words and characters of every page that both sides have, in any order.

    Attributes:
        errors: the larger of the numbers of missing and of surplus words, which is the fewest edits
            in any order; int64, shape ``(samples,)``, like the others.
        hits: words that both sides have.
        reference_length: words of the reference.
        prediction_length: words of the prediction.
        character_errors: the same for characters, white space excluded.
        character_hits: the same.
        reference_characters: the same.
        prediction_characters: the same.
        reference: the index (from 0) of the reference that the page was compared with.

    Raises:
        ValueError: as :class:`levmetrics.sums.error_counts.ErrorCounts`.

    """

    errors: IntArray
    hits: IntArray
    reference_length: IntArray
    prediction_length: IntArray
    character_errors: IntArray
    character_hits: IntArray
    reference_characters: IntArray
    prediction_characters: IntArray

    def quotients(self) -> dict[str, tuple[IntArray, IntArray]]:
        """Return numerator and denominator of the error rates, and of the rest of :meth:`rates`."""
        words = self.hits, self.reference_length, self.prediction_length
        characters = self.character_hits, self.reference_characters, self.prediction_characters
        return {
            "bag_wer": (self.errors, self.reference_length),
            **_retrieved("", *words),
            "bag_cer": (self.character_errors, self.reference_characters),
            **_retrieved("character_", *characters),
        }

    def rates(self) -> dict[str, FloatArray]:
        """Return the rates of every page by name; two texts without words have perfect rates.

        - ``bag_wer``: the lowest word error rate in any word order
        - ``precision``, ``recall``, ``f1``: of words
        - ``bag_cer``, ``character_precision`` ...: the same for characters
        """
        rates = super().rates()
        words = self.reference_length + self.prediction_length == 0
        characters = self.reference_characters + self.prediction_characters == 0
        for name in ("precision", "recall", "f1"):
            rates[name] = np.where(words, 1.0, rates[name])
            name = f"character_{name}"
            rates[name] = np.where(characters, 1.0, rates[name])
        return rates


def _retrieved(
    kind: str, hits: IntArray, target: IntArray, pred: IntArray
) -> dict[str, tuple[IntArray, IntArray]]:
    """Return numerator and denominator of precision, recall and F1."""
    return {
        f"{kind}precision": (hits, pred),
        f"{kind}recall": (hits, target),
        f"{kind}f1": (2 * hits, target + pred),
    }


class BagMetric(PageMetric[BagCounts]):
    """The metric of pages as bags of words and characters, in any order.

    Words are separated by white space and include punctuation, unless a tokenizer is given.
    Characters are counted without white space.

    Source: "Bag of Words" in "Quality Assurance in OCR-D", https://ocr-d.de/en/spec/ocrd_eval; the
    error rate is bWER of Vidal et al. 2023, "End-to-End page-Level assessment of handwritten text
    recognition", arXiv 2301.05935.

    >>> from levmetrics.core.scoring import score
    >>> result = score(["b a x"], ["a b c d"], "page:bag").result()
    >>> result["bag_wer"], result["recall"]
    (0.5, 0.5)

    """

    counted: ClassVar[str] = "bags"
    default_tokenizer = "whitespace"
    _kind = BagCounts
    compares_lines = False
    _packages = ()

    def _counted(self, predictions: Sequence[str], references: Sequence[str]) -> BagCounts:
        tokenizer = self.tokenizer
        rows = [
            (
                *_common(tokenizer(pred), tokenizer(target)),
                *_common(_letters(pred), _letters(target)),
            )
            for pred, target in _watched(predictions, references)
        ]
        return BagCounts.from_rows(np.array(rows, np.int64).reshape(-1, 8))


def _letters(text: str) -> str:
    return "".join(text.split())


def _common(pred: Sequence[str], target: Sequence[str]) -> tuple[int, int, int, int]:
    """Return the errors, the hits, and the lengths of reference and prediction.

    >>> _common("abx", "abcd")
    (2, 2, 4, 3)
    """
    hits = (Counter(pred) & Counter(target)).total()
    return max(len(target), len(pred)) - hits, hits, len(target), len(pred)


@dataclass(frozen=True, eq=False)
class FlexibleCounts(SampleCounts):
    """Errors of every page for the flexible character accuracy.

    Attributes:
        errors: the errors, at most the number of characters of the reference if it has any; int64,
            shape ``(samples,)``, like the others.
        reference_length: characters of the reference without line breaks.
        prediction_length: characters of the prediction without line breaks.
        reference: the index (from 0) of the reference that the page was compared with.

    Raises:
        ValueError: as :class:`levmetrics.sums.error_counts.ErrorCounts`.

    """

    errors: IntArray
    reference_length: IntArray
    prediction_length: IntArray

    @property
    def hits(self) -> IntArray:
        """Characters of the reference without an error."""
        hits: IntArray = np.maximum(self.reference_length - self.errors, 0)
        return hits

    def quotients(self) -> dict[str, tuple[IntArray, IntArray]]:
        """Return numerator and denominator of the error rate."""
        return {"flexible_cer": (self.errors, self.reference_length)}

    def rates(self) -> dict[str, FloatArray]:
        """Return ``flexible_cer`` of every page, and the accuracy, which is 1 minus it."""
        rates = super().rates()
        accuracy = np.maximum(1 - rates["flexible_cer"], 0)
        return {**rates, "flexible_character_accuracy": accuracy}


class FlexibleMetric(PageMetric[FlexibleCounts]):
    r"""The metric of the flexible character accuracy of pages; a large page takes seconds.

    Source: Clausner, Pletschacher and Antonacopoulos 2020; see :mod:`levmetrics.pages.flexible`.

    >>> from levmetrics.core.scoring import score
    >>> result = score(["last line\nfirst line"], ["first line\nlast lime"], "page:flexible")
    >>> round(result["flexible_character_accuracy"], 3)
    0.947

    """

    counted: ClassVar[str] = "flexible"
    _kind = FlexibleCounts

    def _counted(self, predictions: Sequence[str], references: Sequence[str]) -> FlexibleCounts:
        rows = []
        for pred, target in _watched(predictions, references):
            errors, length, pred_length = flexible_errors(target, pred)
            # The accuracy of a page is at least 0.
            rows.append((min(errors, length) if length else errors, length, pred_length))
        return FlexibleCounts.from_rows(np.array(rows, np.int64).reshape(-1, 3))
