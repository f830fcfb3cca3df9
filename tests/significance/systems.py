"""Statistics of samples as systems come to them, with scores that are known."""

import numpy as np

from levmetrics.sums.sample_statistics import SampleStatistics

of_errors, of_scores = SampleStatistics.of_errors, SampleStatistics.of_scores


def recognised(rng: np.random.Generator, samples: int, rate: float = 0.1) -> SampleStatistics:
    """Utterances of 5 to 25 words; how hard one is varies, with this rate on average."""
    lengths = rng.integers(5, 26, samples)
    return of_errors(rng.binomial(lengths, rng.beta(2, 2 / rate - 2, samples)), lengths)


def answered(rng: np.random.Generator, samples: int) -> SampleStatistics:
    """Answers: 60 % right, 20 % wrong, the rest between 0.5 and 1; 0.75 on average."""
    kind, close = rng.random(samples), rng.uniform(0.5, 1, samples)
    return of_scores(np.where(kind < 0.6, 1.0, np.where(kind < 0.8, 0.0, close)))


def spoken(rng: np.random.Generator, speakers: int) -> tuple[SampleStatistics, np.ndarray]:
    """25 utterances of each speaker, whose rates differ, 0.1 on average; and the speakers."""
    rates = np.repeat(rng.beta(2, 18, speakers), 25)
    lengths = rng.integers(5, 26, len(rates))
    return of_errors(rng.binomial(lengths, rates), lengths), np.repeat(np.arange(speakers), 25)
