"""Scoring the samples of files, and printing what comes of it."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from rich.console import Console

from levmetrics.cli.arguments import (
    RESAMPLES,
    FileOptions,
    MetricOptions,
    ResultOptions,
    SystemOptions,
)
from levmetrics.cli.progress import reading
from levmetrics.cli.samples import details_file, joined, sample_columns, samples_of, say
from levmetrics.errors import InputError
from levmetrics.rendering.labels import SCORES
from levmetrics.run import Run
from levmetrics.scores.base import Metric
from levmetrics.scores.sample_statistics import SampleStatistics
from levmetrics.significance.few_units import too_few
from levmetrics.tables import result_table

if TYPE_CHECKING:
    from levmetrics.significance.resampling import Resampling

FAILED = 3  # the status where the score is worse than --fail-above or --fail-below allows


def print_scores(
    metric: str,
    references: Path,
    predictions: Path,
    metric_options: MetricOptions,
    file_options: FileOptions,
    result_options: ResultOptions,
) -> None:
    """Score the predictions of a file, and print the result.

    Raises:
        InputError: for files and options that cannot be read or scored.

    """
    asked = SystemOptions(metric, references, [predictions], groups=result_options.groups)
    resampling = _resampling(result_options)
    statistics: list[SampleStatistics] = []
    groups: list[Any] = []
    with (
        reading([references, predictions]) as progress,
        details_file(result_options.details) as add_details,
    ):
        samples = samples_of(asked, metric_options, file_options, progress.read)
        chosen = samples.metric
        total = Run.empty(chosen)
        for batch in progress.counted(samples.batches()):
            (preds,), target = batch.scored()
            run = Run.of(chosen, preds, target).with_names(None, batch.groups)
            if add_details is not None:
                add_details(sample_columns(batch, run, progress.samples + 1))
            if resampling is not None:
                statistics.append(run.statistics())
                groups += joined([batch.groups])
            total += run
        if not progress.samples:
            raise InputError("samples.none", place=references.name)
    result = total.summary()
    settings: dict[str, Any] = {}
    if resampling is not None:
        settings = {**resampling}
        result |= _interval(chosen, SampleStatistics.joined(statistics), groups, resampling)
    result["signature"] = total.signature(**settings)
    _show(chosen, result, is_json=result_options.json)
    _check_limits(chosen, result, result_options)


def _resampling(asked: ResultOptions) -> Resampling | None:
    """Return how the interval is resampled, checked; ``None`` if there is to be none."""
    if asked.confidence is None:
        return None
    from levmetrics.significance.resampling import resampling_of  # with SciPy, which takes a second

    return resampling_of(asked.confidence, RESAMPLES, asked.seed)


def _interval(
    metric: Metric[Any], statistics: SampleStatistics, groups: list[Any], resampling: Resampling
) -> dict[str, Any]:
    """Return the interval by its name in results, with its level, and what is to be known."""
    from levmetrics.significance.resampling import confidence_interval

    metric.check_all(statistics)
    message = too_few(len(statistics), len(set(groups)) or None)
    return {
        f"{metric.key}_interval": [
            *confidence_interval(statistics, groups=groups or None, **resampling)
        ],
        "confidence_level": resampling["confidence_level"],
        **({"too_few": message} if message else {}),
    }


def _show(metric: Metric[Any], result: dict[str, Any], *, is_json: bool) -> None:
    if is_json:
        print_json(result)
        return
    console = Console()
    console.print(result_table(metric.key, result))
    console.print(result["signature"], style="dim", soft_wrap=True, markup=False, highlight=False)


def print_json(result: Mapping[str, Any]) -> None:
    """Print a result as JSON, with null, which JSON has, for what is not a number."""
    typer.echo(json.dumps(_without_nan(result), ensure_ascii=False, indent=1))


def _without_nan(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nan(of_key) for key, of_key in value.items()}
    return None if isinstance(value, float) and math.isnan(value) else value


def _check_limits(metric: Metric[Any], result: dict[str, Any], asked: ResultOptions) -> None:
    """End with a status of its own where the score is beyond a limit, or is not a number."""
    score, written = result[metric.key], SCORES[metric.key]
    for side, limit in (("above", asked.fail_above), ("below", asked.fail_below)):
        if limit is None:
            continue
        is_within = score <= limit if side == "above" else score >= limit  # NaN is neither
        if not is_within:
            beyond = "is no number, to be compared with" if math.isnan(score) else f"is {side}"
            say(f"{written.name.short} {written.write(score)} {beyond} {written.write(limit)}")
            raise typer.Exit(FAILED)
