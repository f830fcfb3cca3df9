"""What the page draws escapes every text that a visitor gives, whichever way it came in."""

import re

import pytest

from levmetrics.web import drawing

HOSTILE = "<script>alert('1')</script>\u202e\" onload=x </td></svg>"


DRAWINGS = {
    "refusal": lambda: drawing.refusal(HOSTILE),
    "notes": lambda: drawing.notes([HOSTILE]),
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


@pytest.mark.parametrize("name", DRAWINGS)
def test_no_drawing_turns_the_direction_of_its_text(name):
    assert "\u202e" not in DRAWINGS[name]()


def test_nothing_is_drawn_of_no_notes():
    assert drawing.notes([]) == ""
