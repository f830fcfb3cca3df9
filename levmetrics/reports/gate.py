"""The gate's verdicts as Markdown for people, and as JUnit XML for CI programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any
from xml.etree import ElementTree  # it only writes

from levmetrics.comparison.gating import Gate, with_unit, worst
from levmetrics.core.baseline import Baseline, Pairs
from levmetrics.core.metric import Metric
from levmetrics.core.run import Run
from levmetrics.core.tables import bare_difference, signed_difference
from levmetrics.errors import InputError
from levmetrics.rendering.labels import interval
from levmetrics.rendering.table import Cell, Table
from levmetrics.rendering.text import legible, shortened
from levmetrics.view.part import Part, Sample

_TITLES = {
    "passed": "✅ Passed",
    "worse": "❌ Worse than the baseline",
    "undecided": "⚠️ Undecided: too few samples to tell",
}
_SEVERITY = ("passed", "undecided", "worse")
_MOST = 10  # samples of each metric
_MOST_OF_NAME = 80  # characters of an id


def markdown(verdicts: Sequence[Gate], pairs: Pairs, metrics: Mapping[str, Metric[Any]]) -> str:
    """Return a Markdown summary: a table of the metrics, and the samples that got worse most.

    Args:
        verdicts: the verdicts on the metrics.
        pairs: the baseline's samples, paired with the new ones, which have their texts.
        metrics: the metrics by name, which align the samples.

    """
    overall = max((verdict.outcome for verdict in verdicts), key=_SEVERITY.index)
    numbers = ["before", "after", "worse by", "95 % bounds", "allowed"]
    table = Table("", ["metric", "verdict"], numbers, [*map(_row, verdicts)])
    paired = f"{len(pairs.scored):,} samples, paired with those of the baseline by {pairs.by}."
    notes = [f"{paired} The bounds are one-sided."]
    notes += [f"{verdict.metric}: {note}" for verdict in verdicts for note in _notes(verdict)]
    parts = [
        Part("gate", _TITLES[overall], tables=[table], notes=notes),
        *(_worst(verdict, pairs, metrics[verdict.metric]) for verdict in verdicts),
    ]
    return "\n\n".join(filter(None, (part.markdown() for part in parts))) + "\n"


def _row(verdict: Gate) -> list[Cell]:
    label = verdict.label
    signed = partial(signed_difference, label)
    return [
        verdict.metric,
        verdict.outcome + (", better" if verdict.is_better else ""),
        label.write(verdict.before),
        label.write(verdict.after),
        with_unit(label, signed(verdict.difference)),
        interval(verdict.bounds, signed) if verdict.bounds else "none",
        bare_difference(label, verdict.margin),
    ]


def _notes(verdict: Gate) -> Iterator[str]:
    """Yield the notes on a verdict."""
    if verdict.too_few:
        yield verdict.too_few
    if verdict.left_out:
        yield f"{verdict.left_out:,} samples of one side alone were left out"
    if verdict.would_decide is not None:
        yield f"about {verdict.would_decide:,} {verdict.unit} would decide"


def _worst(verdict: Gate, pairs: Pairs, metric: Metric[Any]) -> Part:
    """Return the samples that got worse most by a metric, each with its alignment."""
    before, after = pairs.stored, pairs.scored
    old, new = (each.statistics(verdict.metric).rates for each in (before, after))
    samples = []
    for index in worst(before, after, verdict.metric, _MOST):
        name = shortened(after.names[index], _MOST_OF_NAME)
        change = interval([old[index], new[index]], verdict.label.write)
        samples.append(Sample(f"{name}: {change}", _alignment(after, index, metric)))
    heading = f"Samples that got worse most: {verdict.metric}"
    return Part("worse", heading, samples=samples, is_detail=True)


def _alignment(after: Baseline, index: int, metric: Metric[Any]) -> str:
    """Return a sample's alignment, of a record's fields, or else of both texts."""
    texts = [after.rows[name][index].as_py() for name in ("prediction", "reference")]
    try:
        return str(Run.of(metric, *([text] for text in texts)).alignment(0))
    except InputError:
        return f"REF: {legible(texts[1])}\nHYP: {legible(texts[0])}"


def junit(verdicts: Sequence[Gate], *, fails_undecided: bool) -> str:
    """Return a report with one test per metric, which fails if the metric is worse.

    Args:
        verdicts: the verdicts on the metrics.
        fails_undecided: whether undecided verdicts fail too.

    """
    failing = {"worse", "undecided"} if fails_undecided else {"worse"}
    failures = sum(verdict.outcome in failing for verdict in verdicts)
    suite = ElementTree.Element(
        "testsuite", name="levmetrics gate", tests=str(len(verdicts)), failures=str(failures)
    )
    for verdict in verdicts:
        case = ElementTree.SubElement(suite, "testcase", classname="gate", name=verdict.metric)
        if verdict.outcome in failing:
            ElementTree.SubElement(case, "failure", type=verdict.outcome, message=str(verdict))
        ElementTree.SubElement(case, "system-out").text = str(verdict)
    ElementTree.indent(suite)
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"
