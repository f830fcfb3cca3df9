"""Tables of results for terminals, printed by ``rich``."""

from __future__ import annotations

import math
from collections.abc import Mapping
from io import StringIO
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from levmetrics.formats.competition import Average, Breakdowns
from levmetrics.rendering.html import render
from levmetrics.rendering.labels import (
    ERRORS,
    HITS,
    NOT_OF_GROUPS,
    SCORES,
    TESTS,
    better,
    decimal,
    interval,
    interval_heading,
    p_value,
    percent,
)
from levmetrics.rendering.text import legible
from levmetrics.scores.error_counts import ErrorCounts

if TYPE_CHECKING:
    from rich.console import RenderableType

# The counts of an error rate: its numerators, and its denominator.
_RATE_COUNTS = {
    **{count.key: count.participle for count in ERRORS},
    "reference_length": "of tokens",
}


def printed(tables: RenderableType) -> str:
    """Return tables as plain text."""
    shown = StringIO()
    Console(file=shown, highlight=False, markup=False).print(tables)
    return shown.getvalue().rstrip()


def html(*tables: Table) -> str:
    """Return tables as HTML for a notebook."""
    return render("tables.html.j2", tables=[_plain(table) for table in tables])


def score_table(title: str) -> Table:
    """Return an empty table for the scores of one file, one metric a row.

    Args:
        title: the name of the texts.

    """
    table = Table(title=title, title_justify="left", title_style="bold", min_width=len(title))
    table.add_column("metric", no_wrap=True)
    table.add_column("score", justify="right", style="bold", no_wrap=True)
    for heading in _RATE_COUNTS.values():
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def error_rate_row(result: Mapping[str, Any]) -> list[str]:
    """Return the cells of one row of error rates: the rate, its errors and the reference tokens.

    Args:
        result: of ``ErrorRates.compute`` for a corpus.

    >>> error_rate_row({"wer": 0.25, "substitutions": 1, "deletions": 0, "insertions": 0,
    ...                 "reference_length": 4})
    ['25.00 %', '1', '0', '0', '4']

    """
    counts = (f"{int(result[key]):,}" for key in _RATE_COUNTS)
    return [percent(float(result["wer"])), *counts]


def group_table(groups: Mapping[Any, ErrorCounts]) -> Table:
    """Return a table of error rates by group, with a last row for all groups pooled.

    It is similar to sclite's table of speakers; ``wrong`` is the share of samples with an error.

    Args:
        groups: the counts of each group, as ``ErrorCounts.by_group`` returns them.

    >>> from rich.console import Console
    >>> from levmetrics import error_counts
    >>> counts = error_counts(["a b", "x"], ["a b", "a"])
    >>> Console(width=80).print(group_table(counts.by_group(["ann", "bob"])))
    group   samples   tokens   hits   subst.   del.   ins.   error rate      wrong
    ──────────────────────────────────────────────────────────────────────────────
    ann           1        2      2        0      0      0       0.00 %     0.00 %
    bob           1        1      0        1      0      0     100.00 %   100.00 %
    <BLANKLINE>
    all           2        3      2        1      0      0      33.33 %    50.00 %

    """
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("group")
    for heading in ("samples", "tokens", *(count.heading for count in (HITS, *ERRORS))):
        table.add_column(heading, justify="right")
    table.add_column("error rate", justify="right", style="bold")
    table.add_column("wrong", justify="right")
    for label, counts in groups.items():
        table.add_row(_label(str(label)), *_group_cells(counts))
    table.add_section()
    all_samples = sum(groups.values(), start=ErrorCounts.empty())
    table.add_row("all", *_group_cells(all_samples))
    return table


def _label(text: str) -> Text:
    """Return a caller's label without markup by ``rich``, its invisible characters made visible."""
    return Text(legible(text))


def _group_cells(counts: ErrorCounts) -> list[str]:
    total = counts.pooled()
    wrong = np.count_nonzero(counts.errors) / len(counts) if len(counts) else math.nan
    return [
        f"{len(counts):,}",
        f"{int(total.reference_length[0]):,}",
        *(f"{int(getattr(total, count.key)[0]):,}" for count in (HITS, *ERRORS)),
        percent(counts.wer),
        percent(wrong),
    ]


def result_table(score: str, result: Mapping[str, Any]) -> Table:
    """Return a table of a result, with a row for each group and one for all samples.

    Args:
        score: the key of the main score.
        result: what a scoring run returns, with ``samples``, and if there are any the results of
            ``groups`` by their labels, the score's interval, and ``too_few``, what is to be known
            of that.

    >>> from rich.console import Console
    >>> result = {"anls": 0.45, "samples": 2, "anls_interval": [0.4, 0.5],
    ...           "confidence_level": 0.95}
    >>> Console(width=80).print(result_table("anls", result))
    samples     ANLS
    ────────────────
          2   0.4500
    95 % interval:
    0.4000 to 0.5000

    """
    shown, write = SCORES[score], SCORES[score].write
    groups = result.get("groups", {})
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, caption_justify="left")
    if groups:
        table.add_column("group")
    for heading in ("samples", *shown.counts.values()):
        table.add_column(heading, justify="right")
    table.add_column(shown.name.short, justify="right", style="bold")
    for rate in shown.others.values():
        table.add_column(rate.short, justify="right")
    notes = []
    if f"{score}_interval" in result:
        ends = interval(result[f"{score}_interval"], write)
        notes.append(f"{interval_heading(result['confidence_level'])}: {ends}")
    if "too_few" in result:
        notes.append(result["too_few"])
    if result.get("dropped_samples"):
        notes.append(f"dropped, with nothing in the reference: {result['dropped_samples']:,}")
    table.caption = "\n".join(notes) or None

    def cells(of: Mapping[str, Any]) -> list[str]:
        counts = (f"{int(of[key]):,}" for key in ("samples", *shown.counts))
        return [*counts, *(write(of[rate]) for rate in (score, *shown.others))]

    for label, of_group in groups.items():
        table.add_row(_label(str(label)), *cells(of_group))
    if groups:
        table.add_section()
    table.add_row(*(["all"] if groups else []), *cells(result))
    return table


def competition_table(overall: Average, breakdowns: Breakdowns) -> Table:
    """Return a table of a submission's scores, over all questions and by kind of question.

    Args:
        overall: the average over all questions.
        breakdowns: the averages by kind, as ``Submission.breakdowns`` returns them.

    >>> from rich.console import Console
    >>> figures = {"evidence": {"figure": Average(0.5, 2)}}
    >>> Console(width=80).print(competition_table(Average(0.75, 4), figures))
               questions     ANLS
    ─────────────────────────────
    all                4   0.7500
    <BLANKLINE>
    evidence
      figure           2   0.5000

    """
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("")
    table.add_column("questions", justify="right")
    table.add_column(SCORES["anls"].name.short, justify="right", style="bold")
    table.add_row("all", *_average_cells(overall))
    for kind, averages in breakdowns.items():
        table.add_section()
        table.add_row(kind)
        for label, average in averages.items():
            table.add_row(Text("  ") + _label(label), *_average_cells(average))
    return table


def _average_cells(average: Average) -> tuple[str, str]:
    return f"{average.questions:,}", decimal(average.score)


def system_table(comparison: Mapping[str, Any]) -> Table:
    """Return a table of systems with their scores and intervals.

    Args:
        comparison: the result of ``compare``.

    >>> from rich.console import Console
    >>> systems = {"old": {"wer": 0.0625, "wer_interval": [0.05, 0.075]}}
    >>> Console(width=80).print(system_table(
    ...     {"score": "wer", "systems": systems, "confidence_level": 0.95}))
    system      WER      95 % interval
    ──────────────────────────────────
    old      0.0625   0.0500 to 0.0750

    """
    score = comparison["score"]
    table = _captioned(comparison.get("too_few"))
    table.add_column("system", overflow="fold")
    table.add_column(SCORES[score].name.short, justify="right", style="bold")
    table.add_column(interval_heading(comparison["confidence_level"]), justify="right")
    for name, system in comparison["systems"].items():
        table.add_row(_label(name), decimal(system[score]), interval(system[f"{score}_interval"]))
    return table


def difference_table(comparison: Mapping[str, Any]) -> Table:
    """Return a table of pairs of systems, with their differences and intervals.

    Args:
        comparison: the result of ``compare``.

    >>> from rich.console import Console
    >>> pair = {"systems": ["old", "new"], "difference": -0.0125,
    ...         "difference_interval": [-0.02, -0.005], "probability_of_improvement": 0.998}
    >>> Console(width=80).print(difference_table(
    ...     {"pairs": [pair], "confidence_level": 0.95, "higher_is_better": False}))
    pair        difference        95 % interval   second is better
    ──────────────────────────────────────────────────────────────
    old / new      -0.0125   -0.0200 to -0.0050             99.8 %
    lower is better

    """
    table = _pair_table(better(comparison["higher_is_better"]))
    table.add_column("difference", justify="right", style="bold")
    table.add_column(interval_heading(comparison["confidence_level"]), justify="right")
    table.add_column("second is better", justify="right")
    for pair in comparison["pairs"]:
        table.add_row(
            _label(" / ".join(pair["systems"])),
            f"{pair['difference']:+.4f}",
            interval(pair["difference_interval"]),
            percent(pair["probability_of_improvement"], 1),
        )
    return table


def p_value_table(comparison: Mapping[str, Any]) -> Table:
    """Return a table of pairs of systems, with the p-value of every test that applies.

    Args:
        comparison: the result of ``compare``.

    """
    pairs = comparison["pairs"]
    correction = "" if len(pairs) == 1 else ", corrected by Holm over all pairs"
    left_out = f"; {NOT_OF_GROUPS}" if any(pair["mcnemar"] is None for pair in pairs) else ""
    table = _pair_table(f"p-values{correction}; approx.: approximate randomization{left_out}")
    tests = [test for test in TESTS if all(pair[test] is not None for pair in pairs)]
    for test in tests:
        table.add_column(TESTS[test].short, justify="right")
    for pair in pairs:
        table.add_row(_label(" / ".join(pair["systems"])), *(_p_cell(pair[test]) for test in tests))
    return table


def _captioned(caption: str | None) -> Table:
    return Table(
        box=SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        caption=caption,
        caption_justify="left",
    )


def _pair_table(caption: str) -> Table:
    table = _captioned(caption)
    table.add_column("pair", overflow="fold")
    return table


def _p_cell(p: float) -> Text:
    return Text(p_value(p), style="bold" if p < 0.05 else "")


def _plain(table: Table) -> dict[str, Any]:
    """Return what a table shows, without the marks of a terminal."""
    cells = ([str(cell) for cell in column.cells] for column in table.columns)
    return {
        "note": str(table.caption or ""),
        "headings": [str(column.header) for column in table.columns],
        "sides": ["end" if column.justify == "right" else "start" for column in table.columns],
        "rows": [*zip(*cells, strict=True)],
    }
