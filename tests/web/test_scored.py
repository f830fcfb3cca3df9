"""One request gives all that is shown: both error rates, and what they would be otherwise."""

import pytest

from levmetrics import error_counts, score
from levmetrics.web import scored as module
from levmetrics.web.requests import AUTOMATIC
from tests.web.results.scored import scored


@pytest.mark.parametrize(
    ("metric", "text", "companion"),
    [
        ("wer", "who is there", "cer"),
        ("ja", "今日は雨です", "cer"),
        ("cer", "who is there", "wer"),
        ("cer", "오늘은 날씨가 좋다", "wer"),
        ("cer", "今日は雨です", None),
        ("cer", "วันนี้อากาศดี", None),
        ("anls", "who is there", None),
    ],
)
def test_word_and_character_error_rates_stand_together_where_both_mean_something(
    metric, text, companion
):
    found = scored([text[:-1]], [text], metric).companion
    assert (found and found.run.metric.key) == companion


def test_the_companion_is_the_score_of_the_same_texts_with_the_same_normalizer():
    shown = scored(["WHO is", "a"], ["who is there", "b"], normalizer="lower")
    expected = error_counts(
        ["WHO is", "a"], ["who is there", "b"], normalizer="lower", tokenizer="char"
    )
    assert shown.companion.value == expected.pooled().wer


@pytest.mark.parametrize(
    ("prediction", "normalizer", "plain"),
    [("Hello, World", "", 0.0), ("Hello, World", "lower", 0.0), ("hello x", "", None)],
)
def test_the_score_without_case_and_punctuation_is_known_where_there_is_any(
    prediction, normalizer, plain
):
    found = scored([prediction], ["hello world"], normalizer=normalizer).otherwise
    assert found.get("plain") == plain


@pytest.mark.parametrize(
    ("prediction", "reference", "metric", "otherwise"),
    [
        ("caf\u00e9 noir", "cafe\u0301 noir", "wer", {"nfc": 0.0}),
        ("\uff41\uff42\uff43", "abc", "cer", {"nfkc": 0.0}),
        ("\u304b\u3099\uff21", "\u304cA", "cer", {"nfc": 0.5, "nfkc": 0.0}),
        ("so was", "\u017fo wa\u017f", "wer", {"long_s": 0.0}),
        ("so \uff41", "\u017fo a", "wer", {"long_s": 0.5, "nfkc": 0.0}),
        ("cafe noir", "caf\u00e9 noir", "wer", {}),
        ("a b", "a b", "wer", {}),
    ],
    ids=["accents", "width", "both", "long s", "long s and width", "another letter", "equal"],
)
def test_the_score_in_another_form_of_unicode_is_known_where_it_is_another(
    prediction, reference, metric, otherwise
):
    shown = scored([prediction], [reference], metric)
    assert {form: shown.otherwise[form] for form in shown.otherwise if form != "plain"} == otherwise
    for form, value in otherwise.items():
        assert score([prediction], [reference], metric, normalizer=form).score == value


@pytest.mark.parametrize(
    ("reference", "metric"),
    [
        ("who is there", "wer"),
        ("今日は雨です", "ja"),
        ("今天天气很好", "mixed"),
        ("วันนี้อากาศดี", "mixed"),
        ("오늘은 날씨가 좋다", "cer"),
        ("今日 は 雨 です ね", "wer"),
    ],
)
def test_the_texts_choose_a_metric_that_has_their_units(reference, metric):
    shown = scored([reference], [reference], AUTOMATIC)
    assert (shown.request.metric, shown.is_automatic) == (metric, True)


def test_without_mecab_japanese_is_counted_in_characters(monkeypatch):
    monkeypatch.setattr(module, "installed_tokenizers", lambda: ("char", "whitespace"))
    assert scored(["今日は雨です"], ["今日は雨です"], AUTOMATIC).request.metric == "cer"
