"""The benchmark of tables: both contenders come to the same score."""

import pytest

from benchmarks import frames
from benchmarks.timing import OURS


@pytest.mark.parametrize("library", frames.LIBRARIES)
def test_a_table_and_its_bare_columns_come_to_the_same_mean(library):
    scores = {who: call() for who, call in frames.contenders(library, rows=60).items()}
    assert scores[OURS] == pytest.approx(scores[frames.BARE], rel=1e-12)
    assert scores[OURS] > 0
