"""``levmetrics meeting``: score the sessions of several speakers, each and in total."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from levmetrics.cli.arguments import FileOptions, MetricOptions, command, one_system
from levmetrics.cli.metric_command import MetricCommand
from levmetrics.errors import unknown_name

if TYPE_CHECKING:
    from levmetrics.core.run import Run
    from levmetrics.rendering.labels import Label
    from levmetrics.rendering.table import Table

_UNEXPLAINED = "unexplained"
_MOST_SENTENCES = 5


@command(MetricCommand)
def meeting(
    kind: str,
    *,
    references: Path,
    predictions: Path,
    explain: bool = False,
    json: bool = False,
    metric_options: MetricOptions,
    file_options: FileOptions,
) -> None:
    """Score meetings (sessions of several speakers): who said what, or who spoke when."""
    from levmetrics.cli.samples import read_samples
    from levmetrics.cli.score import print_json, show
    from levmetrics.core.run import Run
    from levmetrics.core.tables import result_table

    metric = _metric_of(kind)
    asked = one_system(metric, references, predictions, metric_options, file_options)
    sessions: dict[str, dict[str, Any]] = {}
    with read_samples(asked) as samples:
        key, total = samples.metric.key, Run.empty(samples.metric)
        for batch, (run,) in samples.scored():
            names = [*map(str, batch.sample_names)]
            sessions |= _sessions(run, names, explain=explain)
            total += run
    summary = total.summary()
    if json:
        result = _with_score(key, total.result())
        print_json({**result, "sessions": sessions, "signature": total.signature()})
        return
    show(result_table(samples.metric, summary))
    show(_session_table(samples.metric.label, sessions))
    for sentence in _unexplained(sessions):
        click.echo(sentence)
    click.secho(total.signature(), dim=True)


def _metric_of(kind: str) -> str:
    """Return the name of a metric of sessions, whose argument may leave out what they share.

    Raises:
        InputError: for another name.

    """
    from levmetrics.core.aliases import new_name
    from levmetrics.core.names import metrics_of_sessions

    known = metrics_of_sessions()
    name = known.get(kind) or new_name(kind)
    if name not in known.values():
        raise unknown_name(known, kind, "metric of sessions")
    return name


def _with_score(key: str, result: Mapping[str, Any]) -> dict[str, Any]:
    """Return a result with its main score renamed to ``score``."""
    return {"score": result[key], **{name: one for name, one in result.items() if name != key}}


def _sessions(run: Run, names: list[str], *, explain: bool) -> dict[str, dict[str, Any]]:
    """Return the result of each session; for word metrics also the causes of its errors, if asked.

    A session that is not explained has a sentence that says why, ``unexplained``.
    """
    from levmetrics.alignment.explanation import UnexplainedError

    found = {
        name: _with_score(run.metric.key, result) for name, result in run.by_group(names).items()
    }
    for number, name in enumerate(names if explain else ()):
        try:
            found[name] |= run.alignment(number).to_dict()
        except UnexplainedError as why:
            found[name][_UNEXPLAINED] = str(why)
    return found


def _unexplained(sessions: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """Yield why the first sessions that are not explained are not, and the number of others."""
    found = [one[_UNEXPLAINED] for one in sessions.values() if _UNEXPLAINED in one]
    yield from found[:_MOST_SENTENCES]
    if len(found) > _MOST_SENTENCES:
        yield f"and so for {len(found) - _MOST_SENTENCES:,} more; --json names all"


def _session_table(label: Label, sessions: Mapping[str, Mapping[str, Any]]) -> Table:
    """Return a table with a row for each session.

    Args:
        label: how the score is named and written.
        sessions: the results of the sessions by their names.

    """
    from levmetrics.rendering.table import Cell, Table, whole, written
    from levmetrics.rendering.text import legible

    causes = {"errors_of_speakers": "by speaker", "errors_of_times": "by time"}
    known = {name for one in sessions.values() for name in one}
    shown = [name for name in causes if name in known]
    counts = ["reference_length", "errors"] if "errors" in known else []
    rows: list[list[Cell]] = [
        [
            legible(name),
            *(whole(one[count]) for count in counts),
            *(whole(one[cause]) if cause in one else "–" for cause in shown),
            written(one["score"], label.write, is_strong=True),
        ]
        for name, one in sessions.items()
    ]
    headings = [*(("tokens", "errors") if counts else ()), *map(causes.__getitem__, shown)]
    return Table("Sessions", ["session"], [*headings, label.name.short], rows)
