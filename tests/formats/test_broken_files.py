"""Broken files of every format: refused in one sentence that names the file and the place."""

import json
import pickle

import pyarrow as pa
import pytest

from levmetrics import InputError
from tests.formats.tables import (
    arrow_file,
    arrow_stream,
    contents,
    excel,
    parquet,
    separated,
    table,
)

COLUMNS = {"hyp": ["a", "今日は"] * 5000, "ref": ["b", "明日は"] * 5000}
NO_PARQUET = " cannot be read: it is damaged, or is not a valid parquet file"
NO_ARROW = " cannot be read: it is damaged, or is not a valid Arrow file or stream"
NO_EXCEL = " cannot be read: it is damaged, or is not a valid Excel workbook"
NO_HEADING = " has no heading: its first row is empty"
BINARY = " cannot be read: it holds U+0000, as pictures and other binary files do; give text"
RAGGED = "mend the row, or put fields that hold the delimiter into quotes"
UNCLOSED = "close its quotation marks, and double those within a field"
CP932 = "this looks like Shift_JIS (cp932): give its encoding, or save it as UTF-8"
JSON = "give a list of objects, or an object of lists"


def cut(data, kept):
    return data[: int(kept * len(data))]


def struck(data):
    """Zeros in the middle."""
    half = len(data) // 2
    return data[:half] + bytes(200) + data[half + 200 :]


def rows(count, ragged):
    """Rows of two fields below a heading, one of which has one field."""
    fields = ("x" if row == ragged else "x\ty" for row in range(1, count + 1))
    return "\n".join(["hyp\tref", *fields]).encode()


BROKEN = [
    ("empty.csv", b"", NO_HEADING),
    ("empty.tsv", b"\n\n", NO_HEADING),
    ("empty.jsonl", b"\n", " has no samples; give one object per line"),
    (
        "empty.json",
        b"",
        f" is not JSON: Expecting value (line 1, column 1); {JSON}",
    ),
    ("empty.parquet", b"", NO_PARQUET),
    ("empty.arrow", b"", NO_ARROW),
    ("empty.xlsx", b"", NO_EXCEL),
    ("no cells.xlsx", excel([]), NO_HEADING),
    ("a.csv", b"hyp,ref\na,b\nc\n", f", row 2 has 1 field, and the heading 2; {RAGGED}"),
    ("a.csv", b"hyp,ref\na,b\n\nc,d,e", f", row 3 has 3 fields, and the heading 2; {RAGGED}"),
    ("a.tsv", rows(50_000, 41_234), f", row 41,234 has 1 field, and the heading 2; {RAGGED}"),
    (
        "a.csv",
        b'hyp,ref\n"a,b\n',
        f" cannot be read: unexpected end of data in the lines up to 2; {UNCLOSED}",
    ),
    (
        "a.csv",
        b'hyp,ref\n"a" c,b\n',
        f" cannot be read: ',' expected after '\"' in the lines up to 2; {UNCLOSED}",
    ),
    # Of several faults, the first is named.
    ("a.csv", b'hyp,ref\na,b\nc\n"a" c,b\n', f", row 2 has 1 field, and the heading 2; {RAGGED}"),
    (
        "a.csv",
        b'hyp,ref\n"a" c,b\n' + b"a,b\n" * 1_000_000 + b"a\0,b\n",
        f" cannot be read: ',' expected after '\"' in the lines up to 2; {UNCLOSED}",
    ),
    ("a.txt", b"a\nb\0c\n", BINARY),
    ("a.csv", b"hyp,ref\na\0,b\n", BINARY),
    ("a.tsv", b"hyp\tref\na\0\tb\n", BINARY),
    ("a.jsonl", b'{"hyp": "\0"}\n', BINARY),
    ("a.json", b'[{"hyp": "\0"}]\n', BINARY),
    ("a.txt", "今日は\n".encode("cp932"), f" (line 1, byte 1 of the file is 0x8D); {CP932}"),
    ("a.csv", "hyp\n今日は\n".encode("cp932"), f" (line 2, byte 5 of the file is 0x8D); {CP932}"),
    ("a.tsv", "hyp\n今日は\n".encode("cp932"), f" (line 2, byte 5 of the file is 0x8D); {CP932}"),
    (
        "a.jsonl",
        '{"hyp": "今日は"}'.encode("cp932"),
        f" (line 1, byte 10 of the file is 0x8D); {CP932}",
    ),
    (
        "a.json",
        '[{"hyp": "今日は"}]'.encode("cp932"),
        f" (line 1, byte 11 of the file is 0x8D); {CP932}",
    ),
    (
        "a.jsonl",
        b'{"hyp": "a"}\n{"hyp"',
        ", line 2 is not JSON: Expecting ':' delimiter (column 7); give one object per line",
    ),
    ("a.jsonl", b'{"hyp": "a"}\n["b"]\n', ", line 2 is not a JSON object; give one object"),
    ("a.jsonl", b'{"hyp": ' + b"1" * 5000 + b"}", ", line 1 holds a number of too many digits; "),
    ("a.jsonl", b'{"hyp": ' + b"[" * 99_999, ", line 1 is nested too deep for this machine"),
    (
        "a.json",
        b'[{"hyp": "a"}, {',
        " is not JSON: Expecting property name enclosed in double quotes (line 1, column 17); ",
    ),
    ("a.json", b"[1]", ", row 1 is not a JSON object; give a list of objects"),
    ("a.json", b'"a"', f" is JSON of another form; {JSON}"),
    ("a.json", b'{"data": {"hyp": []},\n"x": 1}', f" is JSON of another form; {JSON}"),
    ("a.json", b'{"hyp": [1], "ref": []}', " has lists of different lengths (hyp 1, ref 0); "),
    ("a.json", b"[" * 99_999, " is nested too deep for this machine"),
    ("a.json", b"[" + b"1" * 5000 + b"]", " holds a number of too many digits; write it as text"),
    ("cut.parquet", cut(parquet(COLUMNS), 0.9), NO_PARQUET),
    ("struck.parquet", struck(parquet(COLUMNS)), NO_PARQUET),
    ("text.parquet", b"hyp,ref\n", NO_PARQUET),
    ("name.parquet", parquet(COLUMNS).replace(b"hyp", b"h\x87p"), NO_PARQUET),
    ("cut.feather", cut(arrow_file(COLUMNS), 0.9), NO_ARROW),
    ("cut.arrow", cut(arrow_stream(COLUMNS), 0.5), NO_ARROW),
    ("text.arrow", b"hyp,ref\n", NO_ARROW),
    ("cut.xlsx", cut(excel([["hyp"], ["a"]]), 0.9), NO_EXCEL),
    ("cut more.xlsx", cut(excel([["hyp"], ["a"]]), 0.1), NO_EXCEL),
    ("picture.xlsx", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", NO_EXCEL),
    ("no heading.csv", separated({"a ": ["1"], "": ["2"]}), " has no column 'hyp'; it has a , "),
    ("same.csv", b"hyp,hyp\na,b\n", " has two columns named 'hyp'; rename one"),
    ("a.jsonl", b'{"ref": "a"}', " has no column 'hyp'; it has ref"),
    ("a.jsonl", b'{"hyp": "a"}\n{"ref": "a"}', ", hyp, row 2 is empty; every sample needs a text"),
    ("a.json", b'{"hyp": ["a", null]}', ", hyp, row 2 is empty; every sample needs a text"),
    ("a.parquet", parquet({"hyp": ["a", None]}), ", hyp, row 2 is empty; every sample needs a "),
    (
        "a.parquet",
        parquet({"hyp": [b"a"]}),
        ", hyp holds values of type binary; give texts, or JSON as text",
    ),
    (
        "a.feather",
        arrow_file({"hyp": pa.array([{"a": 1}])}),
        ", hyp holds values of type struct<a: int64>; give texts, or JSON as text",
    ),
]


def read(path):
    """Read all texts of the column "hyp", or of a file of lines."""
    file = table(path)
    contents(file, ["" if file.names == [""] else "hyp"])


@pytest.mark.parametrize(
    ("name", "content", "message"), BROKEN, ids=[f"{name}-{said[:40]}" for name, _, said in BROKEN]
)
def test_a_broken_file_is_refused_in_a_sentence(tmp_path, name, content, message):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        read(path)
    said = str(caught.value)
    assert said.startswith(name)
    assert message in said
    assert "\n" not in said
    assert len(said) < 300
    copied = pickle.loads(pickle.dumps(caught.value))
    assert (str(copied), copied.code) == (said, caught.value.code)
    assert copied.sentence("ja") == caught.value.sentence("ja") != said
    fields = caught.value.fields.values()
    json.dumps([value for value in fields if not isinstance(value, InputError)])


def test_an_empty_file_of_lines_has_no_samples(tmp_path):
    path = tmp_path / "a.txt"
    path.touch()
    assert list(table(path).batches([""])) == []


def test_tables_of_no_rows_have_no_samples(tmp_path):
    for name, content in (
        ("a.csv", b"hyp,ref\n"),
        ("a.json", json.dumps({"hyp": [], "ref": []}).encode()),
        ("a.parquet", parquet({"hyp": pa.array([], pa.string())})),
        ("a.feather", arrow_file({"hyp": pa.array([], pa.string())})),
        ("a.xlsx", excel([["hyp", "ref"]])),
    ):
        path = tmp_path / name
        path.write_bytes(content)
        assert list(table(path).batches(["hyp"])) == []
