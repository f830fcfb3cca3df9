"""``levmetrics compare``: several systems on the same references."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from levmetrics.cli.arguments import FileOptions, MetricOptions, takes_groups


@takes_groups
def compare(
    metric: Annotated[
        str,
        typer.Argument(metavar="METRIC", help="wer_lev or anls, or with a config, wer_lev:cer."),
    ],
    references: Annotated[
        Path, typer.Option("--references", "-r", help="The file of the references.")
    ],
    predictions: Annotated[
        list[Path],
        typer.Option("--predictions", "-p", help="The file of a system; give two or more."),
    ],
    systems: Annotated[
        list[Path] | None, typer.Argument(help="More files of systems.", show_default=False)
    ] = None,
    groups: Annotated[
        str | None,
        typer.Option(help="A file with a label for each sample, or a column of the references'."),
    ] = None,
    confidence: Annotated[float, typer.Option(help="The level of the intervals.")] = 0.95,
    seed: Annotated[int, typer.Option(help="Of the resampling.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    *,
    metric_options: MetricOptions,
    file_options: FileOptions,
) -> None:
    """Compare systems: scores, intervals, and tests of their differences."""
    from levmetrics.cli.comparisons import print_comparison

    print_comparison(
        metric,
        references,
        [*predictions, *(systems or [])],
        metric_options,
        file_options,
        groups=groups,
        confidence=confidence,
        seed=seed,
        is_json=json,
    )
