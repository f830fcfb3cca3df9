"""The same table of texts through every format: by its suffix, its content, or as it is told."""

import gzip
import json
from pathlib import Path

import pandas as pd
import pytest

from levmetrics import InputError
from levmetrics.formats.file_format import ROWS_OF_A_BATCH
from tests.files import written
from tests.formats.tables import SUFFIXES, WRITERS, contents, table

COLUMNS = {
    "id": ["u1", "u2", "u3"],
    "hyp": ["今日は、いい天気", 'he said "no"', ""],
    "ref": ["今日は良い天気", "a, b; c", "مرحبا"],
}


@pytest.mark.parametrize("ending", ["", ".gz"])
@pytest.mark.parametrize("kind", WRITERS)
def test_a_table_is_read_by_its_suffix(tmp_path, kind, ending):
    path = tmp_path / f"a{SUFFIXES[kind].upper()}{ending}"
    data = WRITERS[kind](COLUMNS)
    path.write_bytes(gzip.compress(data) if ending else data)
    file = table(path)
    assert file.file_format.name == kind.split()[0]
    assert file.names == ["id", "hyp", "ref"]
    assert contents(file, ["ref", "id", "hyp"]) == COLUMNS
    assert contents(file, ["hyp"]) == {"hyp": COLUMNS["hyp"]}


@pytest.mark.parametrize("kind", WRITERS)
@pytest.mark.parametrize("name", ["a", "a.table"])
def test_a_table_without_a_known_suffix_is_read_by_its_content(tmp_path, kind, name):
    path = written(tmp_path / name, WRITERS[kind](COLUMNS))
    file = table(path)
    assert contents(file, ["ref", "hyp"]) == {"ref": COLUMNS["ref"], "hyp": COLUMNS["hyp"]}


@pytest.mark.parametrize("kind", WRITERS)
def test_a_table_is_read_as_it_is_told(tmp_path, kind):
    path = written(tmp_path / "a.txt", WRITERS[kind](COLUMNS))
    file = table(path, file_format=kind.split()[0])
    assert contents(file, ["hyp"]) == {"hyp": COLUMNS["hyp"]}


@pytest.mark.parametrize("kind", WRITERS)
def test_no_batch_is_larger_than_it_may_be(tmp_path, kind):
    path = tmp_path / f"a{SUFFIXES[kind]}"
    texts = [f"text {row}" for row in range(2 * ROWS_OF_A_BATCH + 1)]
    path.write_bytes(WRITERS[kind]({"hyp": texts}))
    read = []
    for (values,) in table(path).batches(["hyp"]):
        assert 0 < len(values) <= ROWS_OF_A_BATCH
        read += values if isinstance(values, list) else values.to_pylist()
    assert read == texts


@pytest.mark.parametrize("encoding", ["cp932", "utf-16"])
@pytest.mark.parametrize("kind", ["csv", "tsv", "jsonl", "json"])
def test_tables_of_text_are_read_in_other_encodings(tmp_path, kind, encoding):
    columns = {"予測": ["今日は", "雨"], "正解": ["明日は", "雪"]}
    path = tmp_path / f"a{SUFFIXES[kind]}"
    text = WRITERS[kind](columns).decode()
    path.write_bytes(text.encode(encoding))
    assert contents(table(path, encoding=encoding), [*columns]) == columns


PLAIN = {
    "one line": "a, b",
    "sentences with commas": "yes, sir\nno, sir\nwell, well\n",
    "a tab in some lines": "a\tb\nc\n",
    "brackets": "[laughter] no\n[noise] yes\n",
    "nothing": "",
}


@pytest.mark.parametrize("text", PLAIN.values(), ids=PLAIN)
def test_other_text_is_lines(tmp_path, text):
    path = written(tmp_path / "hyp", text)
    assert table(path).file_format.name == "lines"
    assert table(path).names == [""]


def test_manifests_are_json_lines_whatever_their_suffix(tmp_path):
    path = tmp_path / "manifest.json"
    row = {"audio_filepath": "a.wav", "text": "is there", "pred_text": "is here", "duration": 1.5}
    for rows in (1, 3):
        path.write_text("".join(f"{json.dumps(row)}\n" for _ in range(rows)))
        assert table(path).file_format.name == "jsonl"
        assert contents(table(path), ["pred_text"]) == {"pred_text": ["is here"] * rows}


def test_a_long_line_of_json_is_read(tmp_path):
    path = written(tmp_path / "a.json", json.dumps([{"hyp": "x" * 1000, "ref": "y"}] * 3000))
    assert "\n" not in path.read_text()
    assert contents(table(path), ["hyp"]) == {"hyp": ["x" * 1000] * 3000}


NAMED = "hyp{0}ref\na b{0}a b\nc{0}d\n"
OF_TEXT_FILES = {
    "tabs": ("a b\tc d\ne\tf\n", "tsv"),
    "commas below names": (NAMED.format(","), "csv"),
    "semicolons below names": (NAMED.format(";"), "csv"),
    "bars below names": (NAMED.format("|"), "csv"),
    "commas": ("yes, sir\nno, sir\n", "lines"),
    "references": ("a ||| b\nc ||| d\n", "lines"),
    "references below names": ("hyp ||| ref\na ||| b\n", "lines"),
    "Markdown": ("| hyp | ref |\n|---|---|\n| a | b |\n", "lines"),
    "ids before": ("u-1 a b\nu-2 c\n", "kaldi"),
    "ids behind": ("a b (u-1)\nc (u-2)\n", "trn"),
    "cues of SubRip": ("1\n00:00:01,000 --> 00:00:02,000\na b\n", "subtitles"),
    "cues of WebVTT": ("WEBVTT\n\nNOTE x\n\n00:01.000 --> 00:02.000\na b\n", "subtitles"),
    "words on WebVTT": ("WEBVTT is a format\nof captions --> times\n", "lines"),
    "words in brackets": ("well (laughs)\nyes (coughs)\n", "lines"),
    "one line": ("a\tb\n", "lines"),
}


@pytest.mark.parametrize(("text", "name"), OF_TEXT_FILES.values(), ids=OF_TEXT_FILES)
def test_a_text_file_is_a_table_if_all_its_lines_show_one(tmp_path, text, name):
    path = written(tmp_path / "a.txt", text)
    assert table(path).file_format.name == name


def test_bars_are_delimiters_but_not_those_between_references(tmp_path):
    path = written(tmp_path / "a.csv", "LJ-1|a, b|c\nLJ-2|d|e\n")
    assert list(table(path).batches([1, 3])) == [(["LJ-1", "LJ-2"], ["c", "e"])]
    path.write_text("ref\na ||| b\nc ||| d\n")
    assert contents(table(path), ["ref"]) == {"ref": ["a ||| b", "c ||| d"]}


def test_a_line_that_tells_excel_the_delimiter_is_no_row(tmp_path):
    path = written(tmp_path / "a.csv", "sep=;\r\nhyp;ref\r\na;b\r\n")
    assert contents(table(path), ["hyp", "ref"]) == {"hyp": ["a"], "ref": ["b"]}


@pytest.mark.parametrize("ending", ["", ",\n", ",\n,\n\n"])
def test_blank_rows_at_the_end_are_no_samples(tmp_path, ending):
    path = written(tmp_path / "a.csv", f"hyp,ref\na,b\n,\nc,d\n{ending}")
    assert contents(table(path), ["hyp", "ref"]) == {"hyp": ["a", "", "c"], "ref": ["b", "", "d"]}


def test_columns_whose_names_are_blank_have_their_numbers(tmp_path):
    path = written(tmp_path / "a.csv", ",ref,\n0,a,b\n1,c,d\n")
    assert table(path).names == ["column 1", "ref", "column 3"]
    assert contents(table(path), ["ref", "column 3"]) == {"ref": ["a", "c"], "column 3": ["b", "d"]}


ROWS = [{"hyp": "a", "ref": "b"}, {"hyp": "c", "ref": "d"}]
WITHIN = {
    "below a key": {"model": "x", "wer": 0.5, "results": ROWS},
    "below a key alone": {"results": ROWS},
    "by ids": {"u1": ROWS[0], "u2": ROWS[1]},
}


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("content", WITHIN.values(), ids=WITHIN)
def test_objects_within_an_object_are_rows(tmp_path, content, indent):
    path = written(tmp_path / "a.json", json.dumps(content, indent=indent))
    assert contents(table(path), ["hyp", "ref"]) == {"hyp": ["a", "c"], "ref": ["b", "d"]}


def test_ids_of_objects_are_a_column(tmp_path):
    path = written(tmp_path / "a.json", json.dumps(WITHIN["by ids"]))
    assert contents(table(path), ["id"]) == {"id": ["u1", "u2"]}


def test_an_object_with_nested_values_of_both_sides_is_one_row(tmp_path):
    path = written(tmp_path / "a.json", json.dumps({"hyp": {"ref": "a"}, "ref": {"ref": "b"}}))
    assert table(path).names == ["hyp", "ref"]


PANDAS = pd.DataFrame({"hyp": ["a", "c"], "ref": ["b", "d"]})


@pytest.mark.parametrize("orient", [None, "columns", "index", "split", "records", "table"])
@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("rows", [1, 2])
def test_what_pandas_writes_is_read_whatever_its_orient(tmp_path, orient, indent, rows):
    path = tmp_path / "a.json"
    PANDAS[:rows].to_json(path, orient=orient, indent=indent)
    expected = {"hyp": ["a", "c"][:rows], "ref": ["b", "d"][:rows]}
    assert contents(table(path), ["hyp", "ref"]) == expected


def test_the_index_of_pandas_is_the_ids_if_it_is_no_count(tmp_path):
    path = tmp_path / "a.json"
    for orient in ("index", "split"):
        PANDAS.set_index(pd.Index(["u1", "u2"])).to_json(path, orient=orient)
        assert contents(table(path), ["id", "hyp"]) == {"id": ["u1", "u2"], "hyp": ["a", "c"]}
    PANDAS[1:].to_json(path)  # the row whose number is 1
    assert contents(table(path), ["hyp", "ref"]) == {"hyp": ["c"], "ref": ["d"]}


@pytest.mark.parametrize("indent", [None, 1])
def test_texts_by_their_ids_are_read_with_these(tmp_path, indent):
    path = written(tmp_path / "a.json", json.dumps({"u1": "a b", "u2": "c d"}, indent=indent))
    assert contents(table(path), ["id", "text"]) == {"id": ["u1", "u2"], "text": ["a b", "c d"]}


@pytest.mark.parametrize("indent", [None, 1])
def test_a_list_of_texts_is_a_column_without_a_name(tmp_path, indent):
    path = written(tmp_path / "a.json", json.dumps(["a b", "c d"], indent=indent))
    assert table(path).names == [""]
    assert contents(table(path), [""]) == {"": ["a b", "c d"]}


def test_a_key_that_is_there_twice_is_refused(tmp_path):
    path = written(tmp_path / "a.json", '{"u1": "a b",\n"u1": "c d"}')
    with pytest.raises(InputError, match=r"^a.json has an object with the key 'u1' twice"):
        contents(table(path), ["text"])
    lines = written(
        tmp_path / "a.jsonl", '{"text": "a"}\n{"text": "a b", "id": 1, "text": "c d"}\n'
    )
    with pytest.raises(
        InputError, match=r"^a.jsonl, line 2 has an object with the key 'text' twice"
    ):
        contents(table(lines), ["text"])
    lines.write_text('{"text": "a", "in": {"a": 1, "a": 2}}\n')
    with pytest.raises(InputError, match=r"^a.jsonl, line 1 has an object with the key 'a' twice"):
        contents(table(lines), ["text"])
    lines.write_text('{"text": "a", "text": "a"}\n{"text": "b"}\n')
    assert contents(table(lines), ["text"]) == {"text": ["a", "b"]}


@pytest.mark.parametrize(
    "text",
    [
        '{"ref": "a"}\n{"ref": "b"}\n',
        '[\n"a"]',
        '["a", "b"]',
        '{\n"u1": "a"}',
        "<?xml version='1.0'?>\n<a/>",
        "<html>",
    ],
)
def test_json_and_markup_are_not_taken_for_lines_of_text_unless_told(tmp_path, text):
    path = written(tmp_path / "a.txt", text)
    with pytest.raises(InputError, match=r"^a.txt looks like .*, and not like lines of text; "):
        table(path)
    assert table(path, file_format="lines").names == [""]
    elsewhere = path.rename(tmp_path / "a")
    if "<" in text:
        with pytest.raises(InputError, match=r"^a looks like XML or HTML"):
            table(elsewhere)
    else:
        assert table(elsewhere).file_format.name in {"json", "jsonl"}


def test_an_unknown_format_is_named_with_the_nearest():
    with pytest.raises(InputError, match=r"^unknown file format 'json-l'; did you mean 'jsonl'"):
        table(Path("a"), file_format="json-l")


def test_columns_have_numbers_where_the_first_row_is_a_sample(tmp_path):
    for name, delimiter in (("a.csv", ","), ("a.tsv", "\t")):
        path = written(
            tmp_path / name,
            "\n".join(delimiter.join(row) for row in (["a", "b", "c"], ["d", "e", "f"])),
        )
        assert list(table(path).batches([3, 1])) == [(["c", "f"], ["a", "d"])]
        assert list(table(path).batches(["c", 1])) == [(["f"], ["d"])]
        with pytest.raises(InputError, match=rf"^{name} has no column 4; it has 3$"):
            list(table(path).batches([4]))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("1089-134686-0000 he hoped\n1089-134686-0001 stuff it\n", "kaldi"),
        ("spk1_utt1\nspk1_utt2 a\n", "kaldi"),
        ("spk1-utt1 a\n", "lines"),
        ("covid-19 is here\ncovid-19 is there\n", "lines"),
        ("well-known words\nfirst-class words\n", "lines"),
        ("1. one\n2. two\n", "lines"),
    ],
)
def test_kaldi_files_are_recognised_by_an_id_on_every_line(tmp_path, text, name):
    path = written(tmp_path / "text", text)
    assert table(path).file_format.name == name


@pytest.mark.parametrize("kind", ["parquet", "arrow", "arrow stream"])
def test_columns_of_other_types_are_told_from_those_that_can_be_scored(tmp_path, kind):
    path = written(
        tmp_path / f"a{SUFFIXES[kind]}",
        WRITERS[kind]({"ref": ["a"], "audio": [b"a"], "n": [1], "words": [{"w": 1}]}),
    )
    file = table(path)
    assert file.names == ["ref", "audio", "n", "words"]
    assert file.file_format.text_names(file.source) == ["ref", "n"]


def test_the_header_says_the_delimiter_where_rows_are_broken(tmp_path):
    path = written(tmp_path / "a.csv", "hyp;ref\na, b;c\nd\n")
    assert table(path).names == ["hyp", "ref"]
    with pytest.raises(InputError, match=r"^a\.csv, row 2 has 1 field, and the heading 2"):
        list(table(path).batches(["hyp"]))


SESSIONS = {
    "stm": "S1 1 anna 0.5 1.5 good morning\nS1 1 ben 1.5 2.5 hello\n",
    "ctm": "S1 1 0.5 0.5 good\nS1 1 1.0 0.5 morning\n",
    "rttm": "SPEAKER S1 1 0.0 1.0 <NA> <NA> anna <NA> <NA>\n",
    "textgrid": 'File type = "ooTextFile"\nObject class = "TextGrid"\n\n0\n1\n<absent>\n',
}


@pytest.mark.parametrize(
    "text", ["<PcGts/>", "<!-- a --><alto/>", "<TEI/>", "<div class='ocr_page'>a</div>"]
)
def test_pages_without_a_declaration_are_not_taken_for_lines_of_text(tmp_path, text):
    path = written(tmp_path / "a.txt", text)
    with pytest.raises(InputError, match=r"^a\.txt looks like XML or HTML"):
        table(path)
    path.write_text("<unk> yes\n<p> no\n")
    assert table(path).file_format.name == "lines"


@pytest.mark.parametrize("kind", SESSIONS)
@pytest.mark.parametrize("name", ["a.txt", "a"])
def test_segments_of_speakers_are_not_lines_of_text(tmp_path, kind, name):
    (tmp_path / name).write_text(SESSIONS[kind])
    with pytest.raises(InputError, match=rf"^{name} looks like {kind}, a file of speakers and"):
        table(tmp_path / name)
    assert table(tmp_path / name, file_format="lines").file_format.name == "lines"


@pytest.mark.parametrize("kind", ["rttm", "TextGrid"])
def test_a_suffix_of_sessions_is_not_one_of_lines(tmp_path, kind):
    (tmp_path / f"a.{kind}").write_text("whatever it holds\n")
    with pytest.raises(InputError, match=rf"^a\.{kind} looks like {kind.lower()}, a file of"):
        table(tmp_path / f"a.{kind}")


@pytest.mark.parametrize(
    "text",
    [
        "1 2 3 4 5 6\n2 3 4 5 6 7\n",  # digits that somebody read
        "EDIT THE FILE\nSU IS HERE\n",  # words that are types of RTTM
        "in the years 1990 1991 it was\nin the year of 1990\n",
        "it was 3 4 times\nno\n",
        "Tel 03 1234 5678\nFax 03 1234 5679\n",
    ],
)
def test_lines_with_figures_stay_lines(tmp_path, text):
    for name in ("a.txt", "a.ref", "a"):
        (tmp_path / name).write_text(text)
        assert table(tmp_path / name).file_format.name == "lines"


def test_recordings_of_one_segment_each_are_not_ids_of_texts(tmp_path):
    (tmp_path / "a.txt").write_text("S1 1 anna 0.5 1.5 good morning\nS2 1 ben 0.5 2.5 hello\n")
    with pytest.raises(InputError, match=r"^a\.txt looks like stm, a file of speakers and"):
        table(tmp_path / "a.txt")
    (tmp_path / "a.txt").write_text("img-1 03 1234 5678 1\nimg-2 03 1234 5679 2\n")
    assert table(tmp_path / "a.txt").file_format.name == "kaldi"
