"""What was recognised as what, over a corpus."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from levmetrics.arrays import IntArray
from levmetrics.edits.kernel import Costs, count_edits
from levmetrics.edits.pairs import TokenPairs, token_pairs
from levmetrics.normalizers import NormalizerLike
from levmetrics.scores.error_counts import count_errors
from levmetrics.tokenizers import TokenizerLike


@dataclass(frozen=True)
class Confusions:
    """The edits of a corpus, most frequent first; of equally frequent ones in order of the tokens.

    Attributes:
        substitutions: ``(reference token, predicted token, how often)``.
        deletions: ``(reference token, how often)``.
        insertions: ``(predicted token, how often)``.

    """

    substitutions: tuple[tuple[Any, Any, int], ...]
    deletions: tuple[tuple[Any, int], ...]
    insertions: tuple[tuple[Any, int], ...]


def confusions(
    preds: Any,
    target: Any,
    *,
    n: int | None = None,
    tokenizer: TokenizerLike | None = None,
    normalizer: NormalizerLike = None,
) -> Confusions:
    """Count what was substituted for what, what was deleted and what inserted, over a corpus.

    The alignments are counted in chunks and not kept.

    Args:
        preds: a sequence or column of strings, one a sample; or tokens.
        target: the same, or a list of references for each sample, of which the one with the
            lowest error rate counts.
        n: how many of each kind to return; ``None``: all.
        tokenizer: of texts, words between white space by default; see
            :func:`levmetrics.tokenizers.get_tokenizer`. Tokens take none.
        normalizer: of texts; see :func:`levmetrics.normalizers.get_normalizer`.

    Raises:
        InputError: for anything that cannot be scored.

    >>> confusions(["is their", "their we go"], ["is there", "there we go now"]).substitutions
    (('there', 'their', 2),)

    """
    pairs = token_pairs(preds, target, tokenizer, normalizer)
    pairs = pairs.with_references(best_references(pairs, "unit"))
    found: dict[str, list[tuple[Any, ...]]] = {"replace": [], "delete": [], "insert": []}
    for (kind, reference, prediction), times in count_edits(pairs).items():
        tokens = (token for token in (reference, prediction) if token is not None)
        found[kind].append((*map(pairs.token, tokens), times))
    ranked = {
        kind: tuple(sorted(edits, key=lambda edit: (-edit[-1], *map(str, edit[:-1])))[:n])
        for kind, edits in found.items()
    }
    return Confusions(ranked["replace"], ranked["delete"], ranked["insert"])


def best_references(pairs: TokenPairs, costs: Costs) -> IntArray:
    """Return which of its references has the lowest error rate for each sample, from 0."""
    if pairs.offsets is None:
        return np.zeros(len(pairs.preds), np.int64)
    return count_errors(pairs, costs).rows()[:, 4]
