"""``levmetrics baseline`` stores scores; ``levmetrics gate`` compares new scores with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from levmetrics.cli.arguments import (
    FileOptions,
    MetricOptions,
    SystemOptions,
    check_outputs,
    command,
    one_system,
)
from levmetrics.cli.metric_command import MetricCommand
from levmetrics.cli.streams import shown_after
from levmetrics.errors import InputError
from levmetrics.lazy import tempfile
from levmetrics.system.written_files import is_stream, output_name, write_text

if TYPE_CHECKING:
    from levmetrics.comparison.gating import Gate
    from levmetrics.core.baseline import Baseline
    from levmetrics.core.metric import Metric

WORSE, UNDECIDED = 3, 4  # exit statuses
# How the predictions are read that a baseline holds.
_OF_PREDICTIONS: dict[str, Any] = {
    "prediction_format": "parquet",
    "prediction_encoding": None,
    "prediction_column": ("prediction",),
}


@command(MetricCommand, metric="wer")
def baseline(
    references: Path,
    predictions: Path | None = None,
    *,
    output: Path | None = None,
    stored: Path | None = None,
    metrics: Sequence[str] = (),
    groups: str | None = None,
    with_texts: bool = False,
    with_edits: bool = False,
    metric_options: MetricOptions,
    file_options: FileOptions,
) -> None:
    """Store the score of each sample as a baseline for levmetrics gate."""
    if (predictions is None) == (stored is None) or (output or stored) is None:
        raise InputError("command.baseline_files")
    if stored is not None:
        if metrics:
            raise InputError("command.rescore_metrics")
        if output is None:
            _check_is_file(stored)
        asked = one_system("", references, stored, metric_options, file_options, groups)
        _rescore(asked, output or stored, with_edits=with_edits)
        return
    assert predictions is not None
    assert output is not None
    asked = one_system("", references, predictions, metric_options, file_options, groups)
    check_outputs(asked.files(), [output])
    found, _ = _scored(asked, metrics or ["wer"], with_texts=with_texts, with_edits=with_edits)
    _store(found, output)


def _store(found: Baseline, output: Path, *remarks: str) -> None:
    """Write a baseline, and print what it holds."""
    found.write(output)
    samples = "1 sample" if len(found) == 1 else f"{len(found):,} samples"
    click.echo(f"{output_name(output)}: {', '.join([samples, *found.metrics, *remarks])}")


def _rescore(asked: SystemOptions, output: Path, *, with_edits: bool) -> None:
    """Score the predictions of a baseline against corrected references, and store the scores.

    Raises:
        InputError: if the baseline holds no texts, and if settings or samples differ.

    """
    from levmetrics.core.baseline import Baseline, rescored
    from levmetrics.core.names import config_of

    (stored,), read, how = asked.paths(), asked.files(), asked.file_options
    read.remove(stored)  # which may be replaced
    check_outputs(read, [output])
    before = Baseline.read(stored)
    if not before.has_texts:
        raise InputError("command.rescore_without_texts", file=str(stored))
    if not all(config_of(metric).kind.takes.in_columns for metric in before.metrics):
        raise InputError("command.rescore_sessions", file=str(stored))
    has_edits = with_edits or before.has_edits
    with tempfile.TemporaryDirectory() as folder:
        predictions = Path(folder) / stored.with_suffix(".parquet").name
        before.write_predictions(predictions, id_column=how.id_column)
        options = replace(how, **_OF_PREDICTIONS)
        asked = replace(asked, predictions=[predictions], file_options=options)
        after, _ = _scored(asked, [*before.metrics], with_texts=True, with_edits=has_edits)
    found, corrected = rescored(before, after, **_pairing(how))
    _store(found, output, f"{len(corrected):,} with other references")


def _pairing(options: FileOptions) -> dict[str, bool]:
    """Return how samples are paired with those of a baseline."""
    return {"by_order": options.by_order, "drops_missing": options.missing == "drop"}


@command(MetricCommand)
def gate(
    references: Path | None = None,
    predictions: Path | None = None,
    *,
    stored: Path,
    margin: float | None = None,
    relative_margin: float | None = None,
    metrics: Sequence[str] = (),
    groups: str | None = None,
    undecided: str = "pass",
    mapsswe: bool = False,
    update: bool = False,
    plans: bool = False,
    power: float = 0.8,
    seed: int = 0,
    markdown: Path | None = None,
    junit: Path | None = None,
    json: bool = False,
    metric_options: MetricOptions,
    file_options: FileOptions,
) -> None:
    """Check whether new predictions are worse than a stored baseline by more than a margin."""
    from levmetrics.cli.wording import say
    from levmetrics.comparison.gating import gate as gated
    from levmetrics.core.baseline import Baseline, pair
    from levmetrics.reports.gate import junit as as_junit
    from levmetrics.reports.gate import markdown as as_markdown

    asked = None
    if references is not None and predictions is not None:
        asked = one_system("", references, predictions, metric_options, file_options, groups)
    elif references is not None or predictions is not None or not plans:
        raise InputError("command.gate_files")
    if update:
        _check_is_file(stored)
    check_outputs([*(asked.files() if asked else ()), stored], [markdown, junit])
    before = Baseline.read(stored)
    after: Baseline | None = None
    scored_by: dict[str, Metric[Any]] = {}
    if asked is not None:
        after, scored_by = _scored(
            asked,
            metrics or [*before.metrics],
            with_texts=markdown is not None or (update and before.has_texts),
            with_edits=mapsswe or (update and before.has_edits),
        )
    pairing = _pairing(file_options)
    if plans:
        share = {"margin": margin, "relative_margin": relative_margin, "power": power}
        _print_plans(before, after, share, pairing, as_json=json)
        return
    assert after is not None  # without a plan both files are given
    if update:
        _check_update(before, after)
    verdicts = [
        gated(
            after,
            before,
            metric=metric,
            margin=margin,
            relative_margin=relative_margin,
            with_mapsswe=mapsswe,
            seed=seed,
            **pairing,
        )
        for metric in after.metrics
    ]
    outcomes = {verdict.outcome for verdict in verdicts}
    updates = update and outcomes == {"passed"}
    with shown_after(partial(_show, verdicts, as_json=json)):
        if markdown is not None:
            paired = pair(before, after, **pairing)
            write_text(markdown, as_markdown(verdicts, paired, scored_by))
        if junit is not None:
            write_text(junit, as_junit(verdicts, fails_undecided=undecided == "fail"))
        if updates:
            (after if before.has_texts else after.without_texts()).write(stored)
    if updates:
        say(f"{stored} now holds the new scores")
    if "worse" in outcomes:
        raise click.exceptions.Exit(WORSE)
    if "undecided" in outcomes and undecided == "fail":
        raise click.exceptions.Exit(UNDECIDED)


def _check_is_file(stored: Path) -> None:
    """Refuse to replace a baseline that is no file."""
    if is_stream(stored):
        raise InputError("command.baseline_is_stream", file=str(stored))


def _check_update(before: Baseline, after: Baseline) -> None:
    """Refuse a new baseline that would hold less than the old one."""
    if after.metrics.keys() != before.metrics.keys():
        raise InputError("command.update_of_some", known=", ".join(before.metrics))
    loses_ids = before.ids is not None and after.ids is None
    loses_groups = before.groups is not None and after.groups is None
    if len(after) < len(before) or loses_ids or loses_groups:
        raise InputError("command.update_loses")


def _show(verdicts: Sequence[Gate], *, as_json: bool) -> None:
    """Print verdicts, and for undecided ones how many samples would decide."""
    from levmetrics.cli.score import print_json
    from levmetrics.cli.wording import say

    if as_json:
        print_json({"gates": [verdict.to_dict() for verdict in verdicts]})
    if verdicts[0].paired_by == "file names":
        say("samples are paired with those of the baseline by the file names of their ids")
    for verdict in verdicts:
        if not as_json:
            click.echo(str(verdict))
            if verdict.mapsswe is not None and verdict.bounds is not None:
                from levmetrics.rendering.labels import p_value

                click.echo(f"MAPSSWE: p-value {p_value(verdict.mapsswe)}")
            click.secho(verdict.signature, dim=True)
        if verdict.too_few and verdict.bounds is not None:  # without bounds, the sentence has it
            say(f"{verdict.metric}: {verdict.too_few}")
        if verdict.left_out:
            say(f"{verdict.metric}: {verdict.left_out:,} samples of one side alone were left out")
        if verdict.outcome == "undecided" and verdict.bounds is not None:
            number = verdict.would_decide
            needed = "no number of" if number is None else f"about {number:,}"
            say(f"{verdict.metric} is undecided; {needed} {verdict.unit} would decide")


def _scored(
    asked: SystemOptions, metrics: Sequence[str], **kept: bool
) -> tuple[Baseline, dict[str, Metric[Any]]]:
    """Return the scores of a predictions file as a baseline, and the metrics by name.

    Raises:
        InputError: for files and options that cannot be read or scored.

    """
    from levmetrics.cli.samples import read_samples
    from levmetrics.core.baseline import Baseline
    from levmetrics.formats.file_format import listed

    found: Baseline | None = None
    scored_by = {}
    for metric in metrics:
        parts = []
        with read_samples(replace(asked, metric=metric)) as samples, samples.naming_their_file():
            for batch, (run,) in samples.scored():
                ids = None if batch.ids is None else listed(batch.ids)
                parts.append(Baseline.of(run.with_names(ids, batch.groups), **kept))
            scored = Baseline.joined(parts)
        scored_by[samples.metric.name] = samples.metric
        found = scored if found is None else found.beside(scored)
    assert found is not None  # there is a metric
    return found, scored_by


def _print_plans(
    before: Baseline,
    after: Baseline | None,
    asked: Mapping[str, float | None],
    pairing: Mapping[str, bool],
    *,
    as_json: bool,
) -> None:
    """Print how many samples detect a system that is worse by twice the margin."""
    from levmetrics.cli.score import print_json
    from levmetrics.comparison.gating import margin_of, plan
    from levmetrics.core.baseline import pair

    stored, other = before, None
    if after is not None:
        stored, other, _ = pair(before, after, **pairing)
    plans = {}
    for metric in before.metrics if after is None else after.metrics:
        if after is not None:
            before.check_scored_as(after, metric)
        value = stored.statistics(metric).value
        margin = margin_of(asked["margin"], asked["relative_margin"], value)
        if not margin:
            raise InputError("command.plan_margin")
        power = asked["power"] or 0.0
        plans[metric] = plan(stored, metric, margin=margin, power=power, other=other)
    if as_json:
        print_json({"plans": {metric: vars(planned) for metric, planned in plans.items()}})
        return
    for metric, planned in plans.items():
        click.echo(f"{metric}: {planned}")
