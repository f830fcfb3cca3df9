"""Dates with times are equal at the same instant."""

from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics import InputError
from levmetrics.records.comparators.datetime import DateTime

offsets = st.integers(-14 * 60, 14 * 60).map(lambda m: timezone(timedelta(minutes=m)))
moments = st.datetimes(timezones=st.none() | offsets)
aware = st.datetimes(datetime(2, 1, 1), datetime(9998, 1, 1), timezones=offsets)


@given(moments, st.sampled_from("T "))
def test_what_python_writes_is_read(moment, between):
    assert DateTime().read(moment.isoformat(between)) == moment


@given(aware, offsets)
def test_an_instant_is_equal_in_every_zone(moment, zone):
    read = DateTime().read
    there = moment.astimezone(zone)
    assert read(moment.isoformat()) == read(there.isoformat())
    assert hash(read(moment.isoformat())) == hash(read(there.isoformat()))


@given(moments)
def test_the_basic_format_is_read(moment):
    moment = moment.replace(microsecond=0)
    date, time = f"{moment.year:04}{moment:%m%d}", f"{moment:%H%M%S%z}"
    assert DateTime().read(f"{date}T{time}") == moment


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2024/04/03 10:00", (2024, 4, 3, 10)),
        ("2024/4/3 9:05", (2024, 4, 3, 9, 5)),
        ("2024.04.03 10:00:30", (2024, 4, 3, 10, 0, 30)),
        ("2024-04-03 3:05", (2024, 4, 3, 3, 5)),
        ("2024-04-03T10:00:00.123456789", (2024, 4, 3, 10, 0, 0, 123_456)),
        ("2024-12-31T24:00", (2025, 1, 1)),
        ("20240403T240000", (2024, 4, 4)),
    ],
)
def test_a_date_with_a_time_is_read(text, moment):
    assert DateTime().read(text) == datetime(*moment)


def test_formats_come_first():
    date_time = DateTime(formats=["%d.%m.%Y %H:%M", "%d.%m.%Y %H:%M %z"])
    assert date_time.read("03.04.2024 10:00") == datetime(2024, 4, 3, 10)
    assert date_time.read("03.04.2024 10:00 +0900") == date_time.read("2024-04-03T01:00Z")
    with pytest.raises(InputError, match="'%Q'"):
        DateTime(formats=["%Q"])


def test_utc_is_an_offset():
    assert DateTime().read("2024-04-03 10:00 UTC") == DateTime().read("2024-04-03T10:00Z")


def test_a_time_with_an_offset_differs_from_one_without():
    date_time = DateTime()
    pair = date_time.read("2024-04-03T10:00Z"), date_time.read("2024-04-03T10:00")
    assert date_time.similarity(*pair) == 0


@pytest.mark.parametrize(
    "text",
    [
        *["", "2024-04-03", "10:00", "2024-02-30T10:00", "2024-04-03T25:00", "2024-0403T10:00"],
        *["2024", "2024/04-03 10:00", "2024044 10:00", "20240403T305", "9999-12-31T24:00"],
        *["2024-04-03T24:01", "03/04/2024 10:00", "2024-04-03 10:00\u201312:00"],
    ],
)
def test_what_is_no_date_with_a_time_is_not_read(text):
    assert DateTime().read(text) is None
