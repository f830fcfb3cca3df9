"""What should be known beside a score is said when it applies, and only then."""

import pytest

from levmetrics.core.scoring import FORMS
from levmetrics.web.language import LANGUAGES
from levmetrics.web.results import notices as module
from levmetrics.web.results.notices import notices
from tests.packages import needs_tokenizer
from tests.web.results.scored import scored


def offered(texts, references=None, metric="wer", **options):
    references = references or [f"{text} 1" for text in texts]
    found = notices(scored(texts, references, metric, **options))
    return {notice.key: notice.rescorings for notice in found}


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
    ("metric", "tokenizer"),
    [("ja", ""), ("cer", ""), ("wer", "mecab"), ("anls", "")],
)
def test_other_units_than_white_space_are_not_doubted(metric, tokenizer):
    assert offered(["今日はいい天気です"], metric=metric, tokenizer=tokenizer) == {}


def test_mecab_is_offered_only_where_it_is_installed(monkeypatch):
    monkeypatch.setattr(module, "installed_tokenizers", lambda: ("char", "whitespace"))
    assert offered(["今日はいい天気です"]) == {"notice_unspaced": ("characters",)}


def test_fields_that_are_nan_are_counted():
    references = ['{"a": 1, "b": 2}', '{"a": "NaN"}']
    predictions = ['{"a": NaN, "b": NaN}', '{"a": "NaN"}']
    (found,) = notices(scored(predictions, references, "record"))
    assert (found.key, found.values) == ("notice_nan", {"count": 2})


def test_identical_texts_are_pointed_out():
    assert offered(["a b", "c"], ["a b", "c"]) == {"notice_identical": ()}
    assert offered(["a B", "c"], ["a b", "c"], normalizer="lower") == {}


def test_empty_texts_are_counted():
    found = notices(scored(["a", "", "b"], ["", "x", "b"]))
    assert [notice.sentence("en").partition(":")[0] for notice in found] == [
        "1 of 3 references are empty",
        "1 of 3 predictions are empty",
    ]


def test_case_and_punctuation_are_offered_to_be_ignored_where_they_are_many_errors():
    [notice] = notices(scored(["Hello, World!", "x"], ["hello world", "y"]))
    assert notice.rescorings == ("plain",)
    assert "33.33 %" in notice.sentence("en")
    assert "33.33 %" in notice.sentence("ja")


@pytest.mark.parametrize("normalizer", ["", "lower+remove_punctuation+squeeze_whitespace"])
def test_case_and_punctuation_that_change_nothing_are_not_mentioned(normalizer):
    assert offered(["Hello a."], ["Hello b."], normalizer=normalizer) == {}
    assert offered(["Hello."], ["Hello. "], normalizer=normalizer) == {}


def test_every_notice_has_a_sentence_in_both_languages():
    shown = scored(["今日はいい天気です", ""], ["今日はいい天気です", "A"])
    found = notices(shown)
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


def test_a_metric_that_the_texts_chose_is_not_doubted():
    assert offered(["今日はいい天気です"], metric="automatic") == {}
    assert offered(["오늘은 날씨가 좋다"], metric="automatic") == {}


@needs_tokenizer("mecab")
def test_japanese_by_its_readings_is_not_said_to_be_counted_by_white_space():
    assert offered(["今日はいい天気です"], metric="reading") == {}
