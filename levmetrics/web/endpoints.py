"""Named endpoints for programs, and tools for models: texts in, the modules' dictionaries out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from levmetrics.core.config import Config
from levmetrics.core.names import metric_name
from levmetrics.core.run import Run
from levmetrics.core.scoring import score_systems
from levmetrics.errors import InputError, unknown_name
from levmetrics.formats.kinds.lines import Lines
from levmetrics.web.forms import asked_forms
from levmetrics.web.limits import SYSTEMS
from levmetrics.web.pasted import pasted_sides, with_alternatives
from levmetrics.web.requests import Request, module_result, page_configs, page_metrics
from levmetrics.web.tools import FORMATS, TOKENIZER_NAMES, tool


def _explained(configs: Mapping[str, Config]) -> dict[str, str]:
    return {name: config.description or config.title for name, config in configs.items()}


_ANLS, _ERROR_RATES, _METRICS = page_configs("anls"), page_configs("wer_lev"), page_metrics()


@tool(_ANLS, config=_explained(_ANLS), format=FORMATS)
def anls(
    predictions: str,
    references: str,
    config: str = "default",
    *,
    format: str = "",
    **options: str,
) -> dict[str, Any]:
    """Score short answers or records (JSON) by ANLS, the average normalized Levenshtein similarity.

    For each answer, it is 1 minus d, where d is the fewest edits (insertions, deletions,
    substitutions) between the answer and a reference, divided by the length of the longer of the
    two. ANLS is the mean of all samples, from 0 (nothing in common) to 1 (equal). It is the metric
    of DocVQA, ST-VQA and other questions on documents, and with the config "record" the metric of
    extraction: each field counts by its type.

    $limits

    Args:
        predictions: one answer a line, as many lines as references; an empty line is an empty
            answer.
        references: one accepted answer a line, in the same order. $separator
        config: the rule. $config A sample of JSON, as "record" takes, is a value a line, or the
            whole text, if that is a JSON object, or an array of objects (a sample each).
        **options: $options
        format: empty, or how the texts are read. $format

    Returns:
        A JSON object with "anls", a number from 0 to 1, the higher the better. With "record" it is
        "record_anls", with precision, recall and F1 of the fields and how many are "right",
        "misread", "missing" and "extra"; with "donut" "nted_accuracy", and with "docubench"
        "docubench_score".

    """
    request = Request(metric_name("anls", config), options)
    return _score(request, predictions, references, format)


@tool(_ERROR_RATES, config=_explained(_ERROR_RATES), format=FORMATS)
def wer(
    predictions: str,
    references: str,
    config: str = "wer",
    *,
    format: str = "",
    **options: str,
) -> dict[str, Any]:
    """Compute the word or character error rate (WER, CER) of recognised speech or text.

    It is the fewest substitutions, deletions and insertions that turn the references into the
    predictions, divided by the words (or characters) of the references, over all samples together.
    0 is perfect, 0.05 is about 5 wrong words of 100, and more than 1 is possible, since insertions
    count. Japanese, Chinese and Thai have no spaces between words: use "cer", "mixed" where other
    languages stand among them, or "ja" for Japanese.

    $limits

    Args:
        predictions: one recognised text a line, as many lines as references; an empty line is an
            empty text.
        references: what was said or written, one a line, in the same order. $separator
        config: what is counted. $config Of meetings ("cp" and others) each side is one text: SegLST
            (a JSON array of segments with session_id, speaker, words, start_time and end_time), or
            the lines of an stm file; sessions are matched by their ids. The rate is named by the
            config, as "cp_wer".
        **options: $options
        format: empty, or how the texts are read. $format

    Returns:
        A JSON object with the rate as "wer" (with the config "cer": as "cer"; "mixed": as
        "mixed_error_rate"), 0 or more, the lower the better; "mer" (match error rate), "wil" and
        "wip" (information lost and preserved), from 0 to 1; and the counts
        "substitutions", "deletions", "insertions", "hits", "reference_length" and
        "prediction_length". With the config "formatted" the rate is "formatted_wer", of words and
        punctuation marks as they are written; beside it are "wer" (without case and punctuation),
        "case_error_rate", "punctuation_error_rate", and counts.

    """
    request = Request(metric_name("wer_lev", config), options)
    return _score(request, predictions, references, format)


@tool(tokenizer=TOKENIZER_NAMES)
def align(prediction: str, reference: str, tokenizer: str = "whitespace") -> dict[str, Any]:
    """Align one text with its reference: which tokens are right, substituted, deleted, inserted.

    The alignment is one with the fewest edits. $limits

    Args:
        prediction: the recognised or generated text.
        reference: the right text, a single one.
        tokenizer: what is aligned. $tokenizer

    Returns:
        A JSON object with "pred" and "target" (the tokens of prediction and reference), "reference"
        (0), "counts" ("substitutions", "deletions", "insertions", "hits") and "operations": a list
        of objects, in order, with "kind" ("equal", "substitute", "delete", "insert"), the tokens
        "pred" and "target", and their positions "pred_span" and "target_span" as [start, end].

    """
    request = Request.of_names("wer", tokenizer)
    run = Run.of(request.chosen(), *request.checked([prediction], [reference]))
    return run.alignment(0).to_dict()


@tool(_METRICS, metric=_explained(_METRICS), format=FORMATS)
def compare(
    references: str,
    systems: dict[str, str],
    metric: str = "wer",
    *,
    format: str = "",
    **options: str,
) -> dict[str, Any]:
    """Compare two or more systems on the same references: is a difference more than chance?

    Scores with bootstrap intervals (1000 resamples), and paired significance tests of each pair.

    $limits At most $systems systems.

    Args:
        references: one a line. $separator
        systems: the predictions of each system by its name, one a line in the order of the
            references, as {"old": "...", "new": "..."}; at least two.
        metric: what is measured. $metric Texts of JSON and of meetings are as /anls and /wer take
            them.
        **options: $options
        format: empty, or how the texts are read. $format

    Returns:
        A JSON object with "score" (the name of the score: "wer", "cer" or "anls"),
        "higher_is_better", "samples", "signature"; "reliability", which is "fine", "rough" (few
        samples) or "none" (too few for an interval or a verdict), and unless it is "fine",
        "too_few", a sentence that says why; "systems": by name the score and
        "SCORE_interval", its 95 % interval as [low, high]; and "pairs": a list of objects, for
        every two systems, with "systems" (two names), "difference" (the second's score less the
        first's), "difference_interval", "probability_of_improvement" (from 0 to 1, the share of
        resamples in which the second is better), and the p-values "mapsswe" (null but for error
        rates), "sign", "wilcoxon", "mcnemar" and "approximate_randomization", from 0 to 1; below
        0.05 the difference is hardly chance. Beside groups, "mapsswe" and "mcnemar" are null. Of
        more than two systems they are Holm's, over all pairs, and "uncorrected" has each by itself.

    """
    from levmetrics.comparison.comparison import compare as compare  # slow to import

    if not 2 <= len(systems) <= SYSTEMS:
        raise InputError("page.systems", count=len(systems), most=SYSTEMS)
    request = Request(metric, options)
    called = {f"systems[{name!r}]": text for name, text in systems.items()}
    _check_are_lines({"references": references, **called}, metric, format)
    given = pasted_sides(references, systems, metric, "systems[{!r}]".format)
    target = with_alternatives(given.references, metric)
    sides = request.checked_systems(given.predictions, target)
    return compare(score_systems(request.chosen(), *sides))


def _score(request: Request, predictions: str, references: str, format: str) -> dict[str, Any]:
    sides = {"references": references, "predictions": predictions}
    _check_are_lines(sides, request.metric, format)
    given = pasted_sides(references, {"predictions": predictions}, request.metric)
    target = with_alternatives(given.references, request.metric)
    return module_result(request, given.predictions["predictions"], target)


def _check_are_lines(texts: Mapping[str, str], metric: str, format: str) -> None:
    """Refuse texts of another form than lines, unless the caller says that they are lines.

    Args:
        texts: the texts by their names in messages.
        metric: the page's name of the metric.
        format: empty, or the name of the format of lines.

    Raises:
        InputError: for a text of another form, and for another format.

    """
    if format not in FORMATS:
        raise unknown_name([Lines.name], format, "format")
    if format == Lines.name:
        return
    for side, form in asked_forms(texts, metric).items():
        raise InputError("page.form_for_program", side=side, kind=form.format)


ENDPOINTS: tuple[Callable[..., dict[str, Any]], ...] = (anls, wer, align, compare)
"""The endpoints in the order of the page."""
