"""Statistics of samples: what they are of, and their groups."""

import numpy as np
import pyarrow as pa
import pytest

from levmetrics import InputError
from levmetrics.sums.sample_statistics import SampleStatistics

of_errors, of_scores = SampleStatistics.of_errors, SampleStatistics.of_scores


def test_groups_of_every_kind_are_numbered_by_the_labels_that_samples_have():
    pd = pytest.importorskip("pandas")
    labels = ["c", "c", "d", "d"]
    sliced = pa.array(["z", *labels]).dictionary_encode()[1:]
    for groups in (labels, np.array(labels), pa.array(labels), sliced, pd.Series(labels)):
        assert of_errors([1, 0, 2, 5], [3, 2, 4, 6]).by_group(groups).denominators.tolist() == [
            5,
            10,
        ]


def test_statistics_are_those_of_when_they_were_made():
    errors, lengths = np.array([1.0, 0.0]), np.array([4.0, 4.0])
    statistics = SampleStatistics.of_errors(errors, lengths)
    errors[0] = 4
    lengths[:] = 1
    assert statistics.value == 0.125
    with pytest.raises(ValueError, match="read-only"):
        statistics.numerators[0] = 4


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: of_scores([1.0, 90]), "scores[1] is 90.0; scores must be from 0 to 1, as 1 is"),
        (lambda: of_scores(["a"]), "scores must be a list or array of numbers, one a sample"),
        (
            lambda: of_scores([1.0, 0.5]).by_group([[1], [2]]),
            "groups holds labels of several types, or values that are not labels; make all of them",
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
def test_what_are_no_statistics_or_groups_is_refused(call, message):
    with pytest.raises(InputError) as caught:
        call()
    assert str(caught.value).startswith(message)
