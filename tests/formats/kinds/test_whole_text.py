"""A document as one text: the same, wherever its lines are broken."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics.formats.kinds.lines import as_one_text

JAPANESE = st.text("今日は良い天気です。、「」ー・カタカナ〇々Aア", min_size=1).filter(
    lambda text: "A" not in text
)
ENGLISH = st.lists(st.text("abcé.-'", min_size=1), min_size=1)
BREAKS = st.lists(st.integers(0, 30))
LINES = st.lists(st.text("今はaé ,。한\t\u3000\u3099"))


def broken(text, places):
    """The lines of a text that is broken at some places."""
    ends = sorted({min(place, len(text)) for place in places})
    return [text[start:stop] for start, stop in zip([0, *ends], [*ends, len(text)], strict=True)]


@given(JAPANESE, BREAKS)
def test_a_japanese_text_may_be_broken_anywhere(text, places):
    assert as_one_text(broken(text, places)) == text


@given(ENGLISH, BREAKS)
def test_an_english_text_may_be_broken_between_any_words(words, places):
    lines = [" ".join(line) for line in broken(words, places)]
    assert as_one_text(lines) == " ".join(words)


@given(LINES)
def test_nothing_but_white_space_is_lost_or_added(lines):
    assert "".join(as_one_text(lines).split()) == "".join("".join(lines).split())


@given(LINES)
def test_empty_lines_and_space_at_the_ends_do_not_matter(lines):
    spread = [part for line in lines for part in (f" {line}\t", "", "\u3000")]
    assert as_one_text(spread) == as_one_text(lines)


@given(LINES)
def test_one_text_stays_as_it_is(lines):
    text = as_one_text(lines)
    assert as_one_text([text]) == text


@pytest.mark.parametrize(
    ("before", "after", "joined"),
    [
        ("今日は", "雨", "今日は雨"),
        ("终于", "下雨了", "终于下雨了"),
        ("雨。", "「はい」", "雨。「はい」"),
        ("アメ", "ｱﾒ", "アメｱﾒ"),
        ("ＡＢ", "Ｃ", "ＡＢＣ"),
        ("か\u3099", "く", "か\u3099く"),
        ("葛\U000e0100", "城", "葛\U000e0100城"),
        ("今日", "rain", "今日 rain"),
        ("rain", "今日", "rain 今日"),
        ("오늘은", "날씨", "오늘은 날씨"),
        ("오늘", "今日", "오늘 今日"),
        ("re-", "read", "re- read"),
        ("مرحبا", "بك", "مرحبا بك"),
        ("สวัสดี", "ครับ", "สวัสดี ครับ"),
    ],
)
def test_a_break_becomes_what_its_neighbours_say(before, after, joined):
    assert as_one_text([before, after]) == joined


def test_no_lines_are_no_text():
    assert as_one_text([]) == as_one_text(["", " "]) == ""
