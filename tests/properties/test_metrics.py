"""What every metric class keeps, whatever the order of the samples, the updates and the merges."""

import copy
import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties.cases import CORPORA, columns, examples
from tests.torch import makers

pytest.importorskip("torchmetrics")
POOLED = {name: make for name, make in makers.TEXT_MAKERS.items() if "none" not in name}
every_pooled_metric = pytest.mark.parametrize("make", POOLED.values(), ids=POOLED)


def of(make, corpus):
    return makers.scored(make(), *columns(corpus, ""))


@every_pooled_metric
@examples(5)
@given(corpus=CORPORA, seed=st.integers(0, 99))
def test_the_order_of_the_samples_does_not_matter(make, corpus, seed):
    shuffled = random.Random(seed).sample(corpus, len(corpus))
    makers.assert_same(of(make, shuffled), of(make, corpus))


@makers.every_metric_of_texts
@examples(5)
@given(corpus=CORPORA, cuts=st.lists(st.integers(0, 8), max_size=3))
def test_updates_and_merged_states_come_to_one_update(make, corpus, cuts):
    edges = [0, *sorted(cuts), len(corpus)]
    parts = [corpus[a:b] for a, b in itertools.pairwise(edges) if a < b]
    updated, merged = make(), make()
    for part in parts:
        updated.update(*columns(part, ""))
        later = make()
        later.update(*columns(part, ""))
        later.merge_state(copy.deepcopy(merged))  # the incoming state comes first
        merged = later
    for metric in (updated, merged):
        makers.assert_same(metric.compute(), of(make, corpus))
