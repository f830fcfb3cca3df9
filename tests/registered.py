"""Entries that registries have for the time of a test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np

from levmetrics.formats.kinds.rows import Separated
from levmetrics.inputs.columns import TextColumn
from levmetrics.normalizers import Normalizer
from levmetrics.registry import N, Registry
from levmetrics.similarity.anls_rules import AnlsRule
from levmetrics.sums.error_counts import Rate
from levmetrics.sums.similarity import SampleScores, best_of_each
from levmetrics.tokenizers import TokenizerFacts, WordTokenizer


class Entry(NamedTuple):
    """An entry that can be unregistered before its time is over."""

    unregister: Callable[[], None]


@contextmanager
def registered(registry: Registry[N], entry: N) -> Iterator[Entry]:
    """Register an entry, and see that none of its name is left afterwards."""

    def unregister() -> None:
        if entry.name in registry:
            registry.unregister(entry.name)

    registry.register(entry)
    try:
        yield Entry(unregister)
    finally:
        unregister()


class HyphenTokenizer(WordTokenizer):
    """Parts between hyphens; of an argument, between these."""

    def __init__(self, hyphen="-", user_dictionary=None):
        self.hyphen, self.user_dictionary = hyphen, user_dictionary

    def spaced(self, text):
        return text.replace(self.hyphen, " ")

    def __repr__(self):
        return f"hyphen[{self.hyphen}]"


HYPHEN = TokenizerFacts(
    "hyphen",
    HyphenTokenizer,
    "parts between hyphens",
    language="Hyphenated",
    takes_argument=True,
    takes_user_dictionary=True,
)
NO_HYPHENS = Normalizer(
    "no_hyphens", lambda text: text.replace("-", ""), description="without hyphens"
)
HIT_RATE = Rate(
    "hit_rate",
    "hits / reference tokens",
    lambda counts: counts.hits / np.maximum(counts.reference_length, 1),
)


def equal_texts(preds: TextColumn, target: TextColumn, threshold: float) -> SampleScores:
    """Score what equals one of its references by 1, and everything else by 0."""
    references = 1 if target.offsets is None else np.diff(target.offsets)
    answers = np.repeat(np.array(preds.texts.to_pylist(), object), references)
    accepted = np.array(target.texts.to_pylist(), object)
    return best_of_each((answers == accepted).astype(np.float64), target.offsets)


EXACT = AnlsRule(
    "exact", 0.25, "1 where a reference is met exactly", "exact matches", text_scores=equal_texts
)
VERTICAL_LINES = Separated("psv", "vertical lines", ".psv", "|")
