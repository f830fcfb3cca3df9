"""Numbers are read by value, and never in one of two ways."""

import re
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import levmetrics as lm
from levmetrics import InputError
from levmetrics.records.comparators.comparator import AmbiguousError
from levmetrics.records.comparators.currencies import codes_of
from levmetrics.records.comparators.money import Money
from levmetrics.records.comparators.number import Number

format_decimal = pytest.importorskip("babel.numbers").format_decimal
LOCALES = sorted(pytest.importorskip("babel.localedata").locale_identifiers())
# Babel writes groups of two digits in Toki Pona, and the marks of Adlam in those languages alone.
UNREAD = ("ff_Adlm", "tok")
VALUES = [
    *[Decimal(value) for value in ("0", "1", "-1", "12.5", "-12.50", "999.99", "1000", "1234")],
    *[Decimal(value) for value in ("-1234.5", "1234.567", "0.123", "12345.678", "123456.78")],
    *[Decimal(value) for value in ("1234567", "-9876543.21", "1234567890.05", "0.001")],
]
# Babel 2.19 writes the last apostrophe of Swiss numbers alone: 1234567'890.05.
GROUPED_ONCE = re.compile(r"[0-9]{4}'")
decimals = st.decimals(-(10**9), 10**9, allow_nan=False, places=3)


def readings(text):
    """What a text may say: one number, two, or none."""
    try:
        return [Number().read(text)]
    except AmbiguousError as error:
        return [*map(Decimal, str(error).split(" or "))]


def every_spelling():
    """Each value as each locale writes it, in Latin digits and in its own."""
    babel = pytest.importorskip("babel")
    for locale in LOCALES:
        for system in {"latn", babel.Locale.parse(locale).default_numbering_system}:
            for value in VALUES:
                options = {"decimal_quantization": False, "numbering_system": system}
                text = format_decimal(value, locale=locale, **options)
                if not GROUPED_ONCE.search(text):
                    yield locale, value, text


def test_what_babel_writes_in_a_locale_is_read_in_it():
    unread = set()
    count = 0
    for locale, value, text in every_spelling():
        count += 1
        if Number(locale=locale).read(text) != value:
            unread.add(locale)
    assert count > 17_000
    assert all(locale.startswith(UNREAD) for locale in unread), unread


def test_without_a_locale_what_babel_writes_in_any_is_read_right_or_refused_or_not_read():
    read = refused = 0
    for _, value, text in every_spelling():
        found = readings(text)
        refused += len(found) > 1
        read += found != [None]
        assert value in found or found == [None], text
    assert read > 5 * refused > 0


@given(decimals, st.sampled_from(["de_DE", "de-CH", "en", "en_IN", "fr", "hi", "sv", "ar_EG"]))
def test_any_number_is_read_in_its_locale(value, locale):
    text = format_decimal(value, locale=locale.replace("-", "_"), decimal_quantization=False)
    assume(not GROUPED_ONCE.search(text))
    assert Number(locale=locale).read(text) == value


@given(st.from_regex(r"-?[0-9]{1,7}([ .,'][0-9]{1,4}){0,3}", fullmatch=True))
def test_numbers_of_one_reading_are_read_as_price_parser_does(text):
    """But for those that are asked for in the next test."""
    price = pytest.importorskip("price_parser").Price
    last = text.replace(",", ".").rpartition(".")[2]
    found = readings(text)
    if len(found) == 1 and found[0] is not None and len(last) != 3:
        assert abs(found[0]) == abs(price.fromstring(text).amount)


def test_price_parser_takes_three_decimals_for_a_group_and_one_apostrophe_for_the_end():
    price = pytest.importorskip("price_parser").Price
    for text, value, theirs in (
        ("1,234.139", "1234.139", 1234139),
        ("1234,567", "1234.567", 1234567),
        ("1’234.50", "1234.5", 1),
        (",25", "0.25", 25),
    ):
        assert Number().read(text) == Decimal(value)
        assert price.fromstring(text).amount == theirs


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12", "12"),
        ("-12.5", "-12.5"),
        ("\u221212,5", "-12.5"),
        ("+3", "3"),
        ("1e3", "1000"),
        ("1.5E-3", "0.0015"),
        (".5", "0.5"),
        ("1,234.50", "1234.5"),
        ("1.234,50", "1234.5"),
        ("1,234,567", "1234567"),
        ("1.234.567", "1234567"),
        ("1,23,456.78", "123456.78"),
        ("0,5", "0.5"),
        ("12,50", "12.5"),
        ("0.123", "0.123"),
        ("1234.567", "1234.567"),
        ("1 234", "1234"),
        ("1\u202f234,50", "1234.5"),
        ("1\u00a0234,50 €", "1234.5"),
        ("1'234.50", "1234.5"),
        ("1’234’567", "1234567"),
        (" $ 12.50 ", "12.5"),
        ("-€12.50", "-12.5"),
        ("€ -12.50", "-12.5"),
        ("１，２３４．５", "1234.5"),
        ("１２３", "123"),
        ("١٬٢٣٤٫٥", "1234.5"),
        ("१२.५", "12.5"),
    ],
)
def test_a_string_of_one_reading_is_read(text, value):
    assert Number().read(text) == Decimal(value)


@pytest.mark.parametrize("text", ["1,234", "1.234", "-12,345", "$123.456", "１，２３４"])
def test_a_string_of_two_readings_is_refused(text):
    with pytest.raises(AmbiguousError):
        Number().read(text)
    assert Number(locale="en").read("1,234") == 1234
    assert Number(locale="de").read("1,234") == Decimal("1.234")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12.50-", "-12.5"),
        ("1.200,00-", "-1200"),
        ("12.50- €", "-12.5"),
        ("€ 12,50-", "-12.5"),
        ("\u201312.50", "-12.5"),
        ("€\u201412", "-12"),
        ("12.50\u2013", "-12.5"),
    ],
)
def test_a_minus_may_be_a_dash_and_stand_last(text, value):
    assert Number().read(text) == Decimal(value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12.-", "12"),
        ("12,-", "12"),
        ("12.\u2013", "12"),
        ("CHF 12.--", "12"),
        ("-12,- €", "-12"),
        ("1.200,-", "1200"),
        ("1'200.\u2014", "1200"),
    ],
)
def test_a_dash_may_stand_for_no_decimals(text, value):
    assert Number().read(text) == Decimal(value)


@pytest.mark.parametrize("code", ["EUR", "eur", "US $", "US$", "Can$", "kr.", "euros", "₿", "HRK"])
def test_a_currency_does_not_count(code):
    for text in (f"{code} 12,50", f"{code}12.50", f"12.50 {code}", f"12,50{code}"):
        assert Number().read(text) == Decimal("12.5")
    with pytest.raises(AmbiguousError):
        Number().read(f"1,234 {code}")


def test_no_unit_of_a_language_is_a_currency_as_cldr_writes_both():
    """But for the karats of Somali, which are written as crowns are elsewhere."""
    babel = pytest.importorskip("babel")
    format_unit = pytest.importorskip("babel.units").format_unit
    taken = set()
    for language in sorted({locale.split("_")[0] for locale in LOCALES} - {*UNREAD}):
        for unit in babel.Locale(language).unit_display_names:
            for length in ("long", "short", "narrow"):
                text = format_unit(12, unit, length, locale=language)
                if codes_of(text.strip("12\u200e\xa0 ")) and Number(locale=language).read(text):
                    taken.add((language, unit, text))
    assert {(language, unit) for language, unit, _ in taken} == {("so", "concentr-karat")}, taken


@pytest.mark.parametrize("text", ["12 ft", "12 FT", "12 ft.", "12 pounds", "12 Pound", "12 cup"])
def test_a_word_that_may_be_a_unit_is_one_unless_the_schema_says_money(text):
    field = {"type": "number"}

    def score(reference, **options):
        schema = {"properties": {"a": {**field, "x-levmetrics": options}}}
        return lm.score([{"a": text}], [{"a": reference}], "record", schema=schema).score

    assert score(12) == score("12") == 0
    assert score(12, unit=text.removeprefix("12 ")) == 1
    code = {"f": "HUF", "p": "GBP", "c": "CUP"}[text[3].lower()]
    assert score(f"{code} 12", compare="money") == 1


@pytest.mark.parametrize(
    ("text", "locale"),
    [("12 Ft", None), ("12 ft", "hu"), ("12 CUP", None), ("12 TL", None), ("12 kr", "sv")],
)
def test_a_currency_is_one_where_no_unit_is_written_so(text, locale):
    assert Number(locale=locale).read(text) == 12


@pytest.mark.parametrize("text", ["1,000円", "１，０００円", "JPY 1.000", "1,000 KRW", "₫1.000"])
def test_a_currency_without_decimals_leaves_one_reading(text):
    assert Number().read(text) == 1000


def test_decimals_of_a_currency_without_them_are_read_if_nothing_else_can_be_meant():
    assert Number().read("12.50 JPY") == Decimal("12.5")


@pytest.mark.parametrize("text", ["¥1,200", "₩1,200", "1,200元", "1,200e3 JPY"])
def test_a_currency_that_may_have_decimals_leaves_both_readings(text):
    with pytest.raises(AmbiguousError):
        Number().read(text)


def test_negative_amounts_are_read_as_babel_writes_them_in_accounts():
    format_currency = pytest.importorskip("babel.numbers").format_currency
    count = 0
    for locale in ("en_US", "en_GB", "ja_JP", "zh_CN", "fr_CA", "nl_NL", "de_DE", "ko_KR"):
        for code in ("USD", "EUR", "JPY"):
            text = format_currency(-1234567, code, locale=locale, format_type="accounting")
            assert Number(locale=locale).read(text) == -1234567, text
            assert Money(locale=locale).read(text).number == -1234567, text
            count += text.count("(")
    assert count > 12


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("(1,234.50)", Decimal("-1234.50")),
        ("（12）", Decimal(-12)),
        ("$ (12.50)", Decimal("-12.50")),
        ("( 12 EUR )", Decimal(-12)),
        ("(12)-", None),
        ("(+12)", None),
        ("12 (EUR)", None),
        ("(1) 234", None),
        ("1(2)3", None),
        ("((12))", None),
        ("(12", None),
    ],
)
def test_a_number_in_parentheses_is_negative(text, value):
    assert Number().read(text) == value


@pytest.mark.parametrize("text", ["△12", "▲ 12", "¥△12", "▲12円"])
def test_a_triangle_is_a_minus_in_japanese_alone(text):
    assert Number(locale="ja_JP").read(text) == -12
    assert Number().read(text) is None
    assert Number(locale="en_US").read(text) is None


@pytest.mark.parametrize(
    ("unit", "text", "value"),
    [
        ("kg", "12 kg", 12),
        ("kg", "12kg", 12),
        ("kg", "１２ｋｇ", 12),
        ("kg", "12㎏", 12),
        ("kg", "1,234.5 kg", Decimal("1234.5")),
        ("kg", "-12 kg", -12),
        ("kg", "(12 kg)", -12),
        ("m2", "(12) m2", -12),
        ("kg", "12,50- kg", None),
        ("inch", "12-inch", None),
        ("kg", 12, 12),
        ("kg", "12", 12),
        ("kg", "12 g", None),
        ("g", "12 kg", None),
        ("m", "12 mm", None),
        ("kg", "12 KG", None),
        ("kg", "kg 12", None),
        ("kg", "12 kg kg", None),
        ("kg", "kg", None),
        ("kg", "12 EUR", None),
        ("kg", "12 EUR kg", None),
        (["g", "kg"], "12 kg", 12),
        (["kg", "kilograms"], "12 kilograms", 12),
        ("%", "12.5%", Decimal("12.5")),
        ("°C", "-12 ℃", -12),
        ("m²", "12 m²", 12),
        ("個", "１２個", 12),
    ],
)
def test_a_unit_is_left_out_only_if_it_is_the_one_named(unit, text, value):
    assert Number(unit=unit).read(text) == value


def test_a_unit_leaves_both_readings_of_a_number():
    with pytest.raises(AmbiguousError, match=r"1234 or 1\.234"):
        Number(unit="kg").read("1,234 kg")


@pytest.mark.parametrize("unit", ["", " ", "12", "-", [""], ["kg", 5], 5, {"kg": 1}])
def test_what_is_no_unit_is_refused(unit):
    with pytest.raises(InputError, match="give one as 'kg', or its spellings"):
        Number(unit=unit)


def test_a_unit_of_a_schema_is_read_in_both_records():
    schema = {
        "properties": {"weight": {"type": "number", "x-levmetrics": {"unit": ["kg", "kilo"]}}}
    }
    records = [{"weight": "12 kg"}] * 3, [{"weight": 12}, {"weight": "12 kilo"}, {"weight": "12 g"}]
    run = lm.score(*records, "record", schema=schema)
    assert run.sample_scores().tolist() == [1, 1, 0]
    assert lm.score(*records, "record").sample_scores().tolist()[0] == 0


def test_both_readings_are_told():
    with pytest.raises(AmbiguousError) as caught:
        Number().read("1,234")
    assert str(caught.value) == "1234 or 1.234"


@pytest.mark.parametrize(
    "value",
    [
        *["", "n/a", "-", "1,2,3", "12 34", "1.2.3", "1,234.567,8", "10²", "½", "12%", "0x10"],
        *["1" * 101, "1 234'567", "--1", "- -1", "1e1000", "nan", "inf", "1_000", "01,234,567"],
        *["5 min", "12 pcs", "12 apples", "(-12)", "12.50 -", "-12.50-", "5\u20137", "12-7"],
        *["€12 USD", "€ EUR", "EUO 12", "XXX 12", "12.---", "12..-", ".-", "R2D2", "kr 12 USD"],
        *[True, False, float("nan"), float("inf"), -float("inf")],
    ],
)
def test_what_is_no_number_is_not_read(value):
    assert Number().read(value) is None


@pytest.mark.parametrize(
    ("locale", "text", "value"),
    [
        ("de_DE", "1.234,50 €", "1234.5"),
        ("en_IN", "12,34,567.5", "1234567.5"),
        ("fr", "1 234,5", "1234.5"),
        ("fr", "1\u00a0234,5", "1234.5"),
        ("fr", "1\u2009234,5", "1234.5"),
        ("fr_CH", "1\u202f234.50", "1234.5"),
        ("de_AT", "1.234,50", "1234.5"),
        ("de-CH", "1'234.50", "1234.5"),
        ("de-CH", "1’234.50", "1234.5"),
        ("ar_EG", "١٬٢٣٤٫٥", "1234.5"),
        ("ar_EG", "1,234.5", "1234.5"),
    ],
)
def test_a_locale_reads_its_own_marks(locale, text, value):
    assert Number(locale=locale).read(text) == Decimal(value)


@pytest.mark.parametrize(
    ("locale", "text", "value"),
    [
        ("de_DE", "27.50", "27.5"),
        ("de_DE", "1,234.50", "1234.5"),
        ("de_DE", "1.234", "1234"),
        ("de_DE", "12.-", "12"),
        ("en", "1.234,50", "1234.5"),
        ("fr", "1.234", None),
        ("fr", "1.234 円", "1234"),
    ],
)
def test_what_a_locale_does_not_write_is_read_if_it_has_one_reading(locale, text, value):
    assert Number(locale=locale).read(text) == (value and Decimal(value))


@given(st.integers() | st.floats(allow_nan=False, allow_infinity=False))
def test_numbers_are_read_as_they_are_written(value):
    assert Number().read(value) == Decimal(repr(value))


@given(decimals, decimals, st.integers(0, 10**6), st.integers(0, 10))
def test_tolerances_are_exact(reference, prediction, thousandths, tenths):
    number = Number(tolerance=thousandths / 1000, relative=tenths / 10)
    allowed = max(Fraction(thousandths, 1000), Fraction(tenths, 10) * abs(Fraction(reference)))
    expected = abs(Fraction(reference) - Fraction(prediction)) <= allowed
    assert number.similarity(reference, prediction) == expected


def test_a_difference_of_the_tolerance_is_within_it():
    number = Number(tolerance=0.01)
    for other in ("12.35", 12.33, "12,34"):
        assert number.similarity(number.read(12.34), number.read(other)) == 1
    assert number.similarity(number.read(12.34), number.read(12.351)) == 0
    assert Number(relative=0.1).similarity(Decimal(100), Decimal(110)) == 1
    assert Number(relative=0.1).similarity(Decimal(110), Decimal(100)) == 1
    assert Number(relative=0.1).similarity(Decimal(100), Decimal("110.01")) == 0


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"tolerance": -1}, "tolerance"),
        ({"tolerance": "1"}, "tolerance"),
        ({"relative": 2}, "relative"),
        ({"relative": float("nan")}, "relative"),
        ({"locale": "xx_YY"}, "unknown locale 'xx_YY'"),
        ({"locale": ""}, "unknown locale ''"),
        ({"locale": 5}, "unknown locale 5"),
    ],
)
def test_options_that_cannot_be_are_refused(options, word):
    with pytest.raises(InputError, match=word):
        Number(**options)
