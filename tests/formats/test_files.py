"""Uploaded files: every kind is read as it is meant, or refused in a sentence."""

import re

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from levmetrics import InputError
from levmetrics.formats.files import SIGNS, family_of
from levmetrics.formats.source import NO_LIMITS
from levmetrics.web.limits import PAGE
from tests.files import written
from tests.formats.tables import contents, table


def column(path, key, limits=NO_LIMITS):
    return contents(table(path, limits=limits), [key])[key]


def column_names(path, limits=NO_LIMITS):
    return table(path, limits=limits).names


@pytest.mark.parametrize("sign", SIGNS, ids=lambda sign: sign.module)
def test_a_sign_is_met_by_all_formats_that_it_loads(sign):
    kinds = family_of(None).all().values()
    loaded = [kind for kind in kinds if type(kind).__module__ == sign.module]
    if sign.module.endswith("folder"):
        loaded = [kind for kind in kinds if ".pages." in type(kind).__module__]
    assert {suffix for kind in loaded for suffix in kind.suffixes} == {*sign.suffixes}
    assert all(re.match(sign.start, prefix) for kind in loaded for prefix in kind.prefixes)


@pytest.mark.parametrize("name", ["a.csv", "a.tsv"])
def test_separated_files_keep_quotes_line_feeds_and_what_looks_like_a_number(tmp_path, name):
    path, comma = tmp_path / name, "," if name == "a.csv" else "\t"
    rows = ["hyp{0}ref", '"1,""2""\n3"{0}007', "{0}1.50"]
    path.write_text("\n".join(rows).format(comma), "utf-8")
    assert column(path, "hyp") == ['1,"2"\n3', ""]
    assert column(path, "ref") == ["007", "1.50"]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.txt", b"\xff\xfe\xff", "a.txt cannot be read: it is not text in UTF-16"),
        ("a.txt", "ab".encode("utf-16-le"), "a.txt cannot be read: it is not text in UTF-8 (it "),
    ],
)
def test_files_that_cannot_be_read_are_named(tmp_path, name, content, message):
    path = written(tmp_path / name, content)
    with pytest.raises(InputError) as caught:
        column(path, column_names(path, PAGE)[0], PAGE)
    assert str(caught.value).startswith(message)


def test_an_empty_line_of_a_single_column_is_an_empty_text(tmp_path):
    path = written(tmp_path / "a.csv", "a\nx\n\ny\n")
    assert column(path, "a") == ["x", "", "y"]


def test_many_columns_cost_little_before_they_are_refused(tmp_path):
    wide = written(tmp_path / "a.csv", ",".join(map(str, range(100_000))))
    keys = written(tmp_path / "a.jsonl", "\n".join(f'{{"{i}": 1}}' for i in range(20_000)))
    for path in (wide, keys):
        with pytest.raises(InputError, match="columns; 200 are the most on this page"):
            column_names(path, PAGE)


def test_a_column_may_have_a_dot_in_its_name(tmp_path):
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"a.b": ["x"], "c": [["y", "z"]]}), path)
    assert column(path, "a.b") == ["x"]


TEXTS = ["a", "今", "a"]
LISTS = [["a", "b"], ["今", ""], ["a", "a"]]


@pytest.mark.parametrize(
    ("values", "read"),
    [
        (pa.array(TEXTS, pa.large_string()), TEXTS),
        (pa.array(TEXTS, pa.string_view()), TEXTS),
        (pa.array(TEXTS).dictionary_encode(), TEXTS),
        (pa.array(LISTS, pa.large_list(pa.large_string())), LISTS),
        (pa.array(LISTS, pa.list_(pa.string_view())), LISTS),
        (pa.array(LISTS, pa.list_(pa.string(), 2)), LISTS),
        (pa.array(LISTS, pa.list_view(pa.string())), LISTS),
        (pa.array(LISTS, pa.large_list_view(pa.large_string())), LISTS),
        (pa.array([1, 2, 1]).dictionary_encode(), ["1", "2", "1"]),
        (pa.array([0.5, 1.0, 2.0]), ["0.5", "1.0", "2.0"]),
    ],
    ids=lambda value: str(value.type) if isinstance(value, pa.Array) else "",
)
def test_texts_and_lists_of_parquet_are_read_whatever_their_type(tmp_path, values, read):
    path = tmp_path / "a.parquet"
    try:
        pq.write_table(pa.table({"p": values}), path)
    except pa.ArrowNotImplementedError:
        pytest.skip("this version of Arrow writes no views")
    assert column(path, "p") == read


def test_columns_that_parquet_does_not_have_are_named(tmp_path):
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"p": [{"a": "x"}]}), path)
    with pytest.raises(InputError, match=r"a\.parquet, p holds values of type struct"):
        column(path, "p")
    with pytest.raises(InputError, match=r"a\.parquet has no column 'q'; it has p"):
        column(path, "q")
    with pytest.raises(InputError, match=r"a\.parquet has no columns by number; choose one"):
        column(path, 1)
    path.write_bytes(b"PAR1")
    with pytest.raises(InputError, match="it is damaged, or is not a valid parquet file"):
        column(path, "p")
