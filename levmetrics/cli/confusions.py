"""``levmetrics confusions``: list the most frequent errors."""

from __future__ import annotations

from pathlib import Path

import click

from levmetrics.cli.arguments import (
    FileOptions,
    MetricOptions,
    command,
    metric_of_config,
    one_system,
)
from levmetrics.cli.metric_command import MetricCommand


@command(MetricCommand, metric="wer")
def confusions(
    references: Path,
    predictions: Path,
    *,
    n: int = 20,
    json: bool = False,
    metric_options: MetricOptions,
    file_options: FileOptions,
) -> None:
    """Count substitutions, deletions and insertions, or for records the errors of each field."""
    from levmetrics.alignment.explanation import added
    from levmetrics.cli.samples import read_samples
    from levmetrics.cli.score import print_json, show

    metric, metric_options = metric_of_config(metric_options)
    asked = one_system(metric, references, predictions, metric_options, file_options)
    with read_samples(asked) as samples:
        found = added([run.confusions() for _, (run,) in samples.scored()])
    signature = samples.metric.signature()
    if json:
        scored = samples.progress.samples
        print_json({**found.to_dict(n), "samples": scored, "signature": signature})
        return
    tables = found.tables(n)
    for table in tables:
        click.secho(table.caption, bold=True)
        show(table)
        click.echo()
    if not tables:
        click.echo("No errors\n")
    click.secho(signature, dim=True)
