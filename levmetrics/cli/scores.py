"""Scoring the samples of files, and printing what comes of it."""

from __future__ import annotations

import json
import math
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from rich.console import Console

from levmetrics.cli.arguments import RESAMPLES, FileOptions, MetricOptions, ResultOptions
from levmetrics.cli.columns import chosen_columns, read_samples, say
from levmetrics.cli.details import Details, details_file, sample_columns
from levmetrics.cli.metric import AskedMetric
from levmetrics.cli.progress import reading
from levmetrics.errors import InputError
from levmetrics.formats.file_format import listed
from levmetrics.rendering.labels import SCORES
from levmetrics.run import Run
from levmetrics.scores.base import Metric
from levmetrics.scores.sample_statistics import SampleStatistics
from levmetrics.significance.few_units import too_few
from levmetrics.tables import result_table

if TYPE_CHECKING:
    from levmetrics.significance.resampling import Resampling

FAILED = 3  # the status where the score is worse than --fail-above or --fail-below allows


@dataclass
class _Statistics:
    """What an interval is computed from: two numbers a sample, and its group."""

    parts: list[SampleStatistics] = field(default_factory=list)
    groups: list[Any] = field(default_factory=list)

    def interval(self, metric: Metric[Any], resampling: Resampling) -> dict[str, Any]:
        """Return the interval by its name in results, with its level, and what is to be known."""
        from levmetrics.significance.intervals import confidence_interval

        statistics = SampleStatistics.joined(self.parts)
        metric.check_all(statistics)
        interval = confidence_interval(statistics, groups=self.groups or None, **resampling)
        message = too_few(len(statistics), len(set(self.groups)) or None)
        return {
            f"{metric.key}_interval": [*interval],
            "confidence_level": resampling["confidence_level"],
            **({"too_few": message} if message else {}),
        }


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
    asked = AskedMetric.of(metric, metric_options)
    resampling = _resampling(result_options)
    statistics = _Statistics()
    with ExitStack() as stack:
        progress = stack.enter_context(reading([references, predictions]))
        columns = chosen_columns(
            references,
            [predictions],
            file_options,
            result_options.groups,
            progress.read,
            refusal=asked.refusal,
        )
        chosen = asked.chosen(*columns[:2])
        total = Run.empty(chosen)
        details: Details | None = None
        if result_options.details is not None:
            details = stack.enter_context(details_file(result_options.details))
        for batch in progress.counted(read_samples(columns, nested=chosen.nested)):
            (preds,), target = batch.scored()
            run = Run.of(chosen, preds, target).with_names(None, batch.groups)
            total += run
            if resampling is not None:
                statistics.parts.append(run.statistics())
                statistics.groups += [] if batch.groups is None else listed(batch.groups)
            if details is not None:
                details.write(sample_columns(batch, run, total.sample_count - len(batch) + 1))
        if not total.sample_count:
            raise InputError("samples.none", place=references.name)
    result = _document(total, statistics, resampling)
    _show(chosen, result, is_json=result_options.json)
    _check_limits(chosen, result, result_options)


def _resampling(asked: ResultOptions) -> Resampling | None:
    """Return how the interval is resampled, checked; ``None`` if there is to be none."""
    if asked.confidence is None:
        return None
    from levmetrics.significance.resampling import resampling_of  # with SciPy, which takes a second

    return resampling_of(asked.confidence, RESAMPLES, asked.seed)


def _document(run: Run, statistics: _Statistics, resampling: Resampling | None) -> dict[str, Any]:
    """Return everything that was asked for, by the names of evaluate's modules, ready for JSON."""
    result = run.summary()
    if resampling is not None:
        result |= statistics.interval(run.metric, resampling)
    settings: dict[str, Any] = {} if resampling is None else {**resampling}
    return {**result, "signature": run.signature(**settings)}


def _show(metric: Metric[Any], result: dict[str, Any], *, is_json: bool) -> None:
    if is_json:
        typer.echo(json.dumps(_without_nan(result), ensure_ascii=False, indent=1))
        return
    console = Console()
    console.print(result_table(metric.key, result))
    console.print(result["signature"], style="dim", soft_wrap=True, markup=False, highlight=False)


def _without_nan(value: Any) -> Any:
    """Return a result with null, which JSON has, for what is not a number."""
    if isinstance(value, dict):
        return {key: _without_nan(of_key) for key, of_key in value.items()}
    return None if isinstance(value, float) and math.isnan(value) else value


def _check_limits(metric: Metric[Any], result: dict[str, Any], asked: ResultOptions) -> None:
    """End with a status of its own where the score is beyond a limit, or is not a number."""
    score, written = result[metric.key], SCORES[metric.key]
    limits = {
        "above": (asked.fail_above, asked.fail_above is not None and not score <= asked.fail_above),
        "below": (asked.fail_below, asked.fail_below is not None and not score >= asked.fail_below),
    }
    for side, (limit, is_beyond) in limits.items():
        if limit is not None and is_beyond:
            beyond = "is no number, to be compared with" if math.isnan(score) else f"is {side}"
            say(f"{written.name.short} {written.write(score)} {beyond} {written.write(limit)}")
            raise typer.Exit(FAILED)
