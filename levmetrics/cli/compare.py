"""``levmetrics compare``: compare several systems on the same references."""

from __future__ import annotations

import click

from levmetrics.cli.arguments import (
    RESAMPLES,
    Command,
    FileOptions,
    MetricOptions,
    SystemOptions,
    as_json,
    takes,
)


@click.command(cls=Command)
@takes(system_options=SystemOptions)
@as_json
@takes(metric_options=MetricOptions, file_options=FileOptions)
def compare(
    system_options: SystemOptions,
    json: bool,
    metric_options: MetricOptions,
    file_options: FileOptions,
) -> None:
    """Compare systems: scores, confidence intervals, and significance tests."""
    from rich.console import Console

    from levmetrics.cli.progress import reading
    from levmetrics.cli.samples import joined, samples_of
    from levmetrics.cli.score import print_json
    from levmetrics.comparison import comparison_of, paired_samples
    from levmetrics.errors import InputError
    from levmetrics.significance.resampling import resampling_of

    if len(system_options.named(file_options.prediction_column)) < 2:
        raise InputError("command.one_system")
    references = system_options.references
    resampling = resampling_of(system_options.confidence, RESAMPLES, system_options.seed)
    groups: list[object] = []
    with reading([references, *system_options.paths()]) as progress:
        samples = samples_of(system_options, metric_options, file_options, progress.read)
        batches = []
        for batch, runs in samples.scored():
            batches.append(paired_samples(dict(zip(samples.predictions, runs, strict=True))))
            groups += joined([batch.groups])
            progress.add(len(batch))
    if not progress.samples:
        raise InputError("samples.none", place=references.name)
    result = comparison_of(samples.metric, batches, resampling, groups or None)
    if json:
        print_json(result)
    else:
        Console().print(result)
