"""What the page draws escapes every text that a visitor gives, whichever way it came in."""

import re

import pytest

from levmetrics.comparison import compare_systems
from levmetrics.demo import drawing
from levmetrics.demo.requests import Request, score

HOSTILE = "<script>alert('1')</script>\u202e\" onload=x </td></svg>"


def headline(metric):
    scored = score(Request(metric), ["a b"], ["a c"], lambda share, what: None)
    return drawing.headline(scored, HOSTILE, HOSTILE)


def comparison():
    systems = {HOSTILE: ["a b", "c"], "B": ["a", "d"]}
    return drawing.comparison(compare_systems(systems, ["a", "c"]))


DRAWINGS = {
    "refusal": lambda: drawing.refusal(HOSTILE),
    "notes": lambda: drawing.notes([HOSTILE]),
    "headline": lambda: headline("wer_lev"),
    "comparison": comparison,
    "tokenizations": lambda: drawing.tokenizations(HOSTILE),
    "pitfalls": lambda: drawing.pitfalls([(HOSTILE, 0.5, HOSTILE)]),
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_hostile_text_is_inert_in_every_drawing(name):
    page = DRAWINGS[name]()
    assert "&lt;" in page
    assert set(re.findall(r"<\s*(\w+)", page)) <= {
        *("div", "span", "p", "strong", "ul", "li", "bdi"),
        *("table", "thead", "tbody", "tr", "th", "td"),
        *("button", "svg", "line", "circle", "g", "path", "text"),
    }
    assert not re.search(r"<[^>]*\bonload", page)


@pytest.mark.parametrize("name", sorted(DRAWINGS.keys() - {"pitfalls"}))
def test_no_drawing_turns_the_direction_of_its_text(name):
    assert "\u202e" not in DRAWINGS[name]()


def test_the_counts_of_an_error_rate_are_drawn_and_none_of_a_similarity():
    page = headline("wer_lev")
    assert "1 right" in page
    assert "1 substituted" in page
    assert page.count("flex:1;") == 2  # what does not occur has no place in the bar
    assert "lev-bar" not in headline("anls")


def test_a_tokenizer_that_fails_is_said_beside_those_that_do_not(monkeypatch):
    monkeypatch.setattr(drawing, "installed_tokenizers", lambda: ("char", "no-such"))
    page = drawing.tokenizations("ab")
    assert page.count('class="lev-token"') == 2
    assert "fails: " in page


def test_nothing_is_drawn_of_no_notes():
    assert drawing.notes([]) == ""
