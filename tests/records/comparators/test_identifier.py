"""Identifiers are equal by their letters and digits."""

import random
from importlib import import_module

import pytest

from levmetrics.records.comparators.spelling import Identifier

# Numbers of each kind, as they are printed.
KINDS = {
    "iban": ["GR16 0110 1050 0000 1054 7023 795", "DE89370400440532013000"],
    "eu.vat": ["DE 136,695 976", "NL4495445B01", "FR40303265045"],
    "isbn": ["978-9024538270", "1857982185"],
    "luhn": ["4111-1111-1111-1111"],
    "imei": ["35686800-004141-8"],
    "bic": ["ABNA BE 2A"],
    "lei": ["213800KUD8LAJWSQ9D15"],
    "jp.cn": ["5-8356-7825-6246"],
    "nl.btw": ["004495445B01"],
}


def spelled(draw, text):
    """Another spelling: spaces and hyphens within, and another case."""
    return "".join(
        draw.choice([each.upper(), each.lower()]) + draw.choice(["", "", "", " ", "-"])
        for each in text
    )


def compacted(kind):
    module = import_module(f"stdnum.{kind}")
    return getattr(module, "compact", None)


@pytest.mark.parametrize("kind", KINDS)
def test_spellings_that_stdnum_compacts_alike_are_equal(kind):
    pytest.importorskip("stdnum")
    compact = compacted(kind) or (lambda text: text.replace(" ", "").replace("-", ""))
    draw = random.Random(0)
    alike = 0
    for text in KINDS[kind]:
        for _ in range(200):
            other = spelled(draw, text)
            try:
                same = compact(text).upper() == compact(other).upper()
            except Exception:  # as eu.vat for "d-e"
                continue
            alike += same
            assert not same or Identifier().read(text) == Identifier().read(other)
    assert alike > 50


def test_what_stdnum_adds_or_takes_away_still_counts():
    vat = pytest.importorskip("stdnum.be.vat")
    for text in ("428759497", "BE0428759497"):
        assert vat.compact(text) == vat.compact("0428759497")
        assert Identifier().read(text) != Identifier().read("0428759497")


@pytest.mark.parametrize(
    ("value", "other"),
    [
        ("DE89 3704", "de-89.3704"),
        ("ＩＮＶ－１２", "inv12"),
        ("№ 12", "no12"),
        ("Straße 1", "STRASSE1"),
        (12345, "12345"),
        (12345.0, "12 345"),
    ],
)
def test_case_width_space_and_punctuation_do_not_count(value, other):
    assert Identifier().read(value) == Identifier().read(other)


def test_letters_and_digits_count_with_their_marks():
    read = Identifier().read
    assert read("A-12") != read("A-21")
    assert read("की") != read("का")
    assert read("é") != read("e")


@pytest.mark.parametrize("value", ["", "--", " / "])
def test_nothing_is_left_of_punctuation(value):
    assert Identifier().read(value) is None
