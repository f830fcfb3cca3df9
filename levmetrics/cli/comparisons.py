"""Comparing the systems whose predictions are in files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import typer
from rich.console import Console

from levmetrics.cli.arguments import FileOptions, MetricOptions
from levmetrics.cli.systems import read_systems
from levmetrics.comparison import compare_systems
from levmetrics.errors import InputError


def print_comparison(
    metric: str,
    references: Path,
    predictions: Sequence[Path],
    metric_options: MetricOptions,
    file_options: FileOptions,
    *,
    groups: str | None,
    confidence: float,
    seed: int,
    is_json: bool,
) -> None:
    """Compare the systems of several files, and print the result.

    Raises:
        InputError: for files and options that cannot be read or compared.

    """
    if len(predictions) < 2:
        raise InputError("compare needs the files of two systems or more: -p old.txt new.txt")
    texts = read_systems(metric, references, predictions, metric_options, file_options, groups)
    result = compare_systems(
        texts.predictions,
        texts.references,
        metric,
        metric_options.config,
        groups=texts.groups,
        confidence_level=confidence,
        seed=seed,
        **metric_options.options(),
    )
    if is_json:
        typer.echo(json.dumps(result, ensure_ascii=False, indent=1))
    else:
        Console().print(result)
