"""Comparing the systems whose predictions are in files."""

from __future__ import annotations

import json

import typer
from rich.console import Console

from levmetrics.cli.arguments import RESAMPLES, FileOptions, MetricOptions, SystemOptions
from levmetrics.cli.metric import AskedMetric
from levmetrics.cli.progress import reading
from levmetrics.cli.systems import system_files
from levmetrics.comparison import PairedScores
from levmetrics.edits.reader import SampleReader
from levmetrics.errors import InputError
from levmetrics.formats.file_format import listed
from levmetrics.run import Run
from levmetrics.significance.resampling import resampling_of


def print_comparison(
    asked: SystemOptions, metric_options: MetricOptions, file_options: FileOptions, *, is_json: bool
) -> None:
    """Compare the systems of several files, and print the result.

    Raises:
        InputError: for files and options that cannot be read or compared.

    """
    if len(asked.files()) < 2:
        raise InputError("command.one_system")
    asked_metric = AskedMetric.of(asked.metric, metric_options)
    resampling = resampling_of(asked.confidence, RESAMPLES, asked.seed)
    samples, groups = 0, []
    with reading([asked.references, *asked.files()]) as progress:
        systems = system_files(asked, file_options, progress.read, refusal=asked_metric.refusal)
        metric = asked_metric.chosen(*systems.columns[:2])
        scores = PairedScores(metric)
        for batch in progress.counted(systems.batches(nested=metric.nested)):
            runs = Run.of_systems(metric, SampleReader(*batch.scored()))
            scores.add(dict(zip(systems.names, runs, strict=True)))
            groups += [] if batch.groups is None else listed(batch.groups)
            samples += len(batch)
    if not samples:
        raise InputError("samples.none", place=asked.references.name)
    result = scores.comparison(resampling, groups=groups or None)
    if is_json:
        typer.echo(json.dumps(result, ensure_ascii=False, indent=1))
    else:
        Console().print(result)
