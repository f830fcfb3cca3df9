"""Scoring in one call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np

from levmetrics.core.metric import Metric, Reduction
from levmetrics.core.names import get_metric, maker
from levmetrics.core.run import Run
from levmetrics.edits.reader import SampleReader
from levmetrics.errors import InputError, warn
from levmetrics.inputs.columns import ColumnLike, TextColumn
from levmetrics.inputs.values import InputColumn, check_systems, place_of_system
from levmetrics.normalizers import NormalizerLike, get_normalizer
from levmetrics.system.work import watched
from levmetrics.tokenizers import TokenizerLike


def score(
    predictions: Any,
    references: Any,
    metric: str = "wer",
    *,
    ids: ColumnLike | None = None,
    groups: ColumnLike | None = None,
    progress: bool = False,
    timeout: float | None = None,
    **options: Any,
) -> Run:
    """Score predictions against their references.

    Args:
        predictions: one per sample, of the type that the metric takes: texts; tokens; values for
            ``anls:star``; for ``meeting:cp``, sessions of speakers, also in the form that
            :func:`levmetrics.read_sessions` returns.
        references: one per sample, or several for each. If all are the texts of lists of strings
            (``"['a', 'b']"``, as CSV files have them), and the predictions are not, their strings
            are several references, with a warning; if only some are, they are refused. A list of
            one text compares the text itself.
        metric: ``"wer"``, ``"cer"``, ``"anls:docvqa"`` ...; see
            :func:`levmetrics.list_metrics`.
        ids: a unique id for each sample.
        groups: a label for each sample (its speaker or document); results by group, intervals and
            tests use the groups.
        progress: whether tqdm shows progress bars for long work.
        timeout: the time limit of scoring in seconds; ``None``: no limit.
        **options: the metric's options, such as ``tokenizer``, ``normalizer``, ``reduction`` and
            ``threshold``.

    Raises:
        InputError: for anything that cannot be scored, and for no samples.
        TimeoutError: after the timeout.

    >>> score(["rain", "lnaguaeg"], ["shine", "language"], "anls").result()
    {'anls': 0.45}
    >>> score(["is there"], ["who is there"], "cer")["deletions"]
    4

    """
    made = get_metric(metric, options=options, others=("ids", "groups", "progress", "timeout"))
    names = ("predictions", "references")
    systems, references, own_ids = made.takes.matched([predictions], references, names)
    ids = own_ids if ids is None else ids
    reader = SampleReader(systems, references, names)
    with watched(progress=progress, timeout=timeout):
        (run,) = _scored(made, reader)
    return run.with_names(ids, groups)


def _scored(metric: Metric[Any], reader: SampleReader) -> list[Run]:
    """Score the samples that one call has for each system.

    Raises:
        InputError: for anything that cannot be scored, and for no samples.

    """
    runs = Run.of_systems(metric, reader)
    if not runs[0].sample_count:
        raise InputError("samples.none", place=reader.names[-1])
    metric.check_references(reader)
    return runs


FORMS: tuple[Literal["nfc", "long_s", "nfkc"], ...] = ("nfc", "long_s", "nfkc")
"""Normalizers that unify characters that look alike, each of which does more than those before."""

_MOST_FOR_FORMS = 20_000  # samples: what nobody asked for must not hold up what was


def scores_by_form(run: Run) -> dict[str, float]:
    r"""Return a run's scores with characters that look alike unified, where they are other scores.

    Two texts that look alike may have different characters: precomposed or combining accents, long
    and round s, full-width or half-width letters. For more than 20,000 samples the result is empty.

    Args:
        run: a run over texts.

    Returns:
        The scores by ``"nfc"``, ``"long_s"`` and ``"nfkc"``, normalizers that are applied before
        the run's own. Each is left out if it does not change the score, or changes no more than one
        before it.

    >>> scores_by_form(score(["cafe\u0301", "tea"], ["caf\u00e9", "te"]))
    {'nfc': 0.5}
    >>> scores_by_form(score(["tea"], ["te"]))
    {}

    """
    if run.metric.keeps_samples:
        return {}
    preds, target = run.request.columns()
    if not isinstance(preds, TextColumn) or not isinstance(target, TextColumn):
        return {}
    if run.sample_count > _MOST_FOR_FORMS or (preds.texts.is_ascii and target.texts.is_ascii):
        return {}
    found: dict[str, float] = {}
    for form in FORMS:
        normalize = get_normalizer(form).column
        sides = normalize(preds), normalize(target)
        if not (sides[0].equals(preds) and sides[1].equals(target)):
            value = Run.of(run.metric, *sides).score
            if value not in (run.score, *found.values()):
                found[form] = value
    return found


def score_systems(
    metric: Metric[Any],
    systems: Mapping[str, InputColumn],
    references: InputColumn,
    *,
    ids: ColumnLike | None = None,
    groups: ColumnLike | None = None,
) -> dict[str, Run]:
    """Score the predictions of several systems; each text is read once.

    Args:
        metric: the metric and its options.
        systems: the predictions of each system, by its name: texts, tokens, or values for a metric
            that takes them.
        references: the references of the same samples.
        ids: as for :func:`score`.
        groups: as for :func:`score`.

    Raises:
        InputError: for anything that cannot be scored, and for no samples.

    """
    check_systems(systems, references)
    names = (*map(place_of_system, systems), "references")
    reader = SampleReader([*systems.values()], references, names)
    first, *others = _scored(metric, reader)
    first = first.with_names(ids, groups)
    named = [first, *(replace(run, ids=first.ids, groups=first.groups) for run in others)]
    return dict(zip(systems, named, strict=True))


def run_all(metrics: Sequence[Metric[Any]], predictions: Any, references: Any) -> list[Run]:
    """Score the same samples by several metrics; each text is read once by each tokenizer.

    Args:
        metrics: the metrics and their options.
        predictions: one prediction per sample.
        references: the references.

    Raises:
        InputError: for anything that cannot be scored.

    """
    reader = SampleReader([predictions], references)
    return [_scored(metric, reader)[0] for metric in metrics]


def edit_distance(
    predictions: Any,
    references: Any,
    substitution_cost: int = 1,
    *,
    reduction: Reduction = "mean",
    tokenizer: TokenizerLike | None = None,
    normalizer: NormalizerLike = None,
    ignore_index: int | None = -100,
) -> Any:
    """Return the edit distance, exact for texts of any length.

    Without samples it is 0, with a warning, as ``torchmetrics.functional.text.edit_distance`` is.

    Args:
        predictions: one per sample: texts or tokens.
        references: one per sample, or several for each, of which the nearest counts.
        substitution_cost: the cost of a substitution; insertions and deletions cost 1.
        reduction: ``"mean"``, ``"sum"``, or ``"none"``: an array of shape ``(samples,)``.
        tokenizer: the unit of an edit; ``None``: characters.
        normalizer: applied to both sides first.
        ignore_index: the padding id of token id arrays.

    Raises:
        InputError: for anything that cannot be scored.

    >>> edit_distance(["rain", "lnaguaeg"], ["shine", "language"])
    3.5
    >>> edit_distance(["rain", "lnaguaeg"], ["shine", "language"], reduction="none").tolist()
    [3, 4]

    """
    metric = maker("anls", "edit_distance")(
        substitution_cost,
        reduction,
        tokenizer=tokenizer,
        normalizer=normalizer,
        ignore_index=ignore_index,
    )
    (run,) = Run.of_systems(metric, _reader(predictions, references))
    if run.sample_count or metric.reduction != "mean":
        return _value(run)
    warn("no sample was scored; the distance is 0")
    return 0.0


def normalized_levenshtein_similarity(
    predictions: Any,
    references: Any,
    substitution_cost: int = 1,
    *,
    reduction: Reduction = "mean",
    tokenizer: TokenizerLike | None = None,
    normalizer: NormalizerLike = None,
    threshold: float = 0.0,
    ignore_index: int | None = -100,
) -> Any:
    """Return the normalized Levenshtein similarity, from 0 to 1.

    Args:
        predictions: as for :func:`edit_distance`.
        references: one per sample, or several for each, of which the most similar counts.
        substitution_cost: the cost of a substitution.
        reduction: ``"mean"``, ``"sum"``, or ``"none"``: an array of shape ``(samples,)``.
        tokenizer: the unit of an edit; ``None``: characters.
        normalizer: applied to both sides first.
        threshold: similarities below it count as 0.
        ignore_index: the padding id of token id arrays.

    Raises:
        InputError: for anything that cannot be scored, and for no samples.

    >>> normalized_levenshtein_similarity("rain", "shine")
    0.4

    """
    metric = maker("anls", "similarity")(
        threshold=threshold,
        substitution_cost=substitution_cost,
        reduction=reduction,
        tokenizer=tokenizer,
        normalizer=normalizer,
        ignore_index=ignore_index,
    )
    (run,) = _scored(metric, _reader(predictions, references))
    return _value(run)


def _reader(predictions: Any, references: Any) -> SampleReader:
    return SampleReader([predictions], references, ("predictions", "references"))


def _value(run: Run) -> Any:
    """Return the score of one call: a number, or an array with one number per sample."""
    metric = run.metric
    return np.asarray(metric.measures(run.sums)["score"]) if metric.keeps_samples else run.score
