"""``levmetrics compare``: compare several systems on the same references."""

from __future__ import annotations

from dataclasses import replace

import click

from levmetrics.cli.arguments import RESAMPLES, FileOptions, MetricOptions, SystemOptions, command
from levmetrics.cli.metric_command import MetricCommand


@command(MetricCommand)
def compare(
    system_options: SystemOptions,
    *,
    json: bool = False,
    metric_options: MetricOptions,
    file_options: FileOptions,
) -> None:
    """Compare systems: scores, confidence intervals, and significance tests."""
    from levmetrics.cli.samples import joined, read_samples
    from levmetrics.cli.score import print_json
    from levmetrics.comparison.comparison import comparison_of, paired_samples
    from levmetrics.errors import InputError
    from levmetrics.significance.paired_tests import stats
    from levmetrics.significance.resampling import resampling_of

    asked = replace(system_options, metric_options=metric_options, file_options=file_options)
    if len(asked.named()) < 2:
        raise InputError("command.one_system")
    stats.load()  # a missing package is said before files are read
    resampling = resampling_of(system_options.confidence, RESAMPLES, system_options.seed)
    groups: list[object] = []
    batches = []
    with read_samples(asked) as samples:
        for batch, runs in samples.scored():
            batches.append(paired_samples(dict(zip(samples.predictions, runs, strict=True))))
            groups += joined([batch.groups])
    result = comparison_of(samples.metric, batches, resampling, groups or None)
    if json:
        print_json(result)
    else:
        click.echo(str(result))
