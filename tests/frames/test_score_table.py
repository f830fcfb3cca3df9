"""score_table: a score a row, in the tables of every library."""

import datasets
import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import levmetrics
from levmetrics import InputError, Run, score, score_table
from levmetrics.core.names import get_metric
from levmetrics.frames import frame
from tests.frames.tables import MAKERS, Unknown, columns_of, relation
from tests.packages import needs

datasets.disable_progress_bars()
TEXTS = {
    "hyp": ["is there", "hallo", "", "日本 語", "a\u3000b"],
    "ref": ["who is there", "hello", "b", "日本", "a b"],
    "speaker": ["ann", "bob", "ann", "cy", "bob"],
}
SIDES = {"prediction": "hyp", "reference": "ref"}
COUNTS = ["substitutions", "deletions", "insertions", "hits"]


@pytest.fixture(autouse=True)
def small_parts(monkeypatch):
    monkeypatch.setattr(frame, "ROWS_OF_A_PART", 2)


def expected(columns, metric, **options):
    """Return the columns that are added, by the run that keeps samples."""
    chosen = get_metric(metric, options={"reduction": "none", **options})
    found = Run.of(chosen, columns["hyp"], columns["ref"]).result()
    counts = COUNTS if metric in ("wer", "cer") else []
    names = [next(iter(found)), *counts, "reference"]
    return {name.replace("reference", "reference_index"): found[name] for name in names}


@pytest.mark.parametrize("metric", ["wer", "cer", "anls", "anls:docvqa", "anls:star"])
@pytest.mark.parametrize("library", MAKERS)
def test_every_table_gets_the_scores_of_reduction_none_behind_its_columns(library, metric):
    scored = columns_of(score_table(MAKERS[library](TEXTS), metric, **SIDES))
    assert scored == {**TEXTS, **expected(TEXTS, metric)}
    assert list(scored) == [*TEXTS, *expected(TEXTS, metric)]


@given(rows=st.lists(st.tuples(st.text(), st.text()), max_size=7))
@settings(max_examples=15)
@pytest.mark.parametrize("library", ["pandas", "polars", "arrow in chunks", "duckdb"])
def test_texts_of_all_unicode_are_scored_as_lists_of_them_are(library, rows):
    texts = {"hyp": [pred for pred, _ in rows], "ref": [target for _, target in rows]}
    typed = {name: pa.array(values, pa.string()) for name, values in texts.items()}
    table = {
        "pandas": lambda: pd.DataFrame(texts, dtype="str"),
        "polars": lambda: pl.DataFrame(texts, schema={"hyp": pl.String, "ref": pl.String}),
        "arrow in chunks": lambda: MAKERS["arrow in chunks"](typed),
        "duckdb": lambda: relation(typed),
    }[library]()
    scored = columns_of(score_table(table, "cer", **SIDES))
    assert scored == {**texts, **expected(texts, "cer")}


def test_a_table_comes_back_as_one_of_its_own_kind():
    for library, make in MAKERS.items():
        table = make(TEXTS)
        kind = pa.Table if isinstance(table, Unknown) else type(table)
        assert type(score_table(table, **SIDES)) is kind, library


@pytest.mark.parametrize("library", [name for name in MAKERS if name != "reader"])
def test_the_table_that_was_given_stays_as_it_was(library):
    table = MAKERS[library](TEXTS)
    score_table(table, groups="speaker", **SIDES)
    assert columns_of(getattr(table, "table", table)) == TEXTS


@pytest.mark.parametrize("library", ["pandas", "polars", "arrow", "record batch", "duckdb"])
def test_a_table_without_rows_gets_the_columns_with_their_types(library):
    typed = pa.table({name: pa.array([], pa.string()) for name in TEXTS})
    table = {
        "pandas": typed.to_pandas,
        "polars": lambda: pl.from_arrow(typed),
        "arrow": lambda: typed,
        "record batch": lambda: pa.RecordBatch.from_pylist([], typed.schema),
        "duckdb": lambda: relation(typed),
    }[library]()
    scored = pa.table(score_table(table, groups="speaker", **SIDES))
    assert scored.num_rows == 0
    assert [scored.schema.field(name).type for name in ("wer", "hits", "group_wer")] == [
        *(pa.float64(), pa.int64(), pa.float64())
    ]


def test_a_data_set_without_rows_gets_the_columns():
    rows = datasets.Dataset.from_dict(TEXTS).select([])
    assert score_table(rows, **SIDES).column_names == [*TEXTS, *expected(TEXTS, "wer")]


@pytest.mark.parametrize("library", [name for name in MAKERS if name != "reader"])
def test_groups_give_each_row_the_pooled_score_of_its_group(library):
    scored = columns_of(score_table(MAKERS[library](TEXTS), **SIDES, groups="speaker"))
    by_group = score(TEXTS["hyp"], TEXTS["ref"]).by_group(TEXTS["speaker"])
    assert list(scored)[-1] == "group_wer"
    assert scored["group_wer"] == [by_group[label]["wer"] for label in TEXTS["speaker"]]
    similar = columns_of(score_table(MAKERS[library](TEXTS), "anls", **SIDES, groups="speaker"))
    by_group = score(TEXTS["hyp"], TEXTS["ref"], "anls").by_group(TEXTS["speaker"])
    assert similar["group_anls"] == pytest.approx(
        [by_group[label]["anls"] for label in TEXTS["speaker"]], rel=1e-15
    )


@pytest.mark.parametrize("labels", [[1, 2, 1, 3, 2], [1.5, 2, 1.5, 3, 2]])
def test_groups_may_be_numbers(labels):
    scored = score_table(pl.DataFrame({**TEXTS, "speaker": labels}), **SIDES, groups="speaker")
    named = score_table(pl.DataFrame(TEXTS), **SIDES, groups="speaker")
    assert scored["group_wer"].to_list() == named["group_wer"].to_list()


def test_groups_may_be_categories_of_polars():
    table = pl.DataFrame(TEXTS).with_columns(pl.col("speaker").cast(pl.Categorical))
    named = score_table(pl.DataFrame(TEXTS), **SIDES, groups="speaker")
    assert score_table(table, **SIDES, groups="speaker")["group_wer"].to_list() == (
        named["group_wer"].to_list()
    )


@pytest.mark.parametrize("library", [name for name in MAKERS if name != "reader"])
def test_lists_are_several_references_and_the_index_says_which_counted(library):
    columns = {
        "hyp": ["a b", "hello", "x"],
        "ref": [["c", "a b c", "a b"], ["hello"], ["y", "x"]],
    }
    scored = columns_of(score_table(MAKERS[library](columns), **SIDES))
    assert scored["reference_index"] == [2, 0, 1]
    assert scored["wer"] == expected(columns, "wer")["wer"] == [0.0, 0.0, 0.0]


def test_options_are_those_of_the_metric():
    table = pl.DataFrame(TEXTS)
    scored = score_table(table, "anls", **SIDES, threshold=0.9, normalizer="lower")
    assert (
        scored["anls"].to_list()
        == (expected(TEXTS, "anls", threshold=0.9, normalizer="lower")["anls"])
    )


@needs("fugashi", "unidic_lite")
def test_japanese_words_are_counted_by_the_config_of_japanese():
    table = pl.DataFrame({"hyp": ["今日はいい天気です"], "ref": ["今日は良い天気です"]})
    assert score_table(table, "ja", **SIDES)["wer"].to_list() == [0.2]


def test_a_prefix_is_before_every_name_that_is_added():
    table = score_table(pa.table(TEXTS), **SIDES, prefix="new_", groups="speaker")
    assert table.column_names[3:] == [
        *(f"new_{name}" for name in ["wer", *COUNTS, "reference_index", "group_wer"])
    ]


def test_a_second_metric_goes_beside_the_first_with_a_prefix():
    for library in ("pandas", "polars", "arrow", "duckdb", "datasets"):
        first = score_table(MAKERS[library](TEXTS), **SIDES)
        both = columns_of(score_table(first, "anls", **SIDES, prefix="anls_"))
        assert both["wer"] == expected(TEXTS, "wer")["wer"]
        assert both["anls_anls"] == expected(TEXTS, "anls")["anls"]


def test_both_sides_may_be_one_column():
    for library in ("pandas", "polars", "arrow", "duckdb", "datasets"):
        scored = score_table(MAKERS[library](TEXTS), prediction="ref", reference="ref")
        assert columns_of(scored)["wer"] == [0.0] * 5


# pandas

FRAME = pd.DataFrame(TEXTS)


@pytest.mark.parametrize(
    "kind", ["object", "str", "string[python]", "string[pyarrow]", "category", "large"]
)
def test_every_kind_of_text_of_pandas_is_scored(kind):
    dtype = pd.ArrowDtype(pa.large_string()) if kind == "large" else kind
    table = FRAME.astype({"hyp": dtype, "ref": dtype})
    scored = score_table(table, **SIDES)
    assert scored["wer"].tolist() == expected(TEXTS, "wer")["wer"]
    assert scored["hyp"].dtype == table["hyp"].dtype


@pytest.mark.parametrize("index", [[9, 3, 5, 1, 7], [0, 0, 1, 1, 0], list("vwxyz")])
def test_any_index_of_pandas_stays_and_rows_keep_their_scores(index):
    scored = score_table(FRAME.set_axis(index, axis=0), **SIDES, groups="speaker")
    assert scored.index.tolist() == index
    assert scored["wer"].tolist() == expected(TEXTS, "wer")["wer"]


def test_a_frame_of_pandas_keeps_its_class_and_what_is_attached_to_it():
    class Corpus(pd.DataFrame):
        @property
        def _constructor(self):
            return Corpus

    table = Corpus(TEXTS)
    table.attrs["source"] = "here"
    scored = score_table(table, **SIDES)
    assert (type(scored), scored.attrs) == (Corpus, {"source": "here"})


def test_references_of_pandas_may_be_lists_tuples_or_arrays_but_not_mixed_with_texts():
    lists = [["a"], ("a", "b"), np.array(["c"], object)]
    scored = score_table(pd.DataFrame({"hyp": ["a", "b", "c"], "ref": lists}), **SIDES)
    assert scored["reference_index"].tolist() == [0, 1, 0]
    mixed = pd.DataFrame({"hyp": ["a", "b"], "ref": [["a"], "b"]})
    with pytest.raises(InputError, match=r"^ref\[1\] is one string where other samples are lists"):
        score_table(mixed, **SIDES)


def test_double_names_are_refused_where_they_are_read_and_stay_elsewhere():
    double = pd.concat([FRAME, FRAME[["speaker"]]], axis=1)
    assert list(score_table(double, **SIDES).columns)[:4] == ["hyp", "ref", "speaker", "speaker"]
    with pytest.raises(InputError, match=r"^the table has 2 columns 'speaker'; rename all but one"):
        score_table(double, **SIDES, groups="speaker")


# polars and Arrow


@pytest.mark.parametrize("kind", [pl.Categorical, pl.Enum(TEXTS["hyp"])])
def test_categories_of_polars_are_texts(kind):
    scored = score_table(pl.DataFrame(TEXTS).with_columns(pl.col("hyp").cast(kind)), **SIDES)
    assert scored["wer"].to_list() == expected(TEXTS, "wer")["wer"]
    assert scored.schema["hyp"] == kind


@pytest.mark.parametrize(
    "kind",
    [
        pa.string(),
        pa.large_string(),
        pa.string_view(),
        pa.dictionary(pa.int8(), pa.string()),
        pa.dictionary(pa.int32(), pa.string_view()),
    ],
    ids=str,
)
def test_every_type_of_text_of_arrow_is_scored_whole_in_chunks_and_sliced(kind):
    texts = {name: as_type(TEXTS[name], kind) for name in ("hyp", "ref")}
    whole = pa.table(texts)
    for table in (whole, pa.concat_tables([whole, whole]), pa.concat_tables([whole] * 3)[3:9]):
        texts = table.to_pydict() if kind != pa.dictionary(pa.int32(), pa.string_view()) else None
        scored = score_table(table, **SIDES)
        assert scored.schema.field("hyp").type == kind
        if texts is not None:
            assert scored["wer"].to_pylist() == expected(texts, "wer")["wer"]
        assert scored.num_rows == table.num_rows


def as_type(texts, kind):
    if not pa.types.is_dictionary(kind):
        return pa.array(texts, kind)
    values = pa.array(texts, kind.value_type)
    return pa.DictionaryArray.from_arrays(pa.array(range(len(texts)), kind.index_type), values)


def test_metadata_of_an_arrow_schema_stays():
    table = pa.table(TEXTS).replace_schema_metadata({"source": "here"})
    assert score_table(table, **SIDES).schema.metadata == {b"source": b"here"}
    frame = FRAME.set_index("speaker")
    scored = score_table(pa.Table.from_pandas(frame), **SIDES).to_pandas()
    assert scored.index.name == "speaker"
    assert scored["wer"].tolist() == expected(TEXTS, "wer")["wer"]


def test_the_columns_of_an_arrow_table_are_not_copied():
    table = pa.table(TEXTS)
    scored = score_table(table, **SIDES)
    for name in TEXTS:
        buffers = zip(table[name].chunk(0).buffers(), scored[name].chunk(0).buffers(), strict=True)
        assert all(own is None or own.address == theirs.address for own, theirs in buffers)


def test_a_reader_is_scored_as_it_is_read():
    asked = []

    def batches():
        for start in range(0, 4, 2):
            asked.append(start)
            yield pa.record_batch({name: TEXTS[name][start : start + 2] for name in TEXTS})

    schema = pa.table(TEXTS).schema
    scored = score_table(pa.RecordBatchReader.from_batches(schema, batches()), **SIDES)
    assert asked == []
    assert scored.schema.names[3:] == [*expected(TEXTS, "wer")]
    assert scored.read_next_batch()["deletions"].to_pylist() == [1, 0]
    assert asked == [0]
    assert len(scored.read_next_batch()) == 2


def test_a_reader_counts_its_rows_through_all_batches():
    batch = pa.record_batch({"hyp": ["a", "b"], "ref": ["a", "b"]})
    bad = pa.record_batch({"hyp": pa.array(["a", None]), "ref": ["a", "b"]})
    reader = pa.RecordBatchReader.from_batches(batch.schema, [batch, bad])
    with pytest.raises(InputError, match=r"^hyp\[3\] is None; every prediction must be a string$"):
        score_table(reader, **SIDES).read_all()


def test_a_reader_has_no_groups():
    with pytest.raises(InputError, match=r"^table is a RecordBatchReader.*give table\.read_all"):
        score_table(MAKERS["reader"](TEXTS), **SIDES, groups="speaker")


# datasets


def test_a_shuffled_data_set_is_scored_in_its_own_order():
    rows = datasets.Dataset.from_dict(TEXTS).select([3, 0, 4])
    scored = score_table(rows, **SIDES, groups="speaker")
    texts = {name: rows[:][name] for name in TEXTS}
    assert scored[:]["wer"] == expected(texts, "wer")["wer"]
    assert scored[:]["hyp"] == texts["hyp"]


@pytest.mark.parametrize("format", [None, "arrow", "pandas", "numpy", "polars"])
def test_a_data_set_keeps_its_format_which_the_new_columns_have_too(format):
    rows = datasets.Dataset.from_dict(TEXTS).with_format(format)
    scored = score_table(rows, **SIDES)
    assert scored.format["type"] == rows.format["type"]
    assert "wer" in getattr(scored[:2], "column_names", scored[:2])
    chosen = score_table(rows.with_format(format, columns=["hyp"]), **SIDES)
    assert chosen.format["columns"] == ["hyp"]


# DuckDB


def test_a_relation_keeps_its_types_and_its_connection():
    connection = duckdb.connect()
    rows = connection.sql(
        "SELECT 'a b' AS hyp, 'a c' AS ref, uuid() AS id, '101'::BIT AS bits, 3::HUGEINT AS big, "
        "'x'::ENUM('x', 'y') AS kind, '{}'::JSON AS details, 'p.q' AS \"a.\"\"b\" FROM range(3)"
    )
    scored = score_table(rows, **SIDES)
    assert scored.types[: len(rows.types)] == rows.types
    assert scored.aggregate("sum(wer), count(DISTINCT id)").fetchall() == [(1.5, 3)]
    assert connection.sql("SELECT avg(wer) FROM scored").fetchall() == [(0.5,)]
    assert scored.fetchall() == scored.fetchall()  # the random ids too: it was run once
    assert connection.sql("SHOW TABLES").fetchall() == []


def test_any_name_of_a_column_of_sql_is_read():
    rows = duckdb.connect().sql('SELECT \'a\' AS "x.y", \'b\' AS "select "" it"')
    scored = score_table(rows, prediction="x.y", reference='select " it')
    assert columns_of(scored)["wer"] == [1.0]


def test_names_of_sql_are_taken_in_any_case():
    rows = duckdb.connect().sql("SELECT 'a' AS hyp, 'b' AS ref, 1 AS WER")
    with pytest.raises(InputError, match=r"^the table has a column 'wer' already"):
        score_table(rows, **SIDES)


def test_a_relation_whose_rows_have_no_order_is_refused():
    connection = duckdb.connect()
    connection.execute("SET preserve_insertion_order = false")
    with pytest.raises(InputError, match="does not keep the order of rows"):
        score_table(connection.sql("SELECT 'a' AS hyp, 'b' AS ref"), **SIDES)


def test_many_rows_of_a_relation_keep_their_own_scores(monkeypatch):
    monkeypatch.setattr(frame, "ROWS_OF_A_PART", 32_768)
    rows = duckdb.connect().sql(
        "SELECT repeat('a ', (i % 7)::INT) AS hyp, '' AS ref, i % 7 AS n FROM range(300_000) t(i) "
        "WHERE hash(i) % 3 < 2"
    )
    assert score_table(rows, **SIDES).filter("insertions <> n").fetchall() == []


# Refusals


@pytest.mark.parametrize("library", [*MAKERS])
def test_a_null_is_named_by_its_column_and_row(library):
    holes = {"hyp": ["a", "b", "c", None], "ref": ["a"] * 4, "speaker": ["x"] * 4}
    with pytest.raises(InputError, match=r"^hyp\[3\] is None; every prediction must be a string$"):
        columns_of(score_table(MAKERS[library](holes), **SIDES))
    holes = {"hyp": ["a"] * 4, "ref": [["a"], ["b"], ["c"], ["d", None]]}
    with pytest.raises(InputError, match=r"^ref\[3\]\[1\] is None; every reference must be"):
        columns_of(score_table(MAKERS[library](holes), **SIDES))


def test_a_column_that_is_called_reference_has_numbered_rows_too():
    table = pa.table({"prediction": ["a", "b"], "reference": ["a", None]})
    with pytest.raises(InputError, match=r"^reference\[1\] is None; every reference must be"):
        score_table(table, prediction="prediction", reference="reference")


@pytest.mark.parametrize("value", [3, b"bytes", 1.5, ["a", "b"], {"a": 1}])
@pytest.mark.parametrize("library", ["pandas", "polars", "arrow", "duckdb"])
def test_predictions_that_are_no_texts_are_refused_by_name(library, value):
    with pytest.raises(InputError, match=r"^hyp.*every prediction must be a string$"):
        score_table(MAKERS[library]({"hyp": [value], "ref": ["a"]}), **SIDES)


def test_a_lone_surrogate_of_pandas_is_named():
    table = pd.DataFrame({"hyp": ["a", "\ud800"], "ref": ["a", "b"]}, dtype=object)
    with pytest.raises(InputError, match=r"^hyp\[1\] has the lone surrogate"):
        score_table(table, **SIDES)


def test_a_group_without_a_label_is_refused():
    for library in ("pandas", "polars", "arrow", "duckdb", "datasets"):
        table = MAKERS[library]({**TEXTS, "speaker": ["a", "b", None, "d", "e"]})
        with pytest.raises(InputError, match=r"^speaker\[2\] is None; every sample needs a label"):
            score_table(table, **SIDES, groups="speaker")


NO_TABLES = [
    (pl.LazyFrame(TEXTS), "type LazyFrame .*levmetrics.polars"),
    (datasets.DatasetDict({"a": datasets.Dataset.from_dict(TEXTS)}), "one of its splits"),
    (
        datasets.Dataset.from_dict(TEXTS).to_iterable_dataset(),
        r"map score_table\(prediction=..., reference=...\) over it",
    ),
    (pl.Series(["a"]), "of type Series; it must be a table of pandas"),
    (pd.Series(["a"]), "of type Series; it must be a table of pandas"),
    (TEXTS, "of type dict; it must be a table of pandas"),
    (None, "None; it must be a table of pandas"),
]


@pytest.mark.parametrize(("table", "message"), NO_TABLES, ids=lambda case: type(case).__name__)
def test_what_is_no_table_is_refused_with_what_to_do(table, message):
    with pytest.raises(InputError, match=rf"^table is .*{message}"):
        score_table(table, **SIDES)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"prediction": "hpy"}, "unknown column 'hpy'; did you mean 'hyp'?"),
        ({"groups": "speakers"}, "unknown column 'speakers'; did you mean 'speaker'?"),
        ({"metric": "were"}, "unknown metric 'were'"),
        ({"reduction": "none"}, "score_table gives every row a score of its own.*leave reduction"),
        ({"tokeniser": "char"}, "unknown option of score_table 'tokeniser'; did you mean 'tok"),
        ({"threshold": 0.5}, "unknown option of score_table 'threshold'"),
        ({"prefix": None}, "prefix is None; it must be a string"),
        ({"prediction": 0}, "unknown column 0; Known: hyp, ref, speaker"),
        ({"prediction": None}, "prediction is None; it must be the name of a column"),
        ({"reference": pl.col("ref")}, "reference is of type Expr; it must be the name of a col"),
        ({"groups": ["speaker"]}, "groups is of type list; it must be the name of a column"),
    ],
)
def test_wrong_arguments_are_refused_in_a_sentence(options, message):
    with pytest.raises(InputError, match=f"^{message}"):
        score_table(pl.DataFrame(TEXTS), **{**SIDES, **options})


@pytest.mark.parametrize("library", [name for name in MAKERS if name != "another library"])
@pytest.mark.parametrize("taken", ["wer", "hits", "reference_index"])
def test_a_name_that_is_taken_is_refused_and_a_prefix_is_asked_for(library, taken):
    table = MAKERS[library]({**TEXTS, taken: [1] * 5})
    with pytest.raises(InputError, match=f"has a column '{taken}' already; give a prefix"):
        score_table(table, **SIDES)


# Names of columns that are no strings


def numbered(columns):
    """Return a frame whose columns are called 0, 1, 2."""
    return pd.DataFrame(columns).set_axis(range(len(columns)), axis=1)


def test_columns_that_are_called_by_numbers_are_named_by_numbers():
    scored = score_table(numbered(TEXTS), prediction=0, reference=1, groups=2)
    named = score_table(pd.DataFrame(TEXTS), **SIDES, groups="speaker")
    assert list(scored)[:3] == [0, 1, 2]
    assert columns_of(scored[list(scored)[3:]]) == columns_of(named[list(named)[3:]])
    batch = {0: TEXTS["hyp"], 1: TEXTS["ref"]}
    assert score_table(prediction=0, reference=1)(batch)["wer"] == named["wer"].tolist()


def test_a_number_given_as_text_is_refused_with_the_number():
    with pytest.raises(InputError, match=r"^unknown column '0'; did you mean 0\? Known: 0, 1, 2$"):
        score_table(numbered(TEXTS), prediction="0", reference="1")


def test_a_text_given_as_a_number_is_refused_with_the_text():
    # datasets writes the names of columns as texts.
    rows = datasets.Dataset.from_pandas(numbered(TEXTS))
    for table in (rows, pl.DataFrame({"0": ["a"], "1": ["b"]}), relation({"0": ["a"], "1": ["b"]})):
        with pytest.raises(InputError, match=r"^unknown column 0; did you mean '0'\?"):
            score_table(table, prediction=0, reference=1)
    assert score_table(rows, prediction="0", reference="1")["wer"][:] == (
        score_table(numbered(TEXTS), prediction=0, reference=1)["wer"].tolist()
    )


def test_a_value_of_a_numbered_column_is_named_as_pandas_finds_it():
    table = numbered({"hyp": ["a", None], "ref": ["a", "b"], "speaker": ["x", None]})
    with pytest.raises(InputError, match=r"^table\[0\]\[1\] is None; every prediction must be"):
        score_table(table, prediction=0, reference=1)
    with pytest.raises(InputError, match=r"^table\[2\]\[1\] is None; every sample needs a label"):
        score_table(table.fillna({0: ""}), prediction=0, reference=1, groups=2)


def test_columns_of_several_levels_are_named_by_tuples():
    names = [("text", "hyp"), ("text", "ref"), ("who", "")]
    table = pd.DataFrame(TEXTS).set_axis(pd.MultiIndex.from_tuples(names), axis=1)
    scored = score_table(table, prediction=names[0], reference=names[1], groups=names[2])
    named = score_table(pd.DataFrame(TEXTS), **SIDES, groups="speaker")
    assert scored["wer"].tolist() == named["wer"].tolist()
    assert scored["group_wer"].tolist() == named["group_wer"].tolist()
    with pytest.raises(InputError, match=r"^unknown column 'text'; Known: \('text', 'hyp'\), "):
        score_table(table, prediction="text", reference=names[1])


def test_columns_below_the_name_of_a_score_are_not_written_over():
    names = [("text", "hyp"), ("text", "ref"), ("wer", "old")]
    table = pd.DataFrame(TEXTS).set_axis(pd.MultiIndex.from_tuples(names), axis=1)
    with pytest.raises(InputError, match=r"^the table has a column 'wer' already; give a prefix"):
        score_table(table, prediction=names[0], reference=names[1])
    scored = score_table(table, prediction=names[0], reference=names[1], prefix="lev_")
    assert scored[names[2]].tolist() == TEXTS["speaker"]


def test_a_numbered_column_that_is_there_twice_is_refused():
    table = pd.DataFrame([["a", "b", "c"]], columns=[0, 0, 1])
    with pytest.raises(
        InputError, match=r"^the table has 2 columns 0; rename all but one of them$"
    ):
        score_table(table, prediction=0, reference=1)
    other = pd.DataFrame([["a", "b", "x", "y"]], columns=["hyp", "ref", 0, 0])
    assert score_table(other, **SIDES)["wer"].tolist() == [1.0]


def test_a_table_without_columns_says_so():
    for table in (pd.DataFrame(), pl.DataFrame(), pa.table({})):
        with pytest.raises(InputError, match=r"^the table has no columns, .* no column 'hyp'$"):
            score_table(table, **SIDES)


@pytest.mark.parametrize("prediction", [{"a": "1", "b": ["x"]}, '{"a":"1","b":["x"]}'])
@pytest.mark.parametrize("reference", [{"a": "1", "b": ["y"]}, '{"a": "1", "b": ["y"]}'])
def test_nested_values_are_scored_by_anls_star(prediction, reference):
    values = {"hyp": [prediction], "ref": [reference]}
    for library in ("pandas", "polars", "arrow", "duckdb", "datasets"):
        assert columns_of(score_table(MAKERS[library](values), "anls:star", **SIDES))["anls"] == [
            0.5
        ]


def test_the_package_offers_it():
    assert levmetrics.score_table is score_table


def test_a_row_without_keywords_has_no_rate():
    table = pa.table({"hyp": ["a b", "x"], "ref": ["a c", "y"]})
    scored = score_table(table, "keywords", **SIDES, keywords=["a"])
    np.testing.assert_equal(scored["keyword_wer"].to_numpy(), [0.0, np.nan])
