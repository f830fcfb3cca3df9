"""Sums by group are those of the samples of each group, in whatever batches they come."""

import numpy as np

from levmetrics import Run
from levmetrics.error_rates.error_rate_metric import ErrorRateMetric
from levmetrics.similarity.similarity_metric import DistanceMetric
from levmetrics.sums.group_sums import summed_by


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
