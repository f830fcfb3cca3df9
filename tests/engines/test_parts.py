"""Parts of a corpus, scored by workers, come to what one machine has, or to one sentence."""

import pickle
from datetime import date
from itertools import pairwise

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from levmetrics import InputError, Run
from levmetrics.core.names import get_metric
from levmetrics.frames import engines
from levmetrics.frames.engines import added_sums, sums_of_part, sums_schema, whole_run
from levmetrics.frames.frame import RowMetric
from tests.engines.corpora import on_one_machine

ROWS = st.lists(
    st.fixed_dictionaries(
        {
            "hyp": st.text("ab ", max_size=6),
            "ref": st.text("ab ", max_size=6),
            "speaker": st.sampled_from(["ann", "bob", "null"]),
        }
    ),
    min_size=2,
)


def row_metric(metric="wer", sample_id="id"):
    return RowMetric(get_metric(metric, options={}), "hyp", "ref", "speaker", sample_id)


def whole(asked, sums):
    return whole_run(asked, [sums], "numpy")


def table_of(rows):
    table = pa.Table.from_pylist(
        rows, pa.schema({name: pa.string() for name in ("hyp", "ref", "speaker")})
    )
    return table.append_column("id", pa.array(range(len(rows)), pa.int32()))


@pytest.mark.parametrize("metric", ["wer", "anls"])
@settings(max_examples=30)  # each of dozens of small runs
@given(ROWS, st.lists(st.integers(0, 20), min_size=1, max_size=4), st.integers(1, 4))
def test_parts_of_any_sizes_come_to_the_run_of_one_machine(metric, rows, cuts, at_once):
    asked, table = row_metric(metric), table_of(rows)
    expected = on_one_machine(table, metric)
    edges = [0, *sorted(cuts), len(rows)]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(engines, "ROWS_AT_ONCE", at_once)
        rows_of_parts = [
            sums_of_part(asked, table.slice(start, max(end - start, 0)).to_batches(max_chunksize=3))
            for start, end in pairwise(edges)
        ]
    assert all(part.schema == sums_schema(asked) for part in rows_of_parts)
    once = whole(asked, pa.concat_tables(rows_of_parts))
    combined = [added_sums(asked, pa.concat_tables(rows_of_parts[i:])) for i in (1, 0)]
    twice = whole(asked, pa.concat_tables([rows_of_parts[0], combined[0]]))
    for found in (once, twice, whole(asked, combined[1])):
        assert found.result() == expected.result()
        assert found.by_group() == dict(sorted(expected.by_group().items()))
        assert found.interval(n_resamples=9) == expected.interval(n_resamples=9)


def test_rows_of_each_group_can_be_added_up_apart_as_engines_do():
    asked = row_metric()
    table = table_of([{"hyp": "a", "ref": "a b", "speaker": name} for name in ("ann", "bob") * 3])
    rows = pa.concat_tables(
        [sums_of_part(asked, table.slice(i, 2).to_batches()) for i in (0, 2, 4)]
    )
    labels = rows["group_label"].unique().to_pylist()
    assert len(labels) == 3
    by_label = [
        added_sums(
            asked,
            rows.filter(pa.array([found == label for found in rows["group_label"].to_pylist()])),
        )
        for label in labels
    ]
    found, expected = whole(asked, pa.concat_tables(by_label)), whole(asked, rows)
    assert (found.result(), found.by_group()) == (expected.result(), expected.by_group())
    assert found.sample_count == 6


def test_a_part_without_rows_has_no_rows_of_sums():
    asked = row_metric()
    assert (
        sums_of_part(asked, []).num_rows
        == sums_of_part(asked, table_of([]).to_batches()).num_rows
        == 0
    )
    assert sums_of_part(asked, []).schema == sums_schema(asked)


def test_a_corpus_without_rows_is_refused():
    asked = row_metric(sample_id=None)
    with pytest.raises(InputError, match="has no samples; there is nothing to score"):
        whole(asked, sums_of_part(asked, []))


@pytest.mark.parametrize("fault_at", [0, 1, 37, 99])
def test_the_first_row_that_cannot_be_scored_is_named_by_what_is_in_it(fault_at):
    asked = row_metric()
    rows = [{"hyp": "a", "ref": "a b", "speaker": "ann"} for _ in range(100)]
    for row in rows[fault_at:]:
        row["hyp"] = None
    faulty = sums_of_part(asked, table_of(rows).to_batches())
    fine = sums_of_part(asked, table_of(rows[:1] if fault_at else []).to_batches())
    message = (
        r"hyp is None; every prediction must be a string "
        rf"\(in the row with hyp=None, ref='a b', speaker='ann', id={fault_at}\)"
    )
    for rows_of_parts in ([fine, faulty], [added_sums(asked, pa.concat_tables([fine, faulty]))]):
        with pytest.raises(InputError, match=message) as raised:
            whole(asked, pa.concat_tables(rows_of_parts))
        assert raised.value.code == "engine.row"


def test_a_package_that_a_worker_lacks_is_named():
    def tokenizer(text):
        raise ImportError("the tokenizer needs fugashi; install it with pip")

    asked = RowMetric(get_metric("wer", options={"tokenizer": tokenizer}), "hyp", "ref")
    rows = [{"hyp": "a", "ref": "a", "speaker": "ann"}]
    faulty = sums_of_part(asked, table_of(rows).to_batches())
    with pytest.raises(InputError, match="the tokenizer needs fugashi; install it with pip"):
        whole(asked, faulty)


def test_long_texts_are_cut_off_in_messages():
    rows = [{"hyp": None, "ref": "x" * 1000, "speaker": "ann"}]
    with pytest.raises(InputError, match=r"ref='x{59}\.\.\., speaker='ann'"):
        whole(row_metric(), sums_of_part(row_metric(), table_of(rows).to_batches()))


def test_a_row_without_a_label_or_an_id_is_refused():
    rows = [{"hyp": "a", "ref": "a", "speaker": None}]
    with pytest.raises(InputError, match=r"^speaker is None; .*speaker=None, id=0"):
        whole(row_metric(), sums_of_part(row_metric(), table_of(rows).to_batches()))
    table = table_of([{"hyp": "a", "ref": "a", "speaker": "ann"}])
    table = table.set_column(3, "id", pa.array([None], pa.int64()))
    with pytest.raises(InputError, match=r"^id is None; every sample needs a label"):
        whole(row_metric(), sums_of_part(row_metric(), table.to_batches()))


@pytest.mark.parametrize(
    "labels",
    [
        pa.array([0.5, 0.1, -0.0, 0.0]),
        pa.array([0.1, 2.5, 0.1, 2.5], pa.float32()),
        pa.array([date(2026, 11, 2), date(2026, 2, 11), date(2026, 2, 11), date(2026, 11, 2)]),
        pa.array([10, 9, 9, 10]),
    ],
    ids=["doubles", "floats", "dates", "numbers"],
)
def test_groups_are_doubles_dates_or_numbers_and_come_back_as_such(labels):
    asked = row_metric(sample_id=None)
    table = pa.table(
        {"hyp": ["a", "b", "c", "d e"], "ref": ["a", "x", "c", "d"], "speaker": labels}
    )
    engines.check_columns(asked, table.schema)
    parts = [sums_of_part(asked, table.slice(i, 2).to_batches()) for i in (0, 2)]
    found = whole(asked, pa.concat_tables(parts))
    expected = Run.of(asked.metric, table["hyp"], table["ref"]).by_group(labels)
    assert [*found.by_group().items()] == sorted(expected.items())
    assert found.group_table()["group"].to_pylist() == sorted(expected)


def test_a_group_that_is_not_a_number_is_refused():
    asked = row_metric(sample_id=None)
    table = pa.table({"hyp": ["a"], "ref": ["a"], "speaker": [float("nan")]})
    with pytest.raises(InputError, match=r"^speaker is nan; every sample needs a label"):
        whole(asked, sums_of_part(asked, table.to_batches()))


def test_the_signature_names_the_engine_and_what_is_resampled():
    asked = row_metric()
    rows = [{"hyp": "a", "ref": text, "speaker": "ann"} for text in "abab"]
    run = whole(asked, sums_of_part(asked, table_of(rows).to_batches()))
    signature = run.signature(confidence_level=0.9, n_resamples=50, seed=3)
    assert "|resampled:random_groups|confidence_level:0.9|n_resamples:50|seed:3" in signature
    assert "|numpy:" in run.signature()
    assert "resampled" not in run.signature()


def test_what_is_asked_of_a_worker_can_be_sent_to_a_worker():
    asked = pickle.loads(pickle.dumps(row_metric()))
    rows = [{"hyp": "a", "ref": "a b", "speaker": "ann"}]
    assert whole(asked, sums_of_part(asked, table_of(rows).to_batches())).result()["wer"] == 0.5
