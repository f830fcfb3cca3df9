"""``levmetrics compare``: several systems on the same references."""

from __future__ import annotations

from typing import Annotated

import typer

from levmetrics.cli.arguments import FileOptions, MetricOptions, SystemOptions, takes_groups


@takes_groups
def compare(
    system_options: SystemOptions,
    json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    *,
    metric_options: MetricOptions,
    file_options: FileOptions,
) -> None:
    """Compare systems: scores, intervals, and tests of their differences."""
    from levmetrics.cli.comparisons import print_comparison

    print_comparison(system_options, metric_options, file_options, is_json=json)
