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
from levmetrics.core.tables import signed_difference
from levmetrics.errors import InputError
from levmetrics.rendering.labels import interval
from levmetrics.rendering.text import legible, shortened

_TITLES = {
    "passed": "✅ Passed",
    "worse": "❌ Worse than the baseline",
    "undecided": "⚠️ Undecided: too few samples to tell",
}
_SEVERITY = ("passed", "undecided", "worse")
_MOST = 10  # samples of each metric
_MOST_CHARACTERS, _MOST_OF_NAME = 4_000, 80  # maximum characters of an alignment, and of an id


def markdown(verdicts: Sequence[Gate], pairs: Pairs, metrics: Mapping[str, Metric[Any]]) -> str:
    """Return a Markdown summary: a table of the metrics, and the samples that got worse most.

    Args:
        verdicts: the verdicts on the metrics.
        pairs: the baseline's samples, paired with the new ones, which have their texts.
        metrics: the metrics by name, which align the samples.

    """
    overall = max((verdict.outcome for verdict in verdicts), key=_SEVERITY.index)
    number, by = len(pairs.scored), pairs.by
    lines = [
        f"## {_TITLES[overall]}",
        "",
        "| metric | before | after | worse by | 95 % bounds | allowed | verdict |",
        "|---|--:|--:|--:|--:|--:|---|",
        *map(_row, verdicts),
        "",
        f"{number:,} samples, paired with those of the baseline by {by}. The bounds are one-sided.",
        *(f"- `{verdict.metric}`: {note}" for verdict in verdicts for note in _notes(verdict)),
    ]
    for verdict in verdicts:
        lines += _worst(verdict, pairs.stored, pairs.scored, metrics[verdict.metric])
    return "\n".join([*lines, ""])


def _row(verdict: Gate) -> str:
    label = verdict.label
    signed = partial(signed_difference, label)
    cells = [
        f"`{verdict.metric}`",
        label.write(verdict.before),
        label.write(verdict.after),
        with_unit(label, signed(verdict.difference)),
        interval(verdict.bounds, signed) if verdict.bounds else "none",
        signed(verdict.margin).removeprefix("+"),
        f"**{verdict.outcome}**" + (", better" if verdict.is_better else ""),
    ]
    return f"| {' | '.join(cells)} |"


def _notes(verdict: Gate) -> Iterator[str]:
    """Yield the notes on a verdict."""
    if verdict.too_few:
        yield verdict.too_few
    if verdict.left_out:
        yield f"{verdict.left_out:,} samples of one side alone were left out"
    if verdict.would_decide is not None:
        yield f"about {verdict.would_decide:,} {verdict.unit} would decide"


def _worst(verdict: Gate, before: Baseline, after: Baseline, metric: Metric[Any]) -> Iterator[str]:
    """Yield the samples that got worse most by a metric, each with its alignment."""
    indices = worst(before, after, verdict.metric, _MOST)
    if not indices:
        return
    yield from ("", f"### Samples that got worse most: `{verdict.metric}`", "")
    old, new = (each.statistics(verdict.metric).rates for each in (before, after))
    for index in indices:
        change = interval([old[index], new[index]], verdict.label.write)
        yield f"{_inline(after.names[index])}: {change}"
        yield from ("", "```text", *_alignment(after, index, metric), "```", "")


def _alignment(after: Baseline, index: int, metric: Metric[Any]) -> list[str]:
    """Return the lines of a sample's alignment, of a record's fields, or else of both texts."""
    texts = [after.rows[name][index].as_py() for name in ("prediction", "reference")]
    try:
        run = Run.of(metric, *([text] for text in texts))
        drawn = str(run.alignment(0))
    except InputError:
        drawn = f"REF: {legible(texts[1])}\nHYP: {legible(texts[0])}"
    return shortened(drawn.replace("```", "` ` `"), _MOST_CHARACTERS).split("\n")


def _inline(name: str) -> str:
    """Return a name as inline code, in which Markdown changes nothing."""
    return f"`{shortened(legible(name), _MOST_OF_NAME).replace('`', chr(39))}`"


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
