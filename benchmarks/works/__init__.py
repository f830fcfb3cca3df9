"""The pieces of work: their data, contenders and bars; one family a file."""

from __future__ import annotations

from benchmarks.works.answers import ANSWERS, TREES
from benchmarks.works.characters import ALL_THREADS, DOCUMENTS, ERROR_RATE, LINES, ONE_THREAD
from benchmarks.works.intervals import INTERVALS
from benchmarks.works.japanese import BARE_FUGASHI, BARE_FUGASHI_ONCE, JAPANESE
from benchmarks.works.modules import NO_METRIC, THROUGH_EVALUATE
from benchmarks.works.starts import BARE_PYTHON, STARTS
from benchmarks.works.words import (
    COUNTS,
    FEW_PAIRS,
    LONG_PAIR,
    MANY_PAIRS,
    SPLIT,
    SPLIT_AND_DROPPED,
    UTTERANCES,
    WER_ALONE,
)

WORKS = (
    *(MANY_PAIRS, COUNTS, ERROR_RATE, ANSWERS, TREES, LINES, JAPANESE, DOCUMENTS),
    *(THROUGH_EVALUATE, UTTERANCES, INTERVALS, STARTS, FEW_PAIRS, LONG_PAIR),
)
# Single steps of the work, which compute no score.
STEPS = frozenset(
    (
        *(ONE_THREAD, ALL_THREADS, SPLIT, SPLIT_AND_DROPPED, WER_ALONE),
        *(BARE_FUGASHI, BARE_FUGASHI_ONCE, NO_METRIC, BARE_PYTHON),
    )
)
