"""Named endpoints for programs, and tools for models: strings in, the modules' dictionaries out."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from levmetrics.comparison import compare_systems
from levmetrics.demo.limits import PAGE
from levmetrics.demo.requests import Request, module_result
from levmetrics.errors import InputError
from levmetrics.formats.kinds.lines import alternatives, lines

P = ParamSpec("P")
R = TypeVar("R")


def _check_strings(function: Callable[P, R]) -> Callable[P, R]:
    """Wrap an endpoint, so that it refuses arguments that are no strings."""
    signature = inspect.signature(function)

    @functools.wraps(function)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        for name, value in signature.bind(*args, **kwargs).arguments.items():
            if not isinstance(value, str):
                raise InputError(
                    f"{name} is of type {type(value).__name__}; give one text, as a string"
                )
        return function(*args, **kwargs)

    return wrapped


@_check_strings
def anls(
    predictions: str,
    references: str,
    config: str = "default",
    tokenizer: str = "",
    normalizer: str = "",
) -> dict[str, Any]:
    """Score answers by ANLS, the average normalized Levenshtein similarity, from 0 to 1 (equal).

    Args:
        predictions: one answer a line.
        references: one accepted answer a line, in the same order; several for one sample are
            separated by " ||| ", and the best one counts.
        config: "default" (plain similarity), "stvqa", "docvqa" (the published rules, which count
            only similarities of a half and more), or "star" (ANLS*, a JSON value a line).
        tokenizer: what an edit is counted in, as "char" or "mecab"; empty for the config's own.
        normalizer: names joined by "+", as "lower+squeeze_whitespace"; empty for none.

    Returns:
        The score as "anls".

    """
    return _score(f"anls:{config}", predictions, references, tokenizer, normalizer)


@_check_strings
def wer(
    predictions: str,
    references: str,
    config: str = "wer",
    tokenizer: str = "",
    normalizer: str = "",
) -> dict[str, Any]:
    """Compute the word or character error rate of recognised text, pooled over all samples.

    Args:
        predictions: one recognised text a line.
        references: what was said or written, one a line, in the same order; several for one
            sample are separated by " ||| ", and the one with the lowest error rate counts.
        config: "wer" (words by white space), "cer" (characters) or "ja" (Japanese words).
        tokenizer: what is counted, as "mecab"; empty for the config's own.
        normalizer: names joined by "+", as "lower+remove_punctuation"; empty for none.

    Returns:
        The rate as "wer" or "cer" (0 is perfect, more than 1 is possible), "mer", "wil", "wip",
        and the counts of substitutions, deletions, insertions and hits.

    """
    return _score(f"wer_lev:{config}", predictions, references, tokenizer, normalizer)


@_check_strings
def align(prediction: str, reference: str, tokenizer: str = "whitespace") -> dict[str, Any]:
    """Align one text with its reference: which tokens are right, substituted, deleted, inserted.

    Args:
        prediction: the recognised text.
        reference: the right text.
        tokenizer: what is aligned: "whitespace" for words, "char" for characters, "mecab" for
            Japanese words, and others.

    Returns:
        The tokens of both, the operations that turn the reference into the prediction, and their
        counts.

    """
    request = Request("wer_lev", tokenizer)
    run = request.scoring().run(*request.checked([prediction], [reference]))
    return run.alignment(0).to_dict()


@_check_strings
def compare(
    references: str,
    system_a: str,
    system_b: str,
    metric: str = "wer_lev",
    tokenizer: str = "",
    normalizer: str = "",
) -> dict[str, Any]:
    """Compare two systems on the same references: scores, intervals, and whether they differ.

    Args:
        references: one a line; several for one sample are separated by " ||| ".
        system_a: the predictions of the first system, one a line.
        system_b: the predictions of the second system, one a line.
        metric: "wer_lev" or "anls", or with a config, as "wer_lev:cer" and "anls:docvqa".
        tokenizer: what is counted; empty for the config's own.
        normalizer: names joined by "+"; empty for none.

    Returns:
        Scores with 95 % bootstrap intervals, the difference (B - A) with its interval, the share
        of resamples in which B is better, and the p-values of paired tests.

    """
    request = Request(metric, tokenizer, normalizer)
    target = alternatives(lines(references, "references", PAGE))
    preds_a, references_column = request.checked(lines(system_a, "system A", PAGE), target)
    preds_b, _ = request.checked(lines(system_b, "system B", PAGE), target)
    systems = {"A": preds_a, "B": preds_b}
    return compare_systems(systems, references_column, metric, **request.options())


def _score(
    metric: str, predictions: str, references: str, tokenizer: str, normalizer: str
) -> dict[str, Any]:
    return module_result(
        Request(metric, tokenizer, normalizer),
        lines(predictions, "predictions", PAGE),
        alternatives(lines(references, "references", PAGE)),
    )
