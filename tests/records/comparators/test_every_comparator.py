"""What every comparator promises of any values."""

import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics.records.comparators import COMPARATORS, AmbiguousError
from levmetrics.records.comparators.date import Date
from levmetrics.records.comparators.money import Money
from levmetrics.records.comparators.number import Number
from levmetrics.records.comparators.text import Text
from tests.code_points import CODE_POINTS

PARTS = "0123456789.,' -+/:$€円年月日時分秒半元１٣\u066b\u202f\u2212\u2013eEhtTwWzZ()"
WORDS = ["Apr", "12", "1,234", "2024", "USD", "kr.", "pm", "yes", "はい", "令和", "午後", "24:00"]
ANYTHING = st.characters(exclude_categories=["Cs"])
values = (
    st.text(ANYTHING, max_size=12)
    | st.text(st.sampled_from(PARTS) | ANYTHING, max_size=12)
    | st.lists(st.sampled_from([*WORDS, *PARTS]), max_size=8).map("".join)
    | st.dates().map(str)
    | st.datetimes().map(str)
    | st.booleans()
    | st.integers()
    | st.floats()
)
EVERY = [kind() for kind in COMPARATORS.values()] + [
    Text("stvqa"),
    Text("docvqa"),
    Text("default", threshold=0.3),
    Number(tolerance=0.5),
    Number(relative=0.25),
    Money(tolerance=1),
    Date(day_first=True, formats=("%d.%m.%Y", "%B %d %Y %z")),
    Money(currency="USD"),
]
every_comparator = pytest.mark.parametrize("comparator", EVERY, ids=str)


def read(comparator, value):
    try:
        return comparator.read(value)
    except AmbiguousError:
        return None


@every_comparator
@given(reference=values, prediction=values)
def test_similarities_are_from_0_to_1_symmetric_and_1_of_equal_values(
    comparator, reference, prediction
):
    pair = read(comparator, reference), read(comparator, prediction)
    hash(pair)
    for one in pair:
        assert one is None or comparator.similarity(one, one) == 1
    if None not in pair:
        similarity = comparator.similarity(*pair)
        assert type(similarity) is float
        assert 0 <= similarity <= 1
        assert similarity == comparator.similarity(*pair[::-1])


@every_comparator
@given(references=st.lists(values, max_size=5), predictions=st.lists(values, max_size=5))
def test_similarities_of_columns_are_those_of_the_pairs(comparator, references, predictions):
    ours, theirs = (
        [each for each in (read(comparator, value) for value in side) if each is not None]
        for side in (references, [*predictions, *references])
    )
    pairs = [[comparator.similarity(one, other) for other in theirs] for one in ours]
    assert comparator.similarities(ours, theirs).tolist() == pairs
    if comparator.is_equality:
        equal = [[one == other for other in theirs] for one in ours]
        assert [[each == 1 for each in row] for row in pairs] == equal


@every_comparator
def test_any_character_can_be_read(comparator):
    for character in CODE_POINTS:
        for text in (character, f"1{character}2", f"{character}12", f"12{character}"):
            read(comparator, text)


@every_comparator
@pytest.mark.parametrize("part", ["1,", "€ ", "1 ", "a.", "-", "1", "a $", "午後"])
def test_a_long_text_is_read_at_once(comparator, part):
    start = time.process_time()  # which tests beside do not take
    read(comparator, part * 100_000)
    assert time.process_time() - start < 1


@every_comparator
def test_options_that_are_not_the_default_are_in_the_name(comparator):
    assert str(type(comparator)()) == comparator.name
    assert replace(comparator) == comparator
    assert str(comparator).startswith(comparator.name)
