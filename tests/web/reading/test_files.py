"""What is shown of uploaded files: how they were read, their first rows, or what is wrong."""

import re
from dataclasses import replace

import pyarrow as pa
import pytest

from levmetrics import InputError
from levmetrics.errors import Note
from levmetrics.formats.encodings import KNOWN_ENCODINGS
from levmetrics.formats.files import family_of
from levmetrics.web.language import WORDING
from levmetrics.web.limits import PAGE
from levmetrics.web.reading.card import column_choices, file_cards
from levmetrics.web.reading.files import FileReading, guessed_columns, read_files
from levmetrics.web.reading.read_as import UploadedFile
from tests.formats.tables import excel, parquet

HEADED = "id;正解\n1;今日は\n2;雨\n".encode("cp932")


@pytest.fixture
def files(written):
    """Writes files, and returns them by their names, to be read as a visitor says."""
    return lambda *said, **contents: {
        name: UploadedFile(str(path), *said) for name, path in written(**contents).items()
    }


@pytest.fixture
def reading(in_this_process, files):
    """Reads one file, as it looks or as it is told."""
    return lambda *said, **content: read_files(files(*said, **content))[0]


def test_all_that_is_read_of_a_table(reading):
    found = reading(a_csv=HEADED)
    assert found == FileReading(
        "a.csv",
        format="csv",
        encoding="cp932",
        encoding_is_guess=True,
        delimiter=";",
        heading=True,
        keys=["id", "正解"],
        choices=["id", "正解"],
        ids=True,
        rows=[["1", "今日は"], ["2", "雨"]],
        samples=2,
    )
    assert dict(column_choices("en", [found])) == {
        "a.csv: id": '["a.csv", "id"]',
        "a.csv: 正解": '["a.csv", "\\u6b63\\u89e3"]',
    }
    long = "a very long line of it"
    assert column_choices("en", [reading(a_csv=f"{long},{long} all\nwet,dry\n")]) == [
        ("a.csv: column 1 (a very long li…, wet)", '["a.csv", 1]'),
        ("a.csv: column 2 (a very long li…, dry)", '["a.csv", 2]'),
    ]


ASKED, SHIFT_JIS = "rain,shine\nwet,dry\n\nhail,snow\ndew,fog\n", "正解\nﾊﾝｶｸ\n".encode("cp932")
UNLIKELY = bytes(range(128, 256)) + b"\n" + bytes(range(255, 127, -1))
ODD = ["a\u202eb\tc", "x" * 100, "今" * 100, "", "d", "not shown"]
NO_TEXT = {"ref": ["a"], "audio": [b"\0"], "words": [{"w": 1}], "n": [7]}


@pytest.mark.parametrize(
    ("said", "name", "content", "expected"),
    [
        # The first row: asked about, a sample, or what the visitor says.
        ((), "a_csv", ASKED, {"heading": None, "samples": 0, "is_asked": True, "choices": []}),
        ((), "a_csv", ASKED, {"rows": [["rain", "shine"], ["wet", "dry"], ["hail", "snow"]]}),
        ((None, True), "a_csv", ASKED, {"heading": True, "keys": ["rain", "shine"], "samples": 3}),
        ((None, False), "a_csv", ASKED, {"heading": False, "keys": [1, 2], "samples": 4}),
        ((), "a_csv", "a b c d,a b c e\nwet,dry\n", {"heading": False, "is_asked": False}),
        # The encoding that the visitor says, also if it is wrong, or one to begin with.
        (("utf-8",), "a_csv", HEADED, {"encoding": "utf-8"}),
        ((), "a_txt", UNLIKELY, {"encoding": "utf-8"}),
        # Ids.
        ((), "a_csv", "id,ref\n1,a\n", {"ids": True}),
        ((), "a_csv", "utt-1,a b\nutt-2,c d\n", {"ids": False}),
        (("cp932",), "a_csv", SHIFT_JIS, {"encoding": "cp932", "encoding_is_guess": False}),
        (("cp932",), "a_csv", SHIFT_JIS, {"rows": [["正解"], ["ﾊﾝｶｸ"]], "problem": None}),
        # Cells: shortened and legible, of all values, errors and formulas of sheets.
        (
            (),
            "a_txt",
            "\n".join(ODD),
            {"rows": [["a⟨202E⟩b c"], [f"{'x' * 79}…"], [f"{'今' * 79}…"], [""], ["d"]]},
        ),
        (
            (),
            "a_jsonl",
            '{"p": ["a", "b"], "q": 1.5}\n{"p": {"k": "今"}, "r": null}\n',
            {"keys": ["p", "q", "r"], "rows": [["a ||| b", "1.5", ""], ['{"k": "今"}', "", ""]]},
        ),
        (
            (),
            "a_xlsx",
            excel([["ref", "hyp"], ["a", "#N/A"], ["b", "=A2"]]),
            {"rows": [["a", "#N/A"], ["b", "=…"]]},
        ),
        ((), "a_parquet", parquet(NO_TEXT), {"keys": ["ref", "n"], "rows": [["a", "7"]]}),
        ((), "a_txt", "x\n" * PAGE.rows, {"samples": PAGE.rows}),
    ],
)
def test_a_file_is_read_as_it_looks_or_as_the_visitor_says(reading, said, name, content, expected):
    found = reading(*said, **{name: content})
    assert {key: getattr(found, key) for key in expected} == expected


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("a_txt", UNLIKELY, "a.txt cannot be read: it is not text in UTF-8"),
        ("a_csv", b"", "a.csv is empty; give a file with samples"),
        ("a_parquet", parquet({"p": pa.array([], pa.string())}), "a.parquet has no samples"),
        ("a_parquet", parquet({"p": [b"a"]}), "a.parquet has no column of texts"),
        ("a_txt", b"\x89PNG\r\n\x1a\n\0", "a.txt cannot be read: it is a PNG picture; give text"),
        ("a_parquet", b"PAR1", "a.parquet cannot be read: it is damaged, or is not a valid"),
        ("a_json", b"[" * 99_999, "a.json is nested too deep for this page"),
        ("a_jsonl", b'{"a": ' + b"[" * 99_999, "a.jsonl, line 1 is nested too deep for this page"),
        ("a_txt", b"x\n" * 200_000, "a.txt: more than the 20,000 texts that this page takes;"),
        ("a_csv", b"x," * 200 + b"x\n", "a.csv has 201 columns; 200 are the most on this page"),
        ("a_txt", b"x" * 10_000_001, "a.txt is larger than 10 MB"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(reading, name, content, problem):
    found = reading(**{name: content})
    assert str(found.problem).startswith(problem)
    assert (found.keys, found.rows, found.samples) == ([], [], 0)
    for never in ("\n", "/", "Traceback", "setrecursionlimit"):
        assert never not in str(found.problem)


def test_a_bad_file_leaves_the_good_ones(files):
    assert read_files({}) == []
    texts = {"a_txt": b"\x89PNG\0", "b_csv": "hyp,other\nx,y\n", "d_jsonl": "{"}
    there = files(**texts, c_parquet=parquet({"ref": ["a"]}), e_parquet=b"PAR1")
    found = read_files({**there, "f.csv": UploadedFile("/nowhere/f.csv")})
    assert [reading.name for reading in found if reading.problem is None] == ["b.csv", "c.parquet"]
    assert str(found[-1].problem) == "f.csv is no longer there; upload it again"
    assert guessed_columns(found) == {
        "references": '["c.parquet", "ref"]',
        "predictions": '["b.csv", "hyp"]',
        "systems": [],
    }


def test_timed_words_of_sessions_are_read_beside_segments(in_this_process, files):
    ctm = "a 1 0.1 0.5 is\na 1 1 0.5 here\n"
    (alone,) = read_files(files(hyp_ctm=ctm))
    assert str(alone.problem).startswith("hyp.ctm holds timed words; give an stm file with their")
    ctm, stm = read_files(files(hyp_ctm=ctm, ref_stm="a 1 s 0 2 is there\n"), "segments")
    assert (stm.format, ctm.format) == ("stm", "ctm")
    assert (stm.rows, ctm.rows) == ([["a", "s: is there"]], [["a", "1: is / 1: here"]])


COLUMNS = ["id", "<b>"]
TABLE = FileReading(
    "a.csv", "csv", "cp932", True, ";", True, COLUMNS, COLUMNS, [["1", "<i>今日は"]], 1_234
)
UNNAMED = FileReading("b.tsv", "tsv", "utf-8", False, "\t", False, [1, 2], [1, 2], [["x", "y"]], 1)
EMPTY = FileReading("c", problem=InputError("page.no_rows", place="<b>"))
IN_QUESTION = FileReading("a.csv", "csv", rows=[["rain", "shine"], ["wet", "<b>"]])


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


def test_what_is_left_out_wrong_or_in_doubt_is_said_in_the_visitors_language():
    note = Note("note.unread_line", {"file": "a", "element": "<b>"})
    card = file_cards("ja", [FileReading("a", notes=[note])])
    assert "<span>aの&lt;b&gt;にあるテキスト1行は読み込みません</span>" in card
    refused = file_cards("ja", [EMPTY])
    assert "<strong>読み込めませんでした:</strong> &lt;b&gt;にデータがありません</span>" in refused
    assert "<table" not in refused
    asked = file_cards("ja", [IN_QUESTION])
    assert "<legend>1行目は列名ですか、データですか</legend>" in asked
    assert cells("td", asked) == ["rain", "shine", "wet", "&lt;b&gt;"]


def test_the_first_rows_are_below_the_names_or_numbers_of_columns():
    card = file_cards("ja", [TABLE])
    assert (cells("th", card), cells("td", card)) == (["id", "&lt;b&gt;"], ["1", "&lt;i&gt;今日は"])
    blank = replace(TABLE, keys=["id", "column 2"], choices=["id", "column 2"])
    text = FileReading("a.txt", "lines", keys=[""], rows=[["a"]], samples=1)
    shown = [
        cells("th", file_cards("ja", [each]))[-1] for each in (UNNAMED, IN_QUESTION, blank, text)
    ]
    assert shown == ["列2", "列2", "列2", "テキスト"]
    choices = column_choices("ja", [UNNAMED, blank])
    assert choices[1] == ("b.tsv: 列2 (y)", '["b.tsv", 2]')
    assert choices[-1][0] == "a.csv: 列2 (<i>今日は)"


def test_every_format_and_usual_encoding_has_a_name_in_both_languages():
    formats = [*family_of(None).all(), *family_of("segments").all()]
    named = [f"format_{name}" for name in formats] + [
        f"encoding_{code}" for code in KNOWN_ENCODINGS
    ]
    assert {f"reading_{name}" for name in named} <= WORDING.keys()
