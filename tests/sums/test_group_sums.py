"""Sums by group are those of the samples of each group, in whatever batches they come."""

from functools import reduce
from operator import add

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics import Run
from levmetrics.error_rates.error_rate_metric import ErrorRateMetric, TokenErrorRateMetric
from levmetrics.similarity.similarity_metric import AnlsMetric, DistanceMetric
from levmetrics.sums.group_sums import summed_by

SCORERS = [
    ErrorRateMetric(),
    ErrorRateMetric("mean"),
    TokenErrorRateMetric("mean"),
    DistanceMetric(),
    AnlsMetric(),
    AnlsMetric(reduction="sum"),
]
TEXTS = st.text("ab ", max_size=6)
SAMPLES = st.lists(st.tuples(TEXTS, TEXTS, st.sampled_from("xyz")), min_size=1)


@pytest.mark.parametrize("scorer", SCORERS)
@given(SAMPLES)
def test_what_samples_add_adds_up_to_the_sums(scorer, samples):
    preds, target, _ = zip(*samples, strict=True)
    run = Run.of(scorer.called("any"), [*preds], [*target])
    each = scorer.sample_sums(run.measured)
    assert {name: len(values) for name, values in each.items()} == dict.fromkeys(
        run.sums, len(samples)
    )
    for name, total in run.sums.items():
        assert np.array_equal(each[name].sum(axis=0), total)


@pytest.mark.parametrize("scorer", SCORERS)
@given(SAMPLES, st.integers(0, 9))
def test_batches_of_groups_add_up_to_each_groups_own_sums(scorer, samples, cut):
    metric = scorer.called("any")
    parts = []
    for part in filter(None, (samples[:cut], samples[cut:])):
        preds, target, groups = map(list, zip(*part, strict=True))
        parts.append(Run.of(metric, preds, target).with_names(None, groups).group_sums)
    total = reduce(add, parts)
    for row, label in enumerate(total.labels):
        preds, target = map(list, zip(*[s[:2] for s in samples if s[2] == label], strict=True))
        expected = Run.of(metric, preds, target)
        assert total.samples[row] == len(preds)
        for name, value in expected.sums.items():
            assert np.array_equal(total.sums[name][row], value)
    assert [*total.labels] == [*dict.fromkeys(label for *_, label in samples)]


def test_no_rows_are_of_no_groups():
    numbers, sums = summed_by(np.zeros(0, np.int64), np.zeros((0, 4), np.int64))
    assert (numbers.shape, sums.shape) == ((0,), (0, 4))


def test_groups_come_back_in_the_order_of_their_labels():
    run = Run.of(ErrorRateMetric().called("any", key="wer"), ["a", "b"], ["a", "x"])
    rows = run.with_names(None, [10, 9]).to_arrow()
    groups = Run.from_arrow(run.metric, rows).by_group()
    assert {label: group["wer"] for label, group in groups.items()} == {9: 1.0, 10: 0.0}
    assert [*groups] == [9, 10]


def test_a_run_of_every_distance_counts_its_samples():
    run = Run.of(DistanceMetric(reduction="none").called("any"), ["ab", "b"], ["a", "b"])
    assert run.sample_count == 2
    assert Run.from_arrow(run.metric, run.to_arrow()).result() == {"score": [1, 0]}
