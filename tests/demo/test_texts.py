"""What a visitor gives: pasted lines and uploaded files."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from levmetrics.columns import InputError
from levmetrics.demo import limits
from levmetrics.demo.texts import alternatives, column, guessed_column, lines, read_table


def test_only_line_feeds_part_samples():
    assert lines("a\u2028b\x0bc\r\nd\n\ne\n\n", "p") == ["a\u2028b\x0bc", "d", "", "e", ""]
    assert lines("", "p") == []


def test_references_are_lists_where_any_sample_has_several():
    assert alternatives(["a ||| b ||| c", "d"]) == [["a", "b", "c"], ["d"]]
    assert alternatives([["a"], "d"]) == [["a"], ["d"]]
    assert alternatives(["a|||b", "d"]) == ["a|||b", "d"]


@pytest.mark.parametrize("name", ["a.csv", "a.tsv"])
def test_separated_files_keep_quotes_line_feeds_and_what_looks_like_a_number(tmp_path, name):
    path, comma = tmp_path / name, "," if name == "a.csv" else "\t"
    rows = ["hyp{0}ref", '"1,""2""\n3"{0}007', "{0}1.50"]
    path.write_text("\n".join(rows).format(comma), "utf-8")
    table = read_table(path)
    assert column(table, "hyp", name) == ['1,"2"\n3', ""]
    assert column(table, "ref", name) == ["007", "1.50"]


def test_json_lines_hold_texts_lists_and_values(tmp_path):
    path = tmp_path / "a.jsonl"
    rows = [{"p": "a", "r": ["a", "b"]}, {"p": {"k": [1]}, "r": "今"}]
    path.write_text("\n".join(json.dumps(row) for row in rows))
    table = read_table(path)
    assert column(table, "p", "a.jsonl") == ["a", '{"k": [1]}']
    assert column(table, "r", "a.jsonl") == [["a", "b"], "今"]
    with pytest.raises(InputError, match=r"a.jsonl has no column 'x'; it has p, r"):
        column(table, "x", "a.jsonl")


def test_parquet_holds_texts_and_lists(tmp_path):
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"p": ["a", "今"], "r": [["a"], ["b", "c"]], "n": [1, 2]}), path)
    table = read_table(path)
    many = tmp_path / "many.parquet"
    pq.write_table(pa.table({"r": [["a", "b", "c"]] * limits.ROWS}), many)
    assert len(column(read_table(many), "r", "many")) == limits.ROWS
    assert column(table, "p", "a") == ["a", "今"]
    assert column(table, "r", "a") == [["a"], ["b", "c"]]
    assert column(table, "n", "a") == ["1", "2"]


def test_a_small_file_of_much_repeated_text_is_refused_before_it_is_written_out(tmp_path):
    path = tmp_path / "bomb.parquet"
    text = pa.array(["x" * 9_000_000])
    bomb = pa.DictionaryArray.from_arrays(pa.array([0] * limits.ROWS, pa.int32()), text)
    lists = pa.ListArray.from_arrays(pa.array(range(limits.ROWS + 1), pa.int32()), bomb)
    table = pa.table({"p": bomb, "r": lists})
    pq.write_table(table, path, compression="zstd", store_schema=False)
    assert path.stat().st_size < limits.FILE_MEGABYTES * 1_000_000
    table = read_table(path)
    for name in ("p", "r"):
        with pytest.raises(InputError, match="is the most on this page"):
            column(table, name, "bomb.parquet")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.xlsx", b"", "a.xlsx is no file of the types .txt, .csv"),
        ("a.txt", b"\xff\xfe", "a.txt cannot be read"),
        ("a.csv", b"", "a.csv cannot be read"),
        ("a.csv", b"a,b\n1\n", "a.csv cannot be read"),
        ("a.jsonl", b"[1]", "a.jsonl, line 1 is no JSON object"),
        ("a.jsonl", b"{", "a.jsonl cannot be read"),
        ("a.jsonl", b'{"a":' + b"[" * 100_000, "a.jsonl cannot be read"),
        ("a.parquet", b"PAR1", "a.parquet cannot be read"),
        ("a.txt", b"a" * 10_000_001, "a.txt is larger than 10 MB"),
        ("a.txt", b"a\n" * 20_001, "a.txt: 20,001 texts are more than the 20,000"),
    ],
)
def test_files_that_cannot_be_read_are_named(tmp_path, name, content, message):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        read_table(path)
    assert str(caught.value).startswith(message)


def test_a_missing_value_is_named():
    with pytest.raises(InputError, match="f, p, row 2 is empty; every sample needs a text"):
        column({"p": ["a", None]}, "p", "f")


def test_columns_are_guessed_by_their_names():
    tables = {"/x/hyp.txt": {"": []}, "/x/data.csv": {"id": [], "Reference": []}}
    assert guessed_column(tables, references=False) == ("/x/hyp.txt", "")
    assert guessed_column(tables, references=True) == ("/x/data.csv", "Reference")
    assert guessed_column({}, references=True) is None


def test_nested_values_of_parquet_are_asked_for_as_json(tmp_path):
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"p": [{"a": "x"}]}), path)
    with pytest.raises(InputError, match="give them as JSON texts"):
        column(read_table(path), "p", "a.parquet")
