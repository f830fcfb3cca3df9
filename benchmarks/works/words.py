"""Words: error rates and counts of many pairs, of few, and of a long one."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from functools import partial

from benchmarks import corpora
from benchmarks.bars import OURS, ShareOfTime, TimesAsFast, TimesTheFastestPeer
from benchmarks.memory import CallMemory
from benchmarks.peers import (
    fastwer,
    jiwer,
    pair_by_pair,
    texterrors,
    torchmetrics,
    universal_edit_distance,
    werpy,
    werx,
)
from benchmarks.peers.pair_by_pair import split
from benchmarks.texts import Corpus, Texts
from benchmarks.timing import Contenders, OnCores
from benchmarks.works.work import (
    ONE_CORE,
    Score,
    Work,
    called,
    on_all_and_on_one_core,
    portable,
)
from levmetrics import ErrorRates, WordErrorRate, error_counts

SPLIT, SPLIT_AND_DROPPED = "str.split alone", "str.split alone, words dropped"
WER_ALONE = f"{OURS}, the WER alone"
_FUNCTION = f"{OURS}, error_counts"
_WERX, _UED, _WERX_ON_ONE_CORE = "werx", "universal-edit-distance", "werx, one core"

RATES: Mapping[str, Score] = {
    _WERX: werx.word_error_rate,
    _UED: universal_edit_distance.word_error_rate,
    "werpy": werpy.word_error_rate,
    "fastwer": fastwer.word_error_rate,
    "RapidFuzz in a loop": pair_by_pair.RAPIDFUZZ.word_error_rate,
    "python-Levenshtein": pair_by_pair.LEVENSHTEIN.word_error_rate,
    "editdistance": pair_by_pair.EDITDISTANCE.word_error_rate,
    "kaldialign": pair_by_pair.KALDIALIGN.word_error_rate,
    "jiwer": jiwer.word_error_rate,
}
# A matrix of 20,000 by 20,000 numbers, or minutes, for a pair of 20,000 words.
_RATES_OF_SHORT_TEXTS: Mapping[str, Score] = {
    "texterrors": texterrors.word_error_rate,
    "jiwer, by samples": jiwer.word_error_rate_by_samples,
    "torchmetrics": torchmetrics.word_error_rate,
}
_HITS: Mapping[str, Score] = {
    _WERX: werx.word_hits,
    "werpy": werpy.word_hits,
    "RapidFuzz in a loop": pair_by_pair.RAPIDFUZZ_ALIGNMENTS.word_hits,
    "python-Levenshtein": pair_by_pair.LEVENSHTEIN_ALIGNMENTS.word_hits,
    "texterrors": texterrors.word_hits,
    "kaldialign": pair_by_pair.KALDIALIGN_ALIGNMENTS.word_hits,
    "jiwer": jiwer.word_hits,
}


def our_rate(preds: Texts, target: Texts) -> float:
    """Return the WER of the class."""
    return float(WordErrorRate()(preds, target))


def our_hits(preds: Texts, target: Texts) -> float:
    """Return the hits of the class that has all counts."""
    return float(ErrorRates()(preds, target)["hits"])


def our_function(preds: Texts, target: Texts) -> float:
    """Return the WER of the function, which keeps no state, and needs no torch."""
    return float(error_counts(preds, target).wer)


def many_pairs(corpus: Corpus) -> Contenders:
    """Word error rates, ours with both kernels."""
    return {**_pairs(corpus), **portable(our_rate, corpus)}


def few_pairs(corpus: Corpus) -> Contenders:
    """Word error rates, ours by the function too, since the class has a cost of its own."""
    return {**_pairs(corpus), _FUNCTION: partial(our_function, *corpus)}


def counts(corpus: Corpus) -> Contenders:
    """Substitutions, deletions, insertions and hits of words; the score is the hits."""
    preds, target = corpus

    def rate_alone() -> None:
        our_rate(preds, target)

    return {
        **on_all_and_on_one_core(our_hits, corpus),
        **portable(our_hits, corpus),
        WER_ALONE: rate_alone,
        _WERX_ON_ONE_CORE: OnCores(1, partial(werx.word_hits, *corpus)),
        **called(_HITS, corpus),
        **_splitting(corpus),
    }


def long_pair(corpus: Corpus) -> Contenders:
    """Word error rates of a text as long as a book's chapter."""
    return {
        **on_all_and_on_one_core(our_rate, corpus),
        _FUNCTION: partial(our_function, *corpus),
        **called(RATES, corpus),
    }


def _pairs(corpus: Corpus) -> Contenders:
    return {
        **on_all_and_on_one_core(our_rate, corpus),
        _WERX_ON_ONE_CORE: OnCores(1, partial(werx.word_error_rate, *corpus)),
        **called(RATES, corpus),
        **called(_RATES_OF_SHORT_TEXTS, corpus),
        **_splitting(corpus),
    }


def _splitting(corpus: Corpus) -> Contenders:
    """Return the contenders that only split the texts."""

    def keep() -> None:
        _ = [[*split(texts)] for texts in corpus]

    def drop() -> None:
        for texts in corpus:
            deque(split(texts), maxlen=0)

    return {SPLIT: keep, SPLIT_AND_DROPPED: drop}


_ALL_PEERS = (*RATES, *_RATES_OF_SHORT_TEXTS)
_TWICE_ALL_PEERS = (
    TimesTheFastestPeer(2, _ALL_PEERS),
    TimesTheFastestPeer(2, _ALL_PEERS, _FUNCTION),
)
MANY_PAIRS = Work(
    "W1",
    "WER of 100,000 pairs of about 18 words",
    "WER",
    lambda: many_pairs(corpora.synthetic_speech(100_000)),
    (
        TimesAsFast(4, _WERX),
        TimesAsFast(4, _UED),
        TimesAsFast(80, "jiwer"),
        ShareOfTime(0.5, (SPLIT_AND_DROPPED,), ONE_CORE),
        ShareOfTime(0.3, (SPLIT_AND_DROPPED,)),
    ),
)
COUNTS = Work(
    "W2",
    "The same with substitutions, deletions, insertions and hits",
    "hits",
    lambda: counts(corpora.synthetic_speech(100_000)),
    (
        ShareOfTime(1.3, (WER_ALONE,)),
        TimesAsFast(80, "jiwer"),
        ShareOfTime(0.6, (SPLIT_AND_DROPPED,)),
    ),
)
UTTERANCES = Work(
    "W10",
    "WER of asr_en as it is: 2,703 utterances with synthetic errors",
    "WER",
    lambda: few_pairs(corpora.utterances()),
    _TWICE_ALL_PEERS,
)
FEW_PAIRS = Work(
    "W13",
    "WER of 1,000 pairs of about 18 words",
    "WER",
    lambda: few_pairs(corpora.synthetic_speech(1_000)),
    _TWICE_ALL_PEERS,
)
LONG_PAIR = Work(
    "W14",
    "WER of one pair of 20,000 words, 10 % of them wrong",
    "WER",
    lambda: long_pair(corpora.long_pair(20_000)),
    (TimesAsFast(5, "jiwer"), TimesAsFast(5, "jiwer", _FUNCTION)),
    (CallMemory(64), CallMemory(64, _FUNCTION)),
)
