"""The published rules over texts, beside the packages and scripts that publish them."""

import warnings

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import levmetrics as lm
from tests.answers import RANDOM, TRAPS
from tests.oracles import competition_score

texts = st.text(st.sampled_from(TRAPS) | st.characters(exclude_categories=["Cs"]), max_size=12)
answers = st.lists(texts, min_size=1, max_size=4)
thresholds = st.sampled_from([0.0, 0.2, 0.5, 0.8, 1.0])
samples = st.lists(st.tuples(texts, answers), min_size=1, max_size=5)


def scored(rule, pairs, threshold=0.5):
    """The scores of pairs, and which references they are of."""
    preds, target = [pred for pred, _ in pairs], [references for _, references in pairs]
    run = lm.score(preds, target, rule, threshold=threshold)
    return run.sample_scores().tolist(), run.request.reference.tolist()


def peer_anls(pred: str, target: list[str], threshold: float) -> float:
    return pytest.importorskip("anls.metrics").anls_score(pred, target, threshold)


def peer_star(pred: str, target: list[str], threshold: float) -> float:
    assert threshold == 0.5  # that of the package
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return pytest.importorskip("anls_star").anls_score(tuple(target), pred)


PEERS = {"anls:stvqa": peer_anls, "anls:docvqa": competition_score, "anls:star": peer_star}
every_rule = pytest.mark.parametrize("rule", PEERS)


@every_rule
def test_the_published_example_of_every_rule(rule):
    accepted = ["Coca Cola", "Coca Cola Company"]
    outputs = ["The Coca", "CocaCola", "Coca cola", "Cola", "Cat"]
    found, _ = scored(rule, [(output, accepted) for output in outputs])
    assert np.round(found, 2).tolist() == [0, 0.89, 1, 0, 0]


@every_rule
def test_thousands_of_random_answers_score_as_the_source_does(rule):
    found, _ = scored(rule, RANDOM)
    assert found == [PEERS[rule](pred, target, 0.5) for pred, target in RANDOM]
    assert 0.2 < np.mean(found) < 0.8


@every_rule
@settings(max_examples=300)
@given(pairs=samples, threshold=thresholds)
def test_any_unicode_and_any_threshold_score_as_the_source_does(rule, pairs, threshold):
    if rule == "anls:star":  # which reads JSON
        threshold = 0.5
        assume(
            not any(each.strip().startswith(("{", "[", '"')) for _, own in pairs for each in own)
        )
    found, chosen = scored(rule, pairs, threshold)
    assert found == [PEERS[rule](pred, target, threshold) for pred, target in pairs]
    named = [(pred, [own[number]]) for (pred, own), number in zip(pairs, chosen, strict=True)]
    assert scored(rule, named, threshold)[0] == found
    assert all(0 <= score <= 1 for score in found)


@pytest.mark.parametrize(
    ("pair", "threshold", "expected"),
    [
        (("ab", ["a"]), 0.5, [0, 0.5, 0.5]),
        (("a    b", ["a c"]), 0.5, [0.667, 0.833, 0.667]),
        (("ß", ["a"]), 0.5, [0, 0.5, 0]),  # whose upper case is longer
        (("ß", ["a"]), 0.6, [0.5, 0, 0]),
    ],
)
def test_the_rules_disagree_at_the_threshold_on_white_space_and_on_upper_case(
    pair, threshold, expected
):
    found = [scored(rule, [pair], threshold)[0][0] for rule in PEERS]
    assert np.round(found, 3).tolist() == expected
