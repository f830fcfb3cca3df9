"""levmetrics.polars: scores as expressions."""

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import levmetrics.polars as lev
from levmetrics import InputError, Run, score
from levmetrics.core.names import get_metric
from tests.packages import needs

TEXTS = {
    "hyp": ["is there", "hallo", "", "日本 語"],
    "ref": ["who is there", "hello", "b", "日本"],
    "refs": [["who", "is there"], ["hello"], ["b"], ["x", "日本 語"]],
    "number": [1, 2, 3, 4],
    "hole": ["a", None, "b", "c"],
}
FRAME = pl.DataFrame(TEXTS)
METRICS = {
    "wer": (lev.wer, "wer"),
    "cer": (lev.cer, "cer"),
    "anls": (lev.anls, "anls"),
}
COUNTS = ["substitutions", "deletions", "insertions", "hits"]


def by_sample(metric, preds, references, **options):
    run = Run.of(get_metric(metric, options=options), preds, references)
    return run.sample_scores().tolist()


@pytest.mark.parametrize("name", METRICS)
@given(rows=st.lists(st.tuples(st.text(), st.text()), max_size=6))
@settings(max_examples=15)
def test_expressions_give_the_score_of_every_row(name, rows):
    expression, metric = METRICS[name]
    preds, target = [pred for pred, _ in rows], [reference for _, reference in rows]
    frame = pl.DataFrame({"p": preds, "r": target}, schema={"p": pl.String, "r": pl.String})
    assert frame.select(expression("p", "r"))[name].to_list() == by_sample(metric, preds, target)


@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_they_are_lazy_and_streaming_with_declared_types(engine):
    rows = pl.concat([FRAME] * 50_000, rechunk=True).lazy()
    lazy = rows.select(
        lev.wer("hyp", "ref"), lev.error_counts("hyp", "refs"), lev.anls("hyp", "ref")
    )
    schema = lazy.collect_schema()
    assert schema == {
        "wer": pl.Float64,
        "error_counts": pl.Struct(dict.fromkeys(COUNTS, pl.Int64)),
        "anls": pl.Float64,
    }
    found = lazy.collect(engine=engine)
    assert found.schema == schema
    assert found["wer"].to_list() == by_sample("wer", TEXTS["hyp"], TEXTS["ref"]) * 50_000


def test_a_file_is_scored_to_a_file(tmp_path):
    FRAME.write_parquet(tmp_path / "in.parquet")
    rows = pl.scan_parquet(tmp_path / "in.parquet").with_columns(lev.wer("hyp", "refs"))
    rows.sink_parquet(tmp_path / "out.parquet")
    found = pl.read_parquet(tmp_path / "out.parquet")
    assert found.columns == [*TEXTS, "wer"]
    assert found["wer"].to_list() == [0.0, 1.0, 1.0, 0.0]


def test_arguments_are_names_or_expressions_and_literals_are_repeated():
    upper = FRAME.select(lev.cer(pl.col("hyp").str.to_uppercase(), pl.col("ref")))
    assert upper["cer"].to_list() == by_sample(
        "cer", [text.upper() for text in TEXTS["hyp"]], TEXTS["ref"]
    )
    assert FRAME.select(lev.wer("hyp", pl.lit("hello")))["wer"].to_list() == by_sample(
        "wer", TEXTS["hyp"], ["hello"] * 4
    )
    assert FRAME.select(lev.wer(pl.lit("hello"), "ref"))["wer"].to_list() == by_sample(
        "wer", ["hello"] * 4, TEXTS["ref"]
    )
    assert FRAME.clear().select(lev.wer(pl.lit("a"), "ref"))["wer"].to_list() == []
    assert FRAME.select(lev.wer("hyp", "hyp"))["wer"].to_list() == [0.0] * 4


@pytest.mark.parametrize("kind", [pl.Categorical, pl.Enum(TEXTS["hyp"])])
def test_categories_are_texts(kind):
    found = FRAME.select(lev.wer(pl.col("hyp").cast(kind), "ref"))
    assert found["wer"].to_list() == by_sample("wer", TEXTS["hyp"], TEXTS["ref"])


def test_any_metric_with_its_options_has_the_name_of_its_score():
    found = FRAME.select(
        lev.score("anls:docvqa", "hyp", "refs", threshold=0.9),
        lev.score("cer", "hyp", "ref", normalizer="lower"),
        lev.wer("hyp", "ref", tokenizer="char").alias("same"),
    )
    assert found.columns == ["anls", "cer", "same"]
    assert found["anls"].to_list() == by_sample(
        "anls:docvqa", TEXTS["hyp"], TEXTS["refs"], threshold=0.9
    )
    assert found["cer"].to_list() == found["same"].to_list()


@needs("fugashi", "unidic_lite")
def test_japanese_words():
    frame = pl.DataFrame({"p": ["今日はいい天気です"], "r": ["今日は良い天気です"]})
    assert frame.select(lev.score("ja", "p", "r"))["wer"].to_list() == [0.2]


def test_nested_values_are_scored_by_anls_star():
    found = FRAME.select(lev.score("anls:star", pl.struct(a="hyp"), pl.struct(a="hyp")))
    assert found["anls"].to_list() == [1.0] * 4


def test_json_text_is_scored_as_the_value_that_it_is():
    frame = pl.DataFrame({"p": ['{"a":1}', "x"], "r": ['{"a": 1}', "x"]})
    assert frame.select(lev.score("anls:star", "p", "r"))["anls"].to_list() == [1, 1]


def test_counts_pool_over_groups():
    counts = lev.error_counts("hyp", "ref").struct
    pooled = FRAME.group_by(pl.col("number") > 2).agg(
        wer=(
            counts.field("substitutions") + counts.field("deletions") + counts.field("insertions")
        ).sum()
        / (counts.field("substitutions") + counts.field("deletions") + counts.field("hits")).sum()
    )
    expected = score(TEXTS["hyp"], TEXTS["ref"]).by_group([number > 2 for number in range(1, 5)])
    assert dict(pooled.rows()) == {label: result["wer"] for label, result in expected.items()}


def test_they_work_in_filters_groups_and_windows():
    assert FRAME.filter(lev.wer("hyp", "refs") > 0)["number"].to_list() == [2, 3]
    assert FRAME.sort(lev.cer("hyp", "ref"))["number"].to_list()[0] == 2
    mean = lev.wer("hyp", "ref").mean()
    assert (
        FRAME.select(mean.over(pl.lit(1)))["wer"].to_list()
        == [FRAME.select(mean)["wer"].item()] * 4
    )


def collected(expression, engine="in-memory"):
    return FRAME.lazy().with_columns(expression).collect(engine=engine)


@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
@pytest.mark.parametrize(
    ("expression", "sentence"),
    [
        (lev.wer("hole", "ref"), r"hole holds nulls .*every prediction must be a string: fill"),
        (lev.wer("hyp", "hole"), r"hole holds nulls .*every reference must be a string: fill"),
        (lev.wer("number", "ref"), r"batch\['prediction'\] is an Arrow column of int64; every"),
        (lev.wer("refs", "ref"), r"batch\['prediction'\] is an Arrow column of large_list<.*>;"),
        (
            lev.wer("hyp", pl.lit([], pl.List(pl.String))),
            r"batch\['reference'\]\[0\] is an empty list",
        ),
        (lev.wer("hyp", "ref", tokenizer=lambda text: 1 / 0), "the tokenizer .* failed on batch"),
    ],
)
def test_what_cannot_be_scored_is_said_in_one_sentence(expression, sentence, engine):
    with pytest.raises(InputError, match=f"^{sentence}") as raised:
        collected(expression, engine)
    assert "\n" not in str(raised.value)
    assert "⟨" not in str(raised.value)


def test_columns_of_different_lengths_are_refused():
    with pytest.raises(InputError, match=r"^hyp and ref differ in length \(3 and 4\)"):
        FRAME.select(lev.wer(pl.col("hyp").head(3), "ref"))


def test_nulls_that_are_filled_are_scored_within_when_and_then_too():
    filled = lev.wer(pl.col("hole").fill_null(""), pl.col("ref").fill_null(""))
    found = FRAME.select(pl.when(pl.col("hole").is_not_null()).then(filled).alias("wer"))["wer"]
    assert found.to_list() == [1.0, None, 0.0, 1.0]


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: lev.wer("hyp", "ref", tokeniser="char"), "unknown option of score 'tokeniser'"),
        (lambda: lev.wer("hyp", "ref", reduction="mean"), "score gives every row a score of its"),
        (lambda: lev.score("wre", "hyp", "ref"), "unknown metric 'wre'"),
        (lambda: lev.wer(1, "ref"), "prediction is of type int; it must be the name of a column"),
        (lambda: lev.wer("hyp", FRAME["ref"]), "reference is of type Series; it must be the name"),
        (lambda: lev.error_counts("hyp", "ref", threshold=1), "unknown option of error_counts"),
    ],
)
def test_wrong_arguments_are_refused_where_the_expression_is_made(make, sentence):
    with pytest.raises(InputError, match=f"^{sentence}"):
        make()
