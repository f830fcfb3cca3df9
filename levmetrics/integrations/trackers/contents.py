"""The contents of a report for trackers: numbers, confusions, and the worst samples."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from levmetrics.alignment.explanation import UnexplainedError
from levmetrics.reports.report import Report


def numbers(report: Report, prefix: str = "") -> dict[str, float]:
    """Return the score of each system and, of enough samples, its interval's ends, by name.

    Args:
        report: a report of one or several systems; with several, their names prefix the numbers.
        prefix: the prefix of all names.

    >>> from levmetrics import score
    >>> made = score(["is there", "hello"] * 3, ["who is there", "hello"] * 3).report()
    >>> numbers(made, "eval_")
    {'eval_wer': 0.25, 'eval_wer_low': 0.10092880150001404, 'eval_wer_high': 0.39907119849998596}

    """
    score, found = report.systems.metric.key, {}
    for system, run in report.systems.runs.items():
        name = f"{prefix}{score}" if len(report.systems.runs) == 1 else f"{prefix}{system}_{score}"
        found[name] = float(run.result()[score])
        if ends := report.systems.intervals.get(system):
            found[f"{name}_low"], found[f"{name}_high"] = map(float, ends)
    return found


def confusions(report: Report) -> dict[str, list[Any]]:
    """Return the most frequent confusions of each system as a table; for nested values, of records.

    Returns:
        The names of the ``columns``, and the rows as ``data``: the system, the edit (for records
        the field), its token or value in the reference and in the prediction, and the count.

    >>> from levmetrics import score
    >>> made = score(["is there", "hello"], ["who is here", "hello"]).report()
    >>> confusions(made)["data"]
    [['predictions', 'substitution', 'here', 'there', 1],
     ['predictions', 'deletion', 'who', '', 1]]

    """
    rows = [
        [system, *row]
        for system, found in report.systems.confusions.items()
        for row in found.rows()
    ]
    return {"columns": ["system", "edit", "reference", "prediction", "times"], "data": rows}


def worst_alignments(report: Report) -> Iterator[tuple[str, str]]:
    """Return the worst samples of a report that have errors.

    Returns:
        The id of each sample, and its alignment in each system as text. Samples without one are
        left out.

    """
    systems = report.systems
    for sample in systems.worst_with_errors(report.print_samples):
        with suppress(UnexplainedError):
            drawn = [str(run.alignment(sample)) for run in systems.runs.values()]
            yield systems.ids[sample], "\n\n".join(drawn)
