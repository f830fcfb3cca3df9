"""Dates are read in many spellings, and never in one of two ways."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics import InputError
from levmetrics.records.comparators.comparator import AmbiguousError
from levmetrics.records.comparators.date import Date
from tests.thoroughness import times

ONE_READING = [
    *["%Y-%m-%d", "%Y/%m/%d", "%Y.%m.%d", "%Y%m%d", "%d %B %Y", "%d %b %Y", "%d-%b-%Y"],
    *["%b. %d, %Y", "%B %d, %Y", "%d. %B %Y", "%dth %B %Y", "%Y %b %d", "%Y-%m-%dT%H:%M:%S"],
    "%Y-%m-%d 10:00:00.5+09:00",
]
BY_ORDER = {True: ["%d/%m/%Y", "%d.%m.%Y", "%d-%m-%Y"], False: ["%m/%d/%Y", "%m.%d.%Y"]}
LOCALES = (
    "ar bg bn ca cs cy da de de_AT de_CH el en_AU en_GB en_IE en_US es es_MX et eu fa fi fil fr "
    "fr_CA ga gl gu he hi hr hu hy id is it ja ka kk km kn ko lt lv mk ml mn mr ms nb ne nl nn pa "
    "pl pt pt_PT ro ru sk sl sq sr sv sw ta te th tr uk ur uz vi zh zh_TW zu"
)
days = st.dates(date(1000, 1, 1))
last_hundred_years = st.dates(date(1969, 1, 1), date(2068, 12, 31))


def dateutil_date(text, **options):
    return pytest.importorskip("dateutil.parser").parse(text, **options).date()


@given(days, st.sampled_from(ONE_READING))
def test_dates_of_one_reading_are_read_as_dateutil_does(day, pattern):
    text = day.strftime(pattern)
    assert Date().read(text) == dateutil_date(text) == day


@given(days, st.booleans(), st.data())
def test_the_order_that_is_given_is_read_as_dateutil_does(day, day_first, data):
    text = day.strftime(data.draw(st.sampled_from(BY_ORDER[day_first])))
    assert Date(day_first).read(text) == dateutil_date(text, dayfirst=day_first) == day


@given(days)
def test_without_an_order_the_date_is_read_right_or_refused_with_both(day):
    text = day.strftime("%d/%m/%Y")
    if day.day > 12 or day.day == day.month:
        assert Date().read(text) == day
    else:
        with pytest.raises(AmbiguousError) as caught:
            Date().read(text)
        both = f"{day} or {date(day.year, day.day, day.month)}"
        assert str(caught.value) == both


def test_a_year_of_two_digits_may_stand_first():
    with pytest.raises(AmbiguousError, match=r"^2003-04-24 or 2024-04-03$"):
        Date().read("24/04/03")
    assert Date(day_first=True).read("24/04/03") == date(2003, 4, 24)


@given(last_hundred_years, st.sampled_from(["%d.%m.%y", "%d %b %y", "%d-%b-%y"]))
def test_a_year_of_two_digits_is_read_as_strptime_does(day, pattern):
    """And not as dateutil does, for which it is less than 50 years from today."""
    assert Date(day_first=True).read(day.strftime(pattern)) == day


@given(days)
def test_east_asian_dates_are_read(day):
    for text in (
        f"{day.year}年{day.month}月{day.day}日",
        f"{day.year:04}년 {day.month}월 {day.day}일",
        f"{day.year}. {day.month}. {day.day}.",
    ):
        assert Date().read(text) == day
        wide = text.translate(dict(zip(range(0x30, 0x3A), "０１２３４５６７８９", strict=True)))
        assert Date().read(wide) == day


@given(days, st.sampled_from(["en_US", "en_GB", "de_DE", "de-CH", "fr", "pt_BR", "nl", "pl"]))
def test_a_locale_tells_the_order(day, locale):
    dates = pytest.importorskip("babel.dates")
    text = dates.format_date(day, "short", locale=locale.replace("-", "_"))
    if not text.endswith(day.strftime("%Y")):
        day = Date(day_first=True).read(day.strftime("%d.%m.%y"))
    assert Date(locale=locale).read(text) == day


@pytest.mark.parametrize("locale", LOCALES.split(" "))
@given(data=st.data())
def test_a_locale_reads_its_own_forms(locale, data):
    dates = pytest.importorskip("babel.dates")
    day = data.draw(last_hundred_years)
    for form in ("full", "long", "medium", "short"):
        assert Date(locale=locale).read(dates.format_date(day, form, locale=locale)) == day


def test_every_locale_reads_its_own_forms():
    dates = pytest.importorskip("babel.dates")
    locales = pytest.importorskip("babel.localedata").locale_identifiers()
    for locale in locales:
        for day in (date(2007, 12, 25), date(2024, 4, 3))[: times(1, of=2)]:
            for form in ("full", "long", "medium", "short"):
                text = dates.format_date(day, form, locale=locale)
                assert Date(locale=locale).read(text) == day, (locale, text)


@given(last_hundred_years, st.sampled_from(["de", "fr", "es", "pt", "ru", "pl", "tr", "vi"]))
def test_a_day_of_the_week_of_a_locale_is_ignored_beside_any_form(day, locale):
    dates = pytest.importorskip("babel.dates")
    for name in ("EEE", "EEEE"):
        weekday = dates.format_date(day, name, locale=locale)
        numeric = dates.format_date(day, "short", locale=locale)
        for text in (f"{weekday}, {numeric}", f"{numeric} ({weekday})", f"{weekday} {day}"):
            assert Date(locale=locale).read(text) == day, text


def test_the_locale_alone_decides_between_two_readings():
    pytest.importorskip("babel")
    for locale, day in (("en_US", date(2024, 3, 4)), ("en_GB", date(2024, 4, 3))):
        assert Date(locale=locale).read("03/04/2024") == day
    assert Date(locale="ko").read("24. 3. 4.") == date(2024, 3, 4)
    assert Date(locale="ko", day_first=True).read("24. 3. 4.") is None
    for options, decides in (({}, True), ({"locale": "ja"}, False)):
        with pytest.raises(AmbiguousError) as caught:
            Date(**options).read("03/04/2024")
        assert caught.value.an_option_decides is decides


def test_every_locale_has_an_order_or_puts_the_year_first():
    locales = pytest.importorskip("babel.localedata").locale_identifiers()
    for locale in locales:
        try:
            assert Date(locale=locale).read("03/04/2024") in (date(2024, 4, 3), date(2024, 3, 4))
        except AmbiguousError:
            assert Date(locale=locale).read("2024/04/03") == date(2024, 4, 3)
    with pytest.raises(AmbiguousError):
        Date(locale="ja").read("03/04/2024")
    assert Date(locale="ja").read("24/04/03") == date(2024, 4, 3)
    assert Date(locale="ja", day_first=True).read("24/04/03") == date(2003, 4, 24)
    with pytest.raises(AmbiguousError):  # it may be of Reiwa 4
        Date(locale="ja").read("4/3/24")
    assert Date(locale="ja", day_first=True).read("03/04/2024") == date(2024, 4, 3)


def test_months_are_read_as_every_locale_names_them():
    locales = pytest.importorskip("babel.localedata").locale_identifiers()
    read = 0
    for locale in locales:
        months = pytest.importorskip("babel").Locale.parse(locale).months
        for names in (months[kind][width] for kind in months for width in ("wide", "abbreviated")):
            for month, name in names.items():
                if not any(map(str.isdecimal, name)):
                    read += 1
                    for text in (f"3 {name} 2024", f"{name} 3, 2024", f"3. {name.upper()} 2024"):
                        assert Date(locale=locale).read(text) in (date(2024, month, 3), None), text
                    assert Date(locale=locale).read(f"3 {name} 2024"), (locale, name)
    assert read > 20_000


@pytest.mark.parametrize(
    ("locale", "text", "day"),
    [
        ("de", "3. März 2024", (2024, 3, 3)),
        ("de", "3. MÄRZ 2024", (2024, 3, 3)),
        ("de_AT", "3. Jänner 2024", (2024, 1, 3)),
        ("fr", "3 avril 2024", (2024, 4, 3)),
        ("fr", "3 janv. 2024", (2024, 1, 3)),
        ("fr", "3 April 2024", (2024, 4, 3)),
        ("es", "3 de abril de 2024", (2024, 4, 3)),
        ("ca", "3 d’abril de 2024", (2024, 4, 3)),
        ("ru", "3 апреля 2024", (2024, 4, 3)),
        ("ja", "2024年4月3日", (2024, 4, 3)),
        ("fr", "1er avril 2024", (2024, 4, 1)),
        ("fr", "mer. 1er mars 2023", (2023, 3, 1)),
        ("pt", "1º de abril de 2024", (2024, 4, 1)),
        ("es", "1.º de abril de 2024", (2024, 4, 1)),
        ("es", "3 de abril del 2024", (2024, 4, 3)),
        ("it", "1° aprile 2024", (2024, 4, 1)),
        ("it", "mar 5, 2024", (2024, 3, 5)),
        ("it", "mar 5 mar 2024", (2024, 3, 5)),
        ("fa", "۵ ژوئیه ۲۰۰۷", (2007, 7, 5)),
    ],
)
def test_months_are_read_in_the_words_of_a_locale(locale, text, day):
    pytest.importorskip("babel")
    assert Date(locale=locale).read(text) == date(*day)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("3 April 2024", (2024, 4, 3)),
        ("3rd Apr 2024", (2024, 4, 3)),
        ("3rd of April, 2024", (2024, 4, 3)),
        ("APR. 3, 2024", (2024, 4, 3)),
        ("Sept. 3rd, 2024", (2024, 9, 3)),
        ("3-Apr-2024", (2024, 4, 3)),
        ("2024-4-3", (2024, 4, 3)),
        ("20240403", (2024, 4, 3)),
        (20240403, (2024, 4, 3)),
        ("13. 4. 2024", (2024, 4, 13)),
        ("4/13/2024", (2024, 4, 13)),
        ("04/13/2024 10:30 AM", (2024, 4, 13)),
        ("4-4-2024", (2024, 4, 4)),
        ("1-1-69", (1969, 1, 1)),
        ("1-1-68", (2068, 1, 1)),
        ("2024\u20114\u20113", (2024, 4, 3)),
        ("令和6年4月3日", (2024, 4, 3)),
        ("令和元年５月１日", (2019, 5, 1)),
        ("㋿6年4月3日", (2024, 4, 3)),
        ("平成 31年 4月 30日", (2019, 4, 30)),
        ("昭和64年1月7日", (1989, 1, 7)),
        ("大正15年12月24日", (1926, 12, 24)),
        ("明治6年1月1日", (1873, 1, 1)),
        ("2024年04月03日(水)", (2024, 4, 3)),
        ("令和6年4月3日（水曜日）10:30", (2024, 4, 3)),
        ("2024年4月3日10:30", (2024, 4, 3)),
        ("2024. 4. 3. (수)", (2024, 4, 3)),
        ("2024/04/03 (Wed) 10:30", (2024, 4, 3)),
        ("Wed, 3 Apr 2024", (2024, 4, 3)),
        ("Wed 3 Apr 2024 10:30:00 GMT", (2024, 4, 3)),
        ("Wednesday, April 3, 2024", (2024, 4, 3)),
        ("Thurs., 4 Apr 2024", (2024, 4, 4)),
        ("2024-04-03 24:00", (2024, 4, 3)),
        ("2024-04-03 10:30 UTC", (2024, 4, 3)),
        ("2024-W14-3", (2024, 4, 3)),
        ("2024W143", (2024, 4, 3)),
    ],
)
def test_a_date_of_one_reading_is_read(text, day):
    assert Date().read(text) == date(*day)


@pytest.mark.parametrize(
    "value",
    [
        *["", "n/a", "2024-02-30", "2024-13-01", "30/02/2024", "32/1/2024", "0000-01-01", "April"],
        *["2024", "2024-04", "April 2024", "24-April-03-04", "2024-04-03T25:00", "2024-04/03"],
        *["2024年4月", "3 Apri 2024", 12.5, True],
        *[
            "令和0年4月3日",
            "令和6年13月3日",
            "明治5年12月2日",
            "2024-W54-1",
            "2024-W14-8",
            "2024-W143",
        ],
        *["3 März 2024", "(水)", "Wed,", "2024-04-03 24:01", "R6.4.3"],
    ],
)
def test_what_is_no_date_is_not_read(value):
    assert Date().read(value) is None


def test_a_month_above_12_is_not_read_against_the_order():
    assert Date(day_first=True).read("04/13/2024") is None


def test_formats_come_first():
    assert Date(formats=("%m-%d-%y",)).read("03-04-24") == date(2024, 3, 4)
    assert Date(formats=["%Y年%j日"]).read("2024年32日") == date(2024, 2, 1)
    assert Date(formats=["%m-%d-%y"]).read("2024-04-03") == date(2024, 4, 3)


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"day_first": "yes"}, "day_first is 'yes'"),
        ({"locale": "xx"}, "unknown locale 'xx'"),
        ({"formats": "%d"}, "give a list"),
        ({"formats": ["%d.%m.%Y", "%Q"]}, "'%Q'"),
        ({"formats": [5]}, "formats has 5"),
    ],
)
def test_options_that_cannot_be_are_refused(options, word):
    if "locale" in options:
        pytest.importorskip("babel")
    with pytest.raises(InputError, match=word):
        Date(**options)
