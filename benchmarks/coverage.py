"""How often 95 % intervals hold the truth, and tests call equal systems different.

``python -m benchmarks.coverage`` prints the table of docs/significance.md.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from levmetrics.significance.paired_tests import compare_two
from levmetrics.significance.resampling import confidence_interval
from levmetrics.sums.sample_statistics import SampleStatistics

Labels = npt.NDArray[np.int64] | None
Drawn = tuple[SampleStatistics, SampleStatistics, Labels]
RATE, SCORE = 0.1, 0.75


def utterances(rng: np.random.Generator, samples: int) -> Drawn:
    """Utterances of 5 to 25 words, of which one in ten is wrong, as two equal systems have them."""
    rates = rng.beta(2, 2 / RATE - 2, samples)
    return *_recognised(rng, rates, rates), None


def speakers(rng: np.random.Generator, number: int) -> Drawn:
    """5 to 45 utterances of each speaker, each of them harder for one of the systems."""
    sizes = rng.integers(5, 46, number)
    rates = rng.beta(2, 2 / RATE - 2, (2, number)).repeat(sizes, axis=1)
    shared, own = rates.mean(axis=0), (rates[0] - rates[1]) / 2
    labels = np.repeat(np.arange(number), sizes)
    return *_recognised(rng, shared + own, shared - own), labels


def answers(rng: np.random.Generator, samples: int) -> Drawn:
    """Answers: 60 % right, 20 % wrong, the rest between 0.5 and 1."""

    def scores() -> SampleStatistics:
        kind, close = rng.random(samples), rng.uniform(0.5, 1, samples)
        return SampleStatistics.of_scores(np.where(kind < 0.6, 1, np.where(kind < 0.8, 0, close)))

    return scores(), scores(), None


def _recognised(
    rng: np.random.Generator, *rates: npt.NDArray[np.float64]
) -> tuple[SampleStatistics, SampleStatistics]:
    lengths = rng.integers(5, 26, len(rates[0]))
    a, b = (SampleStatistics.of_errors(rng.binomial(lengths, rate), lengths) for rate in rates)
    return a, b


CASES: dict[str, tuple[Callable[[np.random.Generator, int], Drawn], float, tuple[int, ...]]] = {
    "speakers": (speakers, RATE, (4, 8, 10, 20, 30)),
    "utterances": (utterances, RATE, (4, 10, 20, 50, 200)),
    "answers": (answers, SCORE, (4, 10, 20, 50, 200)),
}


def row(kind: str, number: int, simulations: int) -> str:
    """Return a row of the table, in percent."""
    draw, truth, _ = CASES[kind]
    held = differences_held = 0
    rejected = dict.fromkeys(("sign", "wilcoxon", "approximate_randomization"), 0)
    for seed in range(simulations):
        a, b, groups = draw(np.random.default_rng(seed), number)
        low, high = confidence_interval(a, groups=groups, seed=seed)
        held += low <= truth <= high
        found = compare_two(a, b, groups=groups, seed=seed)
        differences_held += found.interval.low <= 0 <= found.interval.high
        for test in rejected:
            rejected[test] += (found.p_values[test] or 0) < 0.05
    shares = [held, differences_held, *rejected.values()]
    return (
        f"| {number} {kind} | " + " | ".join(f"{100 * n / simulations:.1f}" for n in shares) + " |"
    )


def main(simulations: int = 2_000) -> None:
    """Print the table."""
    print("| of | holds the score | holds the difference | sign | Wilcoxon | approx. |")
    print("|---|---:|---:|---:|---:|---:|")
    for kind, (_, _, numbers) in CASES.items():
        for number in numbers:
            print(row(kind, number, simulations), flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
