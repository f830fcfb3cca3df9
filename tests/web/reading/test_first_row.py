"""Rows of names that are not usual ones, told from samples."""

import pytest

from levmetrics.web.reading.first_row import has_heading

TEXTS = [
    ["the cat sat on the mat", "the cat sat on a mat"],
    ["where is the station", "where is a station"],
    ["it costs twenty dollars", "it cost twenty dollars"],
]


@pytest.mark.parametrize(
    "names",
    [["before", "after"], ["Human", "Whisper v3"], ["人手", "自動"], ["hyp", "x"], ["x", "text"]],
)
def test_names_above_texts_are_a_heading(names):
    assert has_heading([names, *TEXTS])


@pytest.mark.parametrize(
    "sample",
    [
        ["yes sir", "yes sir"],
        ["yes sir", "yes sit"],
        ["well yes", "well."],
        ["where are you now", "who are you"],
        ["12", "13"],
        ["", "after"],
    ],
)
def test_a_short_sample_is_no_heading(sample):
    assert not has_heading([sample, *TEXTS])


def test_words_above_words_are_no_heading():
    assert not has_heading([["rain", "shine"], ["wet", "dry"], ["hail", "snow"], ["dew", "fog"]])


def test_few_rows_say_nothing():
    assert not has_heading([["before", "after"], *TEXTS[:2]])
    assert not has_heading([])


def test_ids_beside_texts_leave_names_names():
    rows = [["no", "before", "after"], *([f"u-{n}", *row] for n, row in enumerate(TEXTS))]
    assert has_heading(rows)
