"""The contents of a report for trackers: numbers, confusions, and the worst samples."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from levmetrics.records.explanation import FieldScores
from levmetrics.records.record_metric import RecordMetric
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
    rows: list[list[Any]] = []
    for system, of_system in report.systems.confusions.items():
        if isinstance(of_system, FieldScores):
            for field, one in of_system.to_dict().items():
                rows += [[system, field, *confusion] for confusion in one["confusions"]]
            continue
        edits = [
            *(("substitution", *edit) for edit in of_system.substitutions),
            *(("deletion", token, "", times) for token, times in of_system.deletions),
            *(("insertion", "", token, times) for token, times in of_system.insertions),
        ]
        rows += ([system, edit, str(ref), str(pred), times] for edit, ref, pred, times in edits)
    return {"columns": ["system", "edit", "reference", "prediction", "times"], "data": rows}


def worst_alignments(report: Report) -> Iterator[tuple[str, str]]:
    """Return the worst samples of a report that have errors.

    Returns:
        The id of each sample, and its alignment in each system as text; for records, the fields.
        Other nested values have no alignment.

    """
    systems = report.systems
    if not systems.are_explained:
        return
    for sample in map(int, systems.worst_first[: report.n_worst]):
        if all(of_system.correct[sample] for of_system in systems.statistics.values()):
            continue
        drawn = [
            str(
                run.record(sample)
                if isinstance(run.metric, RecordMetric)
                else run.alignment(sample)
            )
            for run in systems.runs.values()
        ]
        yield systems.ids[sample], "\n\n".join(drawn)
