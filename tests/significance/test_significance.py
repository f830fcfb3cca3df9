"""Intervals and tests beside SciPy's own, by hand, and in simulations that know the truth."""

import tracemalloc

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from levmetrics.errors import InputError
from levmetrics.scores.sample_statistics import SampleStatistics
from levmetrics.significance.intervals import confidence_interval
from levmetrics.significance.paired_comparison import compare
from levmetrics.significance.paired_tests import (
    TESTS,
    approximate_randomization,
    holm,
    mapsswe,
    mcnemar_test,
    sign_test,
    wilcoxon_test,
)

of_errors, of_scores = SampleStatistics.of_errors, SampleStatistics.of_scores


def recognised(rng: np.random.Generator, samples: int, rate: float = 0.1) -> SampleStatistics:
    """Utterances of 5 to 25 words; how hard one is varies, with this rate on average."""
    lengths = rng.integers(5, 26, samples)
    return of_errors(rng.binomial(lengths, rng.beta(2, 2 / rate - 2, samples)), lengths)


def answered(rng: np.random.Generator, samples: int) -> SampleStatistics:
    """Answers: 60 % right, 20 % wrong, the rest between 0.5 and 1; 0.75 on average."""
    kind, close = rng.random(samples), rng.uniform(0.5, 1, samples)
    return of_scores(np.where(kind < 0.6, 1.0, np.where(kind < 0.8, 0.0, close)))


# --- intervals -----------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["percentile", "bca"])
@pytest.mark.parametrize("kind", [recognised, answered])
@pytest.mark.parametrize("samples", [7, 150])
def test_intervals_equal_scipys(method, kind, samples):
    statistics = kind(np.random.default_rng(samples), samples)
    peer = stats.bootstrap(
        (statistics.numerators, statistics.denominators),
        lambda n, d, axis: n.sum(axis) / d.sum(axis),
        paired=True,
        vectorized=True,
        n_resamples=999,
        method=method,
        confidence_level=0.9,
        rng=np.random.default_rng(5),
    ).confidence_interval
    found = confidence_interval(
        statistics, confidence_level=0.9, n_resamples=999, method=method, seed=5
    )
    assert found == pytest.approx(peer, rel=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["percentile", "bca"])
@pytest.mark.parametrize(("kind", "truth"), [(recognised, 0.1), (answered, 0.75)])
def test_the_95_percent_interval_holds_the_true_score_in_95_percent_of_draws(method, kind, truth):
    held = 0
    for seed in range(500):
        statistics = kind(np.random.default_rng(seed), 300)
        low, high = confidence_interval(statistics, method=method, seed=seed)
        held += low <= truth <= high
    assert 0.92 <= held / 500 <= 0.98


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


def test_the_same_seed_gives_the_same_numbers_on_any_number_of_threads():
    a, b = (recognised(np.random.default_rng(seed), 5000) for seed in (1, 2))
    cores = pa.cpu_count()
    try:
        found = []
        for threads in (1, 2, 4):
            pa.set_cpu_count(threads)
            found.append((confidence_interval(a, seed=3), compare(a, b, seed=3)))
    finally:
        pa.set_cpu_count(cores)
    assert found[0] == found[1] == found[2]
    assert confidence_interval(a, seed=4) != found[0][0]


def test_resampling_keeps_little_in_memory():
    statistics = recognised(np.random.default_rng(0), 100_000)
    tracemalloc.start()
    confidence_interval(statistics, n_resamples=30, method="bca")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 200_000_000


# --- tests ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_approximate_randomization_comes_to_the_exact_test(seed):
    rng = np.random.default_rng(seed)
    a, b = recognised(rng, 9), recognised(rng, 9)
    sides = [np.stack([s.numerators, s.denominators]) for s in (a, b)]
    exact = stats.permutation_test(
        [np.arange(9), np.arange(9, 18)],
        lambda i, j, axis: np.subtract(
            *(np.hstack(sides)[0][k].sum(axis) / np.hstack(sides)[1][k].sum(axis) for k in (i, j))
        ),
        permutation_type="samples",
        vectorized=True,
        n_resamples=np.inf,
    ).pvalue
    found = approximate_randomization(a, b, n_resamples=20_000, seed=seed)
    assert found == pytest.approx(exact, abs=0.02)


@given(st.lists(st.integers(-3, 3), max_size=60))
def test_mapsswe_is_the_matched_pair_statistic_on_the_normal_curve(differences):
    z = np.array(differences, np.int64)
    found = mapsswe(z)
    if len(z) < 2 or z.mean() == 0:
        assert found == 1
    elif z.std() == 0:
        assert found == 2 / 2 ** len(z)  # the signs of all would have to be alike
    else:
        statistic = stats.ttest_1samp(z, 0).statistic
        assert found == pytest.approx(2 * stats.norm.sf(abs(statistic)))


@pytest.mark.parametrize("test", [sign_test, wilcoxon_test, mcnemar_test])
def test_the_order_of_the_systems_is_no_matter(test):
    rng = np.random.default_rng(1)
    a, b = recognised(rng, 80), recognised(rng, 80, rate=0.15)
    assert test(a, b) == test(b, a) < 1


def test_sign_and_mcnemar_by_hand():
    a, b = of_errors([0, 1, 1, 2, 3, 0], [4] * 6), of_errors([1, 0, 0, 1, 2, 0], [4] * 6)
    assert sign_test(a, b) == pytest.approx(2 * (1 + 5) / 2**5)
    assert mcnemar_test(a, b) == pytest.approx(1)  # one against two


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=60))
def test_wilcoxon_is_scipys_on_the_exact_differences(errors):
    """Of rates by ten words; 3/10 - 2/10 is as large as 2/10 - 1/10."""
    a, b = (of_errors(side, [10] * len(errors)) for side in zip(*errors, strict=True))
    differences = a.numerators - b.numerators
    expected = stats.wilcoxon(differences).pvalue if differences.any() else 1
    assert wilcoxon_test(a, b) == expected


def test_a_large_difference_is_found_by_every_test_and_none_by_none():
    rng = np.random.default_rng(0)
    a, b = recognised(rng, 400, rate=0.2), recognised(rng, 400, rate=0.1)
    better = compare(a, b, segment_differences=(b.numerators - a.numerators).astype(int))
    assert all(p < 0.01 for p in better.p_values.values())
    assert better.probability_of_improvement == 1.0
    assert better.interval.high < 0
    same = compare(a, a, segment_differences=np.zeros(400, int))
    assert same.p_values == dict.fromkeys(TESTS, 1.0)
    assert (same.difference, same.interval, same.probability_of_improvement) == (0, (0, 0), 0)


def test_better_is_higher_for_scores_and_lower_for_errors():
    assert compare(of_scores([0.1, 0.2]), of_scores([0.9, 0.8])).probability_of_improvement == 1
    worse = compare(of_errors([1, 1], [9, 9]), of_errors([2, 2], [9, 9]))
    assert worse.probability_of_improvement == 0


def test_the_interval_of_a_difference_is_that_of_paired_samples():
    """Two systems that share what is hard differ by less than their intervals suggest."""
    rng = np.random.default_rng(0)
    hard = rng.binomial(20, rng.beta(1, 4, 500))
    a, b = of_errors(hard, [20] * 500), of_errors(hard + rng.binomial(1, 0.3, 500), [20] * 500)
    found = compare(a, b)
    assert found.interval.low > 0
    assert confidence_interval(a).high > confidence_interval(b).low


def test_groups_of_every_kind_are_numbered_by_the_labels_that_samples_have():
    labels = ["c", "c", "d", "d"]
    sliced = pa.array(["z", *labels]).dictionary_encode()[1:]
    for groups in (labels, np.array(labels), pa.array(labels), sliced, pd.Series(labels)):
        assert of_errors([1, 0, 2, 5], [3, 2, 4, 6]).by_group(groups).denominators.tolist() == [
            5,
            10,
        ]


def test_nothing_is_printed_and_no_warning_raised(recwarn):
    a, b = of_errors([1, 0, 5, 2], [3, 4, 5, 9]), of_errors([1, 1, 5, 2], [3, 4, 5, 9])
    compare(a, b, n_resamples=2, method="bca")
    compare(a, a, n_resamples=2, method="bca")
    assert not recwarn.list


def test_groups_are_the_units_of_sign_and_wilcoxon():
    a = of_errors([1, 0, 0, 1], [2, 2, 2, 2])
    b = of_errors([0, 1, 0, 0], [2, 2, 2, 2])
    found = compare(a, b, groups=["ann", "ann", "bob", "bob"])
    assert found.p_values["sign"] == 1  # ann is even, and bob alone is no evidence


@settings(deadline=None)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_holm_is_the_step_down_procedure(p_values):
    found = holm(p_values)
    expected = {}
    running = 0.0
    for rank, i in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        running = max(running, min(1.0, (len(p_values) - rank) * p_values[i]))
        expected[i] = running
    assert found == pytest.approx([expected[i] for i in range(len(p_values))])


# --- edges ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["percentile", "bca"])
@pytest.mark.parametrize(
    ("statistics", "value"),
    [
        (of_scores([0.5] * 10), 0.5),
        (of_errors([1] * 4, [4] * 4), 0.25),
        (of_errors([0, 0], [0, 0]), 0.0),
        (of_errors([2, 2], [0, 0]), 4.0),  # no reference tokens count as one
    ],
)
def test_samples_that_are_all_alike_have_an_interval_without_width(method, statistics, value):
    assert confidence_interval(statistics, method=method) == pytest.approx((value, value))


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
            lambda: confidence_interval(of_scores([1.0, 0.5]), method="BCA"),
            "unknown method 'BCA'; did you mean 'bca'? Known: bca, percentile",
        ),
        (
            lambda: compare(of_scores([1.0, 0.5]), of_scores([1.0])),
            "the systems have 2 and 1 samples; give the same ones for both",
        ),
        (
            lambda: compare(of_scores([1.0, 0.5]), of_errors([1, 2], [3, 4])),
            "one system has scores and the other error rates; give the same for both",
        ),
        (lambda: of_scores([1.0, 90]), "scores[1] is 90.0; scores must be from 0 to 1, as 1 is"),
        (lambda: of_scores(["a"]), "scores must be a list or array of numbers, one a sample"),
        (
            lambda: confidence_interval(of_scores([1.0, 0.5]), confidence_level=1 - 1e-12),
            "confidence_level is 0.999999999999; it must be a number between 0 and 1, as 0.95",
        ),
        (
            lambda: of_scores([1.0, 0.5]).by_group([[1], [2]]),
            "groups holds labels of several types, or that are no labels; make all of them",
        ),
        (
            lambda: of_scores([1.0, 0.5]).by_group([1.0, float("nan")]),
            "groups[1] is nan; every sample needs a label",
        ),
        (
            lambda: of_scores([1.0, 0.5]).by_group(
                pa.DictionaryArray.from_arrays(pa.array([0, 1]), pa.array(["a", None]))
            ),
            "groups[1] is None; every sample needs a label",
        ),
        (lambda: of_scores([1.0, float("nan")]), "sample 1 has the statistic nan; give a number"),
        (
            lambda: of_errors([1, 2], [3]),
            "the statistics must be one-dimensional arrays of one length, not of shapes",
        ),
        (
            lambda: of_errors([1], [-3]),
            "sample 0 has the denominator -3.0; it must be 0 or more",
        ),
    ],
)
def test_what_has_no_interval_is_refused(call, message):
    with pytest.raises(InputError) as caught:
        call()
    assert str(caught.value).startswith(message)


def test_statistics_are_those_of_when_they_were_made():
    errors, lengths = np.array([1.0, 0.0]), np.array([4.0, 4.0])
    statistics = SampleStatistics.of_errors(errors, lengths)
    errors[0] = 4
    lengths[:] = 1
    assert statistics.value == 0.125
    with pytest.raises(ValueError, match="read-only"):
        statistics.numerators[0] = 4
