"""``numbers`` turns numbers in words into figures, and never two numbers into one."""

import random
from importlib.metadata import version

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics import InputError, error_counts
from levmetrics.normalizers import get_normalizer
from tests.code_points import CODE_POINTS
from tests.normalizers.number_words import in_words

pytest.importorskip("text_to_num")
num2words = pytest.importorskip("num2words").num2words
LANGUAGES = ["da", "de", "en", "es", "fr", "it", "nl", "pt"]
WORDS = {
    "da": "nul en et én to tre tyve enogtyve hundrede tusind million millioner og komma anden hus",
    "de": "null ein eins eine zwei acht zwanzig einundzwanzig hundert tausend Million Millionen "
    "und Komma erste zweite gib paar",
    "en": "zero one two ten twenty twenty-one hundred thousand million millionth hundreds and a "
    "half point first second th o oh dogs",
    "es": "cero un una uno dos veinte treinta y cien ciento cientos mil miles millón millones coma "
    "segundo segunda perro",
    "fr": "zéro un une deux neuf dix vingt quatre soixante cent mille million millions et virgule "
    "premier seconde deuxième livre le du numéro",
    "it": "zero un una uno due sei venti ventuno cento mille mila milioni milione e virgola primo "
    "secondo tu duemila",
    "nl": "nul een één twee twintig eenentwintig honderd duizend miljoen en komma eerste man",
    "pt": "zero um uma dois vinte cem cento mil milhão milhões e vírgula segundo quarta "
    "vigésimo ele",
}
OTHERS = ["5", "20", "1,000", "2.5", "2,5", "007", ",", "-", "."]
JOINTS = [" "] * 6 + [", ", "-", "\n", "", ","]
every_language = pytest.mark.parametrize("language", LANGUAGES)


def sample():
    draw = random.Random(0)
    drawn = [int(10 ** draw.uniform(0, 8)) for _ in range(2_000)]
    return sorted({*range(2_100), *drawn, 10**8})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("twenty one", "21"),
        ("Twenty-one dogs, one hundred and five cats.", "21 dogs, 105 cats."),
        ("the twenty-first of May, second place", "the 21st of May, second place"),
        ("three point one four", "3.14"),
        ("twenty, two", "20, 2"),
        ("zero zero seven", "007"),
        ("1,000 and 12,345.6 and 1,2", "1000 and 12345.6 and 1,2"),
        (
            "someone, anyone, one-way, seconds, tension",
            "someone, anyone, one-way, seconds, tension",
        ),
        (" a\t b\n", " a\t b\n"),
    ],
)
def test_english_numbers_are_figures(text, expected):
    assert get_normalizer("numbers:en")(text) == expected


def test_words_and_figures_of_one_number_are_no_errors():
    counts = error_counts("21 cats", "twenty-one cats", normalizer="numbers:en")
    assert counts.errors.sum() == 0


@every_language
def test_no_two_numbers_become_one_and_nearly_all_become_figures(language):
    numbers = sample()
    figures = [get_normalizer(f"numbers:{language}")(in_words(n, language)) for n in numbers]
    assert len(set(figures)) == len(numbers)
    right = sum(text == str(number) for text, number in zip(figures, numbers, strict=True))
    assert right / len(numbers) > 0.999


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("da", "et hus og en anden"),
        ("de", "ein Mann und eine Frau"),
        ("de", "ein paar"),
        ("de", "gib acht"),
        ("de", "Millionen Menschen"),
        ("en", "no one knows"),
        ("en", "wait a second"),
        ("en", "second hand"),
        ("en", "hundreds of people"),
        ("en", "half a million"),
        ("en", "two,000 and 1,two and two.5"),
        ("es", "una mujer, uno de los cuartos, miles"),
        ("fr", "un homme, une seconde"),
        ("fr", "un livre neuf"),
        ("it", "tu sei sei, secondo me, prima"),
        ("nl", "een man"),
        ("pt", "segundo ele, uma quarta"),
    ],
)
def test_articles_and_other_words_stay_when_they_are_alone(language, text):
    assert get_normalizer(f"numbers:{language}")(text) == text


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "thirty second break", "30 second break"),
        ("en", "the thirty-second of May", "the 32nd of May"),
        ("en", "one two three", "1 2 3"),
        ("en", "one, 2, three", "1, 2, 3"),
        ("en", "one hundred and one", "101"),
        ("en", "twenty\none twenty\u00a0two", "20\none 20\u00a02"),
        ("en", "'two' two-", "'2' 2-"),
        ("de", "drei Hunde, acht Katzen", "3 Hunde, 8 Katzen"),
        ("de", "einundzwanzig, ein hundert", "21, 100"),
        ("es", "treinta segundos, treinta y un", "30 segundos, 31"),
        ("fr", "neuf chiens, le numéro neuf", "9 chiens, le numéro 9"),
        ("fr", "vingt et une", "21"),
        ("fr", "cent soixante-et dix-neuf", "100 soixante-et 19"),
        ("it", "ventisei, sei milioni", "26, 6000000"),
        ("nl", "één, honderd een", "1, 101"),
        ("pt", "vigésimo segundo, trinta segundos", "22º, 30 segundos"),
    ],
)
def test_parts_of_numbers_are_figures(language, text, expected):
    assert get_normalizer(f"numbers:{language}")(text) == expected


@pytest.mark.parametrize(
    ("language", "forms", "expected"),
    [
        ("en", ["1 million", "one million", "a million", "1000000"], "1000000"),
        ("en", ["2.5 million", "two point five million"], "2500000"),
        ("en", ["3 hundred and five", "three hundred and five"], "305"),
        ("en", ["1,500 million", "fifteen hundred million"], "1500000000"),
        ("en", ["2 millionth", "two millionth"], "2000000th"),
        ("en", ["1.2345 thousand"], "1234.5"),
        ("en", ["5 millions", "five millions"], "5 millions"),
        ("da", ["1 million", "en million", "et million"], "1000000"),
        ("de", ["1 Million", "eine Million", "einer Million"], "1000000"),
        ("de", ["2,5 Millionen", "zwei Komma fünf Millionen"], "2500000"),
        ("es", ["2 millones", "dos millones"], "2000000"),
        ("fr", ["2,5 millions", "deux virgule cinq millions"], "2500000"),
        ("it", ["2 milioni cinque", "due milioni cinque"], "2000005"),
        ("nl", ["een honderd", "1 honderd"], "100"),
        ("pt", ["2 mil", "dois mil"], "2000"),
    ],
)
def test_figures_and_articles_multiply_the_scale_after_them(language, forms, expected):
    normalizer = get_normalizer(f"numbers:{language}")
    assert {normalizer(form) for form in forms} == {expected}


@every_language
@given(number=st.integers(2, 999))
def test_figures_before_a_scale_are_as_words_before_it(language, number):
    normalizer = get_normalizer(f"numbers:{language}")
    thousand = in_words(2_000, language).removeprefix(in_words(2, language)).strip()
    words = f"{in_words(number, language)} {thousand}"
    assert normalizer(words) == normalizer(f"{number} {thousand}")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_ordinals_differ_from_cardinals_and_from_each_other(language):
    normalizer = get_normalizer(f"numbers:{language}")
    ordinals = {normalizer(num2words(n, lang=language, to="ordinal")) for n in range(1, 100)}
    assert len(ordinals) == 99
    assert not any(ordinal.isdigit() for ordinal in ordinals)


@every_language
def test_no_code_point_changes_alone_or_within_a_word(language):
    normalizer = get_normalizer(f"numbers:{language}")
    alone = "|".join(CODE_POINTS)
    within = "|".join(f"x{character}x" for character in CODE_POINTS)
    for text in (alone, within):
        assert normalizer(text) == text


@every_language
@given(data=st.data())
def test_twice_is_once_among_other_words(language, data):
    words = st.sampled_from(WORDS[language].split() + OTHERS)
    joined = st.tuples(words, st.sampled_from(JOINTS)).map("".join)
    text = "".join(data.draw(st.lists(joined, max_size=8)))
    normalizer = get_normalizer(f"numbers:{language}")
    assert normalizer(normalizer(text)) == normalizer(text)


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("da", "nul nul komma tusind", "00,1000"),
        ("da", "nul komma tusind", "0,1000"),
        ("es", "ochenta mil coma mil", "80000,1000"),
        ("fr", "deux mille virgule mille", "2000,1000"),
        ("fr", "deux mille virgule cinq millions", "2000500000"),
        ("pt", "cem mil vírgula mil", "100000,1000"),
        ("fr", "mille virgule mille mille", "1000,1000 1000"),
        ("fr", "millions virgule mille millions", "1000000,1000000000"),
    ],
)
def test_a_scale_multiplies_a_decimal_number_and_is_all_of_it_right_behind_the_point(
    language, text, expected
):
    normalizer = get_normalizer(f"numbers:{language}")
    assert normalizer(text) == expected
    assert normalizer(expected) == expected


def test_figures_as_large_as_the_scale_after_them_are_a_number_apart():
    normalizer = get_normalizer("numbers:it")
    assert normalizer("20 mila mila milioni") == "20000 mila milioni"
    assert normalizer("20000 mila milioni") == "20000 mila milioni"
    assert normalizer("20 mila milioni") == "20000000000"


@every_language
@given(text=st.text())
def test_any_text_is_taken_and_twice_is_once(language, text):
    normalizer = get_normalizer(f"numbers:{language}")
    assert normalizer(normalizer(text)) == normalizer(text)


def test_unknown_languages_get_the_known_ones():
    with pytest.raises(
        InputError, match=r"unknown normalizer 'numbers:xx'.*numbers:da, numbers:de"
    ):
        get_normalizer("numbers:xx")


def test_the_signature_names_the_version():
    assert repr(get_normalizer("numbers:fr")) == f"numbers:fr[text2num-{version('text2num')}]"
