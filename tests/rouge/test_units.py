"""The units of ROUGE: nothing that is a letter vanishes, in any script."""

import sys
import unicodedata
import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics import InputError, score
from levmetrics.inputs.texts import Texts
from levmetrics.rouge import units
from levmetrics.rouge.units import UNITS, get_units
from tests.packages import needs

words = UNITS["words"]
LETTERS = [
    chr(code)
    for code in range(sys.maxunicode + 1)
    if unicodedata.category(chr(code)).startswith("L")
]
MARKS = [
    chr(code)
    for code in range(sys.maxunicode + 1)
    if unicodedata.category(chr(code)).startswith("M")
]
TYPES = ["1", "L", "Lsum"]


@pytest.mark.parametrize("kind", TYPES)
def test_every_letter_of_unicode_against_itself_is_1(kind):
    run = score(LETTERS, LETTERS, f"rouge:{kind}", reduction="none")
    assert set(run[f"rouge{kind}"]) == {1.0}


@pytest.mark.parametrize("letter", ["e", "क", "日", "あ", "ก", "က"])
def test_no_mark_of_unicode_vanishes_after_a_letter(letter):
    texts = [letter + mark for mark in MARKS]
    assert [text for text in texts if words(text) != [text.lower()]] == []


@given(st.lists(st.text(min_size=1, max_size=20), min_size=1, max_size=5))
def test_a_text_with_a_letter_against_itself_is_1_and_any_other_is_0(texts):
    result = score(texts, texts, "rouge", reduction="none").result()
    for i, text in enumerate(texts):
        has_words = bool(words(text))
        assert result["references_without_words"][i] == (not has_words)
        if any(unicodedata.category(each)[0] == "L" for each in text):
            assert has_words
        for kind in TYPES:
            assert result[f"rouge{kind}"][i] == float(has_words)
        assert result["rouge2"][i] == float(len(words(text)) > 1)


@pytest.mark.parametrize("kind", ["1", "2", "L", "Lsum"])
def test_japanese_texts_against_themselves_are_1(kind):
    assert score(["いぬ ねこ"], ["いぬ ねこ"], f"rouge:{kind}").score == 1.0


@needs("fugashi", "unidic_lite")
def test_mecab_finds_japanese_words():
    run = score(["今日はいい天気です"], ["今日は良い天気です"], "rouge:1", tokenizer="mecab")
    assert run["rouge1"] == pytest.approx(0.8)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The café's Größe", ["the", "café", "s", "größe"]),
        ("いぬ ねこ", ["い", "ぬ", "ね", "こ"]),
        ("データー、か\u3099", ["デ", "ー", "タ", "ー", "か\u3099"]),
        ("日本語2026年", ["日", "本", "語", "2026", "年"]),
        ("สวัสดี ๑๒", ["ส", "วั", "ส", "ดี", "๑๒"]),
        ("नमस्ते क्\u200dष", ["नमस्ते", "क्\u200dष"]),
        ("می\u200cخواهم", ["می\u200cخواهم"]),
        ("བོད་སྐད།", ["བོད", "སྐད"]),
        ("မြန်မာစာ", ["မြ", "န်", "မာ", "စာ"]),
        ("안녕하세요 세계", ["안녕하세요", "세계"]),
        ("❤️ \u200d x\u200d\u200dy", ["x\u200d\u200dy"]),
        ("a_b-c.d", ["a", "b", "c", "d"]),
        ("ＡＢＣ ｱｲ", ["ａｂｃ", "ｱ", "ｲ"]),
        ("İstanbul ΑΣ", ["i\u0307stanbul", "ας"]),
        ("a\0b é\0", ["a", "b", "é"]),
    ],
)
def test_units_are_words_or_single_letters_by_script(text, expected):
    assert words(text) == expected


def test_a_script_without_spaces_is_seen_by_the_quick_search():
    """A letter that is a word beside any other is searched for by the slow expression."""
    alone = [letter for letter in LETTERS if words(f"日{letter}{letter}")[2:]]
    assert len(alone) > 100_000
    assert [letter for letter in alone if not units._MAY_BE_UNSPACED.search(letter.lower())] == []


@given(st.text(), st.text(st.characters(max_codepoint=127)))
def test_a_column_has_the_words_of_each_text(text, ascii_text):
    for texts in ([ascii_text], [text, "", ascii_text, text]):
        for kind in UNITS.values():
            spaced = kind.spaced_texts(Texts.of(texts))
            assert [each.split() for each in spaced] == [*map(kind, texts)]


@given(st.text(st.characters(max_codepoint=127)))
def test_ascii_texts_have_the_words_of_rouge_score(text):
    tokenize = pytest.importorskip("rouge_score.tokenize")
    assert words(text) == UNITS["ascii"](text) == tokenize.tokenize(text, None)


@given(st.text())
def test_the_ascii_rule_is_that_of_rouge_score_for_any_text(text):
    tokenize = pytest.importorskip("rouge_score.tokenize")
    assert UNITS["ascii"](text) == tokenize.tokenize(text, None)


def test_the_ascii_rule_warns_of_dropped_letters_with_how_many():
    with pytest.warns(UserWarning, match="letters lost: 4, texts that lose any: 2;"):
        score(["café é", "tea"], ["cafe", "ツé"], "rouge", tokenizer="ascii")
    with pytest.warns(UserWarning, match="letters lost: 1, texts that lose any: 1;"):
        score(["café"], ["cafe"], "rouge", tokenizer="ascii")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        score(["tea, 2"], ["tea!"], "rouge", tokenizer="ascii")
        score([["é"]], [["é"]], "rouge")


def test_unknown_units_are_refused_with_the_nearest():
    with pytest.raises(InputError, match="did you mean 'words'"):
        score(["a"], ["a"], "rouge", tokenizer="word")
    with pytest.raises(InputError, match="unknown stemmer"):
        score(["a"], ["a"], "rouge", stemmer="snowball")
    with pytest.raises(InputError, match="unknown sentences"):
        score(["a"], ["a"], "rouge", sentences="line")
    with pytest.raises(InputError, match="must be 'lines', 'icu', or a function"):
        score(["a"], ["a"], "rouge", sentences=3)
    for wrong in (lambda text: text, lambda text: [1], lambda text: None):
        with pytest.raises(InputError, match="must return a list of strings"):
            score(["a"], ["a"], "rouge", sentences=wrong)


@needs("nltk")
def test_tokens_are_not_stemmed():
    with pytest.raises(InputError, match="predictions are tokens"):
        score([["a"]], [["a"]], "rouge", stemmer="porter")


@needs("icu4py")
def test_icu_finds_sentences_of_all_scripts():
    texts = "Hello there. How are you?", "How are you? Hello there."
    assert score([texts[0]], [texts[1]], "rouge:Lsum", sentences="icu").score == 1.0
    assert score([texts[0]], [texts[1]], "rouge:Lsum").score < 1.0
    texts = "今日は。いい天気です。", "いい天気です。今日は。"
    assert score([texts[0]], [texts[1]], "rouge:Lsum", sentences="icu").score == 1.0


def test_units_are_one_object_with_one_name():
    assert get_units("words") is get_units("words")
    assert repr(get_units("ascii")) == "ascii"
