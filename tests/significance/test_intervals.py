"""Intervals beside a loop, by hand, and in simulations that know the truth."""

import tracemalloc

import numpy as np
import pytest

from levmetrics.errors import InputError
from levmetrics.significance.resampling import confidence_interval
from tests.significance.systems import answered, of_errors, of_scores, recognised, spoken


@pytest.mark.parametrize("kind", [recognised, answered])
@pytest.mark.parametrize("samples", [7, 150])
def test_intervals_are_those_of_a_loop_over_resamples(kind, samples):
    """Hall's symmetric interval, by Cochran's standard error of a ratio."""
    statistics = kind(np.random.default_rng(samples), samples)
    numerators, denominators = statistics.numerators, statistics.denominators

    def estimate(chosen):
        n, d = numerators[chosen], denominators[chosen]
        value = n.sum() / d.sum()
        return value, np.std(n - value * d, ddof=1) * np.sqrt(samples) / d.sum()

    value, error = estimate(slice(None))
    draws = np.random.default_rng(5).integers(0, samples, (999, samples))
    distances = sorted(abs(v - value) / e if v != value else 0.0 for v, e in map(estimate, draws))
    reach = distances[int(np.ceil(0.9 * 998))] * error
    expected = max(value - reach, 0), value + reach
    if kind is answered:
        expected = expected[0], min(expected[1], 1)
    found = confidence_interval(statistics, confidence_level=0.9, n_resamples=999, seed=5)
    assert found == pytest.approx(expected, rel=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "truth"), [(recognised, 0.1), (answered, 0.75)])
@pytest.mark.parametrize("samples", [20, 300])
def test_the_95_percent_interval_holds_the_true_score_in_95_percent_of_draws(kind, truth, samples):
    held = 0
    for seed in range(500):
        statistics = kind(np.random.default_rng(seed), samples)
        low, high = confidence_interval(statistics, seed=seed)
        held += low <= truth <= high
    assert 0.92 <= held / 500 <= 0.98


@pytest.mark.parametrize("speakers", [8, 20])
def test_the_95_percent_interval_over_few_speakers_holds_the_true_rate(speakers):
    held = 0
    for seed in range(200):
        statistics, speaker = spoken(np.random.default_rng(seed), speakers)
        low, high = confidence_interval(statistics, groups=speaker, seed=seed)
        held += low <= 0.1 <= high
    assert held / 200 >= 0.91


def test_blocks_give_a_wider_interval_where_speakers_differ():
    rng = np.random.default_rng(0)
    speaker = np.repeat(np.arange(20), 25)
    rates = rng.beta(2, 18, 20)[speaker]
    lengths = rng.integers(5, 26, 500)
    statistics = of_errors(rng.binomial(lengths, rates), lengths)
    plain, blocks = (
        np.diff(confidence_interval(statistics, groups=groups))[0] for groups in (None, speaker)
    )
    assert blocks > 2 * plain


def test_blocks_give_the_same_interval_where_speakers_are_alike():
    statistics = recognised(np.random.default_rng(0), 2000)
    plain, blocks = (
        np.diff(confidence_interval(statistics, groups=groups))[0]
        for groups in (None, np.arange(2000) // 10)
    )
    assert blocks == pytest.approx(plain, rel=0.2)


def test_resampling_keeps_little_in_memory():
    statistics = recognised(np.random.default_rng(0), 100_000)
    tracemalloc.start()
    confidence_interval(statistics, n_resamples=30)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 200_000_000


@pytest.mark.parametrize(
    ("statistics", "value"),
    [
        (of_scores([0.5] * 10), 0.5),
        (of_errors([1] * 4, [4] * 4), 0.25),
        (of_errors([0, 0], [0, 0]), 0.0),
        (of_errors([2, 2], [0, 0]), 4.0),  # no reference tokens count as one
    ],
)
def test_samples_that_are_all_alike_have_an_interval_without_width(statistics, value):
    assert confidence_interval(statistics) == pytest.approx((value, value))


def test_empty_references_among_others_have_a_defined_interval():
    low, high = confidence_interval(of_errors([1, 0, 2], [0, 3, 4]))
    assert 0 <= low < 3 / 7 < high < np.inf


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: confidence_interval(of_scores([1.0])),
            "there are 1 samples; a confidence interval or a test needs at least two",
        ),
        (
            lambda: confidence_interval(of_scores([1.0, 0.5]), groups=["a", "a"]),
            "there are 1 groups; a confidence interval or a test needs at least two",
        ),
        (
            lambda: confidence_interval(of_scores([])),
            "there are 0 samples; a confidence interval or a test needs at least two",
        ),
        (
            lambda: confidence_interval(of_scores([1.0, 0.5]), groups=["a"]),
            "groups has 1 labels for 2 samples; give one for each",
        ),
        (
            lambda: confidence_interval(of_scores([1.0, 0.5]), confidence_level=95),
            "confidence_level is 95; it must be a number between 0 and 1",
        ),
        (
            lambda: confidence_interval(of_scores([1.0, 0.5]), n_resamples=0),
            "n_resamples is 0; it must be a whole number of 2 or more",
        ),
        (
            lambda: confidence_interval(of_scores([1.0, 0.5]), seed=-1),
            "seed is -1; it must be a whole number of 0 or more",
        ),
        (
            lambda: confidence_interval(of_scores([1.0, 0.5]), confidence_level=1 - 1e-12),
            "confidence_level is 0.999999999999; it must be a number between 0 and 1, as 0.95",
        ),
    ],
)
def test_what_has_no_interval_is_refused(call, message):
    with pytest.raises(InputError) as caught:
        call()
    assert str(caught.value).startswith(message)
