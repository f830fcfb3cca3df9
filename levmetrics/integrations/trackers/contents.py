"""What a tracker shows of a report: numbers, a table of confusions, and the worst samples."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from levmetrics.reports.report import Report


def numbers(report: Report, prefix: str = "") -> dict[str, float]:
    """Return the score of each system and the ends of its interval, by name.

    Args:
        report: of one or several systems, whose names are put before those of their numbers.
        prefix: put before all names.

    >>> from levmetrics import score
    >>> made = score(["is there", "hello"], ["who is there", "hello"]).report()
    >>> numbers(made, "eval_")
    {'eval_wer': 0.25, 'eval_wer_low': 0.0, 'eval_wer_high': 1.8382755920218368}

    """
    score, found = report.systems.metric.key, {}
    for system, run in report.systems.runs.items():
        name = f"{prefix}{score}" if len(report.systems.runs) == 1 else f"{prefix}{system}_{score}"
        found[name] = float(run.result()[score])
        ends = report.systems.intervals[system]
        if ends is not None:
            found[f"{name}_low"], found[f"{name}_high"] = map(float, ends)
    return found


def confusions(report: Report) -> dict[str, list[Any]]:
    """Return the most frequent confusions of each system as a table; none of nested values.

    Returns:
        The names of the ``columns``, and as ``data`` the rows: the system, the edit, its token in
        the reference and in the prediction, and how often there was it.

    >>> from levmetrics import score
    >>> made = score(["is there", "hello"], ["who is here", "hello"]).report()
    >>> confusions(made)["data"]
    [['predictions', 'substitution', 'here', 'there', 1],
     ['predictions', 'deletion', 'who', '', 1]]

    """
    rows: list[list[Any]] = []
    for system, of_system in report.systems.confusions.items():
        edits = [
            *(("substitution", *edit) for edit in of_system.substitutions),
            *(("deletion", token, "", times) for token, times in of_system.deletions),
            *(("insertion", "", token, times) for token, times in of_system.insertions),
        ]
        rows += ([system, edit, str(ref), str(pred), times] for edit, ref, pred, times in edits)
    return {"columns": ["system", "edit", "reference", "prediction", "times"], "data": rows}


def worst_alignments(report: Report) -> Iterator[tuple[str, str]]:
    """Return the worst samples of a report, those without an error left out; none of nested values.

    Returns:
        Of each its name, and its alignment in each system as text.

    """
    systems = report.systems
    if systems.metric.nested:
        return
    for sample in map(int, systems.worst_first[: report.n_worst]):
        if all(of_system.correct[sample] for of_system in systems.statistics.values()):
            continue
        drawn = [str(run.alignment(sample)) for run in systems.runs.values()]
        yield systems.ids[sample], "\n\n".join(drawn)
