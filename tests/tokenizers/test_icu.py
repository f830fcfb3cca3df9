"""ICU's words, of every script or of those without spaces alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics import error_counts, get_tokenizer

pytest.importorskip("icu4py")


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("สวัสดีชาวโลก", "สวัสดี ชาว โลก"),
        ("ຂ້ອຍຮັກເຈົ້າ", "ຂ້ອຍ ຮັກ ເຈົ້າ"),
        ("សួស្តីពិភពលោក", "សួស្តី ពិភពលោក"),
        ("ကျွန်တော်စာဖတ်တယ်", "ကျွန်တော် စာ ဖတ် တယ်"),
        ("今日はいい天気です", "今日 は いい 天気 です"),
        ("don't stop, 3.14!", "don't stop , 3.14 !"),
        ("", ""),
    ],
)
def test_icu_finds_words(text, tokens):
    assert get_tokenizer("icu")(text) == tokens.split()


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("我 said สวัสดีชาวโลก!", "我 said สวัสดี ชาว โลก !"),
        ("ဘာသာ of 今日は", "ဘာသာ of 今 日 は"),
        ("don't stop, 3.14!", "don't stop, 3.14!"),
        ("カード か\u3099 한국어", "カ ー ド か\u3099 한 국 어"),
    ],
)
def test_mixed_icu_finds_words_of_unspaced_scripts_and_characters_of_han(text, tokens):
    assert get_tokenizer("mixed:icu")(text) == tokens.split()


@given(st.text() | st.text("我今カ한don't ,.3\u3099葛\U000e0100"))
def test_mixed_icu_is_mixed_without_south_east_asian_scripts(text):
    if not any("\u0e00" <= character <= "\u19ff" or character > "\ua000" for character in text):
        assert get_tokenizer("mixed:icu")(text) == get_tokenizer("mixed")(text)


def test_a_wrong_word_of_thai_is_one_error():
    counts = error_counts("สวัสดีชาวเมือง", "สวัสดีชาวโลก", tokenizer="mixed:icu")
    assert (counts.errors.sum(), counts.wer) == (1, pytest.approx(1 / 3))


def test_the_signature_names_the_version_of_icu():
    from icu4py import icu_version

    assert f"icu-{icu_version}" in repr(get_tokenizer("icu"))
    assert f"icu-{icu_version}" in repr(get_tokenizer("mixed:icu"))
