"""The published rules over texts, beside the packages and scripts that publish them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from levmetrics.inputs.columns import prediction_column, reference_column
from levmetrics.similarity.anls_rules import docvqa, stvqa
from tests.answers import RANDOM, TRAPS
from tests.oracles import competition_score

texts = st.text(st.sampled_from(TRAPS) | st.characters(exclude_categories=["Cs"]), max_size=12)
answers = st.lists(texts, min_size=1, max_size=4)
thresholds = st.sampled_from([0.0, 0.2, 0.5, 0.8, 1.0])
samples = st.lists(st.tuples(texts, answers), min_size=1, max_size=5)


def scored(rule, pairs, threshold):
    preds = prediction_column([pred for pred, _ in pairs])
    return rule(preds, reference_column([target for _, target in pairs]), threshold)


def peer_anls(pred: str, target: list[str], threshold: float) -> float:
    return pytest.importorskip("anls.metrics").anls_score(pred, target, threshold)


def test_the_published_example_of_every_rule():
    accepted = [["Coca Cola", "Coca Cola Company"]] * 5
    outputs = ["The Coca", "CocaCola", "Coca cola", "Cola", "Cat"]
    for rule in (stvqa, docvqa):
        found = scored(rule, list(zip(outputs, accepted, strict=True)), 0.5)
        assert found.score.round(2).tolist() == [0, 0.89, 1, 0, 0]


@pytest.mark.parametrize(("rule", "peer"), [(stvqa, peer_anls), (docvqa, competition_score)])
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


@given(pairs=samples, threshold=thresholds)
def test_scores_lie_between_0_and_1_and_come_from_the_reference_that_is_named(pairs, threshold):
    for rule in (stvqa, docvqa):
        found = scored(rule, pairs, threshold)
        assert ((found.score >= 0) & (found.score <= 1)).all()
        named = [(p, [t[i]]) for (p, t), i in zip(pairs, found.reference, strict=True)]
        assert scored(rule, named, threshold).score.tolist() == found.score.tolist()


def test_the_rules_disagree_at_the_threshold_and_on_squeezed_white_space():
    rules = (stvqa, docvqa)
    assert [scored(rule, [("ab", ["a"])], 0.5).score[0] for rule in rules] == [0, 0.5]
    spaced = [("a    b", ["a c"])]
    assert [scored(rule, spaced, 0.5).score[0].round(3) for rule in rules] == [0.667, 0.833]


def test_upper_case_that_is_longer_counts_as_in_the_sources():
    sharp = [("ß", ["a"])]
    assert scored(stvqa, sharp, 0.6).score.tolist() == [0.5]
    assert scored(docvqa, sharp, 0.5).score.tolist() == [0.5]


def test_no_samples_have_no_scores():
    for rule in (stvqa, docvqa):
        assert len(scored(rule, [], 0.5).score) == 0
