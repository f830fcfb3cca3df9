"""Alignments: which token of a prediction stands for which token of the reference."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal, TypeAlias

import numpy as np
from rapidfuzz.distance import Opcodes

from levmetrics.alignment.confusions import best_references
from levmetrics.edits.kernel import Costs, single_edits
from levmetrics.edits.matrix import best_path, distance_matrix
from levmetrics.edits.pairs import numbered, single_tokens, token_pairs
from levmetrics.normalizers import NormalizerLike
from levmetrics.rendering.html import inert
from levmetrics.rendering.text import aligned_columns, visible
from levmetrics.scores.error_counts import ErrorCounts, check_costs
from levmetrics.tokenizers import TokenizerLike

Kind: TypeAlias = Literal["equal", "substitute", "delete", "insert"]
_LETTERS: dict[Kind, str] = {"equal": "", "substitute": "S", "delete": "D", "insert": "I"}
_COLOURS: dict[Kind, str] = {
    "equal": "transparent",
    "substitute": "#e69f0055",
    "delete": "#d55e0055",
    "insert": "#0072b255",
}
_KINDS: dict[str, Kind] = {
    "equal": "equal",
    "replace": "substitute",
    "delete": "delete",
    "insert": "insert",
}


@dataclass(frozen=True)
class Operation:
    """One run of an alignment: what happens to these tokens.

    Attributes:
        kind: ``"equal"``, ``"substitute"`` (token by token), ``"delete"`` (in the reference only)
            or ``"insert"`` (in the prediction only).
        pred_start: where it starts in the prediction's tokens.
        pred_end: where it ends there.
        target_start: where it starts in the reference's tokens.
        target_end: where it ends there.
        pred: the prediction's tokens in it.
        target: the reference's tokens in it.

    """

    kind: Kind
    pred_start: int
    pred_end: int
    target_start: int
    target_end: int
    pred: tuple[Hashable, ...]
    target: tuple[Hashable, ...]


@dataclass(frozen=True)
class Alignment:
    """One best alignment of a prediction with a reference.

    ``print`` draws it for a terminal; a notebook shows :meth:`to_html`.

    Attributes:
        pred: the prediction's tokens.
        target: the reference's tokens.
        operations: what turns the reference into the prediction, in order, without a gap.
        reference: which of the sample's references this is, from 0.

    """

    pred: tuple[Hashable, ...]
    target: tuple[Hashable, ...]
    operations: tuple[Operation, ...]
    reference: int = 0

    @property
    def counts(self) -> ErrorCounts:
        """The alignment's substitutions, deletions, insertions and hits, as one sample."""
        sizes: Counter[Kind] = Counter()
        for op in self.operations:
            sizes[op.kind] += max(len(op.pred), len(op.target))
        kinds: tuple[Kind, ...] = ("substitute", "delete", "insert", "equal")
        return ErrorCounts.from_rows(np.array([*(sizes[kind] for kind in kinds), self.reference]))

    def __str__(self) -> str:
        """Draw reference, prediction and operations under each other, as wide as the terminal.

        A gap is drawn as ``*``, white space inside a token as ``␣``.
        """
        rows = [
            [_cell(target), _cell(pred), _LETTERS[kind]] for kind, target, pred in self._columns()
        ]
        return aligned_columns(["REF:", "HYP:", ""], rows, shutil.get_terminal_size().columns)

    def to_html(self) -> str:
        """Draw the alignment as HTML that stands by itself.

        Errors have a colour and a letter (S, D, I), so that colour is not the only sign. The texts
        are escaped, and what would turn the direction of text is shown by its number.
        """
        columns = "".join(
            '<span style="display:inline-block;text-align:center;vertical-align:top;'
            f'margin:.1em;padding:0 .3em;border-radius:.3em;background:{_COLOURS[kind]}">'
            f"{_html_cell(target)}{_html_cell(pred)}{_html_cell(_LETTERS[kind], 'b')}</span>"
            for kind, target, pred in self._columns()
        )
        counts = self.counts
        total = (
            f"{int(counts.substitutions[0])} substituted (S), {int(counts.deletions[0])} deleted "
            f"(D), {int(counts.insertions[0])} inserted (I), {int(counts.hits[0])} right"
        )
        return (
            '<figure class="levmetrics-alignment" style="margin:0;font-family:monospace">'
            f"<div>{columns}</div>"
            '<figcaption style="font-family:sans-serif;font-size:.9em;margin-top:.4em">'
            f"Above the reference, below the prediction: {total}.</figcaption></figure>"
        )

    _repr_html_ = to_html

    def to_dict(self) -> dict[str, Any]:
        """Return the alignment as lists, strings and numbers, ready for JSON."""
        return {
            "pred": list(self.pred),
            "target": list(self.target),
            "reference": self.reference,
            "operations": [
                {
                    "kind": op.kind,
                    "pred_span": [op.pred_start, op.pred_end],
                    "target_span": [op.target_start, op.target_end],
                    "pred": list(op.pred),
                    "target": list(op.target),
                }
                for op in self.operations
            ],
            "counts": {
                name: int(getattr(self.counts, name)[0])
                for name in ("substitutions", "deletions", "insertions", "hits")
            },
        }

    def _columns(self) -> Iterator[tuple[Kind, str | None, str | None]]:
        """Yield the operations token by token; ``None`` is a gap."""
        for op in self.operations:
            size = max(len(op.pred), len(op.target))
            for index in range(size):
                yield (
                    op.kind,
                    str(op.target[index]) if op.target else None,
                    str(op.pred[index]) if op.pred else None,
                )


def align(
    pred: Any,
    target: Any,
    *,
    tokenizer: TokenizerLike | None = None,
    normalizer: NormalizerLike = None,
    costs: Costs = "unit",
) -> Alignment:
    """Align one prediction with its reference.

    Args:
        pred: a text, or a list of tokens.
        target: the same.
        tokenizer: of texts, words between white space by default; see
            :func:`levmetrics.tokenizers.get_tokenizer`. Tokens take none.
        normalizer: of texts; see :func:`levmetrics.normalizers.get_normalizer`.
        costs: ``"unit"``: the fewest errors; ``"nist"``: sclite's costs; see
            :func:`levmetrics.edits.kernel.pair_counts`, with whose counts the alignment agrees.

    Raises:
        InputError: for anything that cannot be aligned.

    >>> print(align("is there now", "who is there"))
    REF: who is there ***
    HYP: *** is there now
         D            I

    """
    check_costs(costs)
    preds = single_tokens(pred, "pred", tokenizer, normalizer)
    targets = single_tokens(target, "target", tokenizer, normalizer)
    return _aligned(preds, targets, costs, 0)


def align_all(
    preds: Any,
    target: Any,
    *,
    tokenizer: TokenizerLike | None = None,
    normalizer: NormalizerLike = None,
    costs: Costs = "unit",
) -> Iterator[Alignment]:
    """Align every prediction with its reference, one at a time, when it is asked for.

    Args:
        preds: a sequence or column of strings, one a sample; or tokens.
        target: the same, or a list of references for each sample, of which the one with the
            lowest error rate is aligned.
        tokenizer: of texts, words between white space by default; see
            :func:`levmetrics.tokenizers.get_tokenizer`. Tokens take none.
        normalizer: of texts; see :func:`levmetrics.normalizers.get_normalizer`.
        costs: see :func:`align`.

    Returns:
        An iterator of alignments; the input is checked and split at once.

    Raises:
        InputError: for anything that cannot be aligned.

    >>> [str(found.counts) for found in align_all(["a b"], [["c d", "a c"]])]
    ['ErrorCounts(substitutions=[1], deletions=[0], insertions=[0], hits=[1], reference=[1])']

    """
    check_costs(costs)
    pairs = token_pairs(preds, target, tokenizer, normalizer)
    chosen = best_references(pairs, costs)
    rows = pairs.with_references(chosen).rows()
    return (
        _aligned(pred, reference, costs, number)
        for (pred, reference), number in zip(rows, chosen.tolist(), strict=True)
    )


def _aligned(
    pred: Sequence[Hashable], target: Sequence[Hashable], costs: Costs, reference: int
) -> Alignment:
    find = _unit_runs if costs == "unit" else _nist_runs
    # RapidFuzz compares hashes, and -1 and -2 have the same one: numbers from 0 have their own.
    runs = find(*numbered(pred, target))
    return Alignment(
        tuple(pred),
        tuple(target),
        tuple(
            Operation(kind, p0, p1, t0, t1, tuple(pred[p0:p1]), tuple(target[t0:t1]))
            for kind, t0, t1, p0, p1 in runs
        ),
        reference,
    )


def _unit_runs(pred: Sequence[int], target: Sequence[int]) -> list[tuple[Kind, int, int, int, int]]:
    return [
        (_KINDS[op.tag], op.src_start, op.src_end, op.dest_start, op.dest_end)
        for op in Opcodes.from_editops(single_edits(pred, target))
    ]


def _nist_runs(pred: Sequence[int], target: Sequence[int]) -> list[tuple[Kind, int, int, int, int]]:
    scale = min(len(pred), len(target)) + 1  # of equal costs the fewest substitutions, as counted
    substitution, gap = 4 * scale + 1, 3 * scale
    matrix = distance_matrix(pred, target, substitution, gap)
    path = best_path(matrix, pred, target, substitution, gap)
    runs: list[tuple[Kind, int, int, int, int]] = []
    for (t0, p0), (t1, p1) in pairwise(path):
        if t0 == t1:
            kind: Kind = "insert"
        elif p0 == p1:
            kind = "delete"
        else:
            kind = "equal" if pred[p0] == target[t0] else "substitute"
        if runs and runs[-1][0] == kind:
            _, t0, _, p0, _ = runs.pop()
        runs.append((kind, t0, t1, p0, p1))
    return runs


def _cell(token: str | None) -> str:
    return "***" if token is None else visible(token)


def _html_cell(token: str | None, tag: str = "span") -> str:
    """Draw one of the three lines of a column; all have one height, whatever their script."""
    shown = "" if token is None else inert(token)
    return f'<{tag} style="display:block;height:1.5em;line-height:1.5em">{shown}</{tag}>'
