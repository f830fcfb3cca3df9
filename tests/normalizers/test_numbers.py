"""``numbers`` turns numbers in words into figures, and never two numbers into one."""

import random
import sys
from importlib.metadata import version

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics import error_counts, get_normalizer
from levmetrics.errors import InputError
from levmetrics.inputs.columns import prediction_column
from tests.code_points import CODE_POINTS

pytest.importorskip("text_to_num")
num2words = pytest.importorskip("num2words").num2words
LANGUAGES = ["da", "de", "en", "es", "fr", "it", "nl", "pt"]
WORDS = "zero one two ten twenty hundred thousand and a point first th , - 5 20 1,000 oh hundreds"
every_language = pytest.mark.parametrize("language", LANGUAGES)


def sample():
    draw = random.Random(0)
    drawn = [int(10 ** draw.uniform(0, 8)) for _ in range(2_000)]
    return sorted({*range(2_100), *drawn, 10**8})


def in_words(number, language):
    words = num2words(number, lang=language).replace(",", "")
    # num2words writes the Danish 60 as no dictionary does.
    return words.replace("treds", "tres").replace("halvtres", "halvtreds")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("twenty one", "21"),
        ("Twenty-one dogs, one hundred and five cats.", "21 dogs, 105 cats."),
        ("the twenty-first of May, second place", "the 21st of May, 2nd place"),
        ("three point one four", "3.14"),
        ("twenty, one", "20, 1"),
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
    # num2words joins Danish hundreds of thousands to what nobody writes.
    numbers = [number for number in sample() if language != "da" or number < 100_000]
    figures = [get_normalizer(f"numbers:{language}")(in_words(n, language)) for n in numbers]
    assert len(set(figures)) == len(numbers)
    right = sum(text == str(number) for text, number in zip(figures, numbers, strict=True))
    # text2num leaves some German and Italian compounds, and "eine" of a German million.
    assert right / len(numbers) > {"de": 0.9, "it": 0.9}.get(language, 0.999)


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


@given(st.lists(st.sampled_from(WORDS.split()), max_size=6), st.sampled_from([" ", "-", ", "]))
def test_twice_is_once(words, joint):
    normalizer = get_normalizer("numbers:en")
    once = normalizer(joint.join(words))
    assert normalizer(once) == once


@every_language
@given(text=st.text())
def test_any_text_is_taken_and_twice_is_once(language, text):
    normalizer = get_normalizer(f"numbers:{language}")
    assert normalizer(normalizer(text)) == normalizer(text)


@every_language
def test_columns_are_normalized_as_their_texts(language):
    normalizer = get_normalizer(f"numbers:{language}")
    texts = [in_words(number, language) for number in (5, 21, 5, 1_234)] + ["", "1,000"]
    columns = normalizer.column(prediction_column(texts)).texts.to_pylist()
    assert columns == list(map(normalizer, texts))


def test_unknown_languages_get_the_known_ones():
    with pytest.raises(
        InputError, match=r"unknown normalizer 'numbers:xx'.*numbers:da, numbers:de"
    ):
        get_normalizer("numbers:xx")


def test_the_signature_names_the_version():
    assert repr(get_normalizer("numbers:fr")) == f"numbers:fr[text2num-{version('text2num')}]"


def test_without_the_package_the_line_that_installs_it_is_said(monkeypatch):
    from levmetrics.normalizers import numbers

    numbers._load.cache_clear()
    monkeypatch.setitem(sys.modules, "text_to_num", None)
    with pytest.raises(ImportError, match=r"'numbers:de' needs text_to_num.*levmetrics\[numbers\]"):
        get_normalizer("numbers:de")
