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
    from levmetrics.cli.systems import read_systems, system_files
    from levmetrics.configs import find_config
    from levmetrics.reports.report import report

    files = system_files(system_options, file_options)
    config = find_config(system_options.metric, metric_options.config)[2]
    texts = read_systems(files, nested=config.nested)
    page = report(
        texts.predictions,
        texts.references,
        system_options.metric,
        metric_options.config,
        groups=texts.groups or None,
        ids=texts.ids or None,
        title=title,
        confidence_level=system_options.confidence,
        seed=system_options.seed,
        **metric_options.options(),
    )
    page.write(output)
    typer.echo(f"{page}\n\nWritten to {output}")
