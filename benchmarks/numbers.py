"""Formats of times, ratios and outcomes for readers."""

from __future__ import annotations

from benchmarks.bars import Outcome


def seconds(value: float) -> str:
    """Format a time with three digits.

    >>> seconds(3.7412), seconds(0.1284), seconds(0.00126)
    ('3.74 s', '128 ms', '1.26 ms')
    """
    return f"{digits(value)} s" if value >= 1 else f"{digits(value * 1000)} ms"


def digits(value: float) -> str:
    """Format a number with three digits, or all digits before the decimal point.

    >>> digits(1808.4), digits(27.44), digits(0.4), digits(0.0123)
    ('1,808', '27.4', '0.400', '0.0123')
    """
    if value >= 100 or value <= 0:
        return f"{value:,.0f}"
    return f"{value:#.3g}".rstrip(".")


def outcome_line(outcome: Outcome) -> str:
    """Format the outcome of a bar.

    >>> outcome_line(Outcome("under 3 s", 1.046, 1.02, 1.1, True, 2.0))
    'met: under 3 s: 1.05 (1.02 to 1.10), by processor time 2.00'
    """
    value = digits(outcome.value)
    spread = f" ({digits(outcome.low)} to {digits(outcome.high)})"
    spread = "" if outcome.low == outcome.high else spread
    processor = outcome.processor
    beside = "" if processor is None else f", by processor time {digits(processor)}"
    return f"{'met' if outcome.met else 'missed'}: {outcome.bar}: {value}{spread}{beside}"
