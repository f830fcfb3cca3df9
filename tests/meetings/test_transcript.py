"""What is read of a session, and what is refused with the place of it."""

import datetime
import math
import random
from collections import UserDict, deque
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import levmetrics as lm
from levmetrics import InputError
from levmetrics.inputs.values import value_column
from levmetrics.meetings.transcript import Transcript, paired_transcripts
from tests.meetings.meetings import random_session, segment

ANNA = segment("anna", "is there", 0, 1)
BEN = segment("ben", "who", 1, 2)
LEFT_OUT = object()


def read(segments):
    return Transcript.read(segments, "references[0]")


def changed(**fields):
    """Anna's segment with other fields."""
    return {key: value for key, value in {**ANNA, **fields}.items() if value is not LEFT_OUT}


def test_segments_are_in_the_order_of_their_starts_and_speakers_of_their_first_segments():
    late = segment("eva", "late", 5, 6)
    found = read([late, BEN, ANNA, segment("ben", "same time", 0, 3)])
    assert found.words == ["is there", "same time", "who", "late"]
    assert found.speakers == ["anna", "ben", "eva"]
    assert found.speaker.tolist() == [0, 1, 1, 2]
    start, end = found.times()
    assert (start.tolist(), end.tolist()) == ([0, 0, 1, 5], [1, 3, 2, 6])


def test_segments_without_times_stay_as_they_are_given():
    found = read([segment("ben", "b"), segment("anna", "a"), segment("ben", "c")])
    assert (found.words, found.speakers) == (["b", "a", "c"], ["ben", "anna"])
    assert found.start is found.end is None
    with pytest.raises(InputError, match=r"^references\[0\] has segments without 'start_time'"):
        found.times()


def test_equal_starts_keep_their_order_over_many_segments():
    rng = random.Random(0)
    for _ in range(50):
        session = random_session(rng, segments=30)
        expected = [each["words"] for each in sorted(session, key=lambda one: one["start_time"])]
        assert read(session).words == expected


def test_nothing_has_no_speakers_and_lacks_no_times():
    found = read([])
    assert (found.speakers, found.words, found.session) == ([], [], None)
    assert [times.tolist() for times in found.times()] == [[], []]


@pytest.mark.parametrize(
    "time",
    [1, 1.0, "1", " 1.0 ", "1e0", np.float32(1), np.int64(1), Decimal("1.0"), Fraction(2, 2)],
    ids=repr,
)
def test_times_are_numbers_or_numbers_as_text(time):
    assert read([changed(start_time=time, end_time=time)]).times()[0].tolist() == [1.0]


@pytest.mark.parametrize("make", [UserDict, dict])
@pytest.mark.parametrize("listed", [list, tuple, deque])
def test_sessions_are_any_sequence_of_any_mapping(make, listed):
    assert read(listed([make(ANNA), make(BEN)])).words == ["is there", "who"]


@pytest.mark.parametrize(
    "time",
    [
        *(math.nan, math.inf, -math.inf, 1e301, -1e308, 10**400, 1j),
        *("", "one", "0,5", "nan", "inf", "1:30", True, False, np.True_, b"1", [0]),
        *(Decimal("NaN"), Decimal("sNaN"), Decimal("1e999"), datetime.timedelta(seconds=1)),
    ],
    ids=lambda time: repr(time)[:20],
)
@pytest.mark.parametrize("key", ["start_time", "end_time"])
def test_what_is_no_time_is_named(key, time):
    place = rf"^references\[0\]\[1\]\['{key}'\] is .*; a time is a finite number of seconds$"
    with pytest.raises(InputError, match=place):
        read([ANNA, changed(**{key: time})])


@pytest.mark.parametrize(
    ("segments", "sentence"),
    [
        ("is there", r"^references\[0\] is of type str; a session is a list of segments"),
        (None, r"^references\[0\] is of type NoneType; a session is a list"),
        (7, r"^references\[0\] is of type int; a session is a list"),
        (ANNA, r"^references\[0\] is of type dict; a session is a list"),
        ({"anna": [ANNA]}, r"^references\[0\] is of type dict; a session is a list"),
        (iter([ANNA]), r"^references\[0\] is of type list_iterator; a session is a list"),
        ([ANNA, None], r"^references\[0\]\[1\] is of type NoneType; a segment is a dictionary"),
        ([[ANNA]], r"^references\[0\]\[0\] is of type list; a segment is a dictionary"),
        (["is there"], r"^references\[0\]\[0\] is of type str; a segment is a dictionary"),
        ([changed(words=LEFT_OUT)], r"^references\[0\]\[0\] has a 'words' that is missing"),
        ([changed(speaker=LEFT_OUT)], r"^references\[0\]\[0\] has a 'speaker' that is missing"),
        ([changed(words=None)], r"has a 'words' that is of type NoneType"),
        ([changed(words=["is"])], r"has a 'words' that is of type list"),
        ([changed(speaker=1)], r"has a 'speaker' that is of type int"),
        ([changed(words="a\ud800")], r"\[0\]\[0\]\['words'\] is not valid Unicode: .*U\+D800"),
        ([changed(speaker="\udfff")], r"\[0\]\[0\]\['speaker'\] is not valid Unicode: .*U\+DFFF"),
        ([changed(end_time=-1)], r"\[0\]\[0\] ends at -1.0 s, before it starts at 0.0 s"),
        ([changed(start_time=LEFT_OUT)], r"only one of .* give its 'start_time' too"),
        ([changed(end_time=None)], r"only one of .* give its 'end_time' too"),
        ([ANNA, segment("ben", "who")], r"\[0\]\[1\] has no 'start_time', which other segments"),
        ([segment("ben", "who"), ANNA], r"\[0\]\[0\] has no 'start_time', which other segments"),
        (
            [changed(session_id="x"), changed(session_id="y")],
            r"^references\[0\] has segments of the sessions 'x' and 'y'; each sample must be one",
        ),
        ([changed(session_id="x"), ANNA], r"segments of the sessions 'None' and 'x'"),
    ],
)
def test_what_is_no_session_is_named_with_its_place(segments, sentence):
    with pytest.raises(InputError, match=sentence) as caught:
        read(segments)
    assert caught.value.sentence("ja") != str(caught.value)


@pytest.mark.parametrize(
    ("time", "shown"),
    [(10**5000, r"1\.000e\+5000"), ("1" * 5000 + "x", "'1+\\.\\.\\.1+x'")],
    ids=["number", "text"],
)
def test_of_a_time_of_thousands_of_digits_few_are_shown(time, shown):
    with pytest.raises(InputError, match=rf"\['start_time'\] is {shown}; a time is"):
        read([changed(start_time=time)])


def test_segments_without_words_can_be_read_for_their_times():
    found = Transcript.read([changed(words=LEFT_OUT)], "references[0]", ["speaker"])
    assert (found.words, found.speakers) == ([""], ["anna"])


def paired(preds, target):
    return paired_transcripts(
        value_column(preds, "predictions"), value_column(target, "references")
    )


@pytest.mark.parametrize(
    ("preds", "target", "sentence"),
    [
        (["x"], ["y"], r"^references\[0\] is of session 'y', but predictions\[0\] of session 'x'"),
        (["x", "y"], ["y", "x"], r"give both sides in the same order, or as dictionaries"),
        (["x", "x"], ["x", "y"], r"^predictions\[1\] is session 'x' again, as predictions\[0\]"),
        ([None, None], ["x", "x"], r"^references\[1\] is session 'x' again, as references\[0\]"),
        (["x"], ["x", "y"], "differ in length"),
    ],
)
def test_sessions_that_are_not_the_same_are_refused(preds, target, sentence):
    sides = [[[changed(session_id=name)] for name in names] for names in (preds, target)]
    with pytest.raises(InputError, match=sentence):
        paired(*sides)


def test_sessions_may_have_an_id_on_one_side_alone_or_a_number():
    found = paired(
        [[ANNA], [], [changed(session_id=3)]], [[changed(session_id="x")], [BEN], [ANNA]]
    )
    ids = [(reference.session, hypothesis.session) for reference, hypothesis in found]
    assert ids == [("x", None), (None, None), (None, "3")]


def test_a_config_with_times_says_which_side_has_none():
    untimed = [segment("anna", "is there")]
    for sides, place in (((untimed, [ANNA]), "predictions"), (([ANNA], untimed), "references")):
        with pytest.raises(InputError, match=rf"^{place}\[0\] has segments without 'start_time'"):
            lm.score(*[[side] for side in sides], "meeting:tcp")
    assert lm.score([untimed], [[ANNA]], "meeting:cp").score == 0
