"""Runs of the parts of a corpus come to what one run of all of it does."""

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from levmetrics import InputError, Run, score
from levmetrics.core.names import get_metric
from levmetrics.sums.sample_statistics import SampleStatistics

SAMPLES = st.lists(
    st.tuples(st.text("ab ", max_size=6), st.text("ab ", max_size=6), st.sampled_from("xyz")),
    min_size=1,
)
METRICS = [
    ("wer", {}),
    ("wer", {"reduction": "mean"}),
    ("anls", {}),
    ("anls", {"reduction": "sum"}),
]


WER = get_metric("wer", options={})


def part(preds, target, groups=None, ids=None, metric=WER):
    """The run of a part of a corpus, with what an interval needs if there are ids."""
    run = Run.of(metric, preds, target).with_names(None, groups)
    return run if ids is None else run.with_random_groups(ids)


def in_batches(metric, options, samples, size, ids=None):
    """The sum of the runs of batches, and these runs."""
    metric = get_metric(metric, options=options)
    runs = []
    for start in range(0, len(samples), size):
        preds, target, groups = zip(*samples[start : start + size], strict=True)
        of_batch = None if ids is None else ids[start : start + size]
        runs.append(part([*preds], [*target], [*groups], of_batch, metric))
    return sum(runs, Run.empty(metric)), runs


@pytest.mark.parametrize(("metric", "options"), METRICS)
@given(SAMPLES, st.integers(1, 5))
def test_batches_add_up_to_the_result_and_the_groups_of_the_whole(metric, options, samples, size):
    total, runs = in_batches(metric, options, samples, size)
    preds, target, groups = (list(column) for column in zip(*samples, strict=True))
    whole = score(preds, target, metric, **options)
    assert total.result() == whole.result()
    assert total.sample_count == len(samples)
    expected = {label: run.result() for label, run in whole.split_by_group(groups).items()}
    assert [*total.by_group().items()] == [*expected.items()]
    assert total.group_sums.samples.tolist() == [groups.count(label) for label in expected]
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
    third = Run.from_arrow(first.metric, rows)
    for other in (second, third, halves[0] + halves[1]):
        assert other.result() == first.result()
        assert other.by_group() == first.by_group()
        assert numerators(other) == numerators(first)
        assert other.signature() == first.signature()


def numerators(run):
    groups = run.random_groups
    return groups.group.tolist(), groups.statistics().numerators.tolist()


def test_samples_of_every_row_go_to_arrow_and_back_too():
    run = score(["a b", "c"], [["a x", "a b"], ["d"]], reduction="none")
    rows = pa.concat_tables([run.to_arrow(), run.to_arrow()])
    assert Run.from_arrow(run.metric, rows).result() == (run + run).result()


@pytest.mark.parametrize("metric", ["wer", "anls"])
def test_a_run_of_every_samples_own_result_goes_to_arrow_and_back(metric):
    run = part(["a", "b"], ["a", "c"], metric=get_metric(metric, options={"reduction": "none"}))
    assert Run.from_arrow(run.metric, run.to_arrow()).result() == run.result()


@pytest.mark.parametrize("metric", ["wer", "anls"])
def test_no_samples_go_to_arrow_and_back(metric):
    run = Run.empty(get_metric(metric, options={}))
    again = Run.from_arrow(run.metric, run.to_arrow())
    assert repr(again.result()) == repr(run.result())


@pytest.mark.parametrize(
    "rows", [pa.table({"a": [1]}), pa.table({"group_samples": [1], "group_label": ["x"]})]
)
def test_rows_of_something_else_are_refused(rows):
    message = f"rows has the columns {', '.join(rows.column_names)}; give the table that to_arrow"
    with pytest.raises(InputError, match=message):
        Run.from_arrow(WER, rows)


def test_rows_of_other_settings_are_refused():
    other = get_metric("wer", options={"tokenizer": "char"})
    with pytest.raises(InputError, match="saved is a run with the settings"):
        Run.from_arrow(other, part(["a"], ["b"]).to_arrow())


@pytest.mark.parametrize("row", [0, 1], ids=["all samples", "group"])
@pytest.mark.parametrize(
    ("column", "value", "message"),
    [
        ("settings", None, "saved is a run with the settings None"),
        ("counts", None, r"saved\['counts'\] is invalid"),
        ("counts", [1, 2, 3], r"saved\['counts'\] is invalid"),
        ("counts", [1, 2, 3, -4], r"saved\['counts'\] is invalid"),
    ],
)
def test_rows_that_were_changed_are_refused(row, column, value, message):
    rows = part(["a"], ["b"], ["ann"]).to_arrow()
    values = rows[column].to_pylist()
    values[row] = value
    number = rows.column_names.index(column)
    changed = rows.set_column(number, column, pa.array(values, rows.schema.field(column).type))
    with pytest.raises(InputError, match=message):
        Run.from_arrow(WER, changed)


def test_groups_of_every_samples_own_result_are_pooled_in_one_run_and_lost_in_a_sum():
    metric = get_metric("wer", options={"reduction": "none"})
    run = part(["a", "b"], ["b", "b"], ["ann", "ann"], metric=metric)
    assert run.by_group()["ann"]["wer"] == 0.5
    with pytest.raises(InputError, match="not all samples of this run have a group"):
        (run + run).by_group()


def test_rows_with_columns_of_other_types_are_refused():
    rows = part(["a"], ["b"]).to_arrow()
    broken = rows.set_column(rows.column_names.index("counts"), "counts", pa.array([["x"]]))
    with pytest.raises(InputError, match="columns of other types than to_arrow gives them"):
        Run.from_arrow(WER, broken)


def test_ids_in_some_parts_alone_are_refused_since_an_interval_would_leave_out_the_others():
    with pytest.raises(InputError, match="has no random groups"):
        part(["a"], ["a"], ids=[1]) + part(["a"], ["a"])


def test_groups_in_some_parts_alone_are_none_of_the_whole():
    total = part(["a"], ["a"], ["ann"]) + part(["a"], ["a"])
    for run in (total, Run.from_arrow(WER, total.to_arrow())):
        with pytest.raises(InputError, match="not all samples of this run have a group"):
            run.by_group()
    parts = [part(["a"], ["a"], ["ann"]).to_arrow(), part(["a"], ["a"]).to_arrow()]
    with pytest.raises(InputError, match="not all samples of this run have a group"):
        Run.from_arrow(WER, pa.concat_tables(parts)).by_group()


def test_no_samples_change_no_groups_and_no_interval():
    run = part(["a", "b"], ["a", "c"], ["ann", "bob"], [1, 2])
    nothing = Run.empty(WER)
    for total in (nothing + run, run + nothing):
        assert total.by_group() == run.by_group()
        assert total.interval() == run.interval()


def test_an_interval_of_a_sum_without_ids_is_refused():
    total = part(["a"], ["a"]) + part(["b"], ["a"])
    with pytest.raises(InputError, match="an interval needs the samples, and this run was added"):
        total.interval()


def test_what_does_not_fit_a_part_is_refused():
    for fault in ({"groups": ["ann", "bob"]}, {"ids": [None]}):
        with pytest.raises(InputError):
            part(["a"], ["a"], **fault)


def test_sums_do_not_keep_their_samples():
    total = part(["a"], ["b"], ["ann"], [np.int64(1)]) + Run.empty(WER)
    assert (total.groups, total.ids) == (None, None)
    with pytest.raises(InputError, match="score all of them in one run"):
        print(total.measured)
