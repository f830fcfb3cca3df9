"""What should be known beside a score is said when it applies, and only then."""

import pytest

from levmetrics import error_counts, score
from levmetrics.core.scoring import FORMS
from levmetrics.inputs.json_values import json_value_columns
from levmetrics.rendering.labels import percent
from levmetrics.view import notices as module
from levmetrics.view.language import LANGUAGES
from levmetrics.view.notices import PLAIN, Texts, companion, notices
from tests.packages import needs_tokenizer

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def noticed(predictions, references, metric="wer", **options):
    run = score(predictions, references, metric, **options)
    return notices(run, Texts.of(run))


def offered(texts, references=None, metric="wer", **options):
    references = references or [f"{text} 1" for text in texts]
    return {each.key: each.rescorings for each in noticed(texts, references, metric, **options)}


@pytest.mark.parametrize(
    ("text", "rescorings"),
    [
        ("今日はいい天気です", ("mecab", "characters")),
        ("カタカナだけの文", ("mecab", "characters")),
        ("今天天气很好我们去公园", ("characters",)),
        ("วันนี้อากาศดีมาก", ("characters",)),
        ("ថ្ងៃនេះអាកាសធាតុល្អ", ("characters",)),
        ("ມື້ນີ້ອາກາດດີ", ("characters",)),
        ("ဒီနေ့ရာသီဥတုကောင်းတယ်", ("characters",)),
    ],
)
def test_white_space_is_doubted_where_a_script_has_none_between_words(text, rescorings):
    assert offered([text]) == {"notice_unspaced": rescorings}


def test_korean_is_told_of_eojeol():
    assert offered(["오늘은 날씨가 좋다"]) == {"notice_eojeol": ("characters",)}


@pytest.mark.parametrize(
    "text", ["who is there", "今日 は いい 天気 です ね", "2024 08", "one in 日本", "ωραία μέρα"]
)
def test_white_space_is_not_doubted_where_it_separates_words(text):
    assert offered([text]) == {}


@pytest.mark.parametrize(
    ("metric", "options"),
    [("ja", {}), ("cer", {}), ("wer", {"tokenizer": "mecab"}), ("anls", {})],
)
def test_other_units_than_white_space_are_not_doubted(metric, options):
    assert offered(["今日はいい天気です"], metric=metric, **options) == {}


def test_mecab_is_offered_only_where_it_is_installed(monkeypatch):
    monkeypatch.setattr(module, "is_installed", lambda facts: False)
    assert offered(["今日はいい天気です"]) == {"notice_unspaced": ("characters",)}


def test_fields_that_are_nan_are_counted():
    references = ['{"a": 1, "b": 2}', '{"a": "NaN"}']
    predictions = ['{"a": NaN, "b": NaN}', '{"a": "NaN"}']
    (found,) = noticed(*json_value_columns(predictions, references), "record")
    assert (found.key, found.values) == ("notice_nan", {"count": 2})


def test_identical_texts_are_pointed_out():
    assert offered(["a b", "c"], ["a b", "c"]) == {"notice_identical": ()}
    assert offered(["a B", "c"], ["a b", "c"], normalizer="lower") == {}


def test_empty_texts_are_counted():
    found = noticed(["a", "", "b"], ["", "x", "b"])
    assert [notice.sentence("en").partition(":")[0] for notice in found] == [
        "1 of 3 references are empty",
        "1 of 3 predictions are empty",
    ]


def test_case_and_punctuation_are_offered_to_be_ignored_where_they_are_many_errors():
    [notice] = noticed(["Hello, World!", "x"], ["hello world", "y"])
    assert notice.rescorings == ("plain",)
    assert "33.33 %" in notice.sentence("en")
    assert "33.33 %" in notice.sentence("ja")


@pytest.mark.parametrize("options", [{}, {"normalizer": [*PLAIN]}])
def test_case_and_punctuation_that_change_nothing_are_not_mentioned(options):
    assert offered(["Hello a."], ["Hello b."], **options) == {}
    assert offered(["Hello."], ["Hello. "], **options) == {}


def test_every_notice_has_a_sentence_in_both_languages():
    found = noticed(["今日はいい天気です", ""], ["今日はいい天気です", "A"])
    assert found
    for notice in found:
        english, japanese = (notice.sentence(language) for language in LANGUAGES)
        assert english.isascii()
        assert not japanese.isascii()


@pytest.mark.parametrize(
    ("texts", "form"),
    [
        (("caf\u00e9", "cafe\u0301"), "nfc"),
        (("\u017fo", "so"), "long_s"),
        (("\uff41", "a"), "nfkc"),
        (("a\u00a0b", "ab"), ""),
    ],
)
def test_differences_that_cannot_be_seen_are_offered_to_be_left_out(texts, form):
    found = offered([texts[0]], [texts[1]], "cer")
    assert {key: ways for key, ways in found.items() if key.removeprefix("notice_") in FORMS} == (
        {f"notice_{form}": (form,)} if form else {}
    )


@needs_tokenizer("mecab")
def test_japanese_by_its_readings_is_not_said_to_be_counted_by_white_space():
    assert offered(["今日はいい天気です"], metric="reading") == {}


@pytest.mark.parametrize(
    ("metric", "text", "beside"),
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
    metric, text, beside
):
    found = companion(Texts.of(score([text[:-1]], [text], metric)))
    assert (found and found.metric.key) == beside


def test_the_rate_beside_it_is_the_score_of_the_same_texts_with_the_same_normalizer():
    texts = ["WHO is", "a"], ["who is there", "b"]
    beside = companion(Texts.of(score(*texts, normalizer="lower")))
    expected = error_counts(*texts, normalizer="lower", tokenizer="char")
    assert beside.score == expected.pooled().wer


def plain_score(predictions, references, **options):
    (said,) = [
        notice.values["score"]
        for notice in noticed(predictions, references, **options)
        if notice.key == "notice_plain"
    ] or [None]
    return said


@pytest.mark.parametrize(
    ("prediction", "options", "plain"),
    [
        ("Hello, World", {}, "0.00 %"),
        ("Hello, World", {"normalizer": "lower"}, "0.00 %"),
        ("hello x", {}, None),
    ],
)
def test_the_score_without_case_and_punctuation_is_known_where_there_is_any(
    prediction, options, plain
):
    assert plain_score([prediction], ["hello world"], **options) == plain


@pytest.mark.parametrize(
    ("prediction", "reference", "metric", "forms"),
    [
        ("caf\u00e9 noir", "cafe\u0301 noir", "wer", ["nfc"]),
        ("\uff41\uff42\uff43", "abc", "cer", ["nfkc"]),
        ("\u304b\u3099\uff21", "\u304cA", "cer", ["nfc", "nfkc"]),
        ("so was", "\u017fo wa\u017f", "wer", ["long_s"]),
        ("so \uff41", "\u017fo a", "wer", ["long_s", "nfkc"]),
        ("cafe noir", "caf\u00e9 noir", "wer", []),
        ("a b", "a b", "wer", []),
    ],
    ids=["accents", "width", "both", "long s", "long s and width", "another letter", "equal"],
)
def test_the_score_in_another_form_of_unicode_is_that_with_the_normalizer_of_that_name(
    prediction, reference, metric, forms
):
    found = noticed([prediction], [reference], metric)
    said = {notice.key: notice.values.get("score") for notice in found}
    assert [form for form in FORMS if f"notice_{form}" in said] == forms
    for form in forms:
        otherwise = score([prediction], [reference], metric, normalizer=form).score
        assert said[f"notice_{form}"] == percent(otherwise)
