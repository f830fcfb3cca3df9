"""The nearest of several references, against the textbook's distances in exact fractions."""

import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics.edits import compiled, library
from levmetrics.edits.kernel import nearest_references
from levmetrics.edits.pairs import TokenPairs
from levmetrics.inputs.texts import Texts
from levmetrics.inputs.tokens import Characters, WordColumn
from tests.oracles import edit_distance

TEXTS = st.text(st.sampled_from("ab é日") | st.characters(codec="utf-8"), max_size=12)
SAMPLES = st.lists(st.tuples(TEXTS, st.lists(TEXTS, min_size=1, max_size=4)), min_size=1)


def pairs_of(samples, kind=Characters):
    offsets = np.cumsum([0, *(len(references) for _, references in samples)])
    target = Texts.of([text for _, references in samples for text in references])
    return TokenPairs(kind(Texts.of([pred for pred, _ in samples])), kind(target), offsets)


def textbook(pred, references, lengths=lambda text: len(text)):
    """Return the distance, length and index of the first reference of the lowest quotient."""
    found = []
    for index, reference in enumerate(references):
        length = max(lengths(pred), lengths(reference), 1)
        distance = edit_distance(pred, reference)
        found.append((Fraction(distance, length), index, distance, length))
    _, index, distance, length = min(found)
    return [distance, length, index]


@given(samples=SAMPLES)
def test_the_nearest_reference_is_the_textbooks_in_characters(samples):
    found = nearest_references(pairs_of(samples))
    assert np.transpose(found).tolist() == [textbook(*sample) for sample in samples]


@given(samples=SAMPLES)
def test_the_nearest_reference_is_the_textbooks_in_words(samples):
    found = nearest_references(pairs_of(samples, WordColumn))
    known = [textbook(pred.split(), [*map(str.split, texts)]) for pred, texts in samples]
    assert np.transpose(found).tolist() == known


@given(samples=SAMPLES, extra=st.integers(0, 30))
def test_other_lengths_divide_the_distances(samples, extra):
    pairs = pairs_of(samples)
    lengths = pairs.preds.values.lengths() + extra, pairs.target.values.lengths() + extra
    known = [textbook(*sample, lambda text: len(text) + extra) for sample in samples]
    assert np.transpose(nearest_references(pairs, lengths)).tolist() == known


@given(samples=SAMPLES, most=st.sampled_from([0.0, 0.25, 1 / 3, 0.5, 0.75, 1.0]))
def test_only_quotients_above_the_limit_may_be_other_ones(samples, most):
    found = nearest_references(pairs_of(samples), most=most)
    for distance, length, reference, sample in zip(*found, samples, strict=True):
        known = textbook(*sample)
        if Fraction(known[0], known[1]) <= most:
            assert [distance, length, reference] == known
        else:
            assert distance / length > most


@given(samples=SAMPLES)
def test_one_reference_of_each_needs_no_offsets(samples):
    preds, target = Texts.of([pred for pred, _ in samples]), Texts.of([t[0] for _, t in samples])
    found = nearest_references(TokenPairs(Characters(preds), Characters(target)))
    known = [textbook(pred, texts[:1]) for pred, texts in samples]
    assert np.transpose(found).tolist() == known


def test_long_columns_are_searched_in_parts_on_all_threads():
    draw = random.Random(0)
    words = ["a", "b", "の", "é", "abc", " "]
    text = lambda: "".join(draw.choices(words, k=draw.randrange(9)))  # noqa: E731
    samples = [(text(), [text() for _ in range(draw.randint(1, 3))]) for _ in range(12_000)]
    found = np.transpose(nearest_references(pairs_of(samples)))
    chosen = draw.sample(range(len(samples)), 500)
    assert found[chosen].tolist() == [textbook(*samples[i]) for i in chosen]
    part = np.transpose(nearest_references(pairs_of(samples[7_000:7_100])))
    assert found[7_000:7_100].tolist() == part.tolist()


def test_a_search_that_is_cancelled_ends(kernel, monkeypatch):
    if kernel == "portable":
        pytest.skip("only the compiled kernel takes a number that stops it")
    monkeypatch.setattr(library, "Cancelled", lambda: compiled.Cancelled(1))
    with pytest.raises(InterruptedError, match="the search was cancelled"):
        nearest_references(pairs_of([("a", ["b"])]))
