"""What other tools say of a pair, and what we say of many, by the number that both mean."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import anls_star
import editdistance
import fastwer
import jiwer
import kaldialign
import Levenshtein
import nltk
import numpy as np
import torchmetrics.text
import universal_edit_distance
import werpy
import werx
from rapidfuzz.distance import Levenshtein as RapidFuzz
from texterrors.alignment import StringVector, calc_edit_distance_fast, seq_distance
from werpy.metrics import metrics_fast

from levmetrics import error_counts, score

anls: Any = import_module("anls")
Number = Any  # or a tuple of numbers


@dataclass(frozen=True)
class Meaning:
    """A number of a pair of texts.

    Attributes:
        ours: returns ours of every pair, from predictions and references.
        peers: return theirs of one pair, by the peers' names.
        tolerance: how far apart floats may be, that were rounded at other places.

    """

    ours: Callable[[list[str], list[str]], Sequence[Number]]
    peers: Mapping[str, Callable[[str, str], Number]]
    tolerance: float = 0.0


def _errors(**options: Any) -> Callable[[list[str], list[str]], Sequence[Number]]:
    return lambda preds, target: error_counts(preds, target, **options).errors.tolist()


def _counts(**options: Any) -> Callable[[list[str], list[str]], Sequence[Number]]:
    def ours(preds: list[str], target: list[str]) -> Sequence[Number]:
        found = error_counts(preds, target, **options)
        columns = (found.substitutions, found.deletions, found.insertions)
        return list(zip(*(column.tolist() for column in columns), strict=True))

    return ours


def _rates(**options: Any) -> Callable[[list[str], list[str]], Sequence[Number]]:
    return lambda p, t: error_counts(p, t, **options).rates()["wer"].tolist()


def _anls(config: str) -> Callable[[list[str], list[str]], Sequence[Number]]:
    return lambda preds, target: score(preds, target, f"anls:{config}").sample_scores().tolist()


def _of_words(distance: Callable[[Any, Any], Number]) -> Callable[[str, str], Number]:
    return lambda pred, target: distance(pred.split(), target.split())


def _jiwer_counts(process: Callable[[str, str], Any]) -> Callable[[str, str], Number]:
    def counts(pred: str, target: str) -> Number:
        found = process(target, pred)
        return found.substitutions, found.deletions, found.insertions

    return counts


def _kaldialign_counts(pred: list[str], target: list[str]) -> Number:
    found = kaldialign.edit_distance(target, pred)
    return found["sub"], found["del"], found["ins"]


def _werpy_counts(pred: str, target: str) -> Number:
    # Of two pairs, for of one its table of counts has no rows.
    rows = metrics_fast([target] * 2, [pred] * 2)
    insertions, deletions, substitutions = rows[0][3:6]
    return int(substitutions), int(deletions), int(insertions)


def _werx_counts(pred: str, target: str) -> Number:
    (found,) = werx.analysis([target], [pred])
    return found.substitutions, found.deletions, found.insertions


def _editops(editops: Callable[[Any, Any], Any]) -> Callable[[list[str], list[str]], Number]:
    def counts(pred: list[str], target: list[str]) -> Number:
        kinds = [op[0] for op in editops(target, pred)]
        return tuple(map(kinds.count, ("replace", "delete", "insert")))

    return counts


MEANINGS: Mapping[str, Meaning] = {
    "distance of words": Meaning(
        _errors(),
        {
            "rapidfuzz": _of_words(RapidFuzz.distance),
            "Levenshtein": _of_words(Levenshtein.distance),
            "editdistance": _of_words(editdistance.eval),
            "nltk": _of_words(nltk.edit_distance),
            "texterrors": _of_words(lambda p, t: seq_distance(StringVector(p), StringVector(t))),
            "universal_edit_distance": lambda p, t: (
                universal_edit_distance.word_edit_distance_array([p], [t])[0]
            ),
        },
    ),
    "counts of words": Meaning(
        _counts(),
        {
            "rapidfuzz": _of_words(_editops(RapidFuzz.editops)),
            "Levenshtein": _of_words(_editops(Levenshtein.editops)),
            "jiwer": _jiwer_counts(jiwer.process_words),
            "werpy": _werpy_counts,
            "werx": _werx_counts,
        },
    ),
    "counts of words, Kaldi's": Meaning(
        _counts(costs="kaldi"), {"kaldialign": _of_words(_kaldialign_counts)}
    ),
    "word error rate": Meaning(
        _rates(),
        {
            "jiwer": lambda p, t: jiwer.wer(t, p),
            "werpy": lambda p, t: werpy.wer(t, p),
            "werx": lambda p, t: werx.wer([t], [p]),
            "universal_edit_distance": lambda p, t: universal_edit_distance.word_error_rate_array(
                [p], [t]
            )[0],
            "torchmetrics": lambda p, t: torchmetrics.text.WordErrorRate()(p, t).item(),
            "fastwer": lambda p, t: fastwer.score([p], [t]) / 100,
        },
        tolerance=1e-6,  # of single precision and of percent with four digits
    ),
    "distance of characters": Meaning(
        _errors(tokenizer="char"),
        {
            "rapidfuzz": RapidFuzz.distance,
            "Levenshtein": Levenshtein.distance,
            "editdistance": editdistance.eval,
            "nltk": nltk.edit_distance,
            "kaldialign": lambda p, t: kaldialign.edit_distance([*t], [*p])["total"],
            "texterrors": calc_edit_distance_fast,
            "torchmetrics": lambda p, t: torchmetrics.text.EditDistance()(p, t).item(),
            "universal_edit_distance": lambda p, t: (
                universal_edit_distance.character_edit_distance_array([p], [t])[0]
            ),
        },
    ),
    "counts of characters": Meaning(
        _counts(tokenizer="char"),
        {
            "rapidfuzz": _editops(RapidFuzz.editops),
            "jiwer": _jiwer_counts(jiwer.process_characters),
        },
    ),
    "character error rate": Meaning(
        _rates(tokenizer="char"),
        {
            "jiwer": lambda p, t: jiwer.cer(t, p),
            "torchmetrics": lambda p, t: torchmetrics.text.CharErrorRate()(p, t).item(),
            "fastwer": lambda p, t: fastwer.score([p], [t], char_level=True) / 100,
        },
        tolerance=1e-6,
    ),
    "ANLS": Meaning(_anls("stvqa"), {"anls": lambda p, t: anls.anls_score(p, [t])}, 1e-12),
    "ANLS*": Meaning(_anls("star"), {"anls_star": lambda p, t: anls_star.anls_score(t, p)}, 1e-12),
}


def said(function: Callable[[str, str], Number], pred: str, target: str) -> Number:
    """Return a peer's number, or the name of the error that it ends in; ``None``: it has none."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):  # werpy prints its errors
            found = function(pred, target)
    except Exception as error:
        return type(error).__name__
    return tuple(found) if isinstance(found, tuple) else np.asarray(found).item()
