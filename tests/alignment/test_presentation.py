"""An alignment without styles: the same columns, read in the direction of its text."""

import re

import pytest

from levmetrics import align
from levmetrics.alignment.presentation import alignment_markup


def markup(pred, target):
    return alignment_markup(align(pred, target).operations, {})


def test_each_column_has_both_tokens_and_an_error_its_letter():
    assert re.findall("<bdi>(.*?)</bdi>", markup("is there now", "who is there")) == [
        *("who", "", "is", "is", "there", "there", "", "now")
    ]
    assert re.findall('<b title="(.*?)">(.)</b>', markup("is there now", "who is there")) == [
        ("missing", "D"),
        ("added", "I"),
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


def test_rows_are_labelled_on_every_line_that_they_may_wrap_to():
    page = align("a b c", "a x c").to_html()
    assert page.count("REF<br>HYP") == 3
    assert align("a " * 900, "a " * 900).to_html().count("REF<br>HYP") == 200


def test_who_hears_the_page_gets_the_edits_in_words_and_no_columns():
    page = align("is there nice now", "who is there good").to_html()
    spoken, columns = page.split('aria-hidden="true"')
    assert "2 right; &#39;who&#39; missing; &#39;" in spoken
    assert "replaced by &#39;" in spoken
    assert "added" in spoken
    assert "who" in columns


def test_more_edits_than_anybody_listens_to_are_counted():
    assert "; 50 more edits<" in align("a " * 150, "b " * 150).to_html()


def test_a_hostile_token_cannot_be_heard_as_code_or_places():
    page = align(["{target}<b>\u202e"], ["{pred}"]).to_html()
    assert "&#39;{pred}&#39; replaced by &#39;{target}&lt;b&gt;⟨202E⟩&#39;" in page


def test_the_words_may_be_of_another_language():
    page = align("a", "b").to_html({"row_reference": "正解", "row_prediction": "予測"})
    assert "正解<br>予測" in page
