"""The edits of all alignments, counted by token: substitutions, deletions and insertions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from itertools import zip_longest
from typing import Any

import numpy as np

from levmetrics.alignment.explanation import Confusions
from levmetrics.alignment.operations import Kind, best_operations
from levmetrics.edits.kernel import Edit, EditPlaces, count_edits, edit_places
from levmetrics.edits.pairs import KINDS, Costs, EditKind, TokenPairs
from levmetrics.rendering.table import Table, whole
from levmetrics.rendering.text import token_text, told_apart
from levmetrics.system.work import steps

_EDITS: dict[Kind, EditKind] = {"substitute": "replace", "delete": "delete", "insert": "insert"}


def alignment_places(pairs: TokenPairs, costs: Costs) -> EditPlaces:
    """Return the positions of all edits of the alignments, in the references.

    Args:
        pairs: the tokens of both sides, with one reference for each sample.
        costs: the costs that the alignments minimize.

    """
    if _is_the_kernels(pairs, costs):
        return edit_places(pairs)
    places = np.array([place[:2] for place in _edits(pairs, costs)], np.int64).reshape(-1, 2)
    return EditPlaces(*places.T)


def _is_the_kernels(pairs: TokenPairs, costs: Costs) -> bool:
    """Whether the alignments are the kernel's, with the fewest edits."""
    return costs == "unit" and not pairs.merges_compounds


def _edits(pairs: TokenPairs, costs: Costs) -> Iterator[tuple[int, int, Edit]]:
    """Yield every edit: its sample, its slot in the reference, and its tokens."""
    sides = zip(pairs.preds.rows(), pairs.target.rows(), strict=True)
    for sample, (pred, target) in enumerate(steps(sides, "aligning", len(pairs.preds))):
        if pred == target:
            continue
        for run in best_operations(pred, target, costs, merges_compounds=pairs.merges_compounds):
            if run.kind not in _EDITS:
                continue
            for i, (said, heard) in enumerate(zip_longest(run.target, run.pred)):
                slot = 2 * (run.target_start + i) + 1 if run.target else 2 * run.target_start
                yield sample, slot, (_EDITS[run.kind], said, heard)


# The edits of one kind.
_SHOWN = 3


@dataclass(frozen=True, repr=False)
class TokenConfusions(Confusions):
    """The edits of a corpus by token, most frequent first (ties: sorted by token).

    Attributes:
        substitutions: ``(reference token, predicted token, count)``.
        deletions: ``(reference token, count)``.
        insertions: ``(predicted token, count)``.

    """

    substitutions: tuple[tuple[Any, Any, int], ...]
    deletions: tuple[tuple[Any, int], ...]
    insertions: tuple[tuple[Any, int], ...]

    most_rows = 20

    def __repr__(self) -> str:
        kinds = (f"{name}={_shown(edits)}" for name, edits in vars(self).items())
        return f"TokenConfusions({', '.join(kinds)})"

    @classmethod
    def added(cls, parts: Iterable[TokenConfusions]) -> TokenConfusions:
        """Return the sum of the edits of all parts of a corpus, each of which must be complete.

        >>> one = TokenConfusions((), (("a", 1), ("b", 1)), ())
        >>> TokenConfusions.added([one, TokenConfusions((), (("b", 2),), ())])
        TokenConfusions(substitutions=(), deletions=(('b', 3), ('a', 1)), insertions=())

        """
        counts: list[Counter[Any]] = [Counter() for _ in KINDS]
        for part in parts:
            for of_kind, edits in zip(counts, vars(part).values(), strict=True):
                for *tokens, count in edits:
                    of_kind[tuple(tokens)] += count
        return cls(*(_first([(*e, c) for e, c in of_kind.items()], None) for of_kind in counts))

    def to_dict(self, n: int | None = None) -> dict[str, Any]:
        """Return the ``n`` most frequent edits of each kind, or all."""
        return {kind: edits[:n] for kind, edits in vars(self).items()}

    def edits(self, n: int) -> list[tuple[Edit, int]]:
        """Return the ``n`` most frequent edits of all kinds, with how often each occurs.

        >>> TokenConfusions((("a", "b", 2),), (("c", 3),), ()).edits(1)
        [(('delete', 'c', None), 3)]
        """
        found: list[tuple[Edit, int]] = [
            *((("replace", *tokens), times) for *tokens, times in self.substitutions),
            *((("delete", token, None), times) for token, times in self.deletions),
            *((("insert", None, token), times) for token, times in self.insertions),
        ]
        return sorted(found, key=lambda edit: -edit[1])[:n]

    def rows(self) -> list[tuple[str, str, str, int]]:
        """Return a row for each edit: its kind, both tokens (one may be empty), and the count."""
        return [
            *(
                ("substitution", str(ref), str(pred), times)
                for ref, pred, times in self.substitutions
            ),
            *(("deletion", str(token), "", times) for token, times in self.deletions),
            *(("insertion", "", str(token), times) for token, times in self.insertions),
        ]

    def tables(self, n: int | None = None) -> list[Table]:
        """Return a table for each kind of edit that occurs, with the ``n`` most frequent, or all.

        >>> TokenConfusions((("a", "b", 2),), (), ()).tables()[0].rows
        [['a', 'b', NumberCell(text='2', value=2, is_strong=False)]]
        """
        labels = (["reference", "prediction"], ["reference"], ["prediction"])
        return [
            Table(
                kind.capitalize(),
                labels_of_kind,
                ["times"],
                [[*_cells(*tokens), whole(count)] for *tokens, count in edits[:n]],
                bars="times",
            )
            for (kind, edits), labels_of_kind in zip(vars(self).items(), labels, strict=True)
            if edits
        ]


def count_confusions(
    pairs: TokenPairs, n: int | None = None, costs: Costs = "unit"
) -> TokenConfusions:
    """Count all substitutions, deletions and insertions in token pairs.

    Args:
        pairs: the tokens of both sides, with one reference for each sample.
        n: the number of edits to return of each kind; ``None``: all.
        costs: the costs that the counted alignments minimize.

    >>> from levmetrics.edits.reader import token_pairs
    >>> count_confusions(token_pairs(["a b", "b"], ["a", ""], "whitespace")).insertions
    (('b', 2),)
    >>> pairs = token_pairs("x y z a b", "a b c d e", "whitespace")
    >>> count_confusions(pairs, costs="nist")
    TokenConfusions(substitutions=(), deletions=(('c', 1), ('d', 1), ('e', 1)),
                    insertions=(('x', 1), ('y', 1), ('z', 1)))

    """
    if _is_the_kernels(pairs, costs):
        counts = count_edits(pairs)
    else:
        counts = Counter(edit for _, _, edit in _edits(pairs, costs))
    return TokenConfusions(*(_most_frequent(pairs, counts, kind, n) for kind in KINDS))


def _cells(*tokens: Any) -> Iterator[str]:
    """Return the tokens of an edit for display; two that look alike show how they differ."""
    texts = [*map(str, tokens)]
    return map(token_text, told_apart(*texts) if len(texts) > 1 else texts)


def _shown(edits: Sequence[tuple[Any, ...]]) -> str:
    """Return the most frequent edits of a kind for display, and the number of the others."""
    if len(edits) <= _SHOWN:
        return repr(edits)
    first = ", ".join(map(repr, edits[:_SHOWN]))
    return f"({first}, and {len(edits) - _SHOWN:,} more)"


def _most_frequent(
    pairs: TokenPairs, counts: Mapping[Edit, int], kind: str, n: int | None
) -> tuple[Any, ...]:
    """Return the ``n`` most frequent edits of a kind; the last item of each is its count."""
    of_kind = {edit: count for edit, count in counts.items() if edit[0] == kind}
    # Edits that cannot be among them are dropped before the others are named and sorted.
    least = 0 if n is None else min(nlargest(n, of_kind.values()), default=0)
    edits = [
        (*(pairs.token(token) for token in edit[1:] if token is not None), count)
        for edit, count in of_kind.items()
        if count >= least
    ]
    return _first(edits, n)


def _first(edits: Iterable[tuple[Any, ...]], n: int | None) -> tuple[Any, ...]:
    """Return the ``n`` most frequent edits; the last item of each is its count."""
    return tuple(sorted(edits, key=lambda edit: (-edit[-1], *map(str, edit[:-1])))[:n])
