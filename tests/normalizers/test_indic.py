"""``indic`` folds spellings of Indic scripts that are read alike, and nothing else."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics import error_counts
from levmetrics.normalizers import get_normalizer
from levmetrics.normalizers.indic import _FOLDED
from tests.code_points import CODE_POINTS
from tests.thoroughness import ALL

indic = get_normalizer("indic")
INDIC = [chr(code) for code in range(0x0900, 0x0E00)]
JOINERS = "\u200c\u200d"
AU = "\u0d57"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("\u0958\u0932\u092e", "\u0915\u093c\u0932\u092e"),  # क़लम
        ("\u0929", "\u0928\u093c"),
        ("\u09dc", "\u09a1\u09bc"),
        ("\u0995\u09cb", "\u0995\u09c7\u09be"),  # Bengali ko
        ("\u0b95\u0bcc", "\u0b95\u0bc6\u0bd7"),  # Tamil kau
        ("क्\u200dष", "क्ष"),
        ("क्\u200cष", "क्ष"),
        ("ශ්\u200dරී", "ශ්රී"),
        ("\u0d28\u0d4d\u200d", "\u0d7b"),  # chillu n
        ("\u09a4\u09cd\u200d", "\u09ce"),  # khanda ta
        ("\u0930\u094d\u200dय", "\u0931\u094dय"),  # eyelash ra
        ("\u0d15\u0d57", "\u0d15\u0d4c"),  # Malayalam kau
        ("अ\u093eम", "आम"),
        ("\u0a73\u0a41", "\u0a09"),
        ("\u0a85\u0abe\u0ac5", "\u0a93"),
        ("हिन्दी", "हिंदी"),
        ("सम्बन्ध", "संबंध"),
        ("पञ्चम अङ्क घण्टा", "पंचम अंक घंटा"),
    ],
)
def test_spellings_that_are_read_alike_agree(one, other):
    assert one != other
    assert indic(one) == indic(other)
    assert error_counts(one, other, tokenizer="char", normalizer="indic").errors.sum() == 0


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("नमस्ते", "नमस्ता"),
        ("चाँद", "चांद"),  # chandrabindu is a sound of its own
        ("कलम", "क़लम"),
        ("दर्या", "दऱ्या"),  # Marathi: sea, valleys
        ("र‍्य", "र্য"),
        ("র\u200d্য", "র্য"),
        ("അവന്", "അവൻ"),
        ("हिम्दी", "हिंदी"),
        ("अन्ज़", "अंज़"),
        ("वाङ्मय", "वांमय"),
        ("সঙ্কট", "সংকট"),  # Devanagari alone
    ],
)
def test_what_is_read_otherwise_differs(one, other):
    assert indic(one) != indic(other)


def test_joiners_elsewhere_stay():
    for text in ("👩\u200d👩\u200d👧", "می\u200cخواهم", "a\u200db", "\u200dक"):
        assert indic(text) == text


def test_of_single_code_points_exactly_those_that_nfc_changes_and_one_sign_of_au_change():
    for character in CODE_POINTS:
        nfc = unicodedata.normalize("NFC", character)
        of_indic = "\u0900" <= character <= "\u0dff"
        expected = "\u0d4c" if character == AU else nfc if of_indic else character
        assert indic(character) == expected, character


@pytest.mark.slow
def test_nothing_but_indic_characters_changes_within_words():
    for character in CODE_POINTS:
        if character not in INDIC and character not in JOINERS:
            for text in (f"a{character}b", f"क{character}त", f"न्{character}\u200d्"):
                parts = text.split(character)
                assert indic(text) == character.join(map(indic, parts)), ascii(character)


@pytest.mark.slow
def test_of_pairs_only_the_stated_ones_change():
    for first in INDIC if ALL else INDIC[::3]:
        for second in INDIC:
            pair = unicodedata.normalize("NFC", first + second)
            if AU not in pair and not any(written in pair for written in _FOLDED):
                assert indic(first + second) == pair


@given(st.text([*INDIC, *(JOINERS * 30), *"क्रर্য়ന്न्दम्पज़ ", *"".join(_FOLDED)]))
def test_twice_is_once_also_for_what_is_canonically_equivalent(text):
    once = indic(text)
    assert indic(once) == once
    assert indic(unicodedata.normalize("NFD", text)) == once
    assert unicodedata.normalize("NFC", once) == once


@given(st.text())
def test_any_text_is_folded_once(text):
    assert indic(indic(text)) == indic(text)
