"""The tables of several systems: their scores, their differences, and the tests."""

from __future__ import annotations

from levmetrics.comparison.comparison import Comparison
from levmetrics.core.tables import has_intervals
from levmetrics.rendering.labels import TESTS, Name, p_value, percent
from levmetrics.rendering.table import Cell, NumberCell, Table, written
from levmetrics.rendering.text import legible
from levmetrics.view.language import Language, say
from levmetrics.view.names import full_name, interval_cell, interval_heading, short_name
from levmetrics.view.verdicts import in_favour, lead_interval, pair_verdicts


def system_table(language: Language, comparison: Comparison) -> Table:
    """Return the score of each system and, of enough samples or groups, its interval.

    Args:
        language: the language.
        comparison: the result of ``compare``.

    """
    metric, shown = comparison.scorer, has_intervals(comparison)
    key, write = metric.key, metric.label.write
    rows: list[list[Cell]] = []
    for name, system in comparison["systems"].items():
        rows.append([legible(name), written(system[key], write, is_strong=True)])
        if shown:
            rows[-1].append(interval_cell(language, system[f"{key}_interval"], write))
    better = "higher" if metric.higher_is_better else "lower"
    note = say(language, f"comparing_{better}_better", score=full_name(language, metric))
    headings = [short_name(metric)]
    if shown:
        headings.append(interval_heading(language, comparison))
    title = say(language, "comparing_systems")
    return Table(title, [say(language, "comparing_system")], headings, rows, [note])


def difference_table(language: Language, comparison: Comparison) -> Table:
    """Return the difference of each pair of systems in points and, of enough units, its interval.

    Args:
        language: the language.
        comparison: the result of ``compare``.

    """
    label, pairs = comparison.scorer.label, pair_verdicts(comparison)
    labels = [say(language, "comparing_pair")]
    unit = "_in_points" if label.is_percentage else ""
    numbers = [say(language, f"comparing_difference{unit}")]
    rows: list[list[Cell]] = [
        [
            _pair(pair.first, pair.second),
            NumberCell(in_favour(language, label, pair), pair.lead),
        ]
        for pair in pairs
    ]
    if has_intervals(comparison):
        labels.append(say(language, "comparing_verdict"))
        p = say(language, "comparing_p" if len(pairs) == 1 else "comparing_holm_p")
        numbers += [interval_heading(language, comparison), p]
        for row, pair in zip(rows, pairs, strict=True):
            key = "comparing_short_better" if pair.clear else "comparing_short_unclear"
            row.insert(1, say(language, key, leader=legible(pair.leader)))
            row += [lead_interval(language, label, pair), NumberCell(p_value(pair.p), pair.p)]
    return Table(say(language, "comparing_differences"), labels, numbers, rows)


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
