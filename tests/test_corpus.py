"""A corpus scored in batches comes to what it does in one run."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics.corpus import Corpus
from levmetrics.scores.sample_statistics import SampleStatistics
from levmetrics.scoring import score, scoring_of

SAMPLES = st.lists(
    st.tuples(st.text("ab ", max_size=6), st.text("ab ", max_size=6), st.sampled_from("xyz")),
    min_size=1,
)


def in_batches(metric, samples, size):
    corpus = Corpus(scoring_of(metric, options={}))
    runs = []
    for start in range(0, len(samples), size):
        preds, target, groups = zip(*samples[start : start + size], strict=True)
        runs.append(corpus.add([*preds], [*target], [*groups]))
    return corpus, runs


@pytest.mark.parametrize("metric", ["wer_lev", "anls"])
@given(SAMPLES, st.integers(1, 5))
def test_batches_add_up_to_the_result_and_the_groups_of_the_whole(metric, samples, size):
    corpus, runs = in_batches(metric, samples, size)
    preds, target, groups = (list(column) for column in zip(*samples, strict=True))
    whole = score(preds, target, metric)
    assert corpus.run.result() == pytest.approx(whole.result(), rel=1e-12)
    assert corpus.samples == len(samples)
    expected = whole.by_group(groups)
    assert [*corpus.groups] == [*expected]
    for label, of_group in corpus.groups.items():
        assert of_group.run.result() == pytest.approx(expected[label], rel=1e-12)
        assert of_group.samples == groups.count(label)
    joined = SampleStatistics.joined([run.statistics() for run in runs])
    assert joined.numerators.tolist() == whole.statistics().numerators.tolist()
    assert joined.value == whole.statistics().value
