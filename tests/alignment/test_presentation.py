"""An alignment without styles: the same columns, read in the direction of its text."""

import re

import pytest

from levmetrics import align
from levmetrics.alignment.presentation import alignment_markup


def markup(pred, target):
    return alignment_markup(align(pred, target).operations)


def test_each_column_has_both_tokens_and_an_error_its_letter():
    assert re.findall("<bdi>(.*?)</bdi>", markup("is there now", "who is there")) == [
        *("who", "", "is", "is", "there", "there", "", "now")
    ]
    assert re.findall('<b title="(.*?)">(.)</b>', markup("is there now", "who is there")) == [
        ("deleted", "D"),
        ("inserted", "I"),
    ]


def test_it_has_no_style_of_its_own():
    assert "style" not in markup("a b", "a c")


@pytest.mark.parametrize(
    ("target", "direction"),
    [
        ("ذهب الولد", "rtl"),
        ("2024 ذهب", "rtl"),
        ("שלום", "rtl"),
        ("hello ذهب", "ltr"),
        ("2024", "ltr"),
        ("", "ltr"),
    ],
)
def test_columns_are_read_as_the_first_letter_with_a_direction(target, direction):
    for drawn in (markup(target, target), align(target, target).to_html()):
        assert re.findall('dir="(.*?)"', drawn) == [direction]


def test_a_hostile_token_is_escaped():
    assert "<script>" not in markup("<script>", "\u202e")
    assert "⟨202E⟩" in markup("<script>", "\u202e")
