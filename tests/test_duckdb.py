"""levmetrics.duckdb: scores as functions of SQL."""

import threading

import duckdb
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import levmetrics.duckdb
from levmetrics import InputError, Run
from levmetrics.core.names import get_metric
from tests.packages import needs

METRICS = {"wer": "wer", "cer": "cer", "anls": "anls"}
COUNTS = ["substitutions", "deletions", "insertions", "hits"]


@pytest.fixture(scope="module")
def registered():
    with duckdb.connect() as connection:
        levmetrics.duckdb.register(connection)
        yield connection


@pytest.fixture
def connection():
    with duckdb.connect() as connection:
        yield connection


@given(rows=st.lists(st.tuples(st.text(), st.text()), max_size=6))
@settings(max_examples=15)
@pytest.mark.parametrize("name", METRICS)
def test_functions_give_the_score_of_every_row(registered, name, rows):
    preds, target = [pred for pred, _ in rows], [reference for _, reference in rows]
    texts = pa.table({"p": pa.array(preds, pa.string()), "r": pa.array(target, pa.string())})
    found = registered.from_arrow(texts).project(f"{name}(p, r) AS score").fetchall()
    run = Run.of(get_metric(METRICS[name], options={}), preds, target)
    expected = run.sample_scores().tolist()
    assert [value for (value,) in found] == expected


def test_a_reference_is_a_text_or_a_list_of_several(registered):
    assert registered.sql(
        "SELECT wer('a b', 'a c'), wer('a b', ['x', 'a b']), anls('ab', ['x', 'ac']), "
        "cer('ab', ['abc'])"
    ).fetchall() == [(0.5, 0.0, 0.5, 1 / 3)]


def test_counts_are_a_struct_that_sums_up(registered):
    rows = registered.sql(
        "SELECT error_counts(p, r) AS counts "
        "FROM (VALUES ('is there', 'who is there'), ('a', 'b')) rows(p, r)"
    )
    assert str(rows.types[0]) == f"STRUCT({', '.join(f'{name} BIGINT' for name in COUNTS)})"
    sums = ", ".join(f"sum(counts.{name})" for name in COUNTS)
    assert rows.aggregate(sums).fetchall() == [(1, 1, 0, 2)]


def test_scores_are_doubles_and_work_wherever_sql_takes_them(registered):
    rows = registered.sql("SELECT i, repeat('a ', i::INT) AS p FROM range(5_000) rows(i)")
    assert str(rows.project("wer(p, 'a') AS s").types[0]) == "DOUBLE"
    assert rows.filter("wer(p, 'a a') = 0").fetchall() == [(2, "a a ")]
    assert rows.aggregate("sum(wer(p, 'a'))").fetchall() == [(1 + sum(range(4_999)),)]


def test_one_function_of_a_metric_with_its_options_and_a_name(connection):
    levmetrics.duckdb.register(connection, "anls:docvqa", name="strict", threshold=0.95)
    levmetrics.duckdb.register(connection, "cer", normalizer="lower")
    assert connection.sql(
        "SELECT strict('CocaCola', 'Coca Cola'), strict('a', 'A'), cer('A', 'a')"
    ).fetchall() == [(0.0, 1.0, 0.0)]


@needs("fugashi", "unidic_lite")
def test_japanese_words(connection):
    levmetrics.duckdb.register(connection, "ja", name="wer_ja")
    found = connection.sql("SELECT wer_ja('今日はいい天気です', '今日は良い天気です')")
    assert found.fetchall() == [(0.2,)]


def test_nested_values_are_scored_by_anls_star(connection):
    levmetrics.duckdb.register(connection, "anls:star")
    found = connection.sql("SELECT anls({'a': '1', 'b': NULL}, {'a': '1', 'b': '2'})").fetchall()
    assert found == [(0.5,)]
    found = connection.sql("""SELECT anls('{"a":1}', '{"a": 1}')""").fetchall()
    assert found == [(1,)]


def test_functions_may_be_registered_again_with_other_options(connection):
    levmetrics.duckdb.register(connection)
    levmetrics.duckdb.register(connection)
    assert connection.sql("SELECT wer('A', 'a')").fetchall() == [(1.0,)]
    levmetrics.duckdb.register(connection, "wer", name="wer", normalizer="lower")
    assert connection.sql("SELECT wer('A', 'a')").fetchall() == [(0.0,)]


def test_a_function_of_another_connection_is_not_replaced(connection):
    levmetrics.duckdb.register(connection)
    with pytest.raises(InputError, match=r"^the database has a function 'wer' that"):
        levmetrics.duckdb.register(connection.cursor())


def test_threads_score_at_the_same_time_and_come_to_the_same(registered):
    registered.execute(
        "CREATE TABLE texts AS SELECT 'the fox ' || i AS p, 'the dog ' || (i % 7) AS r "
        "FROM range(20_000) rows(i)"
    )
    found = []

    def work():
        query = "SELECT sum(error_counts(p, r).hits), count(*) FROM texts"
        found.append(registered.cursor().sql(query).fetchall())

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [[(20_007, 20_000)]] * 4


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("wer(NULL, 'a')", "a prediction is NULL; every prediction must be a string: leave"),
        ("wer(p, nullif(p, 'b'))", r"a reference is NULL; .*as by coalesce\(reference, ''\)"),
        ("wer(p, [p, NULL])", r"batch\['reference'\]\[0\]\[1\] is None; every reference must be"),
        ("wer(p, []::VARCHAR[])", r"batch\['reference'\]\[0\] is an empty list"),
        ("cer(1, p)", r"batch\['prediction'\] is an Arrow column of int32; every prediction must"),
        ("anls([p], p)", r"batch\['prediction'\] is an Arrow column of list"),
    ],
)
def test_what_cannot_be_scored_is_said_in_a_sentence(registered, query, sentence):
    with pytest.raises(duckdb.InvalidInputException, match=f"InputError: {sentence}"):
        registered.sql(f"SELECT {query} FROM (VALUES ('a'), ('b')) rows(p)").fetchall()


def test_nulls_are_kept_away_by_coalesce_where_and_case(registered):
    rows = registered.sql("SELECT unnest(['a', NULL]) AS p")
    assert rows.project("wer(coalesce(p, ''), 'a')").fetchall() == [(0.0,), (1.0,)]
    assert rows.filter("p IS NOT NULL").project("wer(p, 'a')").fetchall() == [(0.0,)]
    guarded = rows.project("CASE WHEN p IS NOT NULL THEN wer(p, 'a') END")
    assert guarded.fetchall() == [(0.0,), (None,)]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"metric": "wre"}, "unknown metric 'wre'"),
        ({"metric": "anls", "tokeniser": "char"}, "unknown option of register 'tokeniser'"),
        ({"metric": "anls", "reduction": "sum"}, "register gives every row a score of its own"),
        ({"tokenizer": "char"}, "tokenizer is of one function; give its metric too"),
        ({"name": "mine"}, "name is of one function; give its metric too"),
    ],
)
def test_wrong_arguments_are_refused(connection, arguments, sentence):
    with pytest.raises(InputError, match=f"^{sentence}"):
        levmetrics.duckdb.register(connection, **arguments)
