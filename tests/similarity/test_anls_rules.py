"""The published rules over texts, beside the packages and scripts that publish them."""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from levmetrics.inputs.columns import prediction_column, reference_column
from levmetrics.similarity.anls_rules import docvqa, star_texts, stvqa
from tests.oracles import competition_score
from tests.similarity.answers import RANDOM, TRAPS

texts = st.text(st.sampled_from(TRAPS) | st.characters(exclude_categories=["Cs"]), max_size=12)
answers = st.lists(texts, min_size=1, max_size=4)
thresholds = st.sampled_from([0.0, 0.2, 0.5, 0.8, 1.0])
samples = st.lists(st.tuples(texts, answers), min_size=1, max_size=5)


def scored(rule, pairs, threshold):
    preds = prediction_column([pred for pred, _ in pairs])
    return rule(preds, reference_column([target for _, target in pairs]), threshold)


def peer_anls(pred: str, target: list[str], threshold: float) -> float:
    return pytest.importorskip("anls.metrics").anls_score(pred, target, threshold)


def peer_anls_star(pred: str, target: list[str], threshold: float) -> float:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return pytest.importorskip("anls_star").anls_score(tuple(target), pred)


def test_the_published_example_of_every_rule():
    accepted = [["Coca Cola", "Coca Cola Company"]] * 5
    outputs = ["The Coca", "CocaCola", "Coca cola", "Cola", "Cat"]
    for rule in (stvqa, docvqa, star_texts):
        found = scored(rule, list(zip(outputs, accepted, strict=True)), 0.5)
        assert found.score.round(2).tolist() == [0, 0.89, 1, 0, 0]


@pytest.mark.parametrize(
    ("rule", "peer"),
    [(stvqa, peer_anls), (docvqa, competition_score), (star_texts, peer_anls_star)],
)
def test_thousands_of_random_answers_score_as_the_source_does(rule, peer):
    found = scored(rule, RANDOM, 0.5).score.tolist()
    assert found == [peer(pred, target, 0.5) for pred, target in RANDOM]
    assert 0.2 < np.mean(found) < 0.8


@pytest.mark.parametrize(("rule", "peer"), [(stvqa, peer_anls), (docvqa, competition_score)])
@settings(max_examples=300)
@given(pairs=samples, threshold=thresholds)
def test_any_unicode_and_any_threshold_score_as_the_source_does(rule, peer, pairs, threshold):
    found = scored(rule, pairs, threshold).score.tolist()
    assert found == [peer(pred, target, threshold) for pred, target in pairs]


@settings(max_examples=300)
@given(pairs=samples)
def test_any_unicode_scores_as_anls_star_does(pairs):
    found = scored(star_texts, pairs, 0.5).score.tolist()
    assert found == [peer_anls_star(pred, target, 0.5) for pred, target in pairs]


@given(pairs=samples, threshold=thresholds)
def test_scores_lie_between_0_and_1_and_come_from_the_reference_that_is_named(pairs, threshold):
    for rule in (stvqa, docvqa, star_texts):
        found = scored(rule, pairs, threshold)
        assert ((found.score >= 0) & (found.score <= 1)).all()
        named = [(p, [t[i]]) for (p, t), i in zip(pairs, found.reference, strict=True)]
        assert scored(rule, named, threshold).score.tolist() == found.score.tolist()


def test_the_rules_disagree_at_the_threshold_and_on_squeezed_white_space():
    rules = (stvqa, docvqa, star_texts)
    assert [scored(rule, [("ab", ["a"])], 0.5).score[0] for rule in rules] == [0, 0.5, 0.5]
    spaced = [("a    b", ["a c"])]
    assert [scored(rule, spaced, 0.5).score[0].round(3) for rule in rules] == [
        0.667,
        0.833,
        0.667,
    ]


def test_upper_case_that_is_longer_counts_as_in_the_sources():
    sharp = [("ß", ["a"])]
    assert scored(stvqa, sharp, 0.6).score.tolist() == [0.5]
    assert scored(docvqa, sharp, 0.5).score.tolist() == [0.5]
    assert scored(star_texts, sharp, 0.5).score.tolist() == [0.0]


def test_no_samples_have_no_scores():
    for rule in (stvqa, docvqa, star_texts):
        assert len(scored(rule, [], 0.5).score) == 0
