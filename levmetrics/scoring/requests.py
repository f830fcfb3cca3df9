"""Requests to score: a metric by its name and options, and the samples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from levmetrics.configs import find_config
from levmetrics.edits.reader import SampleReader
from levmetrics.scoring.run import Scoring, ScoringRun


def scoring_of(
    metric: str,
    config: str | None = None,
    *,
    caller: str = "score",
    others: Sequence[str] = (),
    options: Mapping[str, Any],
) -> Scoring:
    """Find a metric and check its options.

    Args:
        metric: a metric's name, or ``"NAME:CONFIG"``.
        config: a config's name, if it is not in ``metric``.
        caller: what the options were given to, for messages.
        others: the caller's own options, for messages.
        options: of the metric, by name.

    Raises:
        InputError: for unknown names and options, and for values that an option cannot have.

    """
    name, config_name, chosen = find_config(metric, config)
    scorer = chosen.scorer(**chosen.options(f"{name}:{config_name}", caller, options, others))
    return Scoring(scorer, name, config_name, chosen.score)


def score(
    predictions: Any,
    references: Any,
    metric: str = "wer_lev",
    config: str | None = None,
    /,
    **options: Any,
) -> ScoringRun:
    """Score predictions against their references.

    Args:
        predictions: one a sample, as the config takes them: texts, or for ``anls:star`` values.
        references: the same, or several for each sample.
        metric: ``"wer_lev"`` or ``"anls"``, or with a config, ``"wer_lev:cer"``.
        config: the config, if it is not in ``metric``.
        **options: of the metric: ``tokenizer``, ``normalizer``, ``reduction``, ``threshold`` ...

    Raises:
        InputError: for anything that cannot be scored, and for no samples.

    >>> score(["rain", "lnaguaeg"], ["shine", "language"], "anls").result()
    {'anls': 0.45}

    """
    reader = SampleReader([predictions], references, ("predictions", "references"))
    return scoring_of(metric, config, options=options).of_call(reader)[0]


def run_all(scorings: Sequence[Scoring], preds: Any, target: Any) -> list[ScoringRun]:
    """Score the same samples by several metrics; each text is read once by each tokenizer.

    Args:
        scorings: the metrics with their options.
        preds: one prediction a sample.
        target: the references.

    Raises:
        InputError: for anything that cannot be scored.

    """
    reader = SampleReader([preds], target)
    return [scoring.of_call(reader)[0] for scoring in scorings]
