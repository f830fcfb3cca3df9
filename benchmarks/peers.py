"""The other tools: how each is called for the score that ours is compared with.

Every function takes predictions, then references, and returns the score of the whole corpus, by the
fastest calls that the tool offers for it.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any, TypeAlias

import agwer
import editdistance
import fastwer
import jiwer
import kaldialign
import lev
import Levenshtein
import polyleven
import universal_edit_distance
import werpy
import werx
from rapidfuzz.distance import Levenshtein as RapidFuzz
from texterrors import alignment as texterrors
from werpy.metrics import metrics_fast

from benchmarks.corpora import Texts

Score: TypeAlias = Callable[[Texts, Texts], "float | None"]
_Pair: TypeAlias = Callable[[Any, Any], int]  # of a prediction and its reference


def mean(scores: Iterable[Any]) -> float:
    """Return the mean of the pairs' scores."""
    return statistics.fmean(map(float, scores))


def _split(texts: Texts) -> Iterator[list[str]]:
    return map(str.split, texts)


def _pooled(distance: _Pair, tokens: Callable[[Texts], Iterable[Any]]) -> Score:
    """Return what divides the errors of all pairs by all tokens of the references."""

    def score(preds: Texts, target: Texts) -> float:
        errors = count = 0
        for pred, reference in zip(tokens(preds), tokens(target), strict=True):
            errors += distance(pred, reference)
            count += len(reference)
        return errors / count

    return score


def _hits(lost: _Pair) -> Score:
    """Return what counts hits, by the words of a reference that are deleted or substituted."""

    def score(preds: Texts, target: Texts) -> float:
        hits = 0
        for pred, reference in zip(_split(preds), _split(target), strict=True):
            hits += len(reference) - lost(pred, reference)
        return float(hits)

    return score


def _mean_distance(distance: _Pair) -> Score:
    return lambda preds, target: mean(map(distance, preds, target))


def _kaldialign(pred: Any, reference: Any) -> int:
    return int(kaldialign.edit_distance(reference, pred)["total"])


def _kaldialign_lost(pred: list[str], reference: list[str]) -> int:
    edits = kaldialign.edit_distance(reference, pred)
    return int(edits["sub"] + edits["del"])


def _lost(edits: Callable[[Any, Any], Iterable[Any]]) -> _Pair:
    return lambda pred, reference: sum(edit[0] != "insert" for edit in edits(reference, pred))


def _texterrors_lost(pred: list[str], reference: list[str]) -> int:
    """Look for unequal words in its alignments, which come without counts."""
    words = map(texterrors.StringVector, (reference, pred))
    left, right, _ = texterrors.align_texts(*words, use_chardiff=False)
    return len(reference) - sum(map(str.__eq__, left, right))


def _werx_hits(preds: Texts, target: Texts) -> float:
    """Count hits from the numbers of every pair."""
    pairs = werx.analysis(target, preds)
    return float(sum(pair.n_ref - pair.deletions - pair.substitutions for pair in pairs))


def _werpy_hits(preds: Texts, target: Texts) -> float:
    """Count hits from the table behind its summary, before that lists the wrong words."""
    _, _, words, _, deletions, substitutions, *_ = metrics_fast(target, preds).sum(axis=0)
    return float(words - deletions - substitutions)


def wer_by_samples(preds: Texts, target: Texts) -> float:
    """Add up what jiwer counts in each sample, as ``evaluate``'s ``wer`` does."""
    errors = words = 0
    for prediction, reference in zip(preds, target, strict=True):
        counts = jiwer.process_words(reference, prediction)
        errors += counts.substitutions + counts.deletions + counts.insertions
        words += counts.substitutions + counts.deletions + counts.hits
    return errors / words


def _fastwer_distance(preds: Texts, target: Texts) -> float:
    """Multiply the rate by the mean length."""
    rate = float(fastwer.score(preds, target, char_level=True)) / 100
    return rate * sum(map(len, target)) / len(target)


def _universal_distance(preds: Texts, target: Texts) -> float:
    distances = universal_edit_distance.character_edit_distance_array(preds, target)
    return sum(distances) / len(distances)


def _torchmetrics(name: str) -> Score:
    """Return the call of a class, which is imported once it is called: that takes seconds."""
    return lambda preds, target: float(
        getattr(import_module("torchmetrics.text"), name)()(preds, target)
    )


_PAIR_BY_PAIR: Mapping[str, _Pair] = {
    "RapidFuzz in a loop": RapidFuzz.distance,
    "python-Levenshtein": Levenshtein.distance,
    "editdistance": editdistance.eval,
}
_TEXT_BY_TEXT: Mapping[str, _Pair] = {  # they know characters alone
    "lev": lev.distance,
    "polyleven": polyleven.levenshtein,
}
WER: Mapping[str, Score] = {
    "werx": lambda preds, target: werx.wer(target, preds),
    "universal-edit-distance": universal_edit_distance.word_error_rate,
    "werpy": lambda preds, target: werpy.wer(target, preds),
    "fastwer": lambda preds, target: float(fastwer.score(preds, target)) / 100,
    **{name: _pooled(distance, _split) for name, distance in _PAIR_BY_PAIR.items()},
    "kaldialign": _pooled(_kaldialign, _split),
    "agwer": lambda preds, target: agwer.wer(target, preds),
    "jiwer": lambda preds, target: float(jiwer.wer(target, preds)),
}
# A matrix of 20,000 by 20,000 numbers, or minutes, for a pair of 20,000 words.
WER_OF_SHORT_TEXTS: Mapping[str, Score] = {
    "texterrors": _pooled(
        texterrors.seq_distance, lambda texts: map(texterrors.StringVector, _split(texts))
    ),
    "jiwer, by samples": wer_by_samples,
    "torchmetrics": _torchmetrics("WordErrorRate"),
}
HITS: Mapping[str, Score] = {
    "werx": _werx_hits,
    "werpy": _werpy_hits,
    "RapidFuzz in a loop": _hits(_lost(lambda *pair: RapidFuzz.editops(*pair).as_list())),
    "python-Levenshtein": _hits(_lost(Levenshtein.editops)),
    "texterrors": _hits(_texterrors_lost),
    "kaldialign": _hits(_kaldialign_lost),
    "jiwer": lambda preds, target: float(jiwer.process_words(target, preds).hits),
}
CER: Mapping[str, Score] = {
    "universal-edit-distance": universal_edit_distance.character_error_rate,
    "fastwer": lambda preds, target: float(fastwer.score(preds, target, char_level=True)) / 100,
    **{
        name: _pooled(distance, iter)
        for name, distance in {**_PAIR_BY_PAIR, **_TEXT_BY_TEXT}.items()
    },
    # Its characters are bytes, which are the same thing in English.
    "texterrors": _pooled(texterrors.calc_edit_distance_fast, iter),
    "jiwer": lambda preds, target: float(jiwer.cer(target, preds)),
}
DISTANCE: Mapping[str, Score] = {
    "universal-edit-distance": _universal_distance,
    "fastwer": _fastwer_distance,
    **{
        name: _mean_distance(distance)
        for name, distance in {**_PAIR_BY_PAIR, **_TEXT_BY_TEXT}.items()
    },
    "texterrors": _mean_distance(texterrors.calc_edit_distance_fast),
    "kaldialign": _mean_distance(_kaldialign),
    "torchmetrics": _torchmetrics("EditDistance"),
}
