"""What a tracker shows of a report: numbers, a table of confusions, and the worst samples."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from levmetrics.reports.report import Report


class Confusion(NamedTuple):
    """An edit of a token, and how often there was it; a row of the table of confusions.

    Attributes:
        system: whose prediction it is.
        edit: ``"substitution"``, ``"deletion"`` or ``"insertion"``.
        reference: the token of the reference; empty for an insertion.
        prediction: the token of the prediction; empty for a deletion.
        times: how often.

    """

    system: str
    edit: str
    reference: str
    prediction: str
    times: int


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


def confusions(report: Report) -> list[Confusion]:
    """Return the most frequent confusions of each system; none of nested values.

    >>> from levmetrics import score
    >>> made = score(["is there", "hello"], ["who is here", "hello"]).report()
    >>> [tuple(row) for row in confusions(made)]
    [('predictions', 'substitution', 'here', 'there', 1),
     ('predictions', 'deletion', 'who', '', 1)]

    """
    rows = []
    for system, frequent in report.systems.confusions.items():
        edits = [
            *(("substitution", *edit) for edit in frequent.substitutions),
            *(("deletion", token, "", count) for token, count in frequent.deletions),
            *(("insertion", "", token, count) for token, count in frequent.insertions),
        ]
        rows += [
            Confusion(system, kind, str(target), str(pred), count)
            for kind, target, pred, count in edits
        ]
    return rows


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
