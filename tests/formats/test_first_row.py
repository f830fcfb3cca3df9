"""Rows of names that are not usual ones, told from samples."""

import pytest

from levmetrics.formats.first_row import ROWS_FOR_HEADING, has_heading
from tests.corpora import ASR_EN
from tests.formats.first_rows import BODIES, HEADINGS, KEYS, NAMES_OF_KEYS, keyed

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


NUMBERED = [(str(n), *row) for n, row in enumerate(TEXTS, start=1)]


def test_few_rows_say_nothing():
    assert not has_heading([["Anna", "Ben"], *TEXTS[:2]])
    assert not has_heading([])


def test_ids_beside_texts_leave_names_names():
    rows = [["no", "before", "after"], *([f"u-{n}", *row] for n, row in enumerate(TEXTS))]
    assert has_heading(rows)


def of_columns(rows, *columns):
    return [tuple(row[column] for column in columns) for row in rows]


@pytest.mark.parametrize("kind", KEYS)
@pytest.mark.parametrize("body", BODIES)
def test_no_sample_is_silently_taken_for_names(body, kind):
    for columns in ((0, 1), (0,), (1,)):
        rows = keyed(kind, of_columns(BODIES[body], *columns))
        for first in range(len(rows)):
            table = rows[first : first + ROWS_FOR_HEADING]
            assert has_heading(table) is not True, table[:3]


@pytest.mark.parametrize("kind", KEYS)
@pytest.mark.parametrize("body", BODIES)
def test_no_names_are_silently_taken_for_a_sample(body, kind):
    for columns in ((0, 1), (0,), (1,)):
        rows = keyed(kind, of_columns(BODIES[body], *columns))
        for number, heading in enumerate(HEADINGS):
            key = [] if KEYS[kind] is None else [NAMES_OF_KEYS[number % len(NAMES_OF_KEYS)]]
            names = (*key, *of_columns([heading], *columns)[0])
            for size in (2, (3, 50)[number % 2]):
                assert has_heading([names, *rows[:size]]) is not False, (names, rows[:2])


def test_real_samples_are_told_from_names_without_a_question():
    rows = [line.split("\t") for line in ASR_EN.read_text("utf-8").splitlines()]
    tables = [rows[first : first + ROWS_FOR_HEADING] for first in range(0, len(rows), 9)]
    assert {has_heading(table) for table in tables} == {False}  # with ids
    asked = [has_heading(of_columns(table, 1, 2)) for table in tables]
    assert set(asked) == {False, None}
    assert asked.count(None) < len(asked) / 10


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([("y_true", "y_pred"), ("a b", "a b"), ("c d", "c e")], True),
        ([("system_a", "system_b"), ("a b", "a b"), ("c d", "c e")], True),
        ([("原文", "訳文"), ("雨だ", "雨だ"), ("雪か", "雪が")], True),
        ([("n", "foo", "bar"), *((str(n), f"a {n}", f"b {n}") for n in range(100))], True),
        ([("", "foo", "bar"), *((str(n), f"a {n}", f"b {n}") for n in range(100))], True),
        ([("foo", "bar"), ("a b", "a b"), ("c d", "c e")], None),
        ([("0", "1"), ("a b", "a b"), ("c d", "c e")], None),
        ([("0", "a b"), ("1", "c d"), ("2", "e f")], False),
        ([("Nr.", "Was gesagt wurde", "What Whisper heard"), *NUMBERED], True),
        ([("Was gesagt wurde", "Erkannt", "Länge (s)"), ("guten Tag", "guten", "2.5")], True),
        ([("発話", "聞き取り", "長さ[秒]"), ("雨だ", "雨が", "12")], True),
        ([("Was gesagt wurde", "What Whisper heard", "Länge"), ("a b", "a c", "2.5")], None),
        ([("question", "answer", "prediction"), ("how many", "two", "two")], True),
        ([("cat", "cat"), ("dog", "cat"), ("cat", "dog")], False),
    ],
)
def test_rows_that_were_scored_otherwise_than_they_were_meant(rows, said):
    assert has_heading(rows) is said
