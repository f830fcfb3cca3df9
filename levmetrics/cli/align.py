"""``levmetrics align``: which token of a prediction stands for which of its reference."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from levmetrics.cli.arguments import FileOptions, MetricOptions, SystemOptions, takes_groups


@takes_groups
def align(
    references: Annotated[Path, typer.Argument(metavar="REF", help="The file of the references.")],
    predictions: Annotated[
        Path, typer.Argument(metavar="HYP", help="The file of the predictions.")
    ],
    errors_only: Annotated[
        bool, typer.Option("--errors-only", help="Leave out samples without an error.")
    ] = False,
    *,
    metric_options: MetricOptions,
    file_options: FileOptions,
) -> None:
    """Show the alignment of every sample."""
    from levmetrics.cli.samples import sample_names, samples_of
    from levmetrics.rendering.labels import percent

    asked = SystemOptions("wer_lev", references, [predictions])
    samples = samples_of(asked, metric_options, file_options)
    first = 1
    for batch, (run,) in samples.scored():
        names, scores = sample_names(batch, first), run.sample_scores().tolist()
        first += len(batch)
        for sample, errors in enumerate(run.measured.errors.tolist()):
            if errors or not errors_only:
                typer.echo(f"{names[sample]}: {percent(scores[sample])}\n{run.alignment(sample)}\n")
