"""What was read of files, as a visitor sees it."""

import re
from dataclasses import replace

import pytest

from levmetrics import InputError
from levmetrics.errors import Note
from levmetrics.formats.encodings import KNOWN_ENCODINGS
from levmetrics.formats.files import family_of
from levmetrics.web.language import WORDING
from levmetrics.web.reading.card import column_choices, file_cards
from levmetrics.web.reading.files import FileReading

COLUMNS = ["id", "<b>"]
TABLE = FileReading(
    "a.csv", "csv", "cp932", True, ";", True, COLUMNS, COLUMNS, [["1", "<i>今日は"]], 1_234
)
UNNAMED = FileReading("b.tsv", "tsv", "utf-8", False, "\t", False, [1, 2], [1, 2], [["x", "y"]], 1)
EMPTY = FileReading("c", problem=InputError("c is <empty>"))
ASKED = FileReading("a.csv", "csv", rows=[["rain", "shine"], ["wet", "<b>"]])


def cells(kind, card):
    return re.findall(rf"<{kind}[^>]*>(.*?)</{kind}>", card)


@pytest.mark.parametrize(
    ("language", "reading", "said", "chosen"),
    [
        ("en", TABLE, "CSV · semicolons · 1,234 samples", ["is_heading", "looks like Shift_JIS"]),
        ("ja", TABLE, "CSV · セミコロン区切り · 1,234件", ["is_heading", "Shift_JISと推定"]),
        ("en", UNNAMED, "TSV · tabs · 1 sample", ["is_sample", "UTF-8"]),
        ("ja", FileReading("a", "psv", "cp037", False, "|"), "psv · 「|」区切り", ["cp037"]),
        ("en", FileReading("a", "parquet", samples=2), "Parquet · 2 samples", []),
        ("en", EMPTY, None, []),
    ],
)
def test_how_a_file_was_read_is_said_and_can_be_changed(language, reading, said, chosen):
    card = file_cards(language, [reading])
    facts = re.search(r'<p class="lev-muted">(.*?)</p>', card)
    assert (facts and facts[1]) == said
    radios = re.findall(r'value="(\w+)"[^>]* checked>', card)
    assert radios + re.findall(r" selected>(.*?)</option>", card) == chosen
    assert ("<form" in card) == bool(chosen)


@pytest.mark.parametrize(
    ("language", "left_out", "problem", "question"),
    [
        (
            "en",
            "1 line of text in &lt;b&gt; is not read: a",
            "Not read",
            "Is the first row names of columns, or a sample?",
        ),
        (
            "ja",
            "aの&lt;b&gt;にあるテキスト1行は読み込みません",
            "読み込めませんでした",
            "1行目は列名ですか、データですか",
        ),
    ],
)
def test_what_is_left_out_wrong_or_in_doubt_is_said(language, left_out, problem, question):
    note = Note("note.unread_line", {"file": "a", "element": "<b>"})
    assert f"<span>{left_out}</span>" in file_cards(language, [FileReading("a", notes=[note])])
    refused = file_cards(language, [EMPTY])
    assert f"<strong>{problem}:</strong> c is &lt;empty&gt;</span>" in refused
    assert "<svg" in refused
    assert "<table" not in refused
    asked = file_cards(language, [ASKED])
    assert f"<legend>{question}</legend>" in asked
    assert '<table class="lev-table lev-asked">' in asked
    assert cells("td", asked) == ["rain", "shine", "wet", "&lt;b&gt;"]


@pytest.mark.parametrize(
    ("language", "numbered", "lines"), [("en", "column 2", "text"), ("ja", "列2", "テキスト")]
)
def test_the_first_rows_are_below_the_names_or_numbers_of_columns(language, numbered, lines):
    card = file_cards(language, [TABLE])
    assert (cells("th", card), cells("td", card)) == (["id", "&lt;b&gt;"], ["1", "&lt;i&gt;今日は"])
    blank = replace(TABLE, keys=["id", "column 2"], choices=["id", "column 2"])
    text = FileReading("a.txt", "lines", keys=[""], rows=[["a"]], samples=1)
    for reading, name in ((UNNAMED, numbered), (ASKED, numbered), (blank, numbered), (text, lines)):
        assert cells("th", file_cards(language, [reading]))[-1] == name
    choices = column_choices(language, [UNNAMED, blank])
    assert choices[1] == (f"b.tsv: {numbered} (y)", '["b.tsv", 2]')
    assert choices[-1][0] == f"a.csv: {numbered} (<i>今日は)"


def test_every_format_and_usual_encoding_has_a_name_in_both_languages():
    formats = [*family_of(None).all(), *family_of("segments").all()]
    named = [f"format_{name}" for name in formats] + [
        f"encoding_{code}" for code in KNOWN_ENCODINGS
    ]
    assert {f"reading_{name}" for name in named} <= WORDING.keys()
