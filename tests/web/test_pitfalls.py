"""Which metrics are right about a text, and which are not."""

import pytest

from levmetrics import InputError
from levmetrics.web.pitfalls import draw_pitfalls, pitfalls

ROUGE, ROUGE_MECAB, WER, WER_MECAB, CER, ANLS = range(6)


def right(reference, prediction):
    return [row.right for row in pitfalls("en", reference, prediction)]


def test_one_word_of_five_is_wrong_and_white_space_makes_it_all():
    rows = pitfalls("en", "今日は良い天気です", "今日はいい天気です")
    assert [round(row.value, 4) for row in rows] == [0, 0.8, 1, 0.2, 0.1111, 0.8889]
    assert [row.right for row in rows] == [False, True, False, True, True, True]
    assert rows[ROUGE].reason.endswith("dropped 18 of 18 letters.")
    assert "counts one word instead of 5 words" in rows[WER].reason
    assert rows[WER_MECAB].reason == "1 of 5 words in error."


def test_all_are_right_about_plain_english():
    assert all(right("who is there", "who is their"))


def test_rouge_is_wrong_about_greek_and_white_space_is_not():
    rows = right("καλημέρα κόσμος", "καλημέρα κόσμε")
    assert not rows[ROUGE]
    assert rows[WER]


def test_white_space_is_right_about_japanese_that_has_spaces():
    assert right("いぬ ねこ", "いぬ ねこ")[WER]
    assert right("いぬ ねこ", "いぬ とり")[WER]


@pytest.mark.parametrize("text", ["สวัสดีครับ", "ສະບາຍດີ", "សួស្តី", "မင်္ဂလာပါ"])
def test_words_are_not_found_in_other_scripts_without_spaces(text):
    rows = right(text, text[:-1])
    assert [rows[WER], rows[WER_MECAB], rows[CER]] == [False, False, True]


@pytest.mark.parametrize("sides", [("", "a"), ("a", ""), (" ", "。"), ("0" * 500, "1" * 500)])
def test_any_pair_has_six_rows(sides):
    assert len(pitfalls("en", *sides)) == 6


def test_two_empty_texts_are_refused():
    with pytest.raises(InputError, match="nothing to show yet"):
        draw_pitfalls("en", "", "")


def test_the_marks_are_words_in_both_languages():
    english, japanese = (draw_pitfalls(language, "あい", "あう") for language in ("en", "ja"))
    assert english.count(">wrong<") + english.count(">right<") == 6
    assert japanese.count(">誤り<") + japanese.count(">正しい<") == 6


def test_hostile_text_is_inert():
    drawn = draw_pitfalls("en", "<script>x</script>\u202e", "<b onload=x>")
    assert "<script" not in drawn
    assert "<b " not in drawn
    assert "\u202e" not in drawn
