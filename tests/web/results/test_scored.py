"""One request gives all that is shown: both error rates, and the samples in order."""

import pytest

from levmetrics import error_counts
from tests.web.results.scored import scored


@pytest.mark.parametrize(
    ("metric", "text", "companion"),
    [
        ("wer_lev:wer", "who is there", "cer"),
        ("wer_lev:ja", "今日は雨です", "cer"),
        ("wer_lev:cer", "who is there", "wer"),
        ("wer_lev:cer", "오늘은 날씨가 좋다", "wer"),
        ("wer_lev:cer", "今日は雨です", None),
        ("wer_lev:cer", "วันนี้อากาศดี", None),
        ("anls", "who is there", None),
    ],
)
def test_word_and_character_error_rates_stand_together_where_both_mean_something(
    metric, text, companion
):
    found = scored([text[:-1]], [text], metric).companion
    assert (found and found.score) == companion


def test_the_companion_is_the_score_of_the_same_texts_with_the_same_normalizer():
    shown = scored(["WHO is", "a"], ["who is there", "b"], normalizer="lower")
    expected = error_counts(
        ["WHO is", "a"], ["who is there", "b"], normalizer="lower", tokenizer="char"
    )
    assert shown.companion.value == expected.pooled().wer


def test_the_worst_by_rate_and_by_errors_are_different_ones_and_ties_are_broken():
    preds = ["a", "x y c d", "x", "x y"]
    target = ["a", "a b c d", "a", "a b"]
    shown = scored(preds, target)
    assert shown.worst_first().tolist() == [3, 2, 1, 0]  # 2 of 2, 1 of 1, 2 of 4, none
    assert shown.worst_first("errors").tolist() == [3, 1, 2, 0]


def test_similarities_are_the_worst_where_they_are_low():
    assert scored(["ab", "b", "a"], ["ab", "a", "ab"], "anls").worst_first().tolist() == [1, 2, 0]


@pytest.mark.parametrize(
    ("prediction", "normalizer", "plain"),
    [("Hello, World", "", 0.0), ("Hello, World", "lower", 0.0), ("hello x", "", None)],
)
def test_the_score_without_case_and_punctuation_is_known_where_there_is_any(
    prediction, normalizer, plain
):
    assert scored([prediction], ["hello world"], normalizer=normalizer).plain == plain
