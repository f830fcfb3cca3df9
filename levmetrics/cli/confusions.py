"""``levmetrics confusions``: what was taken for what, the most frequent first."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from levmetrics.cli.arguments import FileOptions, MetricOptions, one_system, takes_groups


@takes_groups
def confusions(
    references: Annotated[Path, typer.Argument(metavar="REF", help="The file of the references.")],
    predictions: Annotated[
        Path, typer.Argument(metavar="HYP", help="The file of the predictions.")
    ],
    n: Annotated[int, typer.Option("-n", min=1, help="How many of each kind to show.")] = 20,
    json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    *,
    metric_options: MetricOptions,
    file_options: FileOptions,
) -> None:
    """Count what was substituted, deleted and inserted, the most frequent first."""
    from rich.console import Console

    from levmetrics.alignment.confusions import Confusions
    from levmetrics.cli.progress import reading
    from levmetrics.cli.samples import samples_of
    from levmetrics.cli.score import print_json
    from levmetrics.errors import InputError

    with reading([references, predictions]) as progress:
        asked = one_system("wer_lev", references, predictions, file_options)
        samples = samples_of(asked, metric_options, file_options, progress.read)
        parts = []
        for batch, (run,) in samples.scored():
            parts.append(run.confusions())
            progress.add(len(batch))
    if not progress.samples:
        raise InputError("samples.none", place=references.name)
    found = Confusions.added(parts, n)
    signature = samples.metric.signature()
    if json:
        print_json({**vars(found), "samples": progress.samples, "signature": signature})
        return
    console = Console()
    for table in found.tables():
        console.print(table.caption, style="bold")
        console.print(table, "")
    if not found.tables():
        console.print("No errors\n")
    console.print(signature, style="dim", soft_wrap=True, markup=False, highlight=False)
