"""``levmetrics report``: what was scored, as a page that can be sent."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from levmetrics.cli.arguments import FileOptions, MetricOptions, SystemOptions, takes_groups


@takes_groups
def report(
    system_options: SystemOptions,
    output: Annotated[Path, typer.Option("--output", "-o", help="The HTML file to write.")],
    title: Annotated[str | None, typer.Option(help="The page's title.")] = None,
    *,
    metric_options: MetricOptions,
    file_options: FileOptions,
) -> None:
    """Write a report: scores, errors and alignments of one or several systems, in one file."""
    from levmetrics.cli.metric import AskedMetric
    from levmetrics.cli.systems import read_systems, system_files
    from levmetrics.reports.report import report

    metric = AskedMetric.of(system_options.metric, metric_options)
    files = system_files(system_options, file_options, refusal=metric.refusal)
    texts = read_systems(files, nested=metric.config.nested)
    page = report(
        texts.predictions,
        texts.references if metric.config.nested else texts.named_references(files),
        metric.name,
        groups=texts.groups or None,
        ids=texts.ids or None,
        title=title,
        confidence_level=system_options.confidence,
        seed=system_options.seed,
        **metric.options(*files.columns[:2]),
    )
    page.write(output)
    typer.echo(f"{page}\n\nWritten to {output}")
