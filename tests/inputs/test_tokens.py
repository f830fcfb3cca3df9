"""Tokens given as they are score as if they were characters of a text."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import levmetrics
from levmetrics import InputError, Run, align, align_all, error_counts, get_tokenizer
from levmetrics.alignment.edit_matrix import edit_matrix
from levmetrics.inputs.tokens import holds_tokens
from levmetrics.similarity.similarity_metric import DistanceMetric
from tests import oracles
from tests.packages import needs

HASHABLES = ["a", "b", "", 1, 2.5, None, ("a", 1), frozenset({1}), b"x", True, 10**30]


def distances(preds, target, **options):
    metric = DistanceMetric(reduction="none", **options).called("EditDistance")
    return Run.of(metric, preds, target).result()["score"]


@settings(max_examples=80)
@given(st.randoms(use_true_random=False), st.sampled_from([list, tuple]))
def test_lists_of_any_hashables_equal_the_textbook(rng, kind):
    pairs = oracles.random_pairs(rng, 6, HASHABLES, longest=20)
    preds, target = ([kind(side) for side in sides] for sides in zip(*pairs, strict=True))
    assert distances(preds, target) == [oracles.edit_distance(p, t) for p, t in pairs]


def test_rows_of_numpy_strings_are_tokens():
    assert distances([np.array(["a", "b"])], [np.array(["a", "c"])]) == [1]


def test_tokens_that_are_tuples_are_tokens_not_references():
    assert distances([[("a", 1), ("b", 2)]], [[("a", 1), ("b", 3)]]) == [1]


def test_empty_rows_are_texts_without_tokens():
    assert distances([[], ["a"]], [["a", "b"], []]) == [2, 1]
    assert distances(np.zeros((2, 0), int), [[1], []]) == [1, 0]


def test_tokens_are_scored_as_their_text_is():
    rng = random.Random(5)
    pairs = oracles.random_pairs(rng, 50, ["who", "is", "今日"], longest=12)
    preds, target = [p for p, _ in pairs], [t for _, t in pairs]
    texts = error_counts([" ".join(p) for p in preds], [" ".join(t) for t in target])
    assert error_counts(preds, target) == texts


def test_texts_are_no_tokens():
    assert not holds_tokens("abc")
    assert not holds_tokens(np.array(["a"]))
    assert not holds_tokens([])


class CalledChar:
    """A caller's own tokenizer that calls itself as the default one of a metric does."""

    def tokenize(self, text):
        return text.split(",")

    def __repr__(self):
        return "char"


SCORERS = {
    "error_counts": error_counts,
    "score": levmetrics.score,
    "align_all": lambda *sides, **options: list(align_all(*sides, **options)),
    "align": lambda preds, target, **options: align(preds[0], target[0], **options),
    "edit_matrix": lambda preds, target, **options: edit_matrix(preds[0], target[0], **options),
}
CLASSES = ["ErrorRates", "CharErrorRate", "WordInfoLost", "ANLS"]


def of_torch(name):
    """A scorer that is loaded when it is called."""

    def score(*sides, **options):
        scorer = getattr(levmetrics, name)
        return scorer(**options)(*sides) if name in CLASSES else scorer(*sides, **options)

    return pytest.param(score, id=name, marks=needs("torchmetrics"))


every_scorer = pytest.mark.parametrize(
    "score",
    [
        *(pytest.param(score, id=name) for name, score in SCORERS.items()),
        *map(of_torch, ["edit_distance", "normalized_levenshtein_similarity", *CLASSES]),
    ],
)


@every_scorer
@pytest.mark.parametrize(
    "tokenizer", ["char", "whitespace", "mixed", CalledChar(), get_tokenizer("char")]
)
def test_a_tokenizer_that_was_given_is_refused_beside_tokens_whatever_it_is_called(
    score, tokenizer
):
    tokens = [["今日", "は"]]
    score(tokens, tokens)
    score(tokens, tokens, tokenizer=None)
    with pytest.raises(
        InputError, match=r"(preds|predictions?) holds tokens, but the tokenizer .* is for texts"
    ):
        score(tokens, tokens, tokenizer=tokenizer)


@every_scorer
def test_a_normalizer_is_refused_beside_tokens(score):
    with pytest.raises(
        InputError, match=r"(preds|predictions?) holds tokens, but the normalizer lower is for"
    ):
        score([["A"]], [["a"]], normalizer="lower")


def of_pandas(name):
    return getattr(pytest.importorskip("pandas"), name)


@pytest.mark.parametrize(
    "make",
    [
        lambda: float("nan"),
        lambda: np.float32("nan"),
        lambda: of_pandas("NA"),
        lambda: of_pandas("NaT"),
        lambda: np.datetime64("NaT"),
    ],
)
@every_scorer
def test_a_token_that_does_not_equal_itself_is_named(score, make):
    nothing = make()
    with pytest.raises(InputError, match=r"\[1\] is (nan|<NA>|NaT), which does not equal itself"):
        score([["a", nothing]], [["a", nothing]])


def test_a_missing_token_does_not_hide_padding():
    missing = of_pandas("NA")
    with pytest.raises(InputError, match=r"predictions\[0\]\[1\] is <NA>"):
        error_counts([[-100, 1, missing]], [[1]])


@every_scorer
def test_padding_of_ids_counts_nowhere(score):
    assert str(score([[1, 2, -100]], [[1, -100, 3]])) == str(score([[1, 2]], [[1, 3]]))
