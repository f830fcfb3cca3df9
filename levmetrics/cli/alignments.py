"""Printing the alignments of the samples of files."""

from __future__ import annotations

from pathlib import Path

import typer

from levmetrics.cli.arguments import FileOptions, MetricOptions
from levmetrics.cli.columns import chosen_columns, read_samples
from levmetrics.cli.metric import AskedMetric
from levmetrics.formats.file_format import listed
from levmetrics.rendering.labels import percent
from levmetrics.run import Run


def print_alignments(
    references: Path,
    predictions: Path,
    metric_options: MetricOptions,
    file_options: FileOptions,
    *,
    errors_only: bool,
) -> None:
    """Print the alignment of every sample of two files, or of those with an error.

    Raises:
        InputError: for files and options that cannot be read or scored.

    """
    asked = AskedMetric.of("wer_lev", metric_options)
    columns = chosen_columns(references, [predictions], file_options, refusal=asked.refusal)
    metric = asked.chosen(*columns[:2])
    number = 0
    for batch in read_samples(columns, nested=False):
        (preds,), target = batch.scored()
        run = Run.of(metric, preds, target)
        ids = None if batch.ids is None else listed(batch.ids)
        for sample, errors in enumerate(run.measured.errors.tolist()):
            number += 1
            if errors or not errors_only:
                name = number if ids is None else ids[sample]
                rate = percent(float(run.sample_scores()[sample]))
                typer.echo(f"{name}: {rate}\n{run.alignment(sample)}\n")
