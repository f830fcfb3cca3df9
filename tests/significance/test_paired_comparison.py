"""Two systems compared: their difference, its interval, and all tests at once."""

import numpy as np
import pyarrow as pa
import pytest

from levmetrics import InputError
from levmetrics.significance.paired_tests import TESTS, compare_two
from levmetrics.significance.resampling import confidence_interval
from tests.significance.systems import of_errors, of_scores, recognised


def test_the_same_seed_gives_the_same_numbers_on_any_number_of_threads():
    a, b = (recognised(np.random.default_rng(seed), 5000) for seed in (1, 2))
    cores = pa.cpu_count()
    try:
        found = []
        for threads in (1, 2, 4):
            pa.set_cpu_count(threads)
            found.append((confidence_interval(a, seed=3), compare_two(a, b, seed=3)))
    finally:
        pa.set_cpu_count(cores)
    assert found[0] == found[1] == found[2]
    assert confidence_interval(a, seed=4) != found[0][0]


def test_a_large_difference_is_found_by_every_test_and_none_by_none():
    rng = np.random.default_rng(0)
    a, b = recognised(rng, 400, rate=0.2), recognised(rng, 400, rate=0.1)
    better = compare_two(a, b, segment_differences=(b.numerators - a.numerators).astype(int))
    assert all(p < 0.01 for p in better.p_values.values())
    assert better.probability_of_improvement == 1.0
    assert better.interval.high < 0
    same = compare_two(a, a, segment_differences=np.zeros(400, int))
    assert same.p_values == dict.fromkeys(TESTS, 1.0)
    assert (same.difference, same.interval, same.probability_of_improvement) == (0, (0, 0), 0)


@pytest.mark.parametrize("samples", [12, 300])
def test_systems_in_the_other_order_differ_by_the_sign_alone(samples):
    rng = np.random.default_rng(samples)
    a, b, other = (recognised(rng, samples) for _ in range(3))
    for one, two in [(a, of_errors(b.numerators, a.denominators)), (a, other)]:
        found, reverse = compare_two(one, two), compare_two(two, one)
        assert reverse.difference == -found.difference
        mirrored = -found.interval.high, -found.interval.low
        assert reverse.interval == pytest.approx(mirrored, rel=1e-12)
        assert reverse.p_values == found.p_values


def test_better_is_higher_for_scores_and_lower_for_errors():
    assert compare_two(of_scores([0.1, 0.2]), of_scores([0.9, 0.8])).probability_of_improvement == 1
    worse = compare_two(of_errors([1, 1], [9, 9]), of_errors([2, 2], [9, 9]))
    assert worse.probability_of_improvement == 0


def test_the_interval_of_a_difference_is_that_of_paired_samples():
    """Two systems that share what is hard differ by less than their intervals suggest."""
    rng = np.random.default_rng(0)
    hard = rng.binomial(20, rng.beta(1, 4, 500))
    a, b = of_errors(hard, [20] * 500), of_errors(hard + rng.binomial(1, 0.3, 500), [20] * 500)
    found = compare_two(a, b)
    assert found.interval.low > 0
    assert confidence_interval(a).high > confidence_interval(b).low


def test_nothing_is_printed_and_no_warning_raised(recwarn):
    a, b = (of_errors(errors * 5, [3, 4, 5, 9] * 5) for errors in ([1, 0, 5, 2], [1, 1, 5, 2]))
    compare_two(a, b, n_resamples=2)
    compare_two(a, a, n_resamples=2)
    assert not recwarn.list


def test_groups_are_the_units_of_sign_and_wilcoxon():
    a = of_errors([1, 0, 0, 1], [2, 2, 2, 2])
    b = of_errors([0, 1, 0, 0], [2, 2, 2, 2])
    found = compare_two(a, b, groups=["ann", "ann", "bob", "bob"])
    assert found.p_values["sign"] == 1  # ann is even, and bob alone is no evidence


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: compare_two(of_scores([1.0, 0.5]), of_scores([1.0])),
            "the systems have 2 and 1 samples; give the same ones for both",
        ),
        (
            lambda: compare_two(of_scores([1.0, 0.5]), of_errors([1, 2], [3, 4])),
            "one system has scores and the other error rates; give the same for both",
        ),
    ],
)
def test_systems_of_other_samples_are_not_compared(call, message):
    with pytest.raises(InputError) as caught:
        call()
    assert str(caught.value).startswith(message)
