"""Texts are compared as the published rules do, to the last bit."""

import warnings

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import levmetrics as lm
from levmetrics import InputError
from levmetrics.records.comparators.text import Text
from tests.code_points import CODE_POINTS
from tests.oracles import competition_score, edit_distance

TRAPS = "aAbß\u0130ŉﬁ \t\u00a0\u3000\u2028\x1c日本σςΣ"
texts = st.text(st.sampled_from(TRAPS) | st.sampled_from(CODE_POINTS), max_size=12)
thresholds = st.sampled_from([0.0, 0.2, 0.5, 0.8, 1.0])


def similarity(text, reference, prediction):
    return text.similarity(text.read(reference), text.read(prediction))


@given(texts, texts)
def test_star_scores_as_the_package_anls_star(reference, prediction):
    anls_star = pytest.importorskip("anls_star")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = anls_star.anls_score((reference,), prediction)
    assert similarity(Text(), reference, prediction) == expected


@given(texts, texts, thresholds)
def test_stvqa_scores_as_the_package_anls(reference, prediction, threshold):
    anls = pytest.importorskip("anls.metrics")
    expected = anls.anls_score(prediction, [reference], threshold)
    assert similarity(Text("stvqa", threshold), reference, prediction) == expected


@given(texts, texts, thresholds)
def test_docvqa_scores_as_the_script_of_the_competition(reference, prediction, threshold):
    expected = competition_score(prediction, [reference], threshold)
    assert similarity(Text("docvqa", threshold), reference, prediction) == expected


@given(texts, texts, thresholds)
def test_default_is_the_distance_by_the_longer_length(reference, prediction, threshold):
    distance = edit_distance(prediction, reference)
    expected = 1 - distance / max(len(reference), len(prediction), 1)
    found = similarity(Text("default", threshold), reference, prediction)
    assert found == (expected if expected >= threshold else 0)


@pytest.mark.parametrize("rule", ["star", "stvqa", "docvqa"])
@given(reference=texts, prediction=texts, threshold=thresholds)
def test_the_rules_score_as_those_of_columns(rule, reference, prediction, threshold):
    assume(not reference.strip().startswith("{"))  # which star reads as JSON
    run = lm.score([prediction], [[reference]], f"anls:{rule}", threshold=threshold)
    assert similarity(Text(rule, threshold), reference, prediction) == run.score


def test_the_threshold_is_that_of_the_rule_or_the_callers():
    assert similarity(Text(), "ab", "a") == 0.5
    assert similarity(Text("stvqa"), "ab", "a") == 0
    assert similarity(Text("docvqa"), "ab", "a") == 0.5
    assert similarity(Text("default"), "abc", "a") == pytest.approx(1 / 3)
    assert similarity(Text(threshold=0.6), "ab", "a") == 0


def test_values_of_other_types_are_their_text():
    assert similarity(Text(), True, "true") == similarity(Text(), 12, "12") == 1


@pytest.mark.parametrize(
    ("options", "word"),
    [({"rule": "stars"}, "did you mean 'star'"), ({"threshold": 2}, "threshold is 2")],
)
def test_options_that_cannot_be_are_refused(options, word):
    with pytest.raises(InputError, match=word):
        Text(**options)
