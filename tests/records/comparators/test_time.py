"""Times of day are equal however they are written."""

from datetime import UTC, time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics import InputError
from levmetrics.records.comparators.comparator import AmbiguousError
from levmetrics.records.comparators.time import Time
from tests.records.comparators.test_date import LOCALES

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
        ("午前9時", (9,)),
        ("午後2時30分", (14, 30)),
        ("午後 2:30", (14, 30)),
        ("午後0時30分", (12, 30)),
        ("午前0:05:10", (0, 5, 10)),
        ("오후 2시 30분", (14, 30)),
        ("오전 12시", (0,)),
        ("오후 12:30", (12, 30)),
        ("14時半", (14, 30)),
        ("午後2時半", (14, 30)),
        ("2시 반", (2, 30)),
        ("24:00", (0,)),
        ("24:00:00", (0,)),
        ("24時", (0,)),
        ("14h30", (14, 30)),
        ("9 H 05", (9, 5)),
        ("14:30:00.1234567", (14, 30, 0, 123_456)),
        ("14:30:00.999999999", (14, 30, 0, 999_999)),
    ],
)
def test_a_time_is_read(text, moment):
    assert Time().read(text) == time(*moment)


@pytest.mark.parametrize(
    "text",
    [
        *["", "n/a", "14", "24:01", "14:60", "14:30:61", "13 pm", "0 am", "14:30 pm", "1:2"],
        *["14:30+25:00", "2024-04-03", "24:00:00.5", "24時半", "午後13時", "午後2:30 pm", "14h"],
        *["14:00\u201315:00", "午前24:00", "14時半30分"],
    ],
)
def test_what_is_no_time_is_not_read(text):
    assert Time().read(text) is None


def test_times_with_an_offset_are_equal_at_one_instant():
    read = Time().read
    assert read("05:30Z") == read("05:30 UTC") == read("05:30 GMT")
    assert read("14:30+09:00") == read("05:30Z") == read("05:30+0000") == read("01:30\u221204")
    assert read("00:30+01:00") == read("23:30Z")
    assert read("14:30+09:00") != read("14:30Z")
    assert read("14:30Z") != read("14:30")


@pytest.mark.parametrize("text", ["午前12時", "午後12:00"])
def test_a_japanese_half_of_the_day_at_12_may_be_noon_or_midnight(text):
    with pytest.raises(AmbiguousError, match=r"^00:00:00 or 12:00:00$"):
        Time().read(text)


@pytest.mark.parametrize("locale", LOCALES.split(" "))
@given(moment=st.times())
def test_a_locale_reads_its_own_forms(locale, moment):
    dates = pytest.importorskip("babel.dates")
    moment = moment.replace(microsecond=0)
    short, medium = (dates.format_time(moment, form, locale=locale) for form in ("short", "medium"))
    assert Time(locale=locale).read(short) == moment.replace(second=0)
    assert Time(locale=locale).read(medium) == moment


@pytest.mark.parametrize(
    ("locale", "text", "moment"),
    [
        ("fi", "14.30", time(14, 30)),
        ("zh", "下午2:30", time(14, 30)),
        ("zh_TW", "凌晨12:05", time(0, 5)),
        ("el", "2:30 Μ.Μ.", time(14, 30)),
        ("de", "14:30:05 UTC", time(14, 30, 5, tzinfo=UTC)),
        ("ja", "午後2時半", time(14, 30)),
        ("fi", "25.30", None),
        ("el", "14:30 μ.μ.", None),
        ("en_US", "14.30", None),
    ],
)
def test_a_time_is_read_in_the_words_of_a_locale(locale, text, moment):
    pytest.importorskip("babel")
    assert Time(locale=locale).read(text) == moment


def test_unknown_locales_are_refused():
    pytest.importorskip("babel")
    with pytest.raises(InputError, match="unknown locale 'xx'"):
        Time(locale="xx")


def test_formats_come_first():
    assert Time(formats=["%Hh%M"]).read("14h30") == time(14, 30)
    with pytest.raises(InputError, match="'%Q'"):
        Time(formats=["%Q"])
