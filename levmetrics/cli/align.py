"""``levmetrics align``: show the alignment of each prediction with its reference."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from levmetrics.cli.arguments import (
    FileOptions,
    MetricOptions,
    command,
    metric_of_config,
    one_system,
)
from levmetrics.cli.metric_command import MetricCommand
from levmetrics.errors import InputError

if TYPE_CHECKING:
    from levmetrics.alignment.explanation import Alignment
    from levmetrics.cli.samples import CommandSamples
    from levmetrics.cli.worst import Rank
    from levmetrics.core.run import Run


@command(MetricCommand, metric="wer")
def align(
    references: Path,
    predictions: Path,
    *,
    errors_only: bool = False,
    worst: int | None = None,
    limit: int | None = None,
    json: bool = False,
    metric_options: MetricOptions,
    file_options: FileOptions,
) -> None:
    """Show how samples were compared: tokens, fields of records, streams or turns of sessions."""
    from heapq import nsmallest

    from levmetrics.alignment.explanation import UnexplainedError
    from levmetrics.cli.samples import samples_of
    from levmetrics.cli.score import print_json

    if worst is not None and limit is not None:
        raise InputError("command.worst_or_limit")
    metric, metric_options = metric_of_config(metric_options)
    samples = samples_of(one_system(metric, references, predictions, metric_options, file_options))
    found = _scored(samples, errors_only=errors_only)
    if worst is not None:
        found = iter(nsmallest(worst, found))
    write = samples.metric.label.write
    alignments = []
    for shown, sample in enumerate(found):
        if limit is not None and shown >= limit:
            continue  # read on, so that faults in the rest of the files are reported
        shown_as: Alignment | UnexplainedError
        try:
            shown_as = sample.run.alignment(sample.place)
            parts = shown_as.to_dict() if json else {}
        except UnexplainedError as why:
            shown_as, parts = why, {"unexplained": str(why)}
        if json:
            score = {samples.metric.key: sample.score}
            alignments.append({"sample": sample.name, **score, **parts})
        else:
            click.echo(f"{sample.name}: {write(sample.score)}\n{shown_as}\n")
    if json:
        print_json({"alignments": alignments, "signature": samples.metric.signature()})


class _Sample(NamedTuple):
    """A scored sample; samples sort from the worst to the best."""

    rank: Rank
    name: Any
    score: float
    run: Run
    place: int


def _scored(samples: CommandSamples, *, errors_only: bool) -> Iterator[_Sample]:
    """Yield the scored samples, ranked as :meth:`levmetrics.core.run.Run.worst_first` does."""
    from levmetrics.cli.worst import ranks

    for batch, (run,) in samples.scored():
        scores, errors = run.sample_scores().tolist(), run.errors()
        wrong = ~run.statistics().correct if errors is None else errors > 0
        named = zip(batch.sample_names, ranks(batch, run), strict=True)
        for index, (name, rank) in enumerate(named):
            if wrong[index] or not errors_only:
                yield _Sample(rank, name, scores[index], run, index)
