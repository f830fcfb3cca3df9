"""Numbers up to a million millions are read as the grammar of their language writes them."""

import random
import unicodedata
from itertools import pairwise

import pytest

from levmetrics.normalizers import get_normalizer
from tests.normalizers.number_words import in_words
from tests.normalizers.test_numbers import every_language
from tests.thoroughness import ALL

LARGEST = 10**12
EDGES = [21, 31, 101, 121, 1_021, 21_000, 31_000, 121_000, 2_695 * 10**6, 1_200 * 10**6, 10**9]


def sample(language):
    draw = random.Random(language)
    drawn = [int(10 ** draw.uniform(1, 12)) for _ in range(10_000 if ALL else 300)]
    whole = [number // 10**6 * 10**6 for number in drawn if number > 10**6][::4]
    return [*EDGES, *drawn, *whole, LARGEST]


@every_language
def test_numbers_up_to_a_million_millions_are_their_figures(language):
    normalizer = get_normalizer(f"numbers:{language}")
    for number in sample(language):
        words = in_words(number, language)
        for frame in ("{}", "xx {} xx", "{}."):
            assert normalizer(frame.format(words)) == frame.format(number), words


@every_language
def test_two_numbers_with_a_comma_between_them_stay_two(language):
    normalizer = get_normalizer(f"numbers:{language}")
    numbers = sample(language)
    for one, other in pairwise(number for number in numbers if number > 9):
        words = f"{in_words(one, language)}, {in_words(other, language)}"
        assert normalizer(words) == f"{one}, {other}", words


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("es", "dos mil seiscientos noventa y cinco millones", "2695000000"),
        ("es", "ciento veintiún mil personas", "121000 personas"),
        ("es", "veintiún libros", "21 libros"),
        ("es", "dos billones trescientos mil", "2000000300000"),
        ("pt", "mil e duzentos milhões", "1200000000"),
        ("pt", "mil e duzentos milhões e quinhentos mil", "1200500000"),
        ("pt", "um bilião e um bilhão", "1000000000000 e 1000000000"),
        ("fr", "deux mille vingt et un millions trois cents", "2021000300"),
        ("en", "two thousand six hundred and ninety-five million", "2695000000"),
        ("en", "two thousand and five million", "2000 and 5000000"),
        ("en", "a trillion", "1000000000000"),
        ("it", "duecentottantotto milioni", "288000000"),
        ("it", "due miliardi un milione", "2001000000"),
        ("de", "zwei Milliarden eine Million fünf", "2001000005"),
    ],
)
def test_a_scale_multiplies_all_that_is_smaller(language, text, expected):
    assert get_normalizer(f"numbers:{language}")(text) == expected


@pytest.mark.parametrize(
    ("language", "text"),
    [("es", "veintidós mil"), ("pt", "três milhões"), ("de", "fünf"), ("fr", "cent deuxième")],
)
def test_letters_and_their_marks_may_be_one_code_point_or_two(language, text):
    normalizer = get_normalizer(f"numbers:{language}")
    assert normalizer(unicodedata.normalize("NFD", text)) == normalizer(text) != text


@pytest.mark.parametrize(
    ("language", "forms", "expected"),
    [
        ("en", ["two and a half", "2 and a half", "two and one-half"], "2.5"),
        ("en", ["two and a half million", "two million and a half", "2.5 million"], "2500000"),
        ("en", ["two and a half thousand", "2.5 thousand"], "2500"),
        ("es", ["dos y medio", "2 y medio"], "2,5"),
        ("es", ["dos millones y medio", "2 millones y medio", "2,5 millones"], "2500000"),
        ("es", ["uno y medio"], "1,5"),
        ("fr", ["deux et demi", "deux virgule cinq"], "2,5"),
        ("fr", ["un million et demi", "1,5 million"], "1500000"),
        ("pt", ["dois e meio"], "2,5"),
        ("pt", ["um milhão e meio", "1,5 milhão"], "1500000"),
        ("it", ["due milioni e mezzo", "2,5 milioni"], "2500000"),
        ("de", ["zwei und eine halbe Million", "2,5 Millionen"], "2500000"),
        ("nl", ["twee en een half", "twee komma vijf"], "2,5"),
        ("da", ["to og en halv", "to komma fem"], "2,5"),
    ],
)
def test_a_half_belongs_to_the_number_before_it(language, forms, expected):
    normalizer = get_normalizer(f"numbers:{language}")
    assert {normalizer(form) for form in forms} == {expected}
    assert normalizer(expected) == expected


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "two thousand and a half"),
        ("en", "a hundred and a half"),
        ("en", "in 2024 and a half million"),
        ("en", "several and a half million"),
        ("fr", "deux mille et demi millions"),
        ("en", "between two and a half million"),
        ("en", "half a million"),
        ("es", "medio millón"),
        ("es", "mil y medio"),
        ("pt", "meio milhão"),
        ("de", "eine halbe Million, zweieinhalb tausend"),
        ("nl", "een half miljoen, anderhalf miljoen"),
        ("da", "en halv million, halvanden million, hundrede og en halv"),
    ],
)
def test_a_half_that_may_be_of_another_number_stays_with_it(language, text):
    assert get_normalizer(f"numbers:{language}")(text) == text


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("es", "a las dos y media", "a las 2 y media"),
        ("fr", "à deux heures et demie", "à 2 heures et demie"),
        ("it", "alle due e mezzo", "alle 2 e mezzo"),
        ("es", "artículos dos y medio ambiente", "artículos 2 y medio ambiente"),
    ],
)
def test_a_half_hour_and_other_words_are_no_half_of_the_number(language, text, expected):
    assert get_normalizer(f"numbers:{language}")(text) == expected
