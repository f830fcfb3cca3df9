"""Tables of results: scores of a run and its groups, comparisons, and error counts."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from levmetrics.core.metric import Metric
from levmetrics.core.names import label_of
from levmetrics.rendering.labels import (
    Label,
    interval,
    interval_heading,
    percent,
)
from levmetrics.rendering.table import Cell, Table, counted, whole, written
from levmetrics.rendering.text import legible, shortened
from levmetrics.sums.error_counts import ErrorCounts

if TYPE_CHECKING:
    from levmetrics.formats.competition import Average, Breakdowns


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
    all_samples = sum(groups.values(), start=ErrorCounts.empty())
    rows = [_group_row(legible(str(label)), counts) for label, counts in groups.items()]
    return Table(
        "Errors by group",
        ["group"],
        [*all_samples.table().numbers, "wrong"],
        [*rows, [], _group_row("all", all_samples)],
    )


def _group_row(label: str, counts: ErrorCounts) -> list[Cell]:
    wrong = np.count_nonzero(counts.errors) / len(counts) if len(counts) else math.nan
    return [label, *counts.table().rows[0], written(wrong, percent)]


def result_table(metric: Metric[Any], result: Mapping[str, Any]) -> Table:
    """Return a table of a result, with a row for each group and one for all samples.

    Args:
        metric: the metric.
        result: the result of a scoring run, with ``samples``. It may also have ``groups`` (results
            by label), the score's interval with its ``reliability``, ``too_few`` (a note on that),
            and ``unicode_forms`` (the scores in other forms of Unicode).

    >>> from rich.console import Console
    >>> from levmetrics.core.names import get_metric
    >>> result = {"anls": 0.45, "samples": 20, "anls_interval": [0.4, 0.5],
    ...           "confidence_level": 0.95, "reliability": "fine"}
    >>> Console(width=80).print(result_table(get_metric("anls", options={}), result))
    samples      ANLS
    ─────────────────
         20   45.00 %
    95 % interval: 40.00 % to 50.00 %

    """
    score, (name, write, *_), notes = metric.key, metric.label, []
    if f"{score}_interval" in result and has_intervals(result):
        ends = interval(result[f"{score}_interval"], write)
        notes.append(f"{interval_heading(result['confidence_level'])}: {ends}")
    if "too_few" in result:
        notes.append(result["too_few"])
    notes += form_notes(result.get("unicode_forms", {}), write)
    notes += metric.notes(result, result["samples"])
    cells = result_cells(metric, result)
    if not result.get("groups"):
        return Table(name.full, [], [*cells], [[*cells.values()]], notes)
    rows = part_rows({label: result_cells(metric, one) for label, one in result["groups"].items()})
    rows += [[], ["all", *cells.values()]]
    return Table(name.full, ["group"], [*cells], rows, notes)


def form_notes(forms: Mapping[str, float], write: Callable[[float], str]) -> list[str]:
    """Return notes on invisible differences, with the score that the texts would have without them.

    Args:
        forms: as :func:`levmetrics.core.scoring.scores_by_form` returns them.
        write: writes a score.

    >>> form_notes({"nfc": 0.0}, percent)
    ['with letters and accents composed alike (normalizer nfc) it would be 0.00 %']

    """
    return [
        f"with {_FORMS[form]} (normalizer {form}) it would be {write(forms[form])}"
        for form in forms
    ]


_FORMS = {
    "nfc": "letters and accents composed alike",
    "long_s": "long s as s",
    "nfkc": "full width and half width, ligatures and spaces alike",
}


def result_cells(metric: Metric[Any], result: Mapping[str, Any]) -> dict[str, Cell]:
    """Return the cells of a result by their headings: samples, counts, score and other rates.

    Args:
        metric: the metric.
        result: the result of a scoring run, with ``samples``.

    """
    shown = metric.label
    return {
        "samples": whole(result["samples"]),
        **{heading: counted(result[key]) for key, heading in shown.counts.items()},
        shown.name.short: written(result[metric.key], shown.write, is_strong=True),
        **{rate.short: written(result[key], shown.write) for key, rate in shown.others.items()},
    }


def part_rows(parts: Mapping[Any, Mapping[str, Cell]]) -> list[list[Cell]]:
    """Return a row for each part of the samples: its label and the cells of its result."""
    return [[legible(str(label)), *cells.values()] for label, cells in parts.items()]


def worst_table(metric: Metric[Any], rows: Sequence[Mapping[str, Any]]) -> Table:
    """Return a table of samples with errors: id or row, texts, score and numbers of errors.

    Args:
        metric: the metric.
        rows: the samples (at least one), with ``id`` or ``row``, ``reference``, ``prediction``, the
            score and the counts; long texts are cut.

    >>> from rich.console import Console
    >>> from levmetrics.core.names import get_metric
    >>> row = {"id": "u1", "reference": "a b", "prediction": "a x", "anls": 0.5}
    >>> Console(width=80).print(worst_table(get_metric("anls", options={}), [row]))
    id   reference   prediction      ANLS
    ─────────────────────────────────────
    u1   a b         a x          50.00 %

    """
    name, shown = next(iter(rows[0])), metric.label
    errors = {key: heading for key, heading in shown.errors.items() if key in rows[0]}
    lines: list[list[Cell]] = []
    for row in rows:
        texts = (legible(shortened(row[side], _MOST_OF_TEXT)) for side in _SIDES)
        score_cell = written(row[metric.key], shown.write, is_strong=True)
        counts = (counted(row[key]) for key in errors)
        lines += [[], [legible(str(row[name])), *texts, score_cell, *counts]]
    return Table("Worst samples", [name, *_SIDES], [shown.name.short, *errors.values()], lines[1:])


_SIDES, _MOST_OF_TEXT = ("reference", "prediction"), 200


def competition_table(overall: Average, breakdowns: Breakdowns) -> Table:
    """Return a table of a submission's scores, over all questions and by kind of question.

    Args:
        overall: the average over all questions.
        breakdowns: the averages by kind, as ``Submission.breakdowns`` returns them.

    >>> from rich.console import Console
    >>> from levmetrics.formats.competition import Average
    >>> figures = {"evidence": {"figure": Average(0.5, 2)}}
    >>> Console(width=80).print(competition_table(Average(0.75, 4), figures))
               questions      ANLS
    ──────────────────────────────
    all                4   75.00 %
    <BLANKLINE>
    evidence
      figure           2   50.00 %

    """
    name, write, *_ = label_of("anls", "anls")

    def row(label: str, average: Average) -> list[Cell]:
        return [label, whole(average.questions), written(average.score, write, is_strong=True)]

    rows = [row("all", overall)]
    for kind, averages in breakdowns.items():
        rows += [[], [kind]]
        rows += [row(f"  {legible(label)}", one) for label, one in averages.items()]
    return Table(f"{name.full} of the questions", [""], ["questions", name.short], rows)


def has_intervals(result: Mapping[str, Any]) -> bool:
    """Whether a result or comparison is of enough samples or groups to show intervals and tests."""
    return bool(result["reliability"] != "none")


def compared_label(comparison: Mapping[str, Any]) -> Label:
    """Return how the score of a comparison, or of one read from its JSON, is named and written."""
    metric, config = comparison.get("metric", ""), comparison.get("config")  # a part of old names
    return label_of(f"{metric}:{config}" if config else metric, comparison["score"])


def signed_difference(label: Label, difference: float) -> str:
    """Return a difference of two scores with its sign, in points if scores are percentages.

    Args:
        label: how the scores are written.
        difference: the second score less the first.

    >>> cer, other = label_of("cer", "cer"), label_of("theirs", "distance")
    >>> signed_difference(cer, 0.014), signed_difference(other, -0.014), signed_difference(cer, 0.0)
    ('+1.40', '-0.0140', '0.00')
    >>> from levmetrics.rendering.labels import Name
    >>> tenths = Label(Name("tenths", "Tenths"), lambda score: f"{10 * score:.1f} of 10")
    >>> signed_difference(tenths, -0.2), signed_difference(tenths, -0.001)
    ('-2.0 of 10', '0.0 of 10')

    """
    size, zero = (label.write(one) for one in (abs(difference), 0.0))
    sign = "" if size == zero or math.isnan(difference) else "-" if difference < 0 else "+"
    return sign + size.removesuffix(" %" if label.is_percentage else "")


def bare_difference(label: Label, difference: float) -> str:
    """Return a difference of two scores as :func:`signed_difference` does, without a plus sign.

    >>> wer = label_of("wer", "wer")
    >>> [bare_difference(wer, each) for each in (0.2, -0.014, -0.00001)]
    ['20.00', '-1.40', '0.00']
    """
    return signed_difference(label, difference).removeprefix("+")
