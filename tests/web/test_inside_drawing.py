"""What is drawn of one pair: both texts in every tokenizer, and a matrix with named axes."""

import pytest

from levmetrics import align, list_tokenizers
from levmetrics.web import inside_drawing
from levmetrics.web.inside_drawing import alignment, matrix, tokenizations
from tests.packages import needs

HOSTILE = "<script>alert('1')</script>\u202e\" onload=x </td></svg>"


@needs("fugashi", "icu4py", "ipadic", "jieba", "kiwipiepy", "sudachipy")
def test_both_texts_are_shown_in_every_installed_tokenizer():
    drawn = tokenizations("en", "今日", "明日", {})
    for name in list_tokenizers():
        assert f">{name}</th>" in drawn
    for side in ("Reference", "Prediction"):
        assert drawn.count(f">{side}</th>") == len(list_tokenizers())


def test_a_tokenizer_that_fails_is_said_beside_those_that_do_not(monkeypatch):
    monkeypatch.setattr(inside_drawing, "installed_tokenizers", lambda: ("char", "no-such"))
    drawn = tokenizations("en", "ab", "c", {})
    assert drawn.count('class="lev-token"') == 3
    assert drawn.count("fails: ") == 2


def test_long_texts_are_cut_and_it_is_said(monkeypatch):
    monkeypatch.setattr(inside_drawing, "installed_tokenizers", lambda: ("char",))
    drawn = tokenizations("en", "a" * 600, "b", {})
    assert drawn.count('class="lev-token"') == 501
    assert "first 500 characters" in drawn
    assert "first 500 characters" not in tokenizations("en", "a", "b", {})


@pytest.mark.parametrize(
    ("language", "axes"),
    [("en", ("Reference ↓", "Prediction →")), ("ja", ("正解 ↓", "予測 →"))],
)
def test_the_axes_of_the_matrix_are_named(language, axes):
    drawn = matrix(language, align("ab", "ac", tokenizer="char"))
    assert all(axis in drawn for axis in axes)


def test_a_matrix_that_does_not_fit_is_not_drawn_and_it_is_said():
    drawn = matrix("en", align("a" * 31, "b", tokenizer="char"))
    assert "<table" not in drawn
    assert "these have 1 (reference) and 31 (prediction)" in drawn


def test_hostile_text_is_inert():
    aligned = align(HOSTILE, "a b")
    for drawn in (
        alignment("en", aligned),
        matrix("en", aligned),
        tokenizations("en", HOSTILE, HOSTILE, {}),
    ):
        assert "<script" not in drawn
        assert "\u202e" not in drawn
