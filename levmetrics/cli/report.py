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
    from levmetrics.cli.columns import chosen_columns, joined, read_samples
    from levmetrics.cli.metric import AskedMetric
    from levmetrics.formats.samples import RowName
    from levmetrics.inputs.columns import reference_column
    from levmetrics.reports.report import report

    asked = AskedMetric.of(system_options.metric, metric_options)
    files = system_options.files()
    columns = chosen_columns(
        system_options.references,
        [*files.values()],
        file_options,
        system_options.groups,
        refusal=asked.refusal,
    )
    nested = asked.config.nested
    batches = [*read_samples(columns, nested=nested)]
    references = joined(batch.references for batch in batches)
    ids = joined(batch.ids for batch in batches) or None
    names = RowName(str(columns.references), "reference", 1, ids)
    made = report(
        {
            name: joined(batch.predictions[system] for batch in batches)
            for system, name in enumerate(files)
        },
        references if nested else reference_column(references, names),
        asked.name,
        groups=joined(batch.groups for batch in batches) or None,
        ids=ids,
        title=title,
        confidence_level=system_options.confidence,
        seed=system_options.seed,
        **asked.options(columns),
    )
    made.write(output)
    typer.echo(f"{made}\n\nWritten to {output}")
