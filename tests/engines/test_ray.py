"""A corpus in Ray has the numbers that it has on one machine, with real workers."""

import os
import signal

import pyarrow as pa
import pytest

import levmetrics
from levmetrics.errors import InputError
from tests.engines.corpora import COLUMNS, on_one_machine, said

pytestmark = pytest.mark.slow
BY_ALL = {**COLUMNS, "groups": "speaker", "sample_id": "id"}


@pytest.mark.parametrize("blocks", [1, 2, 7])
def test_many_pairs_have_the_same_numbers_over_any_number_of_blocks(data, large, blocks):
    from levmetrics.ray import score

    path, expected = large
    dataset = data.read_parquet(str(path)).repartition(blocks)
    assert said(score(dataset, "wer_lev", **BY_ALL)) == expected


@pytest.mark.parametrize("metric", ["wer_lev:cer", "anls"])
def test_empty_and_skewed_blocks_change_nothing(data, small, metric):
    from levmetrics.ray import score

    parts = [small.slice(0, 450), small.slice(450, 0), small.slice(450, 1), small.slice(451)]
    found = score(data.from_arrow(parts), metric, **BY_ALL)
    assert said(found) == said(on_one_machine(small, metric))
    assert "|ray:" in found.signature()


def test_the_signature_is_the_same_over_any_number_of_blocks(data, small):
    from levmetrics.ray import score

    one, seven = (
        score(data.from_arrow(small).repartition(n), **BY_ALL).signature() for n in (1, 7)
    )
    assert one == seven


def test_one_row_is_scored(data, small):
    from levmetrics.ray import score

    found = score(data.from_arrow(small.slice(0, 1)), groups="speaker", **COLUMNS)
    assert found.sample_count == 1
    assert found.result()["wer"] == on_one_machine(small.slice(0, 1), "wer_lev").result()["wer"]


def test_a_worker_that_is_killed_is_replaced_and_nothing_counted_twice(data, small, tmp_path):
    from levmetrics.ray import score

    killed = tmp_path / "killed"

    def tokenizer(text):
        if "HIS" in text.upper() and not killed.exists():
            killed.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return text.split()

    found = score(data.from_arrow(small).repartition(3), tokenizer=tokenizer, **BY_ALL)
    assert killed.exists()
    assert said(found) == said(on_one_machine(small, "wer_lev"))


def test_workers_load_no_torch(data, small):
    from levmetrics.ray import score

    def tokenizer(text):
        import sys

        assert "torch" not in sys.modules
        return text.split()

    assert score(data.from_arrow(small), tokenizer=tokenizer, **COLUMNS).sample_count == 500


def test_scores_of_rows_are_those_of_one_machine(data, small):
    from levmetrics.ray import add_scores

    dataset = add_scores(data.from_arrow(small).repartition(3), prefix="a_", **COLUMNS)
    expected = levmetrics.score_table(small, prefix="a_", **COLUMNS)
    found = sorted(dataset.take_all(), key=lambda row: row["id"])
    assert [*found[0]] == expected.column_names
    assert found == expected.to_pylist()


def test_several_references_of_a_row_are_a_list(data):
    from levmetrics.ray import add_scores, score

    dataset = data.from_arrow(pa.table({"hyp": ["a b"], "ref": [["a c", "a b"]]}))
    assert score(dataset, **COLUMNS).result()["wer"] == 0.0
    assert add_scores(dataset, **COLUMNS).take_all()[0]["reference_index"] == 1


MISUSES = {
    "no such column": ({"prediction": "hypo"}, "unknown column 'hypo'; did you mean 'hyp'"),
    "a column of numbers": ({"prediction": "id"}, "'id' is of type int64; predictions must be"),
}


@pytest.mark.parametrize(("asked", "message"), MISUSES.values(), ids=MISUSES)
def test_what_cannot_be_asked_is_refused_in_a_sentence_before_a_worker_starts(
    data, small, asked, message
):
    from levmetrics.ray import score

    with pytest.raises(InputError, match=message) as refused:
        score(data.from_arrow(small), **{**COLUMNS, **asked})
    assert "\n" not in str(refused.value)


def test_a_row_that_cannot_be_scored_is_named_in_a_sentence(data, small):
    from levmetrics.ray import add_scores, score

    rows = [*small.slice(0, 50).to_pylist(), {"hyp": None, "ref": "who", "id": 77, "speaker": "x"}]
    dataset = data.from_arrow(pa.Table.from_pylist(rows)).repartition(3)
    with pytest.raises(InputError) as refused:
        score(dataset, **BY_ALL)
    assert str(refused.value) == (
        "hyp is None; every prediction must be a string "
        "(in the row with hyp=None, ref='who', speaker='x', id=77)"
    )
    named = r"hyp is None; .* row with hyp=None, ref=.who., id=77"
    with pytest.raises(Exception, match=named):
        add_scores(dataset, **COLUMNS).take_all()


@pytest.mark.parametrize("rows", [None, []])
def test_a_data_set_without_rows_is_refused(data, small, rows):
    from levmetrics.ray import score

    empty = data.from_items([]) if rows is None else data.from_arrow(small.slice(0, 0))
    with pytest.raises(InputError, match=r"no columns; give one with|hyp has no samples; there"):
        score(empty, **COLUMNS)


def test_something_that_is_no_data_set_is_refused(small):
    from levmetrics.ray import score

    with pytest.raises(InputError, match=r"dataset is .* it must be a Ray Dataset"):
        score(small, **COLUMNS)
