"""``levmetrics align``: which token of a prediction stands for which of its reference."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from levmetrics.cli.arguments import FileOptions, MetricOptions, takes_groups


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
    from levmetrics.cli.alignments import print_alignments

    print_alignments(references, predictions, metric_options, file_options, errors_only=errors_only)
