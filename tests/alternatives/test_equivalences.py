"""Phrases that count as the same, given as a mapping or by a GLM file."""

import pytest

from levmetrics import InputError, error_counts
from tests.packages import every_tokenizer

SAME = {"gonna": "going to", "i'll": ["i will", "i shall"], "uh": "@"}


@pytest.mark.parametrize(
    ("pred", "target"),
    [
        ("gonna go", "going to go"),
        ("going  to go", "gonna go"),
        ("i shall go", "i'll go"),
        ("i'll go", "i will go"),
        ("go", "uh go"),
    ],
)
def test_equivalents_are_right_both_ways(pred, target):
    assert error_counts(pred, target, equivalences=SAME).wer == 0


def test_phrases_are_whole_words_and_not_followed_further():
    assert error_counts("going to es", "gonnaes", equivalences=SAME).errors.tolist() == [3]
    assert error_counts("i will", "i shall", equivalences=SAME).errors.tolist() == [1]


@pytest.mark.parametrize("tokenizer", every_tokenizer(["char", "mecab"]))
def test_in_scripts_without_spaces_a_phrase_may_be_anywhere(tokenizer):
    counts = error_counts(
        "よい天気です", "良い天気です", tokenizer=tokenizer, equivalences={"良い": "よい"}
    )
    assert counts.wer == 0


def test_phrases_are_normalized_as_the_texts_are():
    counts = error_counts("Gonna go.", "going to go", equivalences=SAME, normalizer="marks")
    assert counts.wer == 0


def test_equivalents_inside_alternatives_count_too():
    counts = error_counts(
        "we gonna go", "we { going to / will } go", equivalences=SAME, alternatives="braces"
    )
    assert counts.errors.tolist() == [0]


@pytest.mark.parametrize(
    ("equivalences", "message"),
    [
        (["a"], "equivalences is of type list; it must be a mapping"),
        ({"a": 1}, r"equivalences\['a'\] is 1; it must be a phrase"),
        ({"a": []}, r"equivalences\['a'\] is \[\]; it must be a phrase"),
        ({"a": [" "]}, r"equivalences\['a'\] has the phrase ' '"),
        ({" ": "a"}, r"equivalences\[' '\] has the phrase ' '"),
        ({"@": "a"}, r"equivalences\['@'\] is the empty phrase, which no text contains; write"),
        (
            {"a": "b\ud800"},
            r"equivalences\['a'\] has a phrase with the lone surrogate U\+D800 at character 1",
        ),
        ({"\ud800": "b"}, r"has a phrase with the lone surrogate U\+D800 at character 0; every"),
    ],
)
def test_a_bad_mapping_is_refused_with_its_phrase(equivalences, message):
    with pytest.raises(InputError, match=message):
        error_counts("a", "a", equivalences=equivalences)


def test_phrases_between_spaces_touch_no_alternatives():
    reference, options = "{ uh / @ } gonna go " * 12, {"equivalences": {"gonna": "going to"}}
    counts = error_counts("going to go " * 12, reference, alternatives="braces", **options)
    assert counts.errors.tolist() == [0]


@pytest.mark.parametrize("space", [c for c in map(chr, range(0x3001)) if c.isspace()])
def test_words_of_a_phrase_may_stand_apart_by_any_white_space(space):
    reference = f"i am{space}gon{space}na{space}go"
    assert error_counts("i am going to go", reference, equivalences={"gon na": "going to"}).wer == 0
