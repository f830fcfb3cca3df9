"""ANLS*: the similarity of nested values such as the output of document models.

A value is a tree. Two trees are matched recursively: dictionaries key by key, lists by the
maximum-weight matching of their items. Two matched leaves score the normalized Levenshtein
similarity of their texts; unmatched leaves score 0. ANLS* is the average over all leaves.

Source: Peer et al., "ANLS* -- A Universal Document Processing Metric for Generative Large Language
Models", 2024 (arXiv 2402.03848); the package ``anls_star`` 1.0.1 where the paper is silent.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from levmetrics.errors import InputError
from levmetrics.inputs.arguments import checked_number
from levmetrics.inputs.columns import TextColumn
from levmetrics.inputs.json_values import json_sample
from levmetrics.inputs.values import Value, checked_sample, say_nans
from levmetrics.normalizers import Chain, NormalizerLike, get_normalizer
from levmetrics.records.comparators.text import Text
from levmetrics.records.matching import Match, Rules, average, is_empty, matched
from levmetrics.records.schema import UNKNOWN
from levmetrics.sums.similarity import SampleScores
from levmetrics.sums.text_similarity import at_least, best_of_texts, squeezed_lower


@dataclass(frozen=True)
class TreeScore:
    """The ANLS* score of a nested prediction, with the matched reference and the score of each key.

    Attributes:
        score: ANLS*, in [0, 1].
        reference: the index (from 0) of the closest top-level alternative; 0 without alternatives.
        closest: the matched form of the reference: the best alternatives, lists in the order of the
            prediction, no optional keys that the prediction lacks.
        key_scores: the score of every dictionary key, by its path: ``"items.price"`` is the
            average over the matched items. A full stop or backslash within a key is escaped with a
            backslash.

    """

    score: float
    reference: int
    closest: Any  # a Value; Any lets callers index it without type checks
    key_scores: Mapping[str, float]


def anls_star(
    prediction: Any, reference: Any, *, threshold: float = 0.5, normalizer: NormalizerLike = None
) -> TreeScore:
    """Return ANLS* of one nested value.

    The values are checked at run time. JSON text is parsed if the reference is JSON text or
    structured: see :func:`levmetrics.inputs.json_values.json_sample`.

    Args:
        prediction: a string, number, boolean, ``None``, list or dictionary, nested to any depth.
        reference: the same; a tuple (or ``{"__any__": [...]}``) holds alternatives. If the
            prediction is a string, a list of strings holds alternatives too.
        threshold: similarities of leaves below it count as 0.
        normalizer: applied first to the text of every leaf; see
            :func:`levmetrics.normalizers.get_normalizer`.

    Raises:
        InputError: for a value of another type, NaN (which within the prediction is wrong instead),
            keys that are not strings, a tuple in the prediction, more than 100 levels, or an empty
            list as the reference of a string; the error has the path.

    The example of the package ``anls_star``:

    >>> result = anls_star({"a": "hello!", "b": ["a", "test", "this", "be"]},
    ...                    {"a": ("hello", "world"), "b": ["this", "is", "a", "test"]})
    >>> round(result.score, 4), result.closest
    (0.7667, {'a': 'hello', 'b': ['a', 'test', 'this', 'is']})
    >>> {key: round(score, 4) for key, score in result.key_scores.items()}
    {'a': 0.8333, 'b': 0.75}

    """
    positions = ("prediction", "reference")
    nans: list[str] = []
    sample = checked_sample(*json_sample(prediction, reference, positions), positions, nans)
    say_nans(nans)
    rules = star_rules(checked_number(threshold, "threshold", 0, 1), get_normalizer(normalizer))
    return tree_score(*sample, positions, rules)


def star_rules(threshold: float, normalizer: Chain) -> Rules:
    """Return the matching rules of ANLS*: all leaves as text, lists in any order.

    Args:
        threshold: similarities of leaves below it count as 0.
        normalizer: applied first to the text of every leaf.

    """
    by_type = dict.fromkeys((str, int, float, bool), Text("star", threshold))
    return Rules(UNKNOWN, by_type, normalizer)


def tree_score(
    pred: Value, reference: Value, positions: tuple[str, str], rules: Rules
) -> TreeScore:
    """Return the score of a checked sample.

    Args:
        pred: the prediction, as :func:`levmetrics.inputs.values.checked_sample` returns it.
        reference: the reference, likewise.
        positions: the positions of both in the caller's arguments, for messages.
        rules: the rules of matching.

    Raises:
        InputError: for an empty list as the reference of a text. It holds the answers to a question
            elsewhere, and here none; the package ``anls_star`` refuses it, too.

    """
    if isinstance(pred, str) and reference == []:
        raise InputError("value.no_answers", place=positions[1])
    match = matched(pred, reference, positions, rules)
    return TreeScore(match.score, match.alternative, match.match[2], _key_scores(match.match))


def _key_scores(match: Match) -> dict[str, float]:
    """Return the score of each path, averaged over the matches that have it."""
    found: defaultdict[str, list[float]] = defaultdict(list)
    for path, score in _scores_by_path(match, ""):
        found[path].append(score)
    return {path: sum(scores) / len(scores) for path, scores in found.items()}


def _scores_by_path(match: Match, parent: str) -> Iterator[tuple[str, float]]:
    for step, reference, prediction, child in match[3]:
        if child is None:
            continue
        if not isinstance(step, str):
            yield from _scores_by_path(child, parent)
        elif reference is not None or (prediction and not is_empty(prediction.value)):
            path = parent + step.replace("\\", "\\\\").replace(".", "\\.")
            yield path, average(*child[:2])
            yield from _scores_by_path(child, f"{path}.")


def star_texts(preds: TextColumn, target: TextColumn, threshold: float) -> SampleScores:
    """Return ANLS* of plain texts, column-wise.

    Texts are stripped and lower-cased, and their white space is squeezed; the distance is divided
    by the longer length of the results.

    Args:
        preds: one text per sample.
        target: one text or several.
        threshold: published as 0.5.

    Returns:
        The similarity of every sample's best reference, 0 beyond the threshold, and the index of
        that reference.

    >>> from levmetrics.inputs.columns import prediction_column, reference_column
    >>> star_texts(prediction_column(["a"]), reference_column([["A", "a"]]), 0.5)
    SampleScores(score=array([1.]), reference=array([0]))

    """
    squeezed = squeezed_lower(preds), squeezed_lower(target)
    return best_of_texts(*squeezed, None, partial(at_least, threshold), 1 - threshold)
