"""The quantiles of Student's t beside published ones and SciPy's."""

import math

import pytest

from levmetrics.significance.student import reach_of_t

# "Critical values of the Student's t distribution" of the NIST/SEMATECH e-Handbook of Statistical
# Methods, 1.3.6.7.2, of one side.
PUBLISHED = {
    0.95: {1: 6.314, 2: 2.920, 4: 2.132, 9: 1.833, 30: 1.697, 99: 1.660},
    0.975: {1: 12.706, 2: 4.303, 4: 2.776, 9: 2.262, 30: 2.042, 99: 1.984},
    0.995: {1: 63.657, 2: 9.925, 4: 4.604, 9: 3.250, 30: 2.750, 99: 2.626},
}


@pytest.mark.parametrize("share", PUBLISHED)
def test_quantiles_are_those_of_the_published_table(share):
    found = {degrees: round(reach_of_t(2 * share - 1, degrees), 3) for degrees in PUBLISHED[share]}
    assert found == PUBLISHED[share]


@pytest.mark.parametrize("level", [0.001, 0.5, 0.8, 0.9, 0.95, 0.99, 0.999])
def test_quantiles_are_scipys(level):
    stats = pytest.importorskip("scipy.stats")
    for degrees in [*range(1, 200), 999, 1_000, 9_999, 100_000]:
        expected = stats.t.isf((1 - level) / 2, degrees)
        assert reach_of_t(level, degrees) == pytest.approx(expected, rel=1e-11), degrees


def test_the_highest_level_of_an_interval_is_reached():
    # Of one degree of freedom by hand: the tangent of the angle with this share of all.
    assert reach_of_t(0.999_999, 1) == pytest.approx(math.tan(math.pi / 2 * 0.999_999), rel=1e-9)
