"""Intervals over random groups beside those over samples."""

from hashlib import blake2b

import numpy as np
import pytest

from levmetrics import InputError
from levmetrics.significance.resampling import confidence_interval
from levmetrics.sums.group_sums import GROUPS, RandomGroups
from levmetrics.sums.sample_statistics import SampleStatistics


def recognised(samples, seed=0):
    random = np.random.default_rng(seed)
    lengths = random.integers(5, 30, samples)
    return SampleStatistics.of_errors(random.binomial(lengths, 0.1), lengths)


def width(interval):
    return interval.high - interval.low


@pytest.mark.parametrize("samples", [200, 5_000, 60_000])
def test_the_interval_is_close_to_that_over_samples(samples):
    statistics = recognised(samples)
    groups = RandomGroups.of_samples(statistics, np.arange(samples)).statistics()
    over_groups = confidence_interval(groups, n_resamples=2000)
    over_samples = confidence_interval(statistics, n_resamples=2000)
    # The width of a bootstrap of 2,000 has a standard error of about 3 %.
    assert width(over_groups) == pytest.approx(width(over_samples), rel=0.1)
    assert sum(over_groups) == pytest.approx(sum(over_samples), abs=width(over_samples) / 5)


def test_the_groups_hold_every_sample_once():
    statistics = recognised(50_000)
    groups = RandomGroups.of_samples(statistics, np.arange(50_000)).statistics()
    assert groups.numerators.sum() == statistics.numerators.sum()
    assert groups.denominators.sum() == statistics.denominators.sum()
    assert groups.value == statistics.value


@pytest.mark.slow
def test_ids_spread_evenly_over_the_groups():
    samples = 100 * GROUPS
    ones = SampleStatistics.of_scores(np.ones(samples))
    counts = RandomGroups.of_samples(ones, np.arange(samples)).statistics().denominators
    assert len(counts) == GROUPS
    # Poisson: mean and variance are 100; the variance's standard error is about 1.1.
    assert counts.var() == pytest.approx(100, abs=6)


def test_samples_of_one_speaker_are_drawn_together():
    random = np.random.default_rng(0)
    speaker = np.repeat(np.arange(20), 25)
    lengths = random.integers(5, 26, 500)
    rates = random.beta(2, 18, 20)[speaker]
    statistics = SampleStatistics.of_errors(random.binomial(lengths, rates), lengths)
    by_speaker = confidence_interval(RandomGroups.of_samples(statistics, speaker).statistics())
    expected = confidence_interval(statistics, groups=speaker)
    assert width(by_speaker) == pytest.approx(width(expected), rel=0.15)


def test_the_group_of_an_id_is_the_same_in_every_process_and_as_number_or_text():
    ones = SampleStatistics.of_scores(np.ones(3))
    of_numbers = RandomGroups.of_samples(ones, np.array([1, 2, -3], np.int32))
    of_texts = RandomGroups.of_samples(ones, ["1", "2", "-3"])
    hashes = (blake2b(text, digest_size=8).digest() for text in (b"1", b"2", b"-3"))
    expected = sorted(int.from_bytes(digest, "little") % GROUPS for digest in hashes)
    assert of_numbers.group.tolist() == of_texts.group.tolist() == expected


@pytest.mark.parametrize(
    ("ids", "message"),
    [
        ([1], r"ids has 1 labels for 2 samples"),
        ([1, None], r"ids\[1\] is None"),
        ([0.5, 1.5], "ids holds values of the type double; give whole numbers or strings"),
        ([1, "a"], "ids holds labels of several types"),
    ],
)
def test_ids_that_identify_nothing_are_refused(ids, message):
    with pytest.raises(InputError, match=message):
        RandomGroups.of_samples(SampleStatistics.of_scores(np.ones(2)), ids)
