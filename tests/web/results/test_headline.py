"""What is said of a result: all escaped, in both languages, in the right order."""

import re

import pytest

from levmetrics.web.language import LANGUAGES
from levmetrics.web.reading.read_as import FileColumn
from levmetrics.web.requests import AUTOMATIC
from levmetrics.web.results.headline import draw_headline, draw_method, draw_notices
from levmetrics.web.results.notices import notices
from tests.web.results.scored import scored

HOSTILE = "<script>alert('1')</script>\u202e\" onload=x </td></svg>"
PREDS, TARGET = ["a b", "c", HOSTILE] * 4, ["a x", "c", "d"] * 4
JAPANESE = re.compile("[ぁ-んァ-ヶ一-龠]")
DRAWINGS = {
    "headline": draw_headline,
    "notices": lambda language, each: draw_notices(language, each, notices(each)),
    "method": draw_method,
}


def noticed(each):
    return draw_notices("en", each, notices(each))


@pytest.mark.parametrize("name", DRAWINGS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_hostile_text_is_inert_in_every_drawing(name, language):
    texts = PREDS, [HOSTILE, *TARGET[1:]]
    page = DRAWINGS[name](language, scored(*texts, sources=[FileColumn(HOSTILE, HOSTILE)] * 2))
    assert set(re.findall(r"<\s*(\w+)", page)) <= {
        *("section", "div", "span", "p", "strong", "bdi", "b", "br", "h2", "h3"),
        *("dl", "dt", "dd", "details", "summary", "h3", "button", "pre"),
    }
    assert not re.search(r"<[^>]*\bonload", page)
    assert "\u202e" not in page
    assert ("&lt;" in page) == (name in ("headline", "method"))


@pytest.mark.parametrize("name", DRAWINGS)
def test_every_drawing_is_in_the_language_of_the_visitor(name):
    shown = scored(["A, b", "c"] * 6, ["a x", "c"] * 6)
    draw = DRAWINGS[name]
    english, japanese = (draw(language, shown) for language in LANGUAGES)
    assert english
    assert not JAPANESE.search(english)
    assert JAPANESE.search(japanese)


FILES = [FileColumn("r.txt", ""), FileColumn("p.txt", "")]


def test_the_headline_names_both_rates_and_the_sources_reference_first():
    page = draw_headline("en", scored(["is there"], ["who is there"], sources=FILES))
    assert re.findall(r'lev-number-name">(\w+)<', page) == ["WER", "CER"]
    assert re.findall(r"lev-score[^>]*>([\d.]+ %)<", page) == ["33.33 %"]
    assert "References: r.txt · Predictions: p.txt" in page
    assert re.findall(r'<h2 id="result-heading" tabindex="-1">(\w+)<', page) == ["Result"]


def test_what_does_not_occur_has_no_place_in_the_bar():
    page = draw_headline("en", scored(["a b"], ["a c"]))
    assert page.count('style="flex:1;') == 2
    assert "1 right" in page
    assert "1 replaced" in page
    assert "lev-bar" not in draw_headline("en", scored(["a"], ["b"], "anls"))


def test_a_result_without_anything_to_know_has_no_notice():
    assert "lev-notice" not in noticed(scored(["a"], ["b"]))


def test_a_notice_has_the_buttons_that_score_otherwise():
    page = noticed(scored(["今日は"], ["今日も"]))
    assert re.findall(r'data-rescore="(\w+)">([^<]*)<', page) == [
        ("mecab", "Score by MeCab words"),
        ("characters", "Score by characters"),
    ]


def test_what_the_texts_chose_is_said():
    assert "words are counted" in noticed(scored(["雨だ"], ["雨は"], AUTOMATIC))
    assert "counted" not in noticed(scored(["雨だ"], ["雨は"], "ja"))
