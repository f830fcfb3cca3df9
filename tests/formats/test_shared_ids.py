"""Ids in columns of any name: the same unique values in all files, in any order."""

import csv

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from levmetrics import InputError
from levmetrics.formats.file_format import listed
from levmetrics.formats.matching import Column
from levmetrics.formats.samples import text_batches
from levmetrics.formats.shared_ids import with_shared_ids
from tests.formats.tables import table

NAMES = ["path", "file", "audio", "wav", "clip", "segment_id", "name", "index", "image"]


@pytest.fixture
def column(tmp_path):
    """Write a table and return one of its columns."""

    def write(name, key, /, **columns):
        path = tmp_path / name
        if path.suffix == ".parquet":
            pq.write_table(pa.table(columns), path)
        else:
            with path.open("w", newline="") as file:
                csv.writer(file).writerows([columns, *zip(*columns.values(), strict=True)])
        return Column(table(path), key)

    return write


def matched(*columns):
    """Return the texts of references and predictions in the order in which they are scored."""
    references, *predictions = with_shared_ids(columns) or columns
    (batch,) = text_batches(predictions, references)
    return [listed(texts) for texts in (batch.references, *batch.predictions)]


@pytest.mark.parametrize("name", NAMES)
def test_rows_are_matched_by_a_column_of_any_name(column, name):
    ref = column("ref.csv", "text", **{name: ["u1", "u2", "u3"], "text": ["a", "b", "c"]})
    hyp = column("hyp.csv", "hyp", **{"hyp": ["c", "a", "b"], name: ["u3", "u1", "u2"]})
    assert matched(ref, hyp) == [["a", "b", "c"], ["a", "b", "c"]]


def test_the_columns_may_have_other_names_and_other_folders(column):
    ref = column("ref.csv", "text", path=["/a/1.wav", "/a/2.wav"], text=["a", "b"])
    hyp = column("hyp.csv", "hyp", clip=["2.wav", "1.wav"], hyp=["b", "a"])
    assert matched(ref, hyp) == [["a", "b"], ["a", "b"]]


def test_the_path_of_an_audio_is_its_id(column):
    audios = [{"bytes": b"RIFF", "path": path} for path in ("1.wav", "2.wav", "3.wav")]
    ref = column("ref.parquet", "text", audio=audios, text=["a", "b", "c"])
    hyp = column("hyp.parquet", "hyp", audio=audios[::-1], hyp=["c", "b", "a"])
    assert matched(ref, hyp) == [["a", "b", "c"], ["a", "b", "c"]]


def test_all_systems_are_matched(column):
    ref = column("ref.csv", "text", clip=["1", "2", "3"], text=["a", "b", "c"])
    one = column("one.csv", "hyp", clip=["3", "1", "2"], hyp=["c", "a", "b"])
    two = column("two.csv", "hyp", clip=["2", "3", "1"], hyp=["b", "c", "a"])
    assert matched(ref, one, two) == [["a", "b", "c"]] * 3


def test_columns_of_tables_without_a_heading_have_numbers(column):
    ref = column("ref.csv", 2, **{"u1": ["u2", "u3"], "a": ["b", "c"]})
    hyp = column("hyp.csv", 2, **{"u3": ["u1", "u2"], "c": ["a", "b"]})
    assert matched(ref, hyp) == [["a", "b", "c"], ["a", "b", "c"]]


def test_several_usual_names_are_ids_too(column):
    ref = column("ref.csv", "text", id=["1", "2"], file_name=["x", "y"], text=["a", "b"])
    hyp = column("hyp.csv", "hyp", id=["2", "1"], file_name=["y", "x"], hyp=["b", "a"])
    assert matched(ref, hyp) == [["a", "b"], ["a", "b"]]


def test_columns_that_match_different_rows_are_asked_about(column):
    ref = column("ref.csv", "text", path=["x", "y"], index=[0, 1], text=["a", "b"])
    hyp = column("hyp.csv", "hyp", path=["y", "x"], index=[0, 1], hyp=["b", "a"])
    assert matched(ref, hyp) == [["a", "b"], ["a", "b"]], "rows are only numbered"
    hyp = column("hyp.csv", "hyp", path=["x", "y"], index=[1, 0], hyp=["b", "a"])
    with pytest.raises(InputError, match=r"^ref\.csv and hyp\.csv have the ids of their rows in "):
        matched(ref, hyp)


NO_IDS = {
    "repeated": (["x", "x", "y"], ["y", "x", "x"]),
    "repeated in one": (["x", "y", "z"], ["x", "x", "y"]),
    "others": (["x", "y", "z"], ["x", "y", "w"]),
    "empty": (["x", "", "z"], ["z", "x", ""]),
    "numbers of rows": ([0, 1, 2], [0, 1, 2]),
    "numbers of rows from 1": ([1, 2, 3], [1, 2, 3]),
}


@pytest.mark.parametrize(("ours", "theirs"), NO_IDS.values(), ids=NO_IDS)
def test_other_columns_are_no_ids(column, ours, theirs):
    ref = column("ref.csv", "text", clip=ours, text=["a", "b", "c"])
    hyp = column("hyp.csv", "hyp", clip=theirs, hyp=["a", "b", "c"])
    assert with_shared_ids([ref, hyp]) is None


def test_numbers_need_the_name(column):
    ref = column("ref.csv", "text", words=[1, 2, 3], text=["a", "b", "c"])
    hyp = column("hyp.csv", "hyp", errors=[2, 3, 1], hyp=["a", "b", "c"])
    assert with_shared_ids([ref, hyp]) is None


def test_a_scored_column_is_no_id(column):
    ref = column("ref.csv", "text", text=["a", "b"], n=[5, 5])
    hyp = column("hyp.csv", "hyp", text=["b", "a"], hyp=["b", "a"])
    assert with_shared_ids([ref, hyp]) is None


def test_a_file_without_the_ids_of_the_others_has_none(column):
    ref = column("ref.csv", "text", clip=["1", "2", "3"], text=["a", "b", "c"])
    hyp = column("hyp.csv", "hyp", clip=["3", "1", "2"], hyp=["c", "a", "b"])
    labels = column("speakers.csv", "speaker", speaker=["x", "x", "y"], n=[1, 1, 1])
    found = with_shared_ids([ref, hyp, labels])
    assert [each.ids for each in found] == ["clip", "clip", None]
    hyp = column("hyp.csv", "hyp", clip=["1", "2", "3"], hyp=["a", "b", "c"])
    assert with_shared_ids([ref, hyp, labels]) is None


def test_rows_that_most_values_of_a_column_place_elsewhere_are_asked_about(column):
    ref = column("ref.csv", "text", clip=["u1", "u2", "u3"], text=["a", "b", "c"])
    hyp = column("hyp.csv", "hyp", clip=["u2", "u3", "u4"], hyp=["b", "c", "d"])
    with pytest.raises(InputError, match=r"^ref\.csv and hyp\.csv have most values of clip in"):
        with_shared_ids([ref, hyp])
    hyp = column("hyp.csv", "hyp", clip=["u1", "u2", "x3"], hyp=["a", "b", "c"])
    assert with_shared_ids([ref, hyp]) is None, "in order, with one name mended"
    hyp = column("hyp.csv", "hyp", clip=["u2", "x", "y"], hyp=["a", "b", "c"])
    assert with_shared_ids([ref, hyp]) is None, "few by chance"


def test_a_repeated_value_does_not_hide_that_rows_are_elsewhere(column):
    clips, texts = ["u1", "u2", "u3", "u4", "u4"], [*"abcde"]
    ref = column("ref.csv", "text", clip=clips, text=texts)
    hyp = column("hyp.csv", "hyp", clip=clips[1:] + clips[:1], hyp=texts[1:] + texts[:1])
    with pytest.raises(InputError, match=r"have most values of clip in common, but in other rows"):
        with_shared_ids([ref, hyp])
    same = column("hyp.csv", "hyp", clip=clips, hyp=texts)
    assert with_shared_ids([ref, same]) is None
    labels = [
        column(f"{name}.csv", "text", verdict=verdicts, text=texts)
        for name, verdicts in (("a", [*"ynyny"]), ("b", [*"nnyyy"]))
    ]
    assert with_shared_ids(labels) is None, "labels of each file"
