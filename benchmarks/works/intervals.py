"""Confidence intervals."""

from __future__ import annotations

import numpy as np

from benchmarks.bars import OURS, Seconds
from benchmarks.memory import PeakMemory
from benchmarks.timing import Contenders
from benchmarks.works.work import Work
from levmetrics import SampleStatistics, confidence_interval


def intervals(samples: int) -> Contenders:
    """The lower bound of a WER's interval."""
    rng = np.random.default_rng(0)
    lengths = rng.integers(9, 28, samples)
    errors = rng.binomial(lengths, 0.07)
    statistics = SampleStatistics.of_errors(errors, lengths)

    def by_choice() -> float:
        resamples = (rng.choice(samples, samples) for _ in range(1000))
        rates = [errors[chosen].sum() / lengths[chosen].sum() for chosen in resamples]
        return float(np.quantile(rates, 0.025))

    return {
        OURS: lambda: confidence_interval(statistics)[0],
        "NumPy's rng.choice, 1,000 times": by_choice,
    }


INTERVALS = Work(
    "W11",
    "Interval of a WER, 100,000 samples, 1,000 resamples",
    "lower bound",
    lambda: intervals(100_000),
    (Seconds(3),),
    (PeakMemory(1024),),
)
