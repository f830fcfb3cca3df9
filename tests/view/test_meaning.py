"""A score in words is right: its parts add up, its rounding hides nothing, and it says why.

What was added is no word of the reference that is wrong: with additions, errors are counted.
"""

import pytest

from levmetrics import score
from levmetrics.view.meaning import certainty, meaning
from levmetrics.view.names import full_name, short_name
from levmetrics.view.systems import systems_of
from tests.packages import needs_tokenizer

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def said(predictions, references, metric="wer", language="en"):
    return meaning(language, score(predictions, references, metric))


def sure(predictions, references, **options):
    return certainty("en", systems_of({"predictions": score(predictions, references, **options)}))


@pytest.mark.parametrize(
    ("prediction", "reference", "sentence"),
    [
        (
            "is there now",
            "who is there",
            "2 errors, where the references have 3 words: 1 missing, 1 added.",
        ),
        ("is there", "who is there", "1 of 3 words is wrong: 1 missing."),
        ("a b", "a b", "All 2 words are right."),
        ("a", "a", "The only word is right."),
        ("b", "a", "The only word is wrong: 1 replaced."),
        ("", "", "Both sides are empty, and so equal."),
        (
            "a b",
            "",
            "No reference holds a word, so all words of the predictions count as errors: 2.",
        ),
    ],
)
def test_few_words_are_counted(prediction, reference, sentence):
    assert said([prediction], [reference]) == sentence


def test_many_words_are_said_of_a_hundred_and_the_parts_add_up():
    assert (
        said(["a " * 764 + "x " * 181 + "a y " * 41], ["a " * 764 + "b " * 181 + "a " * 41])
        == "About 23 errors for every 100 words of the references: 19 replaced, 4 added."
    )


def test_rare_errors_are_said_of_as_many_words_as_it_takes():
    text = "a " * 3_000
    assert said([text + "b b"], [text + "c c"]) == "2 of 3,002 words are wrong: 2 replaced."
    assert said([text + "b " * 9], [text + "c " * 9]) == (
        "About 3 of 1,000 words are wrong: 3 replaced."
    )


@pytest.mark.parametrize("words", [2, 500])
def test_a_rate_over_a_hundred_percent_says_why(words):
    sentence = said(["a b c " * words], ["a " * words])
    assert sentence.endswith(
        "An error rate can pass 100 %: what was added counts as an error too, and a prediction may "
        "hold more words than the reference."
    )
    assert "are wrong" not in sentence


def test_japanese_is_said_in_japanese():
    assert said(["今日はいい天気です"], ["今日は良い天気です"], "ja", "ja") == (
        "5単語中1単語が誤りです(置換1)。"
    )


def test_similarities_are_said_with_what_counts_as_nothing():
    found = said(["ab", "ab", "x"], ["ab", "abc", "y"], "anls:docvqa")
    assert found == (
        "On average a prediction matches its reference to 56 %. Of 3 predictions: 1 equal, 1 "
        "counted as 0."
    )
    assert said(["a"], ["a"], "anls") == "The prediction matches its reference to 100 %."
    assert said(["a", "b"], ["a", "b"], "anls") == "Every prediction matches its reference fully."


def test_what_is_not_perfect_is_never_rounded_to_it():
    text = "a" * 999
    assert "99 %" in said([text + "b", text], [text + "a", text], "anls")


@pytest.mark.parametrize(
    ("predictions", "part"),
    [
        (["a"], "It takes 5 samples or more to say how certain the score is (here: 1)."),
        (["a", "b"], "It takes 5 samples or more to say how certain the score is (here: 2)."),
        (["a", "a", "b", "b"], "(here: 4)."),
        (["a"] * 5, "Resampling these 5 samples gives the same score every time"),
        (["a", "a", "a", "b", "b"], "With only 5 samples, that range is rough."),
    ],
)
def test_few_samples_are_not_said_to_be_sure(predictions, part):
    assert part in sure(predictions, ["a"] * len(predictions))


def test_an_interval_of_many_samples_says_its_ends_in_percent():
    sentence = sure(["a", "b"] * 50, ["a"] * 100)
    assert "likely between 39.79 % and 60.21 %" in sentence
    assert "95 times in 100" in sentence
    assert "rough" not in sentence


@pytest.mark.parametrize(
    ("metric", "tokenizer", "short", "full"),
    [
        ("wer", "", "WER", "Word error rate, words by white space"),
        ("ja", "", "WER", "Word error rate, words by MeCab"),
        ("cer", "", "CER", "Character error rate"),
        ("wer", "char", "CER", "Character error rate"),
        (
            "wer",
            "mixed",
            "TER",
            "Token error rate, words, or characters of unspaced scripts",
        ),
        ("formatted", "", "formatted WER", "Words and marks as they are written"),
        ("anls:docvqa", "", "ANLS", "Average normalized Levenshtein similarity"),
    ],
)
def test_a_score_is_called_by_what_was_counted(metric, tokenizer, short, full):
    options = {"tokenizer": tokenizer} if tokenizer else {}
    found = score(["a"], ["b"], metric, **options).metric
    assert (short_name(found), full_name("en", found)) == (short, full)


def test_words_case_and_marks_are_said_apart():
    texts = ["i know, Ann.", "Go home"], ["I know Ann.", "Go home!"]
    assert said(*texts, "formatted") == (
        "Words replaced, missing or added: 0 (the references have 5). Right words in another case: "
        "1 of 5. Punctuation marks replaced, missing or added: 2 (the references have 2)."
    )
    assert said(*texts, "formatted", "ja") == (
        "置換・脱落・挿入された単語は0(正解は5語)、大文字・小文字だけが違う単語は一致した5語中1語、"
        "置換・脱落・挿入された句読点は2(正解は2個)です。"
    )


@needs_tokenizer("mecab")
def test_readings_and_writing_are_said_apart():
    assert said(["寒いです"], ["良いです"], "reading", "ja") == (
        "読みで置換・脱落・挿入された文字は2(正解は4文字)、表記どおりでは1(正解は4文字)です。"
    )


def test_with_groups_it_is_the_groups_that_are_few():
    texts = ["a b", "a c"] * 100
    several, two = (
        sure(texts, ["a b"] * 200, groups=[min(n // 13, last) for n in range(200)])
        for last in (4, 1)
    )
    assert several.endswith("With only 5 groups, that range is rough.")
    assert two == "It takes 5 groups or more to say how certain the score is (here: 2)."


@pytest.mark.parametrize(
    ("metric", "unit"), [("wer_lev:flexible", "characters"), ("anls:donut", "tokens")]
)
def test_a_metric_without_a_choice_of_tokenizers_has_a_unit(metric, unit):
    assert score(["a"], ["b"], metric).metric.unit == unit
