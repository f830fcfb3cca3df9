"""``levmetrics confusions``: list the most frequent errors."""

from __future__ import annotations

from pathlib import Path

import click

from levmetrics.cli.arguments import (
    Command,
    FileOptions,
    MetricOptions,
    as_json,
    metric_of_config,
    one_system,
    prediction_file,
    reference_file,
    takes,
)


@click.command(cls=Command)
@reference_file
@prediction_file
@click.option(
    "-n", type=click.IntRange(min=1), default=20, help="Number of entries to show of each kind."
)
@as_json
@takes(metric_options=MetricOptions, file_options=FileOptions)
def confusions(
    references: Path,
    predictions: Path,
    n: int,
    json: bool,
    metric_options: MetricOptions,
    file_options: FileOptions,
) -> None:
    """Count substitutions, deletions and insertions, or for records the errors of each field."""
    from rich.console import Console

    from levmetrics.alignment.explanation import added
    from levmetrics.cli.progress import reading
    from levmetrics.cli.samples import samples_of
    from levmetrics.cli.score import print_json
    from levmetrics.errors import InputError

    with reading([references, predictions]) as progress:
        metric, metric_options = metric_of_config(metric_options)
        asked = one_system(metric, references, predictions, file_options)
        samples = samples_of(asked, metric_options, file_options, progress.read)
        parts = []
        for batch, (run,) in samples.scored():
            parts.append(run.confusions())
            progress.add(len(batch))
    if not progress.samples:
        raise InputError("samples.none", place=references.name)
    signature = samples.metric.signature()
    found = added(parts)
    if json:
        print_json({**found.to_dict(n), "samples": progress.samples, "signature": signature})
        return
    console = Console()
    tables = found.tables(n)
    for table in tables:
        console.print(table.caption, style="bold")
        console.print(table, "")
    if not tables:
        console.print("No errors\n")
    console.print(signature, style="dim", soft_wrap=True, markup=False, highlight=False)
