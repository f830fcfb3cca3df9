"""Parts of a corpus, scored by workers, come to what one machine has, or to one sentence."""

import pickle
from itertools import pairwise

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from levmetrics.engines import parts
from levmetrics.engines.parts import PartScorer
from levmetrics.errors import InputError
from levmetrics.frames.rows import RowScorer
from levmetrics.metric import get_metric
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


def part_scorer(metric="wer_lev", **options):
    scorer = RowScorer(get_metric(metric, options={}), "hyp", "ref")
    return PartScorer(scorer, **{"groups": "speaker", "sample_id": "id", **options})


def table_of(rows):
    table = pa.Table.from_pylist(
        rows, pa.schema({name: pa.string() for name in ("hyp", "ref", "speaker")})
    )
    return table.append_column("id", pa.array(range(len(rows)), pa.int32()))


@pytest.mark.parametrize("metric", ["wer_lev", "anls"])
@settings(max_examples=30)  # each of dozens of small runs
@given(ROWS, st.lists(st.integers(0, 20), min_size=1, max_size=4), st.integers(1, 4))
def test_parts_of_any_sizes_come_to_the_run_of_one_machine(metric, rows, cuts, at_once):
    scorer, table = part_scorer(metric), table_of(rows)
    whole = on_one_machine(table, metric)
    edges = [0, *sorted(cuts), len(rows)]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(parts, "ROWS_AT_ONCE", at_once)
        rows_of_parts = [
            scorer.rows(table.slice(start, max(end - start, 0)).to_batches(max_chunksize=3))
            for start, end in pairwise(edges)
        ]
    assert all(part.schema == scorer.schema for part in rows_of_parts)
    once = scorer.whole(pa.concat_tables(rows_of_parts))
    combined = [scorer.added(pa.concat_tables(rows_of_parts[i:])) for i in (1, 0)]
    twice = scorer.whole(pa.concat_tables([rows_of_parts[0], combined[0]]))
    for found in (once, twice, scorer.whole(combined[1])):
        assert found.result() == whole.result()
        assert found.by_group() == dict(sorted(whole.by_group().items()))
        assert found.interval(n_resamples=9) == whole.interval(n_resamples=9)


def test_rows_of_each_group_can_be_added_up_apart_as_engines_do():
    scorer = part_scorer()
    table = table_of([{"hyp": "a", "ref": "a b", "speaker": name} for name in ("ann", "bob") * 3])
    rows = pa.concat_tables([scorer.rows(table.slice(i, 2).to_batches()) for i in (0, 2, 4)])
    labels = rows["group_label"].unique().to_pylist()
    assert len(labels) == 3
    by_label = [
        scorer.added(
            rows.filter(pa.array([found == label for found in rows["group_label"].to_pylist()]))
        )
        for label in labels
    ]
    found, expected = scorer.whole(pa.concat_tables(by_label)), scorer.whole(rows)
    assert (found.result(), found.by_group()) == (expected.result(), expected.by_group())
    assert found.sample_count == 6


def test_a_part_without_rows_has_no_rows_of_sums():
    scorer = part_scorer()
    assert scorer.rows([]).num_rows == scorer.rows(table_of([]).to_batches()).num_rows == 0
    assert scorer.rows([]).schema == scorer.schema


def test_a_corpus_without_rows_is_refused():
    scorer = part_scorer(sample_id=None)
    with pytest.raises(InputError, match="has no samples; there is nothing to score"):
        scorer.whole(scorer.rows([]))


@pytest.mark.parametrize("fault_at", [0, 1, 37, 99])
def test_the_first_row_that_cannot_be_scored_is_named_by_what_is_in_it(fault_at):
    scorer = part_scorer()
    rows = [{"hyp": "a", "ref": "a b", "speaker": "ann"} for _ in range(100)]
    for row in rows[fault_at:]:
        row["hyp"] = None
    faulty = scorer.rows(table_of(rows).to_batches())
    fine = scorer.rows(table_of(rows[:1] if fault_at else []).to_batches())
    message = (
        r"hyp is None; every prediction must be a string "
        rf"\(in the row with hyp=None, ref='a b', speaker='ann', id={fault_at}\)"
    )
    for rows_of_parts in ([fine, faulty], [scorer.added(pa.concat_tables([fine, faulty]))]):
        with pytest.raises(InputError, match=message) as raised:
            scorer.whole(pa.concat_tables(rows_of_parts))
        assert raised.value.code == "engine.row"


def test_a_package_that_a_worker_lacks_is_named():
    def tokenizer(text):
        raise ImportError("the tokenizer needs fugashi; install it with pip")

    scorer = RowScorer(get_metric("wer_lev", options={"tokenizer": tokenizer}), "hyp", "ref")
    rows = [{"hyp": "a", "ref": "a", "speaker": "ann"}]
    faulty = PartScorer(scorer).rows(table_of(rows).to_batches())
    with pytest.raises(InputError, match="the tokenizer needs fugashi; install it with pip"):
        PartScorer(scorer).whole(faulty)


def test_long_texts_are_cut_off_in_messages():
    rows = [{"hyp": None, "ref": "x" * 1000, "speaker": "ann"}]
    with pytest.raises(InputError, match=r"ref='x{59}\.\.\., speaker='ann'"):
        part_scorer().whole(part_scorer().rows(table_of(rows).to_batches()))


def test_a_row_without_a_label_or_an_id_is_refused():
    rows = [{"hyp": "a", "ref": "a", "speaker": None}]
    with pytest.raises(InputError, match=r"groups\[0\] is None; .*speaker=None, id=0"):
        part_scorer().whole(part_scorer().rows(table_of(rows).to_batches()))


def test_the_signature_names_the_engine_and_what_is_resampled():
    scorer = part_scorer(packages=("numpy",))
    rows = [{"hyp": "a", "ref": text, "speaker": "ann"} for text in "abab"]
    run = scorer.whole(scorer.rows(table_of(rows).to_batches()))
    signature = run.signature(confidence_level=0.9, n_resamples=50, seed=3)
    assert "|resampled:random_groups|confidence_level:0.9|n_resamples:50|seed:3" in signature
    assert "|numpy:" in run.signature()
    assert "resampled" not in run.signature()


def test_a_part_scorer_can_be_sent_to_a_worker():
    scorer = pickle.loads(pickle.dumps(part_scorer()))
    rows = [{"hyp": "a", "ref": "a b", "speaker": "ann"}]
    assert scorer.whole(scorer.rows(table_of(rows).to_batches())).result()["wer"] == 0.5
