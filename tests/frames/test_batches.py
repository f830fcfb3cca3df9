"""score_table without a table: a function of batches for datasets' map."""

import pickle
import re
import subprocess
import sys

import datasets
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from datasets.fingerprint import Hasher

from levmetrics import InputError, score_table
from levmetrics.frames.frame import RowMetric

datasets.disable_progress_bars()
TEXTS = {"hyp": ["is there", "hallo", "a"] * 3, "ref": ["who is there", "hello", "a b"] * 3}
SIDES = {"prediction": "hyp", "reference": "ref"}
ADDED = [name for name in score_table(pa.table(TEXTS), **SIDES).column_names if name not in TEXTS]
EXPECTED = score_table(pa.table(TEXTS), **SIDES).to_pydict()


def rows():
    return datasets.Dataset.from_dict(TEXTS)


def test_a_dictionary_gets_the_new_columns_alone_as_lists():
    assert score_table(**SIDES)(TEXTS) == {name: EXPECTED[name] for name in ADDED}


@pytest.mark.parametrize("make", [pa.table, pd.DataFrame, pl.DataFrame])
def test_a_table_comes_back_with_the_columns(make):
    table = make(TEXTS)
    scored = score_table(**SIDES)(table)
    assert type(scored) is type(table)
    assert pa.table(scored).to_pydict() == EXPECTED


@pytest.mark.parametrize("format", [None, "arrow", "pandas", "polars", "numpy"])
def test_map_adds_the_columns_in_every_format_and_any_size_of_batch(format):
    mapped = rows().with_format(format).map(score_table(**SIDES), batched=True, batch_size=4)
    assert mapped.with_format("arrow")[:].to_pydict() == EXPECTED


@pytest.mark.parametrize("with_indices", [False, True])
def test_map_row_by_row_adds_the_same_columns(with_indices):
    assert rows().map(score_table(**SIDES), with_indices=with_indices)[:] == EXPECTED


@pytest.mark.parametrize(
    ("prediction", "reference", "score"),
    [("", "", 1.0), ("ab", ["x", "ab"], 1.0), ("rain", "shine", 0.4)],
)
def test_a_row_has_the_scores_of_a_batch_of_that_row(prediction, reference, score):
    scorer = score_table(metric="anls", **SIDES)
    scores = scorer({"other": "longer", "hyp": prediction, "ref": reference})
    assert scores["anls"] == score
    batch = scorer({"hyp": [prediction], "ref": [reference]})
    assert {name: [value] for name, value in scores.items()} == batch


def test_a_row_of_nested_values_is_a_row():
    scorer = score_table(metric="anls:star", **SIDES)
    assert scorer({"hyp": {"a": "1", "b": "2"}, "ref": {"a": "1"}})["anls"] == 0.5


LISTS = {"hyp": [["a", "b"], ["c", "d"]], "ref": [["a", "b"], ["c", "x"]]}


@pytest.mark.parametrize("options", [{}, {"batched": True}, {"with_indices": True}])
def test_map_knows_lists_that_are_values_of_rows_from_columns(options):
    scored = datasets.Dataset.from_dict(LISTS).map(
        score_table(metric="anls:star", **SIDES), **options
    )
    assert scored["anls"][:] == [1, 0.5]


@pytest.mark.parametrize("format", [None, "numpy"])
def test_lists_of_streamed_rows_are_known_by_their_indices(format):
    streamed = datasets.Dataset.from_dict(LISTS).to_iterable_dataset().with_format(format)
    scored = streamed.map(score_table(metric="anls:star", **SIDES), with_indices=True)
    assert [float(row["anls"]) for row in scored] == [1, 0.5]


def test_a_row_of_tokens_is_no_batch_of_texts():
    with pytest.raises(InputError, match=r"^batch\['hyp'\]\[0\] is of type list; every prediction"):
        datasets.Dataset.from_dict(LISTS).map(score_table(**SIDES))


def test_other_columns_may_have_another_length():
    scores = score_table(**SIDES)({"key": [1, 2, 3], "hyp": ["a"], "ref": ["a"]})
    assert {name: len(values) for name, values in scores.items()} == dict.fromkeys(ADDED, 1)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (
            {"hyp": ["a", "b"], "ref": ["a"]},
            "batch['hyp'] and batch['ref'] differ in length (2 and 1)",
        ),
        ({"hyp": ["a", "b"], "ref": "a b"}, "batch['hyp'][0] is of type list"),
        ({"hyp": ["a"], "ref": "a"}, "batch['hyp'][0] is of type list"),
        ({"hyp": None, "ref": "a b"}, "batch['hyp'][0] is None"),
    ],
)
def test_what_is_neither_a_row_nor_a_batch_is_refused(row, message):
    with pytest.raises(InputError, match=f"^{re.escape(message)}"):
        score_table(**SIDES)(row)


def test_map_on_two_processes_and_over_a_stream_come_to_the_same():
    scorer = score_table(**SIDES)
    assert rows().map(scorer, batched=True, num_proc=2)[:] == EXPECTED
    streamed = rows().to_iterable_dataset().map(scorer, batched=True, batch_size=2)
    assert list(streamed) == pa.table(EXPECTED).to_pylist()


def test_several_references_and_nested_values_are_those_of_the_metric():
    scorer = score_table(metric="anls", **SIDES)
    assert scorer({"hyp": ["a"], "ref": [["b", "a"]]}) == {"anls": [1.0], "reference_index": [1]}
    star = score_table(metric="anls:star", **SIDES)
    assert star({"hyp": [{"a": "1", "b": "2"}], "ref": [{"a": "1"}]})["anls"] == [0.5]


def test_what_map_cached_is_found_again(tmp_path, monkeypatch):
    rows().save_to_disk(tmp_path / "rows")
    stored = datasets.load_from_disk(tmp_path / "rows")
    first = stored.map(score_table(**SIDES, tokenizer="char"), batched=True)
    monkeypatch.setattr(RowMetric, "added_columns", None)  # is not called again
    again = stored.map(score_table(**SIDES, tokenizer="char"), batched=True)
    assert again[:] == first[:]
    with pytest.raises(TypeError):
        stored.map(score_table(**SIDES), batched=True)


def test_the_fingerprint_is_of_the_settings_and_the_same_in_every_process():
    scorer = score_table(metric="wer", **SIDES, tokenizer="char", normalizer="lower")
    same = score_table(metric="wer", **SIDES, normalizer="lower", tokenizer="char")
    others = [
        score_table(metric="wer", **SIDES, tokenizer="char"),
        score_table(metric="cer", **SIDES, tokenizer="char", normalizer="lower"),
        score_table(metric="wer", **SIDES, tokenizer="char", normalizer="lower", prefix="a_"),
    ]
    code = (
        "from datasets.fingerprint import Hasher\n"
        "from levmetrics import score_table\n"
        f"asked = {dict(SIDES, normalizer='lower', tokenizer='char')}\n"
        "print(Hasher.hash(score_table(**asked)))"
    )
    other_process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert Hasher.hash(scorer) == Hasher.hash(same) == other_process.stdout.strip()
    assert Hasher.hash(pickle.loads(pickle.dumps(scorer))) == Hasher.hash(scorer)
    assert len({Hasher.hash(one) for one in [scorer, *others]}) == 4


def test_the_fingerprint_changes_with_the_version_of_what_computes(monkeypatch):
    before = Hasher.hash(score_table(**SIDES))
    monkeypatch.setattr("levmetrics.signature.__version__", "999")
    assert Hasher.hash(score_table(**SIDES)) != before


def test_a_scorer_used_before_is_pickled_as_a_new_one():
    used, new = score_table(**SIDES), score_table(**SIDES)
    used(TEXTS)
    assert pickle.dumps(used) == pickle.dumps(new)


def test_a_row_is_named_within_its_batch_or_by_its_index_where_map_gives_it():
    holes = datasets.Dataset.from_dict({"hyp": ["a"] * 5 + [None], "ref": ["a"] * 6})
    scorer = score_table(**SIDES)
    with pytest.raises(InputError, match=r"^batch\['hyp'\]\[1\] is None; every prediction must"):
        holes.map(scorer, batched=True, batch_size=4)
    with pytest.raises(InputError, match=r"^hyp\[5\] is None; every prediction must be a string$"):
        holes.map(scorer, batched=True, batch_size=4, with_indices=True)


@pytest.mark.parametrize(
    ("batch", "message"),
    [
        ({"hpy": ["a"], "ref": ["a"]}, "unknown column 'hyp'; did you mean 'hpy'?"),
        ({"hyp": ["a"], "ref": ["a"], "wer": [1]}, "the table has a column 'wer' already; give"),
        ({"hyp": ["a"], "ref": ["a", "b"]}, r"batch\['hyp'\] and batch\['ref'\] differ in length"),
    ],
)
def test_a_batch_that_does_not_fit_is_refused_in_a_sentence(batch, message):
    with pytest.raises(InputError, match=f"^{message}"):
        score_table(**SIDES)(batch)


def test_wrong_options_are_refused_before_any_batch():
    with pytest.raises(InputError, match=r"^unknown option of score_table 'tokeniser'"):
        score_table(**SIDES, tokeniser="char")
    with pytest.raises(InputError, match=r"^score_table gives every row a score of its own"):
        score_table(**SIDES, reduction="mean")
    with pytest.raises(InputError, match=r"^a batch does not have all rows of a group, so"):
        score_table(**SIDES, groups="speaker")
