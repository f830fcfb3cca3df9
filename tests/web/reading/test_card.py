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

TABLE = FileReading(
    "a.csv", "csv", "cp932", True, ";", True, ["id", "<b>"], [["1", "<i>今日は"]], 1_234
)
UNNAMED = FileReading("b.tsv", "tsv", "utf-8", False, "\t", False, [1, 2], [["x", "y"]], 1)


def facts(language, reading):
    found = re.search(r'<p class="lev-muted">(.*?)</p>', file_cards(language, [reading]))
    return found and found[1]


@pytest.mark.parametrize(
    ("language", "reading", "said", "chosen"),
    [
        ("en", TABLE, "CSV · semicolons · 1,234 samples", ["is_heading", "looks like Shift_JIS"]),
        ("ja", TABLE, "CSV · セミコロン区切り · 1,234件", ["is_heading", "Shift_JISと推定"]),
        ("en", UNNAMED, "TSV · tabs · 1 sample", ["is_sample", "UTF-8"]),
        ("ja", FileReading("a", "psv", "cp037", False, "|"), "psv · 「|」区切り", ["cp037"]),
        ("en", FileReading("a", "parquet", samples=2), "Parquet · 2 samples", []),
        ("en", FileReading("a", problem=InputError("a is empty")), None, []),
    ],
)
def test_how_a_file_was_read_is_said_and_can_be_changed(language, reading, said, chosen):
    assert facts(language, reading) == said
    card = file_cards(language, [reading])
    radios = re.findall(r'value="(\w+)"[^>]* checked>', card)
    assert radios + re.findall(r" selected>(.*?)</option>", card) == chosen
    assert ("<form" in card) == bool(chosen)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "1 line of text in &lt;b&gt; is not read: a"),
        ("ja", "aの&lt;b&gt;にあるテキスト1行は読み込みません"),
    ],
)
def test_what_is_left_out_of_a_file_is_said_on_its_card(language, said):
    note = Note("note.unread_line", {"file": "a", "element": "<b>"})
    assert f"<span>{said}</span>" in file_cards(language, [FileReading("a", notes=[note])])


def test_the_first_rows_are_below_the_columns_names():
    card = file_cards("ja", [TABLE])
    assert re.findall(r"<th[^>]*>(.*?)</th>", card) == ["id", "&lt;b&gt;"]
    assert re.findall(r"<td[^>]*>(.*?)</td>", card) == ["1", "&lt;i&gt;今日は"]
    assert 'class="lev-scroll"' in card


@pytest.mark.parametrize(
    ("language", "numbered", "lines"), [("en", "column 2", "text"), ("ja", "列2", "テキスト")]
)
def test_columns_without_names_have_numbers_and_lines_are_texts(language, numbered, lines):
    blank = replace(TABLE, keys=["id", "column 2"])
    text = FileReading("a.txt", "lines", keys=[""], rows=[["a"]], samples=1)
    for reading, name in ((UNNAMED, numbered), (blank, numbered), (text, lines)):
        assert f">{name}</th>" in file_cards(language, [reading])
    choices = column_choices(language, [UNNAMED, blank])
    assert choices[1] == (f"b.tsv: {numbered} (y)", '["b.tsv", 2]')
    assert choices[-1][0] == f"a.csv: {numbered} (<i>今日は)"


@pytest.mark.parametrize(("language", "said"), [("en", "Not read"), ("ja", "読み込めませんでした")])
def test_a_problem_takes_the_place_of_the_rows(language, said):
    card = file_cards(language, [FileReading("a.csv", problem=InputError("a.csv is <empty>"))])
    assert f"<strong>{said}:</strong> a.csv is &lt;empty&gt;</span>" in card
    assert "<svg" in card
    assert "<table" not in card


@pytest.mark.parametrize(
    ("language", "question", "column"),
    [
        ("en", "Is the first row names of columns, or a sample?", "column 1"),
        ("ja", "1行目は列名ですか、データですか", "列1"),
    ],
)
def test_a_first_row_that_may_be_either_is_shown_among_the_others(language, question, column):
    reading = FileReading("a.csv", "csv", rows=[["wet", "<b>"]], asked=["rain", "shine"])
    card = file_cards(language, [reading])
    assert f"<legend>{question}</legend>" in card
    assert '<table class="lev-table lev-asked">' in card
    assert re.findall(r"<th[^>]*>(.*?)</th>", card)[0] == column
    assert re.findall(r"<td[^>]*>(.*?)</td>", card) == ["rain", "shine", "wet", "&lt;b&gt;"]


def test_every_file_has_a_card():
    cards = file_cards("en", [TABLE, FileReading("c", problem=InputError("c is empty")), UNNAMED])
    assert re.findall(r'lev-file-name">(.*?)<', cards) == ["a.csv", "c", "b.tsv"]
    assert file_cards("en", []) == ""


def test_every_format_and_usual_encoding_has_a_name_in_both_languages():
    for name in (*family_of(None).all(), *family_of("segments").all()):
        assert f"reading_format_{name}" in WORDING
    for encoding in KNOWN_ENCODINGS:
        assert f"reading_encoding_{encoding}" in WORDING
