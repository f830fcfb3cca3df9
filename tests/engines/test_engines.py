"""A corpus in an engine has the numbers that it has on one machine, with real workers."""

import importlib
import os
import signal

import pyarrow as pa
import pytest

import levmetrics as lm
from levmetrics import InputError
from tests.engines.corpora import BY_ALL, COLUMNS, on_one_machine, said

pytestmark = [
    pytest.mark.slow,
    # Of Spark 4.3, on pandas 3, which nothing here goes through.
    pytest.mark.filterwarnings("ignore::FutureWarning"),
]


class Spark:
    """Frames of Spark."""

    functions = "levmetrics.spark"

    def __init__(self, session):
        self.session = session
        self.signature = f"|pyspark:{session.version}|"

    def frame(self, table, parts=3):
        return self.session.createDataFrame(table).repartition(parts)

    def skewed(self, table):
        """Most rows are in one partition, few in others, none in some."""
        from pyspark.sql.functions import expr

        frame = self.session.createDataFrame(table)
        frame = frame.repartition(7, expr("id > 3"), expr("id % 100 = 0"))
        sizes = frame.rdd.glom().map(len).collect()
        assert min(sizes) == 0
        assert max(sizes) > 400
        return frame

    def rows(self, frame):
        return frame.toArrow().to_pylist()


class Ray:
    """Data sets of Ray."""

    functions = "levmetrics.ray"
    signature = "|ray:"

    def __init__(self, data):
        self.data = data

    def frame(self, table, parts=3):
        return self.data.from_arrow(table).repartition(parts)

    def skewed(self, table):
        parts = [table.slice(0, 450), table.slice(450, 0), table.slice(450, 1), table.slice(451)]
        return self.data.from_arrow(parts)

    def rows(self, dataset):
        return dataset.take_all()


@pytest.fixture(scope="module", params=[("spark", Spark), ("data", Ray)], ids=["spark", "ray"])
def engine(request):
    cluster, kind = request.param
    return kind(request.getfixturevalue(cluster))


@pytest.fixture
def score(engine):
    return importlib.import_module(engine.functions).score


@pytest.fixture
def add_scores(engine):
    return importlib.import_module(engine.functions).add_scores


def test_many_pairs_have_the_same_numbers_and_signature_in_any_number_of_parts(
    engine, score, large
):
    table, expected = large
    one, seven = (score(engine.frame(table, parts), "wer", **BY_ALL) for parts in (1, 7))
    assert said(one) == said(seven) == expected
    assert one.signature() == seven.signature()
    assert engine.signature in one.signature()


def test_empty_and_skewed_parts_change_nothing(engine, score, small):
    assert said(score(engine.skewed(small), "anls", **BY_ALL)) == said(
        on_one_machine(small, "anls")
    )


def test_one_row_is_scored(engine, score, small):
    row = small.slice(0, 1)
    found = score(engine.frame(row, 1), groups="speaker", **COLUMNS)
    assert found.sample_count == 1
    assert found.result()["wer"] == on_one_machine(row, "wer").result()["wer"]


def test_a_worker_that_is_killed_is_replaced_and_nothing_counted_twice(
    engine, score, small, tmp_path
):
    killed = tmp_path / "killed"

    def tokenizer(text):
        if "HIS" in text.upper() and not killed.exists():
            killed.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return text.split()

    found = score(engine.frame(small), tokenizer=tokenizer, **BY_ALL)
    assert killed.exists()
    assert said(found) == said(on_one_machine(small, "wer"))


def test_workers_load_no_torch(engine, score, small):
    def tokenizer(text):
        import sys

        assert "torch" not in sys.modules
        return text.split()

    assert score(engine.frame(small), tokenizer=tokenizer, **COLUMNS).sample_count == 500


def test_scores_of_rows_are_those_of_one_machine(engine, add_scores, small):
    found = engine.rows(add_scores(engine.frame(small), prefix="a_", **COLUMNS))
    expected = lm.score_table(small, prefix="a_", **COLUMNS)
    assert [*found[0]] == expected.column_names
    assert sorted(found, key=lambda row: row["id"]) == expected.to_pylist()


def test_several_references_of_a_row_are_a_list(engine, score, add_scores):
    frame = engine.frame(pa.table({"hyp": ["a b"], "ref": [["a c", "a b"]]}), 1)
    assert score(frame, **COLUMNS).result()["wer"] == 0.0
    assert engine.rows(add_scores(frame, **COLUMNS))[0]["reference_index"] == 1


MISUSES = {
    "no such column": ({"prediction": "hypo"}, "unknown column 'hypo'; did you mean 'hyp'"),
    "a column of numbers": ({"prediction": "id"}, "'id' is of type int64; predictions must be"),
    "no reduction": ({"reduction": "none"}, "reduction='none' gives a score for every row"),
    "no such option": ({"tokeniser": "char"}, "unknown option of score 'tokeniser'"),
}


def test_what_cannot_be_asked_is_refused_in_a_sentence_before_a_worker_starts(engine, score, small):
    frame = engine.frame(small)
    for asked, message in MISUSES.values():
        with pytest.raises(InputError, match=message) as refused:
            score(frame, **{**COLUMNS, **asked})
        assert "\n" not in str(refused.value)
    with pytest.raises(InputError, match=r"^(df|dataset) is .* it must be a (Spark|Ray) Data"):
        score(small, **COLUMNS)


def test_a_row_that_cannot_be_scored_is_named_in_a_sentence(engine, score, add_scores, small):
    rows = [*small.slice(0, 50).to_pylist(), {"hyp": None, "ref": "who", "id": 77, "speaker": "x"}]
    frame = engine.frame(pa.Table.from_pylist(rows))
    with pytest.raises(InputError) as refused:
        score(frame, **BY_ALL)
    assert str(refused.value) == (
        "hyp is None; every prediction must be a string "
        "(in the row with hyp=None, ref='who', speaker='x', id=77)"
    )
    named = r"hyp is None; .* row with hyp=None, ref=.who., id=77"
    with pytest.raises(Exception, match=named) as failed:
        engine.rows(add_scores(frame, **COLUMNS))
    if isinstance(engine, Spark):
        assert len(str(failed.value).splitlines()) < 12


@pytest.mark.parametrize("rows", [None, []])
def test_a_data_set_of_ray_without_rows_is_refused(data, small, rows):
    empty = data.from_items([]) if rows is None else data.from_arrow(small.slice(0, 0))
    score = importlib.import_module(Ray.functions).score
    with pytest.raises(InputError, match=r"no columns; give one with|hyp has no samples; there"):
        score(empty, **COLUMNS)
