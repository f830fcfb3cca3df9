"""Choices are equal but for case, width and white space."""

import pytest

from levmetrics.records.comparators.spelling import Choice


@pytest.mark.parametrize(
    ("value", "other", "similarity"),
    [
        ("Credit Card", " credit\tcard ", 1),
        ("ＣＡＳＨ", "cash", 1),
        ("ß", "SS", 1),
        (1, "1", 1),
        (1.0, 1, 1),
        (1.0, "1", 1),
        (1.5, "1.5", 1),
        ("1.0", "1", 0),
        (True, "true", 1),
        ("cash", "cash.", 0),
        ("credit card", "creditcard", 0),
        ("é", "e", 0),
    ],
)
def test_case_width_and_the_amount_of_white_space_do_not_count(value, other, similarity):
    choice = Choice()
    assert choice.similarity(choice.read(value), choice.read(other)) == similarity
