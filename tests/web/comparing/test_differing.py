"""The samples in which two systems differ most, with the alignments of both."""

import numpy as np
import pytest

from levmetrics.scoring import score
from levmetrics.web.comparing import differing
from levmetrics.web.comparing.differing import differing_samples
from tests.web.comparing.compared import NARROW, SPEECH, WIDE, compared


def test_the_largest_differences_of_the_rates_come_first():
    found = differing_samples(
        compared(SPEECH.references, {"A": WIDE, "B": NARROW}), pair=("A", "B")
    )
    rates = [score(side, SPEECH.references, "wer_lev").sample_scores() for side in (WIDE, NARROW)]
    gains = rates[0] - rates[1]
    differences = np.abs(gains)
    shown = [sample.number - 1 for sample in found.samples]
    assert len(shown) == 10
    assert differences[shown] == pytest.approx(sorted(differences, reverse=True)[:10])
    assert found.differing == (differences > 1e-12).sum()
    assert found.better == ((gains < -1e-12).sum(), (gains > 1e-12).sum())
    assert found.of == 600


def test_a_sample_has_both_texts_their_scores_and_alignments():
    result = compared(["a b", "c d"], {"A": ["a b", "c d"], "B": ["a x", "c d"]})
    (sample,) = differing_samples(result, ("A", "B")).samples
    assert (sample.number, sample.reference) == (1, "a b")
    assert [(each.name, each.text, each.score) for each in sample.systems] == [
        ("A", "a b", 0.0),
        ("B", "a x", 0.5),
    ]
    assert [str(each.alignment.counts.errors) for each in sample.systems] == ["[0]", "[1]"]


def test_systems_that_are_scored_by_different_references_have_both_shown():
    systems = {"A": ["a b", "c"], "B": ["x y z", "c"]}
    result = compared([["a b", "x y"], ["c", "d"]], systems)
    (sample,) = differing_samples(result, ("A", "B")).samples
    assert sample.reference == "a b ||| x y"


def test_equal_scores_differ_nowhere():
    found = differing_samples(
        compared(["a b", "c"], {"A": ["a x", "c"], "B": ["y b", "c"]}), ("A", "B")
    )
    assert found.samples == []
    assert found.differing == 0


def test_nested_values_are_aligned_as_texts():
    references = ['{"a": "bcd"}', '{"a": "b"}']
    systems = {"A": references, "B": ['{"a": "bcx"}', '{"a": "b"}']}
    (sample,) = differing_samples(
        compared(references, systems, metric="anls:star"), ("A", "B")
    ).samples
    assert [int(each.alignment.counts.errors[0]) for each in sample.systems] == [0, 1]


def test_alignments_that_a_browser_would_draw_for_long_are_left_out(monkeypatch):
    monkeypatch.setattr(differing, "_MAX_TOKENS", 10)
    systems = {"A": ["a b", "a b"], "B": ["x y z", "a x"]}
    found = differing_samples(compared(["a b", "a b"], systems), ("A", "B"))
    first, second = ([each.alignment for each in sample.systems] for sample in found.samples)
    assert None not in first
    assert second == [None, None]
