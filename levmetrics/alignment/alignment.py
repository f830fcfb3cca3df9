"""Alignments of a prediction's tokens with those of its reference."""

from __future__ import annotations

import shutil
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from levmetrics.alignment.explanation import Alignment, Code, Words
from levmetrics.alignment.operations import Operation, best_operations, count_tokens
from levmetrics.alignment.presentation import (
    alignment_code,
    alignment_html,
    alignment_markup,
    alignment_text,
)
from levmetrics.alignment.side_by_side import Passage, are_lines, parts_of, side_by_side
from levmetrics.edits.pairs import Costs
from levmetrics.edits.reader import SampleLike, both_tokens, token_pairs
from levmetrics.errors import InputError, quoted
from levmetrics.inputs.tokens import SampleReferencesLike, SamplesLike
from levmetrics.normalizers import NormalizerLike
from levmetrics.rendering.labels import COUNTS
from levmetrics.sums.error_counts import ErrorCounts, check_costs, count_errors
from levmetrics.tokenizers import TokenizerLike


@dataclass(frozen=True)
class TokenAlignment(Alignment):
    """One best alignment of a prediction with a reference.

    ``print`` draws it for a terminal; a notebook shows :meth:`to_html`.

    Attributes:
        pred: the prediction's tokens.
        target: the reference's tokens.
        operations: the operations that turn the reference into the prediction, in order; together
            they span all tokens of both.
        reference: the index of the aligned reference among the sample's references, from 0.

    """

    pred: tuple[Hashable, ...]
    target: tuple[Hashable, ...]
    operations: tuple[Operation, ...]
    reference: int = 0

    @property
    def counts(self) -> ErrorCounts:
        """The alignment's substitutions, deletions, insertions and hits, as one sample."""
        sums = count_tokens(self.operations)
        counts = {count.key: np.array([sums[count]]) for count in COUNTS}
        return ErrorCounts(**counts, reference=np.array([self.reference]))

    def __str__(self) -> str:
        """Return the alignment drawn as text, in lines as wide as the terminal.

        Reference, prediction and operations are below each other. A gap is drawn as ``*``, white
        space inside a token as ``␣``.
        """
        return alignment_text(self.operations, shutil.get_terminal_size().columns)

    def to_html(self, words: Words | None = None) -> str:
        """Return the alignment as self-contained HTML.

        Errors have a colour and a letter (S, D, I), so that colour is not the only sign. Screen
        readers get the edits in words. The texts are escaped, and bidirectional control characters
        are shown as their code points.

        Args:
            words: labels in another language, by the keys of ``alignment/words.json``.

        """
        return alignment_html(self.operations, words or {})

    def markup(self, words: Words | None = None) -> str:
        """Return the alignment as HTML for a report: texts of several lines side by side.

        Args:
            words: labels in another language, by the keys of ``alignment/words.json``.

        """
        if are_lines(self.target):
            return side_by_side(*self.passages(), words or {})
        return alignment_markup(self.operations, words or {})

    def code(self, reference: str, prediction: str) -> Code | None:
        """Return a short code from which a browser draws it; ``None`` if only HTML can show it.

        Args:
            reference: the reference as it is shown.
            prediction: the prediction as it is shown.

        >>> align("is there", "who is there").code("who is there", "is there")
        ' 1D2='

        """
        if are_lines(self.target):
            return None
        return alignment_code(self.operations, (self.target, reference), (self.pred, prediction))

    def passages(self) -> tuple[list[Passage], list[Passage]]:
        """Return the passages of reference and prediction with their errors, side by side."""
        target, pred = parts_of(self.operations)
        return [Passage(None, target)], [Passage(None, pred)]

    def reference_parts(self) -> Sequence[tuple[str, bool]]:
        """Return the tokens of the reference joined in parts, each with whether it is wrong."""
        passages, _ = self.passages()
        return [(part.text, bool(part.letter)) for each in passages for part in each.parts]

    def to_dict(self) -> dict[str, Any]:
        """Return the alignment as lists, strings and numbers, ready for JSON."""
        sums = count_tokens(self.operations)
        return {
            "pred": list(self.pred),
            "target": list(self.target),
            "reference": self.reference,
            "operations": [
                {
                    "kind": operation.kind,
                    "pred_span": [operation.pred_start, operation.pred_end],
                    "target_span": [operation.target_start, operation.target_end],
                    "pred": list(operation.pred),
                    "target": list(operation.target),
                }
                for operation in self.operations
            ],
            "counts": {count.key: sums[count] for count in COUNTS},
        }


def align(
    prediction: SampleLike,
    reference: SampleLike,
    *,
    tokenizer: TokenizerLike | None = None,
    normalizer: NormalizerLike = None,
    costs: Costs = "unit",
    compounds: Literal["merge"] | None = None,
) -> TokenAlignment:
    """Align one prediction with its reference.

    Alternatives, equivalences and ``compounds="join"`` choose a wording of each reference. To align
    with that wording, call :func:`levmetrics.core.scoring.score` with these options, and
    ``.alignment(i)`` of the run that it returns.

    Args:
        prediction: a text, or a list of tokens, which may hold white space. Lists in which every
            token holds several words are refused, since they may be several samples.
        reference: the same.
        tokenizer: splits texts, by default at white space; see
            :func:`levmetrics.tokenizers.get_tokenizer`. Tokens take none.
        normalizer: normalizes texts; see :func:`levmetrics.normalizers.get_normalizer`.
        costs: ``"unit"`` for the fewest errors, or ``"nist"`` for sclite's costs; the counts agree
            with :func:`levmetrics.edits.kernel.pair_counts`.
        compounds: ``"merge"``: words that only one side joins match, as in
            :func:`levmetrics.error_rates.error_rate_metric.error_counts`.

    Raises:
        InputError: for anything that cannot be aligned.

    >>> print(align("is there now", "who is there"))
    REF: who is there ***
    HYP: *** is there now
         D            I
    >>> from levmetrics.core.scoring import score
    >>> print(score(["i gonna"], ["i { am / @ } gonna"], alternatives="braces").alignment(0))
    REF: i gonna
    HYP: i gonna

    """
    check_costs(costs)
    if compounds not in (None, "merge"):
        raise InputError("align.compounds", given=quoted(compounds))
    sides = both_tokens(prediction, reference, tokenizer, normalizer)
    return align_tokens(*sides, costs, merges_compounds=compounds == "merge")


def align_tokens(
    pred_tokens: Sequence[Hashable],
    target_tokens: Sequence[Hashable],
    costs: Costs,
    reference: int = 0,
    *,
    merges_compounds: bool = False,
) -> TokenAlignment:
    """Align the tokens of one prediction with those of its reference.

    Args:
        pred_tokens: the prediction's tokens; hashable, and equal to themselves.
        target_tokens: the reference's tokens.
        costs: the costs that the alignment minimizes; see :func:`align`.
        reference: the index of the aligned reference among the sample's references, from 0.
        merges_compounds: whether words that only one side joins match.

    >>> align_tokens(["a", "b"], ["a"], "unit").counts
    ErrorCounts(substitutions=[0], deletions=[0], insertions=[1], hits=[1])

    """
    operations = best_operations(
        pred_tokens, target_tokens, costs, merges_compounds=merges_compounds
    )
    return TokenAlignment(tuple(pred_tokens), tuple(target_tokens), operations, reference)


def align_all(
    predictions: SamplesLike,
    references: SampleReferencesLike,
    *,
    tokenizer: TokenizerLike | None = None,
    normalizer: NormalizerLike = None,
    costs: Costs = "unit",
) -> Iterator[TokenAlignment]:
    """Align every prediction with its reference, lazily: each alignment is made as it is reached.

    Args:
        predictions: a sequence or column of strings, one for each sample; or tokens.
        references: the same, or a list of references for each sample; the one with the lowest error
            rate is aligned.
        tokenizer: splits texts, by default at white space; see
            :func:`levmetrics.tokenizers.get_tokenizer`. Tokens take none.
        normalizer: normalizes texts; see :func:`levmetrics.normalizers.get_normalizer`.
        costs: see :func:`align`.

    Returns:
        An iterator of alignments; the input is checked and tokenized before it is returned.

    Raises:
        InputError: for anything that cannot be aligned.

    >>> [str(each.counts) for each in align_all(["a b"], [["c d", "a c"]])]
    ['ErrorCounts(substitutions=[1], deletions=[0], insertions=[0], hits=[1], reference=[1])']

    """
    check_costs(costs)
    pairs = token_pairs(predictions, references, tokenizer, normalizer)
    chosen = (
        np.zeros(len(pairs.preds), np.int64)
        if pairs.offsets is None
        else count_errors(pairs, costs).reference
    )
    samples = pairs.with_references(chosen).rows()
    return (
        align_tokens(pred_tokens, target_tokens, costs, reference)
        for (pred_tokens, target_tokens), reference in zip(samples, chosen.tolist(), strict=True)
    )
