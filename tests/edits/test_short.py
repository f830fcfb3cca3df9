"""The short way into the kernel: the same counts and the same errors as the long one."""

import random

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics import anls, cer, error_counts, score, wer
from levmetrics.edits import compiled, library
from levmetrics.edits.kernel import pair_distances
from levmetrics.edits.reader import token_pairs
from levmetrics.inputs.tokens import Characters, Words
from levmetrics.scores.error_counts import count_errors
from tests.packages import needs_config


@pytest.fixture(scope="module", autouse=True)
def _only_once(kernel):
    if kernel == "portable" or compiled._short_way() is None:
        pytest.skip("it is of the compiled kernel, and not in every installation")


TEXTS = st.text(st.sampled_from("ab xé日\u3000\x00") | st.characters(codec="utf-8"), max_size=40)
TOKENIZERS = {"whitespace": Words, "char": Characters}


def short_way(preds, target, tokens=Words, costs="unit"):
    return compiled.short_counts(preds, target, tokens, costs)


def long_way(preds, target, tokenizer, costs):
    return count_errors(token_pairs(preds, target, tokenizer), costs).rows()


@pytest.mark.parametrize("tokenizer", TOKENIZERS)
@pytest.mark.parametrize("costs", ["unit", "nist"])
@given(rows=st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=5))
def test_any_texts_have_the_counts_of_the_long_way(tokenizer, costs, rows):
    preds, target = ([*side] for side in zip(*rows, strict=True))
    found = short_way(preds, target, TOKENIZERS[tokenizer], costs)
    assert found.T.tolist() == long_way(preds, target, tokenizer, costs).tolist()


@pytest.mark.parametrize("tokenizer", TOKENIZERS)
@given(rows=st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=5))
def test_any_texts_have_the_distances_of_the_long_way(tokenizer, rows):
    preds, target = ([*side] for side in zip(*rows, strict=True))
    long = pair_distances(token_pairs(preds, target, tokenizer))
    short = compiled.short_distances(preds, target, TOKENIZERS[tokenizer])
    assert short[:3].tolist() == [
        each.tolist() for each in (long.pred_length, long.distance, long.target_length)
    ]
    totals = compiled.short_totals(preds, target, TOKENIZERS[tokenizer])
    assert totals == tuple(int(each.sum()) for each in long)


@given(rows=st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=5))
def test_a_number_of_a_few_strings_is_that_of_their_columns(rows):
    preds, target = ([*side] for side in zip(*rows, strict=True))
    columns = pa.array(preds), pa.array(target)
    assert wer(preds, target) == score(*columns, "wer_lev:wer").score
    assert cer(preds, target) == score(*columns, "wer_lev:cer").score
    assert anls(preds, target) == score(*columns, "anls").score
    assert anls(preds[0], target[0]) == score(columns[0][:1], columns[1][:1], "anls").score


def test_a_hundred_thousand_random_pairs_have_the_counts_of_the_long_way():
    draw = random.Random(0)
    words = ["a", "b", "ab", "の", "é", "\u0301", "\u3000", "x" * 30]
    for _ in range(20):
        preds, target = (
            [" ".join(draw.choices(words, k=draw.randrange(9))) for _ in range(5_000)]
            for _ in range(2)
        )
        for tokenizer, tokens in TOKENIZERS.items():
            found = short_way(preds, target, tokens)
            np.testing.assert_array_equal(found.T, long_way(preds, target, tokenizer, "unit"))


def test_a_string_is_one_sample():
    assert short_way("a b", "a c").tolist() == [[1], [0], [0], [1], [0]]
    assert error_counts("a b", ["a c"]) == error_counts(["a b"], "a c")


class Text(str):
    """What a caller may have made of a string."""


@pytest.mark.parametrize(
    ("preds", "target"),
    [
        ([], []),
        (["a"], ["a", "b"]),
        (["a"], [["a", "b"]]),
        ([["a"]], [["a"]]),
        (["a", None], ["a", "b"]),
        (["\ud800"], ["a"]),
        (["a"], ["\udfff"]),
        ([Text("a")], ["a"]),
        (("a",), ["a"]),
        (pa.array(["a"]), ["a"]),
        (["a" * 1_000_001], ["a"]),
        (["a" * 20_000], ["b" * 20_000]),
    ],
)
def test_what_is_not_a_few_strings_goes_the_long_way(preds, target):
    assert short_way(preds, target) is None


@pytest.mark.parametrize("bad", [None, 1, b"a", "\ud800"])
def test_errors_are_those_of_the_long_way(bad):
    for samples in (["a", bad], ["a", bad] * 1_000_000):
        for scored in (score, wer, cer, anls):
            with pytest.raises(ValueError, match=r"^predictions\[1\] (is|has) "):
                scored(samples, ["a"] * len(samples))


@pytest.mark.parametrize(
    "options",
    [
        {"normalizer": "lower"},
        {"tokenizer": "mixed"},
        {"costs": "kaldi"},
        {"compounds": "merge"},
        {"alternatives": "braces"},
        {"equivalences": {"b": ["c"]}},
    ],
)
def test_no_option_is_passed_over(options):
    given = ["A BC {b / c}"], ["a b c b"]
    column = score(pa.array(given[0]), pa.array(given[1]), **options)
    assert score(*given, **options).result() == column.result()
    assert error_counts(*given, **options).rows().tolist() == column.measured.rows().tolist()


@pytest.mark.parametrize(
    "config",
    [pytest.param(one, marks=needs_config(one)) for one in ("openasr", "formatted", "reading")],
)
def test_a_metric_with_its_own_tokens_does_not_take_it(config):
    given = ["Um, I am HERE."], ["uh I'm here"]
    assert score(*given, config).result() == score(*map(pa.array, given), config).result()


def test_a_run_of_the_short_way_knows_its_samples():
    run = score(["a b", "c"], ["a x", "c d"])
    assert str(run.alignment(0)).splitlines()[0] == "REF: a x"
    assert run.samples().num_rows == 2


def test_without_a_kernel_there_is_no_short_way(monkeypatch):
    monkeypatch.setattr(library, "compiled_kernel", lambda: None)
    assert short_way("a", "b") is None
