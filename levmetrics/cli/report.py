"""``levmetrics report``: write results as one HTML file."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from levmetrics.cli.arguments import (
    FileOptions,
    MetricOptions,
    SystemOptions,
    check_outputs,
    command,
)
from levmetrics.cli.metric_command import MetricCommand
from levmetrics.cli.streams import shown_after
from levmetrics.errors import Language
from levmetrics.system.written_files import output_name

if TYPE_CHECKING:
    from levmetrics.formats.files import TableFile
    from levmetrics.formats.pages.page import Page


@command(MetricCommand)
def report(
    system_options: SystemOptions,
    *,
    output: Path,
    title: str | None = None,
    language: Language = "en",
    print_samples: int = 10,
    embed_images: Path | None = None,
    metric_options: MetricOptions,
    file_options: FileOptions,
) -> None:
    """Write an HTML report: scores, errors and alignments of one or several systems."""
    from levmetrics.cli.samples import joined, samples_of
    from levmetrics.core.scoring import score_systems
    from levmetrics.formats.samples import RowName, distinct_ids
    from levmetrics.reports.report import report_of_runs
    from levmetrics.significance.paired_tests import stats

    asked = replace(system_options, metric_options=metric_options, file_options=file_options)
    check_outputs(asked.files(), [output])
    if len(asked.named()) > 1:
        stats.load()  # a missing package is said before files are read
    samples = samples_of(asked)
    batches = [*samples.batches()]
    references = joined(batch.references for batch in batches)
    ids = joined(batch.ids for batch in batches)
    rows = joined(batch.rows for batch in batches)
    names = RowName(str(samples.references), "reference", rows, ids or None)
    runs = score_systems(
        samples.metric,
        {
            name: joined(batch.predictions[system] for batch in batches)
            for system, name in enumerate(samples.predictions)
        },
        samples.metric.takes.references(references, names),
        ids=distinct_ids(ids),
        groups=joined(batch.groups for batch in batches) or None,
    )
    columns = [samples.references, *samples.predictions.values()]
    made = report_of_runs(
        runs,
        title=title,
        language=language,
        sources=[*dict.fromkeys(column.table.source.name for column in columns)],
        print_samples=print_samples,
        confidence_level=system_options.confidence,
        seed=system_options.seed,
        pages=_pages(samples.references.table, file_options.level),
        images=embed_images,
    )
    with shown_after(partial(click.echo, f"{made}\n")):
        made.write(output)
    click.echo(f"Written to {output_name(output)}")


def _pages(references: TableFile, level: str) -> dict[str, Page]:
    """Return the pages of the references by id or number; none if the files hold no pages."""
    from levmetrics.formats.pages.page_format import PageFormat

    kind = references.file_format
    if not isinstance(kind, PageFormat) or level != "page":
        return {}
    pages = kind.pages(references.source)
    return {name or str(number): page for number, (name, page) in enumerate(pages, start=1)}
