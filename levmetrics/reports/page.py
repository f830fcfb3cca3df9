"""The page of a report: what its templates are filled in with."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256
from typing import Literal

from levmetrics.rendering.html import render
from levmetrics.rendering.labels import COUNTS
from levmetrics.rendering.table import Table
from levmetrics.rendering.text import legible
from levmetrics.reports.plots import can_plot, comparison_plots, run_plots
from levmetrics.reports.samples import aligned_samples, sample_rows
from levmetrics.reports.systems import Systems, text_finder
from levmetrics.reports.tables import (
    MAX_GROUPS,
    distribution_table,
    group_table,
    length_table,
    system_table,
)
from levmetrics.run import Run
from levmetrics.scores.error_counts import ErrorCounts
from levmetrics.tables import difference_table, p_value_table

_LANGUAGE_SAMPLES = 100


def page(systems: Systems, title: str, n_worst: int) -> str:
    """Return the HTML of a report.

    Args:
        systems: that were scored.
        title: of the page.
        n_worst: how many samples to align.

    """
    columns, rows = sample_rows(systems)
    script = render("report/report.js.j2").strip()
    groups = 0 if systems.groups is None else len(set(systems.groups))
    score_plots: tuple[Literal["rates", "lengths"], ...] = ("rates", "lengths")
    if systems.metric.nested:
        score_plots = ("rates",)
    return render(
        "report/report.html.j2",
        title=legible(title),
        systems=systems,
        headline=_headline(systems),
        summary=_summary(systems),
        groups=group_table(systems) if groups else None,
        groups_left_out=max(groups - MAX_GROUPS, 0),
        comparison_plots=comparison_plots(systems.comparison),
        can_plot=can_plot(),
        scores=[
            (legible(name), run_plots(run, *score_plots), _score_tables(run))
            for name, run in systems.runs.items()
        ],
        confusions=[
            (
                legible(name),
                run_plots(systems.runs[name], "confusions") if frequent.substitutions else [],
                frequent.tables(),
            )
            for name, frequent in systems.confusions.items()
        ],
        worst=aligned_samples(systems, n_worst),
        columns=columns,
        rows=rows,
        language=_language(systems),
        script=script,
        script_hash=b64encode(sha256(script.encode()).digest()).decode(),
    )


def _headline(systems: Systems) -> dict[str, object] | None:
    """Return what is said of a single system in large type; ``None`` of several."""
    if len(systems.runs) > 1:
        return None
    ((name, run),) = systems.runs.items()
    result = run.result()
    return {
        "value": result[systems.metric.key],
        "ends": systems.intervals[name],
        "counts": [(count, result[count.key]) for count in COUNTS if count.key in result],
    }


def _summary(systems: Systems) -> list[Table]:
    if systems.comparison is None:
        return [system_table(systems)]
    return [
        system_table(systems),
        difference_table(systems.comparison, systems.score.write),
        p_value_table(systems.comparison),
    ]


def _score_tables(run: Run) -> list[Table]:
    """Return the tables of a system's scores: by score, and if tokens are counted by length."""
    by_length = [length_table(run)] if isinstance(run.measured, ErrorCounts) else []
    return [distribution_table(run), *by_length]


def _language(systems: Systems) -> str:
    """Return the language whose forms of Han characters to draw; empty where nothing says it.

    Without one, browsers draw Japanese texts with Chinese forms.
    """
    find = text_finder(systems.references)
    return script_language(map(find, range(len(systems.ids))[:_LANGUAGE_SAMPLES]))


def script_language(texts: Iterable[str]) -> str:
    """Return the language that the script of texts shows: Japanese, Korean, or none.

    >>> script_language(["今日は"]), script_language(["hello"])
    ('ja', '')
    """
    characters = set().union(*texts)
    if any("\u3041" <= character <= "\u30ff" for character in characters):
        return "ja"
    if any("\uac00" <= character <= "\ud7a3" for character in characters):
        return "ko"
    return ""
