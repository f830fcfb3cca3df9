"""Times of words within segments: what MeetEval documents, and what holds of every rule."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import levmetrics as lm
from levmetrics import InputError
from levmetrics.meetings.timing import TIMINGS, word_times
from tests.meetings.meetings import segment

# The examples of "abc b" from 0 to 4 and "c d e f" from 4 to 8, in MeetEval's documentation.
DOCUMENTED = {
    "full_segment": [(0, 4), (0, 4), (4, 8), (4, 8), (4, 8), (4, 8)],
    "equidistant_points": [(1, 1), (3, 3), (4.5, 4.5), (5.5, 5.5), (6.5, 6.5), (7.5, 7.5)],
    "equidistant_intervals": [(0, 2), (2, 4), (4, 5), (5, 6), (6, 7), (7, 8)],
    "character_based": [(0, 3), (3, 4), (4, 5), (5, 6), (6, 7), (7, 8)],
    "character_based_points": [
        (1.5, 1.5),
        (3.5, 3.5),
        (4.5, 4.5),
        (5.5, 5.5),
        (6.5, 6.5),
        (7.5, 7.5),
    ],
}
SEGMENTS = st.lists(
    st.tuples(st.floats(-1e6, 1e6), st.floats(0, 1e4), st.lists(st.integers(1, 12), max_size=6)),
    max_size=5,
)


def times_of(segments, timing, collar=0.0):
    """The times of the words of each segment, given by its start, length and their sizes."""
    start = np.array([start for start, _, _ in segments], np.float64)
    end = start + np.array([length for _, length, _ in segments], np.float64)
    offsets = np.cumsum([0, *(len(sizes) for _, _, sizes in segments)])
    sizes = np.array([size for *_, sizes in segments for size in sizes], np.int64)
    return start, end, offsets, word_times(start, end, offsets, sizes, timing, collar)


@pytest.mark.parametrize("timing", TIMINGS)
def test_examples_of_meetevals_documentation(timing):
    *_, (begin, end) = times_of([(0, 4, [3, 1]), (4, 4, [1, 1, 1, 1])], timing)
    assert [*zip(begin, end, strict=True)] == DOCUMENTED[timing]


@given(SEGMENTS, st.sampled_from([*TIMINGS]))
def test_words_are_within_their_segment_and_in_order(segments, timing):
    start, end, offsets, (begin, until) = times_of(segments, timing)
    assert len(begin) == len(until) == offsets[-1]
    for number, (first, last) in enumerate(pairwise(offsets)):
        words, ends = begin[first:last], until[first:last]
        length = end[number] - start[number]
        rounding = 1e-9 * max(1, abs(start[number]), abs(end[number]))
        assert (words <= ends).all()
        assert (np.diff(words) >= 0).all()
        assert (words >= start[number] - rounding).all()
        assert (ends <= end[number] + rounding).all()
        if "points" in timing:
            assert (words == ends).all()
        elif timing != "full_segment" and len(words):
            # They touch, exactly, and their lengths add up.
            assert (words[1:] == ends[:-1]).all()
            assert ends[-1] - words[0] == pytest.approx(length, abs=rounding)


@given(SEGMENTS, st.sampled_from([*TIMINGS]), st.floats(0, 100))
def test_a_collar_makes_every_word_longer_on_both_sides(segments, timing, collar):
    *_, (begin, end) = times_of(segments, timing)
    *_, (earlier, later) = times_of(segments, timing, collar)
    assert (earlier == begin - collar).all()
    assert (later == end + collar).all()


@given(SEGMENTS)
def test_words_of_equal_sizes_share_a_segment_alike(segments):
    alike = [(start, length, [2 for _ in sizes]) for start, length, sizes in segments]
    for by_characters, equidistant in (
        ("character_based", "equidistant_intervals"),
        ("character_based_points", "equidistant_points"),
    ):
        first, second = (times_of(alike, timing)[3] for timing in (by_characters, equidistant))
        for one, other in zip(first, second, strict=True):
            assert one == pytest.approx(other, abs=1e-8)


@pytest.mark.parametrize(
    ("timing", "errors"),
    [
        # Of a reference "aaaa b" from 0 to 10 and a word "b" that was found at 5 to 6.
        ("full_segment", 1),
        ("equidistant_intervals", 1),
        ("equidistant_points", 3),
        ("character_based", 2),
        ("character_based_points", 3),
    ],
)
def test_the_rule_decides_what_may_be_aligned(timing, errors):
    reference, found = [segment("A", "aaaa b", 0, 10)], [segment("A", "b", 5, 6)]
    result = lm.score(
        [found],
        [reference],
        "meeting:tcp",
        collar=0,
        reference_timing=timing,
        prediction_timing="full_segment",
    ).result()
    assert result["errors"] == errors


def test_characters_are_those_of_the_tokens_that_are_counted():
    """A normalizer that makes words longer gives them more of the segment's time."""
    reference, found = [segment("A", "ǆ b", 0, 4)], [segment("A", "b", 2.2, 2.5)]
    asked = {"collar": 0, "prediction_timing": "full_segment"}
    plain = lm.score([found], [reference], "meeting:tcp", **asked).result()
    longer = lm.score([found], [reference], "meeting:tcp", normalizer="nfkc", **asked).result()
    assert (plain["hits"], longer["hits"]) == (1, 0)
    reference = [segment("A", "ǆb", 0, 4)]
    by_character = [
        lm.score([found], [reference], "meeting:tcp", tokenizer="char", **asked, **more).result()
        for more in ({}, {"normalizer": "nfkc"})
    ]
    assert [result["hits"] for result in by_character] == [1, 0]


@pytest.mark.parametrize("option", ["reference_timing", "prediction_timing"])
def test_an_unknown_rule_is_named_with_the_known_ones(option):
    with pytest.raises(InputError, match=f"unknown {option} 'characters'.*full_segment"):
        lm.score([[]], [[]], "meeting:tcp", **{option: "characters"})
