"""What the Score tab draws of a result: all escaped, in both languages, in the right order."""

import re

import pytest

from levmetrics.errors import InputError
from levmetrics.web.language import LANGUAGES
from levmetrics.web.results.headline import Sources, draw_headline, draw_method, draw_notices
from levmetrics.web.results.notices import notices
from levmetrics.web.results.overview import bins, draw_confusions, draw_histogram
from levmetrics.web.results.samples import draw_sample, sample_table, table_label
from tests.web.results.scored import scored

HOSTILE = "<script>alert('1')</script>\u202e\" onload=x </td></svg>"
PREDS, TARGET = ["a b", "c", HOSTILE] * 4, ["a x", "c", "d"] * 4
JAPANESE = re.compile("[ぁ-んァ-ヶ一-龠]")
DRAWINGS = {
    "headline": lambda language, each: draw_headline(language, each, Sources(HOSTILE, HOSTILE)),
    "notices": lambda language, each: draw_notices(language, notices(each)),
    "sample": lambda language, each: draw_sample(language, each, 3),
    "confusions": draw_confusions,
    "histogram": draw_histogram,
    "method": draw_method,
}


@pytest.mark.parametrize("name", DRAWINGS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_hostile_text_is_inert_in_every_drawing(name, language):
    page = DRAWINGS[name](language, scored(PREDS, [HOSTILE, *TARGET[1:]]))
    assert set(re.findall(r"<\s*(\w+)", page)) <= {
        *("section", "div", "span", "p", "strong", "bdi", "b", "br", "h2", "h3"),
        *("table", "thead", "tbody", "tr", "th", "td", "dl", "dt", "dd", "figure", "figcaption"),
    }
    assert not re.search(r"<[^>]*\bonload", page)
    assert "\u202e" not in page
    assert ("&lt;" in page) == (name in ("headline", "sample", "confusions"))


@pytest.mark.parametrize("name", DRAWINGS)
def test_every_drawing_is_in_the_language_of_the_visitor(name):
    shown = scored(["A, b", "c"] * 6, ["a x", "c"] * 6)
    draw = DRAWINGS[name]
    english, japanese = (draw(language, shown) for language in LANGUAGES)
    assert english
    assert not JAPANESE.search(english)
    assert JAPANESE.search(japanese)


def test_the_headline_names_both_rates_and_the_sources_reference_first():
    page = draw_headline("en", scored(["is there"], ["who is there"]), Sources("r.txt", "p.txt"))
    assert re.findall(r'lev-number-name">(\w+)<', page) == ["WER", "CER"]
    assert re.findall(r"lev-score[^>]*>([\d.]+ %)<", page) == ["33.33 %"]
    assert "References: r.txt · Predictions: p.txt" in page
    assert re.findall(r'<h2 id="result-heading" tabindex="-1">(\w+)<', page) == ["Result"]


def test_what_does_not_occur_has_no_place_in_the_bar():
    page = draw_headline("en", scored(["a b"], ["a c"]), Sources("", ""))
    assert page.count('style="flex:1;') == 2
    assert "1 right" in page
    assert "1 replaced" in page
    assert "lev-bar" not in draw_headline("en", scored(["a"], ["b"], "anls"), Sources("", ""))


def test_a_perfect_result_has_no_table_of_errors_and_few_samples_no_histogram():
    assert draw_confusions("en", scored(["a"], ["a"])) == ""
    assert draw_histogram("en", scored(["a"] * 9, ["b"] * 9)) == ""
    assert draw_notices("en", []) == ""


def test_perfect_samples_stand_apart_from_those_with_few_errors():
    preds = ["a", "x " + "a " * 19, "b", "b c d"]
    shown = scored(preds, ["a", "a " * 20, "a", "a"])
    found = [(each.name, each.samples, each.is_perfect) for each in bins("en", shown)]
    assert found[0] == ("0 %, no error", 1, True)
    assert found[1] == ("0 to 10 %", 1, False)
    assert found[-2:] == [("90 to 100 %", 1, False), ("over 100 %", 1, False)]
    assert sum(samples for _, samples, _ in found) == 4
    assert not any(perfect for *_, perfect in found[1:])


def test_similarities_that_are_perfect_or_nothing_stand_apart():
    found = bins("en", scored(["ab", "abcd", "x"], ["ab", "abce", "y"], "anls:docvqa"))
    assert [(each.name, each.samples) for each in found if each.samples] == [
        ("0 %, counts as 0", 1),
        ("70 to 80 %", 1),
        ("100 %, equal", 1),
    ]
    assert [each.is_perfect for each in found] == [False] * 11 + [True]


def test_every_sample_is_in_one_bin():
    shown = scored(["a b c d e"] * 12, [" ".join("abcdefghijkl"[:n]) for n in range(1, 13)])
    assert sum(each.samples for each in bins("en", shown)) == 12


@pytest.mark.parametrize(
    ("metric", "headings", "row"),
    [
        ("wer_lev", ["Sample", "WER", "Errors", "Reference", "Prediction"], ["2", "100.00 %", "1"]),
        ("anls", ["Sample", "Similarity", "Reference", "Prediction"], ["2", "0.00 %"]),
    ],
)
def test_the_table_has_percent_and_the_reference_before_the_prediction(metric, headings, row):
    table = sample_table("en", scored(["a", "x"], ["a", "b"], metric), "rate")
    assert table["headers"] == headings
    assert table["metadata"]["display_value"][0] == [*row, "b", "x"]
    assert table["data"][0][0] == 2


def test_the_table_says_by_what_it_is_sorted_and_how_much_it_shows():
    shown = scored(["a"] * 1_001, ["b"] * 1_001)
    assert table_label("en", shown, "rate") == (
        "The first 1,000 of 1,001 samples, highest error rate first: choose a row to see it"
    )
    assert "most errors first" in table_label("en", shown, "errors")
    assert len(sample_table("en", shown, "rate")["data"]) == 1_000


def test_a_screen_reader_hears_the_edits_in_words():
    page = draw_sample("en", scored(["is their now"], ["who is there"]), 1)
    assert "0 right; &#39;who&#39; replaced by &#39;is&#39;" in page
    assert "REF<br>HYP" in page
    page = draw_sample("ja", scored(["いい 天気"], ["良い 天気"]), 1)
    assert "一致1、「良い」が「いい」に置換" in page
    assert "正解<br>予測" in page


@pytest.mark.parametrize("number", [-1, 0, 3, 10**9])
def test_a_sample_that_is_not_there_is_refused(number):
    with pytest.raises(InputError, match="give a number from 1 to 2"):
        draw_sample("en", scored(["a", "b"], ["a", "b"]), number)
