"""Words that only one side joins, such as "high school" and "highschool"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from typing import Any

from levmetrics.alternatives.options import Compounds
from levmetrics.edits.pairs import TokenPairs
from levmetrics.errors import InputError, quoted
from levmetrics.inputs.texts import Texts
from levmetrics.inputs.tokens import Tokens, WordColumn
from levmetrics.system.work import steps


def merging_compounds(pairs: TokenPairs, compounds: Compounds) -> TokenPairs:
    """Return pairs in which words that only one side joins match.

    Args:
        pairs: the words of both sides.
        compounds: ``"merge"`` matches such words within the alignment, as kaldialign does.
            ``"join"`` does the same after a first step: where prediction and reference differ only
            by white space, it joins the words of both sides into one word, as the Open ASR
            Leaderboard does for languages other than English.

    Raises:
        InputError: for tokens that are not words, and for ``"join"`` with several references.

    """
    words = replace(pairs, preds=_words(pairs.preds, pairs), target=_words(pairs.target, pairs))
    merging = replace(words, vocabulary=None, merges_compounds=True)
    return _joined(merging) if compounds == "join" else merging


def _words(column: Any, pairs: TokenPairs) -> WordColumn:
    """Return tokens as words of texts.

    Raises:
        InputError: for tokens that are not words.

    """
    if isinstance(column, WordColumn):
        return column
    rows = [[pairs.token(token) for token in row] for row in column.rows()]
    for row in rows:
        for token in row:
            if not isinstance(token, str) or token.split() != [token]:
                raise InputError("compounds.no_word", token=quoted(token))
    if not isinstance(column, Tokens):
        raise InputError("compounds.characters")
    return WordColumn(Texts.of([" ".join(row) for row in rows]))


def _joined(pairs: TokenPairs) -> TokenPairs:
    """Return pairs with the words joined in stretches that differ only by white space."""
    if len(pairs.target) != len(pairs.preds):
        raise InputError("compounds.several_references")
    preds, target = (column.values.to_pylist() for column in (pairs.preds, pairs.target))
    differ = [i for i, (pred, words) in enumerate(zip(preds, target, strict=True)) if pred != words]
    for i in steps(differ, "joining", len(differ)):
        preds[i], target[i] = _joined_words(preds[i].split(), target[i].split())
    return replace(pairs, preds=WordColumn(Texts.of(preds)), target=WordColumn(Texts.of(target)))


def _joined_words(pred: Sequence[str], target: Sequence[str]) -> tuple[str, str]:
    """Return both texts with the words joined where the characters are the same.

    >>> _joined_words(["ein", "haus", "tür", "x"], ["ein", "haustür", "y"])
    ('ein haus tür x', 'ein haustür y')
    >>> _joined_words(["die", "haus", "tür", "da"], ["die", "haustür", "da"])
    ('die haustür da', 'die haustür da')
    """
    sides: tuple[list[str], list[str]] = ([], [])
    # Python's difflib finds the stretches, as in the leaderboard's code.
    for _, start, end, other_start, other_end in SequenceMatcher(None, target, pred).get_opcodes():
        stretch = pred[other_start:other_end], target[start:end]
        joined = ["".join(words) for words in stretch]
        for side, words in zip(sides, stretch, strict=True):
            is_same = joined[0] == joined[1] and stretch[0] != stretch[1]
            side.extend(joined[:1] if is_same else words)
    return " ".join(sides[0]), " ".join(sides[1])
