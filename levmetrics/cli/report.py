"""``levmetrics report``: what was scored, as a page that can be sent."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from levmetrics.cli.arguments import FileOptions, MetricOptions, takes_groups


@takes_groups
def report(
    metric: Annotated[
        str,
        typer.Argument(metavar="METRIC", help="wer_lev or anls, or with a config, wer_lev:cer."),
    ],
    references: Annotated[
        Path, typer.Option("--references", "-r", help="The file of the references.")
    ],
    predictions: Annotated[
        list[Path],
        typer.Option("--predictions", "-p", help="The file of a system; give one or more."),
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="The HTML file to write.")],
    systems: Annotated[
        list[Path] | None, typer.Argument(help="More files of systems.", show_default=False)
    ] = None,
    title: Annotated[str | None, typer.Option(help="The page's title.")] = None,
    groups: Annotated[
        str | None,
        typer.Option(help="A file with a label for each sample, or a column of the references'."),
    ] = None,
    confidence: Annotated[float, typer.Option(help="The level of the intervals.")] = 0.95,
    seed: Annotated[int, typer.Option(help="Of the resampling.")] = 0,
    *,
    metric_options: MetricOptions,
    file_options: FileOptions,
) -> None:
    """Write a report: scores, errors and alignments of one or several systems, in one file."""
    from levmetrics.cli.systems import read_systems
    from levmetrics.reports.report import report

    files = [*predictions, *(systems or [])]
    texts = read_systems(metric, references, files, metric_options, file_options, groups)
    page = report(
        texts.predictions,
        texts.references,
        metric,
        metric_options.config,
        groups=texts.groups,
        ids=texts.ids,
        title=title,
        confidence_level=confidence,
        seed=seed,
        **metric_options.options(),
    )
    page.write(output)
    typer.echo(f"{page}\n\nWritten to {output}")
