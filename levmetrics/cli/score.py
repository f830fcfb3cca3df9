"""``levmetrics score``, and its short forms, which are named after metrics."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from heapq import nsmallest
from operator import ge, itemgetter, le
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from levmetrics.cli.arguments import (
    RESAMPLES,
    FileOptions,
    MetricOptions,
    ResultOptions,
    check_outputs,
    command,
    one_system,
)
from levmetrics.cli.metric_command import MetricCommand
from levmetrics.cli.wording import in_shell_words
from levmetrics.errors import InputError
from levmetrics.lazy import shutil

if TYPE_CHECKING:
    from levmetrics.core.metric import Metric
    from levmetrics.rendering.labels import Label
    from levmetrics.rendering.table import Table
    from levmetrics.significance.resampling import Resampling
    from levmetrics.sums.sample_statistics import SampleStatistics

FAILED = 3  # the exit status if the score breaks --fail-above or --fail-below


@command(MetricCommand)
def score(
    metric: str,
    *,
    references: Path | None = None,
    predictions: Path | None = None,
    file: Path | None = None,
    metric_options: MetricOptions,
    file_options: FileOptions,
    result_options: ResultOptions,
) -> None:
    """Score predictions against references, in files of any supported format."""
    references, predictions = references or file, predictions or file
    if references is None or predictions is None:
        raise InputError("command.no_files")
    print_scores(metric, references, predictions, metric_options, file_options, result_options)


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
    from levmetrics.cli.details import details_file, sample_columns
    from levmetrics.cli.samples import joined, read_samples
    from levmetrics.cli.worst import Rank, worst_samples
    from levmetrics.core.run import Run
    from levmetrics.core.scoring import scores_by_form

    options = metric_options, file_options, result_options.groups
    asked = one_system(metric, references, predictions, *options)
    check_outputs(asked.files(), [result_options.details])
    resampling = None
    if result_options.confidence is not None:
        from levmetrics.significance.resampling import resampling_of

        resampling = resampling_of(result_options.confidence, RESAMPLES, result_options.seed)
    statistics: list[SampleStatistics] = []
    groups: list[Any] = []
    most, worst = result_options.worst or 0, list[tuple[Rank, dict[str, Any]]]()
    with (
        read_samples(asked) as samples,
        details_file(result_options.details, result_options.spreadsheet) as add_details,
    ):
        chosen = samples.metric
        total = Run.empty(chosen)
        for batch, (of_batch,) in samples.scored():
            run = of_batch.with_names(None, batch.groups)
            if add_details is not None:
                add_details(sample_columns(batch, run))
            if most:
                found = [*worst, *worst_samples(batch, run, most)]
                worst = nsmallest(most, found, key=itemgetter(0))
            if resampling is not None:
                statistics.append(run.statistics())
                groups += joined([batch.groups])
            forms = {} if total.sample_count else scores_by_form(of_batch)
            total += run
    result = total.summary()
    if forms:
        result["unicode_forms"] = forms
    if resampling is not None:
        result |= _interval(chosen, statistics, groups, resampling)
    if most:
        result["worst"] = [row for _, row in worst]
    result["signature"] = total.signature(**resampling) if resampling else total.signature()
    if result_options.json:
        print_json(result)
    else:
        _show_result(chosen, result)
    _check_limits(chosen.label, result[chosen.key], result_options)


def _named_after(metric: str, description: str) -> click.Command:
    """Return a command that is named after a metric, and takes two files as arguments."""
    settings = {"metric": metric, "lists_metrics": False, "help": description}
    return command(MetricCommand, metric, **settings)(partial(print_scores, metric))


wer = _named_after("wer", "Compute the word error rate of a predictions file.")
cer = _named_after("cer", "Compute the character error rate of a predictions file.")
anls = _named_after(
    "anls", "Compute the average normalized Levenshtein similarity of a predictions file."
)
record = _named_after("record", "Score a file of predicted records field by field.")
rouge = _named_after("rouge", "Compute ROUGE-1, 2, L and Lsum of a file of predicted summaries.")


def _show_result(metric: Metric[Any], result: Mapping[str, Any]) -> None:
    """Print the tables of a result, with its signature."""
    from levmetrics.core.tables import result_table, worst_table

    show(result_table(metric, result))
    if worst := result.get("worst"):
        click.echo()
        show(worst_table(metric, worst))
    elif worst is not None:
        click.echo("no sample has an error")
    click.secho(result["signature"], dim=True)


def _interval(
    metric: Metric[Any],
    statistics: list[SampleStatistics],
    groups: list[Any],
    resampling: Resampling,
) -> dict[str, Any]:
    """Return the fields of a result for the interval: ends, level, reliability, any warning."""
    from levmetrics.significance.few_units import reliability, too_few
    from levmetrics.significance.resampling import confidence_interval
    from levmetrics.sums.sample_statistics import SampleStatistics

    of_all = SampleStatistics.joined(statistics)
    metric.check_all(of_all)
    ends = confidence_interval(of_all, groups=groups or None, **resampling)
    units = len(of_all), len(set(groups)) or None
    message = too_few(*units)
    return {
        f"{metric.key}_interval": [*ends],
        "confidence_level": resampling["confidence_level"],
        "reliability": reliability(*units),
        **({"too_few": message} if message else {}),
    }


def show(table: Table) -> None:
    """Print a table; ``rich`` wraps it if it is wider than the terminal."""
    table = replace(table, notes=[*map(in_shell_words, table.notes)])
    text = table.text(shutil.get_terminal_size().columns, partial(click.style, bold=True))
    if text is None:
        from rich.console import Console

        Console().print(table)
    else:
        click.echo(text)


def print_json(result: Mapping[str, Any]) -> None:
    """Print a result as JSON, with null in place of NaN."""
    click.echo(json.dumps(_without_nan(result), ensure_ascii=False, indent=1))


def _without_nan(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nan(of_key) for key, of_key in value.items()}
    return None if isinstance(value, float) and math.isnan(value) else value


def _check_limits(label: Label, score: float, asked: ResultOptions) -> None:
    """Exit with status 3 if the score breaks a limit or is NaN."""
    from levmetrics.cli.wording import say

    for side, limit, is_within in (
        ("above", asked.fail_above, le),
        ("below", asked.fail_below, ge),
    ):
        if limit is not None and not is_within(score, limit):  # NaN is neither
            name, write = label.name.short, label.write
            beyond = (
                "is not a number and cannot be compared with" if math.isnan(score) else f"is {side}"
            )
            say(f"{name} {write(score)} {beyond} {write(limit)}")
            raise click.exceptions.Exit(FAILED)
