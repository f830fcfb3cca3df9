"""Our numbers beside those of every peer, and what explains where they differ."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.peers.corpora import Pair
from tests.peers.differences import DIFFERENCES, Difference
from tests.peers.numbers import MEANINGS, Meaning, said


@dataclass
class Outcome:
    """How often a peer says what we say, by the name of the number and of the peer.

    Attributes:
        equal: the pairs with an equal number.
        known: the pairs with a difference that is known.
        occurred: how often each known difference was seen.
        unknown: pairs with another number that nothing explains, as short as they were made.

    """

    equal: Counter[tuple[str, str]] = field(default_factory=Counter)
    known: Counter[tuple[str, str]] = field(default_factory=Counter)
    occurred: Counter[Difference] = field(default_factory=Counter)
    unknown: dict[tuple[str, str], list[Pair]] = field(default_factory=dict)

    def add(self, pairs: list[Pair]) -> None:
        """Compare some pairs more."""
        for name, meaning in MEANINGS.items():
            ours = meaning.ours(*map(list, zip(*pairs, strict=True)))
            for peer in meaning.peers:
                for pair, number in zip(pairs, ours, strict=True):
                    self._add(name, peer, pair, number)

    def _add(self, name: str, peer: str, pair: Pair, ours: Any) -> None:
        theirs = said(MEANINGS[name].peers[peer], *pair)
        if _is_equal(ours, theirs, MEANINGS[name].tolerance):
            self.equal[name, peer] += 1
        elif (reason := _reason(name, peer, pair, ours, theirs)) is not None:
            self.known[name, peer] += 1
            self.occurred[reason] += 1
        else:
            self.unknown.setdefault((name, peer), []).append(_shortened(name, peer, pair))


def _is_equal(ours: Any, theirs: Any, tolerance: float) -> bool:
    if theirs is None or isinstance(theirs, str):
        return False
    if isinstance(theirs, tuple):
        return bool(ours == theirs)
    return math.isclose(ours, theirs, rel_tol=tolerance, abs_tol=tolerance)


def _reason(name: str, peer: str, pair: Pair, ours: Any, theirs: Any) -> Difference | None:
    for difference in DIFFERENCES:
        if difference.is_about(name, peer) and difference.explains(*pair, ours, theirs):
            return difference
    return None


def _is_unexplained(name: str, peer: str, pair: Pair) -> bool:
    meaning: Meaning = MEANINGS[name]
    (ours,), theirs = meaning.ours([pair[0]], [pair[1]]), said(meaning.peers[peer], *pair)
    is_equal = _is_equal(ours, theirs, meaning.tolerance)
    return not is_equal and _reason(name, peer, pair, ours, theirs) is None


def _shortened(name: str, peer: str, pair: Pair) -> Pair:
    """Leave out characters as long as the difference has no explanation."""
    for shorter in _with_one_character_less(pair):
        if _is_unexplained(name, peer, shorter):
            return _shortened(name, peer, shorter)
    return pair


def _with_one_character_less(pair: Pair) -> Iterator[Pair]:
    pred, target = pair
    yield from ((pred[:i] + pred[i + 1 :], target) for i in range(len(pred)))
    yield from ((pred, target[:i] + target[i + 1 :]) for i in range(len(target)))
