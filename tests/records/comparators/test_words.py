"""The F1 of two sets of words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics import get_tokenizer
from levmetrics.records.comparators.spelling import Words

texts = st.lists(st.sampled_from(["a", "A", "b", "cat,", "東京", "京", " ", "  "])).map(" ".join)


def similarity(reference, prediction):
    words = Words()
    return words.similarity(words.read(reference), words.read(prediction))


@given(texts | st.text(max_size=9), texts | st.text(max_size=9))
def test_it_is_the_harmonic_mean_of_precision_and_recall(reference, prediction):
    tokenize = get_tokenizer("mixed").tokenize
    one, other = (sorted(set(tokenize(text.lower()))) for text in (reference, prediction))
    hits = sum(word in other for word in one)
    if hits:
        precision, recall = hits / len(other), hits / len(one)
        expected = 2 * precision * recall / (precision + recall)
    else:
        expected = float(not one and not other)
    assert similarity(reference, prediction) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("reference", "prediction", "expected"),
    [
        ("", "  ", 1),
        ("", "a", 0),
        ("Tokyo Tower", "tower tokyo TOKYO", 1),
        ("東京", "京東", 1),
        ("cat", "cat,", 0),
        ("a b", "b c", 0.5),
    ],
)
def test_words_count_once_in_any_order_and_case(reference, prediction, expected):
    assert similarity(reference, prediction) == expected
