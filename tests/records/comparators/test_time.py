"""Times of day are equal however they are written."""

from datetime import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics.errors import InputError
from levmetrics.records.comparators.time import Time

PATTERNS = ["%H:%M:%S", "%I:%M:%S %p", "%I:%M:%S%p", "%H時%M分%S秒", "%H시 %M분 %S초"]


@given(st.times(), st.sampled_from(PATTERNS))
def test_times_are_read_as_they_were_written(moment, pattern):
    moment = moment.replace(microsecond=0)
    assert Time().read(moment.strftime(pattern)) == moment


@given(st.times())
def test_times_of_iso_8601_are_read(moment):
    assert Time().read(moment.isoformat()) == moment


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("14:30", (14, 30)),
        ("2:30 pm", (14, 30)),
        ("2:30 P.M.", (14, 30)),
        ("2 PM", (14,)),
        ("12 am", (0,)),
        ("12:05 pm", (12, 5)),
        ("14:30:00.5", (14, 30, 0, 500_000)),
        ("14:30:00,250000000", (14, 30, 0, 250_000)),
        ("14時30分", (14, 30)),
        ("9時", (9,)),
        ("１４：３０", (14, 30)),
    ],
)
def test_a_time_is_read(text, moment):
    assert Time().read(text) == time(*moment)


@pytest.mark.parametrize(
    "text",
    [
        *["", "n/a", "14", "24:00", "14:60", "14:30:61", "13 pm", "0 am", "14:30 pm", "1:2"],
        *["14:30+25:00", "14:30:00.1234567", "2024-04-03"],
    ],
)
def test_what_is_no_time_is_not_read(text):
    assert Time().read(text) is None


def test_times_with_an_offset_are_equal_at_one_instant():
    read = Time().read
    assert read("14:30+09:00") == read("05:30Z") == read("05:30+0000") == read("01:30\u221204")
    assert read("00:30+01:00") == read("23:30Z")
    assert read("14:30+09:00") != read("14:30Z")
    assert read("14:30Z") != read("14:30")


def test_formats_come_first():
    assert Time(formats=["%Hh%M"]).read("14h30") == time(14, 30)
    with pytest.raises(InputError, match="'%Q'"):
        Time(formats=["%Q"])
