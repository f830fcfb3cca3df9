"""A corpus scored in batches comes to what it does in one run."""

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from levmetrics.corpus import Corpus
from levmetrics.errors import InputError
from levmetrics.scores.sample_statistics import SampleStatistics
from levmetrics.scoring import score, scoring_of

SAMPLES = st.lists(
    st.tuples(st.text("ab ", max_size=6), st.text("ab ", max_size=6), st.sampled_from("xyz")),
    min_size=1,
)
METRICS = [
    ("wer_lev", {}),
    ("wer_lev", {"reduction": "mean"}),
    ("anls", {}),
    ("anls", {"reduction": "sum"}),
]


def in_batches(metric, options, samples, size, ids=None):
    corpus = Corpus(scoring_of(metric, options=options))
    runs = []
    for start in range(0, len(samples), size):
        preds, target, groups = zip(*samples[start : start + size], strict=True)
        of_batch = None if ids is None else ids[start : start + size]
        runs.append(corpus.add([*preds], [*target], [*groups], of_batch))
    return corpus, runs


@pytest.mark.parametrize(("metric", "options"), METRICS)
@given(SAMPLES, st.integers(1, 5))
def test_batches_add_up_to_the_result_and_the_groups_of_the_whole(metric, options, samples, size):
    corpus, runs = in_batches(metric, options, samples, size)
    preds, target, groups = (list(column) for column in zip(*samples, strict=True))
    whole = score(preds, target, metric, **options)
    assert corpus.run.result() == whole.result()
    assert corpus.samples == len(samples)
    expected = whole.split_by_group(groups)
    assert [*corpus.groups] == [*expected]
    for label, of_group in corpus.groups.items():
        assert of_group.run.result() == expected[label].result()
        assert of_group.samples == groups.count(label)
    if options.get("reduction") != "sum":
        joined = SampleStatistics.joined([run.statistics() for run in runs])
        assert joined.numerators.tolist() == whole.statistics().numerators.tolist()


@pytest.mark.parametrize(("metric", "options"), METRICS[:3])
@settings(max_examples=30)  # each of dozens of small runs
@given(SAMPLES, st.integers(1, 5), st.integers(1, 5), st.randoms(use_true_random=False))
def test_score_groups_and_interval_are_the_same_however_samples_are_spread(
    metric, options, samples, size, other_size, random
):
    samples = samples * 2  # an interval needs two
    order = [*range(len(samples))]
    first, _ = in_batches(metric, options, samples, size, order)
    random.shuffle(order)
    shuffled = [samples[i] for i in order]
    second, _ = in_batches(metric, options, shuffled, other_size, order)
    # The last one by rows of Arrow, as engines send them.
    halves = [
        in_batches(metric, options, shuffled[part], other_size, order[part])[0]
        for part in (slice(0, 1), slice(1, None))
    ]
    rows = pa.concat_tables([half.to_arrow() for half in reversed(halves)])
    third = Corpus.from_arrow(first.scoring, rows)
    for other in (second, third, halves[0] + halves[1]):
        assert other.result() == first.result()
        assert other.by_group() == first.by_group()
        assert numerators(other) == numerators(first)
        assert other.signature() == first.signature()


def numerators(corpus):
    groups = corpus.run.random_groups
    return groups.group.tolist(), groups.statistics().numerators.tolist()


def test_the_interval_is_the_same_however_samples_are_spread():
    samples = [("a b", f"a {'bc'[i % 3 == 0]}", "x") for i in range(60)]
    ids = [*range(60)]
    intervals = [
        in_batches("wer_lev", {}, samples[::step], size, ids[::step])[0].interval(seed=3)
        for step, size in ((1, 60), (1, 7), (-1, 1))
    ]
    assert intervals[0] == intervals[1] == intervals[2]
    assert 0 < intervals[0].low < 1 / 6 < intervals[0].high < 1


def test_samples_of_every_row_go_to_arrow_and_back_too():
    run = score(["a b", "c"], [["a x", "a b"], ["d"]], reduction="none")
    rows = pa.concat_tables([run.to_arrow(), run.to_arrow()])
    assert run.scoring.from_arrow(rows).result() == (run + run).result()


@pytest.mark.parametrize("metric", ["wer_lev", "anls"])
def test_a_corpus_of_every_samples_own_result_goes_to_arrow_and_back(metric):
    corpus = Corpus(scoring_of(metric, options={"reduction": "none"}))
    corpus.add(["a", "b"], ["a", "c"])
    read = Corpus.from_arrow(corpus.scoring, corpus.to_arrow())
    assert (read.result(), read.by_group()) == (corpus.result(), {})


@pytest.mark.parametrize("metric", ["wer_lev", "anls"])
def test_no_samples_go_to_arrow_and_back(metric):
    corpus = Corpus(scoring_of(metric, options={}))
    again = Corpus.from_arrow(corpus.scoring, corpus.to_arrow())
    assert repr(again.result()) == repr(corpus.result())


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (pa.table({"a": [1]}), "rows has the columns a; give the table that Corpus.to_arrow"),
        (
            pa.table({"group_samples": [1], "group_label": ["x"]}),
            "rows has the columns group_samples, group_label; give the table that to_arrow ret",
        ),
    ],
)
def test_rows_of_something_else_are_refused(rows, message):
    with pytest.raises(InputError, match=message):
        Corpus.from_arrow(scoring_of("wer_lev", options={}), rows)


def test_rows_of_other_settings_are_refused():
    corpus = Corpus(scoring_of("wer_lev", options={}))
    corpus.add(["a"], ["b"])
    other = scoring_of("wer_lev", options={"tokenizer": "char"})
    with pytest.raises(InputError, match="saved is a run with the settings"):
        Corpus.from_arrow(other, corpus.to_arrow())


@pytest.mark.parametrize("row", [0, 1], ids=["corpus", "group"])
@pytest.mark.parametrize(
    ("column", "value", "message"),
    [
        ("settings", None, "saved is a run with the settings None"),
        ("counts", None, "saved has no fitting counts"),
        ("counts", [1, 2, 3], "saved has no fitting counts"),
        ("counts", [1, 2, 3, -4], "saved has no fitting counts"),
    ],
)
def test_rows_that_were_changed_are_refused(row, column, value, message):
    corpus = Corpus(scoring_of("wer_lev", options={}))
    corpus.add(["a"], ["b"], ["ann"])
    rows = corpus.to_arrow()
    values = rows[column].to_pylist()
    values[row] = value
    number = rows.column_names.index(column)
    changed = rows.set_column(number, column, pa.array(values, rows.schema.field(column).type))
    with pytest.raises(InputError, match=message):
        Corpus.from_arrow(corpus.scoring, changed)


def test_groups_of_every_samples_own_result_are_refused():
    corpus = Corpus(scoring_of("wer_lev", options={"reduction": "none"}))
    with pytest.raises(InputError, match="results of groups are sums, but the reduction is 'no"):
        corpus.add(["a"], ["b"], ["ann"])


def test_rows_with_columns_of_other_types_are_refused():
    corpus = Corpus(scoring_of("wer_lev", options={}))
    corpus.add(["a"], ["b"])
    rows = corpus.to_arrow()
    broken = rows.set_column(rows.column_names.index("counts"), "counts", pa.array([["x"]]))
    with pytest.raises(InputError, match="columns of other types than to_arrow gives them"):
        Corpus.from_arrow(corpus.scoring, broken)


def test_ids_in_some_batches_alone_are_refused_since_an_interval_would_leave_out_the_others():
    corpus = Corpus(scoring_of("wer_lev", options={}))
    corpus.add(["a"], ["a"], ids=[1])
    with pytest.raises(InputError, match="has no random groups"):
        corpus.add(["a"], ["a"])
    assert corpus.samples == 1


def test_an_interval_without_ids_is_refused():
    corpus = Corpus(scoring_of("wer_lev", options={}))
    corpus.add(["a", "b"], ["a", "a"])
    with pytest.raises(InputError, match="this run has no random groups"):
        corpus.interval()


def test_a_batch_that_is_refused_changes_nothing():
    corpus = Corpus(scoring_of("wer_lev", options={}))
    corpus.add(["a"], ["b"], ["ann"])
    for fault in ({"groups": ["ann", "bob"]}, {"ids": [None]}):
        with pytest.raises(InputError):
            corpus.add(["a"], ["a"], **fault)
    assert corpus.result()["wer"] == 1.0
    assert corpus.samples == corpus.groups["ann"].samples == 1


def test_batches_do_not_keep_their_samples():
    corpus = Corpus(scoring_of("wer_lev", options={}))
    corpus.add(["a"], ["b"], ["ann"], [np.int64(1)])
    assert corpus.run.samples is None
    assert corpus.groups["ann"].run.samples is None
