"""The same texts in files of every encoding; of every kind, see properties/test_forms.py."""

import codecs
import json

import pytest

from levmetrics.web.reading.files import guessed_columns, read_files
from levmetrics.web.reading.read_as import FileColumn, Uploaded
from levmetrics.web.reading.samples import read_samples
from tests.formats.tables import SUFFIXES, WRITERS, separated

pytestmark = pytest.mark.usefixtures("in_this_process")

JAPANESE = {
    "hyp": ["今日はいい天気です", "はい、そうです", "明日は雨"],
    "ref": ["今日は良い天気です", "はい、そうですね", "明日は雪"],
}
GERMAN = {
    "hyp": ["Die Größe der Straße überrascht", "Äpfel sind süß", "schöne Grüße"],
    "ref": ["Die Größe der Straße überraschte", "Äpfel sind sauer", "schönen Gruß"],
}
ENCODINGS = {
    "utf-8": JAPANESE,
    "utf-8-sig": JAPANESE,
    "cp932": JAPANESE,
    "euc_jp": JAPANESE,
    "iso2022_jp": JAPANESE,
    "utf-16": JAPANESE,
    "utf_16_le": JAPANESE,
    "utf_16_be": JAPANESE,
    "cp1252": GERMAN,
}
GUESSED = {"cp932", "euc_jp", "iso2022_jp", "utf_16_le", "utf_16_be", "cp1252"}


def scored(paths):
    """The texts of the columns that are guessed, or of the only ones."""
    readings = read_files(Uploaded(paths))
    assert [reading.problem for reading in readings] == [None] * len(readings)
    guesses = guessed_columns(readings)
    references, predictions = (
        FileColumn.from_written(guesses[side]) for side in ("references", "predictions")
    )
    read = read_samples(references, {"a": predictions}, None, Uploaded(paths))
    return readings, {"hyp": read.predictions["a"], "ref": read.references}


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_tables_of_text(written, encoding):
    columns = ENCODINGS[encoding]
    ((reading,), texts) = scored(written(a_csv=separated(columns).decode().encode(encoding)))
    assert texts == columns
    assert reading.encoding_is_guess == (encoding in GUESSED)
    same = codecs.lookup(encoding.replace("-sig", ""))
    assert codecs.lookup(reading.encoding) == same
    assert [[*row] for row in zip(*columns.values(), strict=True)] == reading.rows


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_files_of_one_side_whose_names_say_which(written, encoding):
    columns = ENCODINGS[encoding]
    contents = {f"{side}_txt": "\n".join(texts).encode(encoding) for side, texts in columns.items()}
    readings, texts = scored(written(**contents))
    assert texts == columns
    assert {reading.encoding_is_guess for reading in readings} == {encoding in GUESSED}


@pytest.mark.parametrize("kind", ["parquet", "excel"])
def test_tables_in_binary_files(written, kind):
    suffix = SUFFIXES[kind].lstrip(".")
    ((reading,), texts) = scored(written(**{f"a_{suffix}": WRITERS[kind](JAPANESE)}))
    assert texts == JAPANESE
    assert (reading.encoding, reading.delimiter) == (None, None)
    assert reading.heading == (True if kind == "excel" else None)


def test_a_manifest_of_nemo(written):
    rows = [
        {"audio_filepath": "a.wav", "duration": 1.5, "text": "is there", "pred_text": "is here"}
    ]
    ((reading,), texts) = scored(written(manifest_json="\n".join(map(json.dumps, rows * 2))))
    assert texts == {"hyp": ["is here"] * 2, "ref": ["is there"] * 2}
    assert reading.format == "jsonl"


def test_timed_words_of_sessions_are_read_beside_segments(written):
    paths = written(ref_stm="a 1 s 0 2 is there\n", hyp_ctm="a 1 0.1 0.5 is\na 1 1 0.5 here\n")
    ctm, stm = read_files(Uploaded(paths, takes="segments"))
    assert (stm.format, ctm.format) == ("stm", "ctm")
    assert (stm.rows, ctm.rows) == ([["a", "s: is there"]], [["a", "1: is / 1: here"]])


def test_timed_words_without_segments_say_what_they_need(written):
    (reading,) = read_files(Uploaded(written(hyp_ctm="a 1 0.1 0.5 is\n")))
    assert str(reading.problem) == (
        "hyp.ctm holds timed words; give an stm file with their segments as references"
    )
