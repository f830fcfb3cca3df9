"""Characters: error rates, and edit distances of lines and of documents."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import numpy as np
import pyarrow as pa
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cpdist

from benchmarks import corpora
from benchmarks.bars import OURS, ShareOfTime, TimesAsFast
from benchmarks.peers import (
    fastwer,
    jiwer,
    pair_by_pair,
    texterrors,
    torchmetrics,
    universal_edit_distance,
)
from benchmarks.texts import Corpus, Texts
from benchmarks.timing import Contenders
from benchmarks.works.work import (
    ONE_CORE,
    Score,
    Work,
    called,
    on_all_and_on_one_core,
    portable,
)
from levmetrics import CharErrorRate, EditDistance, ErrorRates

ONE_THREAD, ALL_THREADS = "cpdist alone, one thread", "cpdist alone, all cores"

RATES: Mapping[str, Score] = {
    "universal-edit-distance": universal_edit_distance.character_error_rate,
    "fastwer": fastwer.character_error_rate,
    "RapidFuzz in a loop": pair_by_pair.RAPIDFUZZ.character_error_rate,
    "python-Levenshtein": pair_by_pair.LEVENSHTEIN.character_error_rate,
    "texterrors": texterrors.CHARACTERS.character_error_rate,
    "editdistance": pair_by_pair.EDITDISTANCE.character_error_rate,
    "jiwer": jiwer.character_error_rate,
}
_DISTANCES: Mapping[str, Score] = {
    "universal-edit-distance": universal_edit_distance.mean_distance,
    "fastwer": fastwer.mean_distance,
    "RapidFuzz in a loop": pair_by_pair.RAPIDFUZZ.mean_distance,
    "python-Levenshtein": pair_by_pair.LEVENSHTEIN.mean_distance,
    "texterrors": texterrors.CHARACTERS.mean_distance,
    "editdistance": pair_by_pair.EDITDISTANCE.mean_distance,
    "kaldialign": pair_by_pair.KALDIALIGN.mean_distance,
    "torchmetrics": torchmetrics.mean_distance,
}
_DISTANCES_OF_DOCUMENTS: Mapping[str, Score] = {
    name: _DISTANCES[name] for name in ("python-Levenshtein", "editdistance")
}


def our_rate(preds: Texts, target: Texts) -> float:
    """Return the CER of the class."""
    return float(CharErrorRate()(preds, target))


def our_distance(preds: Texts, target: Texts) -> float:
    """Return the mean distance of the class."""
    return float(EditDistance()(preds, target))


def character_error_rate(corpus: Corpus) -> Contenders:
    """Character error rates."""
    preds, target = corpus
    return {
        **on_all_and_on_one_core(our_rate, corpus),
        **portable(our_rate, corpus),
        f"{OURS}, all rates and counts": lambda: float(
            ErrorRates(tokenizer="char")(preds, target)["wer"]
        ),
        **called(RATES, corpus),
        **_searching(corpus),
    }


def edit_distance(corpus: Corpus) -> Contenders:
    """Mean edit distances of lines."""
    return {
        **on_all_and_on_one_core(our_distance, corpus),
        **called(_DISTANCES, corpus),
        **_searching(corpus),
    }


def long_texts(corpus: Corpus) -> Contenders:
    """Mean edit distances of documents."""
    return {
        **on_all_and_on_one_core(our_distance, corpus),
        **called(_DISTANCES_OF_DOCUMENTS, corpus),
        **_searching(corpus),
    }


def _searching(corpus: Corpus) -> Contenders:
    """Return the contenders that only search the distances, by RapidFuzz."""
    preds, target = corpus

    def search(workers: int) -> None:
        cpdist(target, preds, scorer=Levenshtein.distance, dtype=np.int32, workers=workers)

    return {ONE_THREAD: partial(search, 1), ALL_THREADS: partial(search, pa.cpu_count())}


ERROR_RATE = Work(
    "W3",
    "CER of the same 100,000 pairs, of about 100 characters",
    "CER",
    lambda: character_error_rate(corpora.synthetic_speech(100_000)),
    (
        TimesAsFast(2, "universal-edit-distance"),
        TimesAsFast(2, "fastwer"),
        TimesAsFast(60, "jiwer"),
        ShareOfTime(1.5, (ONE_THREAD,), ONE_CORE),
        ShareOfTime(1.5, (ALL_THREADS,)),
    ),
)
LINES = Work(
    "W6",
    "Edit distance of 500 lines of 100 characters",
    "mean distance",
    lambda: edit_distance(corpora.lines(500, 100)),
    (TimesAsFast(1000, "torchmetrics"),),
)
DOCUMENTS = Work(
    "W8",
    "Edit distance of 20 pairs of 10,000 characters",
    "mean distance",
    lambda: long_texts(corpora.lines(20, 10_000)),
    (ShareOfTime(1.2, (ALL_THREADS,)),),
)
