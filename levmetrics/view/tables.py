"""The tables of several systems: their scores, their differences, and the tests."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from levmetrics.comparison.comparison import Comparison
from levmetrics.core.metric import Metric
from levmetrics.rendering.labels import TESTS, Label, Name, p_value, percent
from levmetrics.rendering.table import Cell, NumberCell, Table, written
from levmetrics.rendering.text import legible
from levmetrics.view.language import Language, say
from levmetrics.view.names import full_name, interval_cell, interval_heading, short_name
from levmetrics.view.verdicts import PairVerdict, pair_verdicts, points


def system_table(language: Language, metric: Metric[Any], comparison: Comparison) -> Table:
    """Return the score of each system and, of enough samples or groups, its interval.

    Args:
        language: the language.
        metric: the metric that scored the systems.
        comparison: the result of ``compare``.

    """
    key, write = comparison["score"], metric.label.write
    rows: list[list[Cell]] = []
    for name, system in comparison["systems"].items():
        rows.append([legible(name), written(system[key], write, is_strong=True)])
        if has_intervals(comparison):
            rows[-1].append(interval_cell(language, system[f"{key}_interval"], write))
    better = "higher" if metric.higher_is_better else "lower"
    note = say(language, f"comparing_{better}_better", score=full_name(language, metric))
    heading = [interval_heading(language, comparison)] if has_intervals(comparison) else []
    headings = [short_name(metric), *heading]
    title = say(language, "comparing_systems")
    return Table(title, [say(language, "comparing_system")], headings, rows, [note])


def has_intervals(comparison: Mapping[str, Any]) -> bool:
    """Whether a comparison is of enough samples or groups to show intervals and tests."""
    return bool(comparison["reliability"] != "none")


def difference_table(language: Language, label: Label, comparison: Comparison) -> Table:
    """Return the difference of each pair of systems in points and, of enough units, its interval.

    Args:
        language: the language.
        label: how the scores are written.
        comparison: the result of ``compare``.

    """
    pairs, shown = pair_verdicts(comparison), has_intervals(comparison)
    labels = [say(language, "comparing_pair")]
    unit = "_in_points" if label.is_percentage else ""
    numbers = [say(language, f"comparing_difference{unit}")]
    if shown:
        labels.append(say(language, "comparing_verdict"))
        p = say(language, "comparing_p" if len(pairs) == 1 else "comparing_holm_p")
        numbers += [interval_heading(language, comparison), p]
    rows = [_difference_row(language, label, pair, shown=shown) for pair in pairs]
    return Table(say(language, "comparing_differences"), labels, numbers, rows)


def _difference_row(
    language: Language, label: Label, pair: PairVerdict, *, shown: bool
) -> list[Cell]:
    name = _pair(pair.first, pair.second)
    lead = NumberCell(in_favour(language, label, pair), pair.lead)
    if not shown:
        return [name, lead]
    key = "comparing_short_better" if pair.clear else "comparing_short_unclear"
    said = say(language, key, leader=legible(pair.leader))
    ends = interval_cell(language, (pair.low, pair.high), partial(points, label))
    return [name, said, lead, ends, NumberCell(p_value(pair.p), pair.p)]


def in_favour(language: Language, label: Label, pair: PairVerdict) -> str:
    """Return by how many points which system of a pair is better."""
    if not pair.lead:
        return points(label, 0)
    leader = legible(pair.leader)
    return say(language, "comparing_in_favour", points=points(label, pair.lead), leader=leader)


def p_value_table(language: Language, comparison: Comparison) -> Table:
    """Return the p-values of each pair by every test that applies.

    Args:
        language: the language.
        comparison: the result of ``compare``.

    """
    pairs = comparison["pairs"]
    tests = [test for test in TESTS if all(pair[test] is not None for pair in pairs)]
    rows: list[list[Cell]] = [
        [
            _pair(*pair["systems"]),
            *(NumberCell(p_value(pair[test]), pair[test], pair[test] < 0.05) for test in tests),
            written(pair["probability_of_improvement"], lambda share: percent(share, 1)),
        ]
        for pair in pairs
    ]
    headings: list[str | Name] = [
        Name(TESTS[test].short, say(language, f"comparing_test_{test}")) for test in tests
    ]
    headings.append(say(language, "comparing_probability"))
    key = "comparing_tests" if len(pairs) == 1 else "comparing_tests_holm"
    return Table(say(language, key), [say(language, "comparing_pair")], headings, rows)


def _pair(first: str, second: str) -> str:
    return f"{legible(first)} / {legible(second)}"
