"""What the page draws escapes every text that a visitor gives, whichever way it came in."""

import re

import pytest

from levmetrics.comparison import compare_systems
from levmetrics.demo import drawing

HOSTILE = "<script>alert('1')</script>\u202e\" onload=x </td></svg>"


def comparison():
    systems = {HOSTILE: ["a b", "c"], "B": ["a", "d"]}
    return drawing.comparison(compare_systems(systems, ["a", "c"]))


DRAWINGS = {
    "refusal": lambda: drawing.refusal(HOSTILE),
    "notes": lambda: drawing.notes([HOSTILE]),
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
        *("svg", "line", "circle", "g", "text"),
    }
    assert not re.search(r"<[^>]*\bonload", page)


@pytest.mark.parametrize("name", sorted(DRAWINGS.keys() - {"pitfalls"}))
def test_no_drawing_turns_the_direction_of_its_text(name):
    assert "\u202e" not in DRAWINGS[name]()


def test_a_tokenizer_that_fails_is_said_beside_those_that_do_not(monkeypatch):
    monkeypatch.setattr(drawing, "installed_tokenizers", lambda: ("char", "no-such"))
    page = drawing.tokenizations("ab")
    assert page.count('class="lev-token"') == 2
    assert "fails: " in page


def test_nothing_is_drawn_of_no_notes():
    assert drawing.notes([]) == ""
