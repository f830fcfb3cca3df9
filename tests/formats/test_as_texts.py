"""Values of files as texts."""

from pathlib import Path

import pyarrow as pa
import pytest

from levmetrics import InputError
from levmetrics.formats.file_format import FILE_FORMATS
from levmetrics.formats.files import TableFile
from levmetrics.formats.matching import Column
from levmetrics.formats.samples import RowName, as_texts
from levmetrics.formats.source import Source


@pytest.mark.parametrize(
    "values",
    [
        pa.array(["a", "今"]),
        pa.array(["a", "今"], pa.large_string()),
        pa.array(["a", "今"], pa.string_view()),
        pa.array(["a", "今"]).dictionary_encode(),
        ["a", "今"],
        [],
    ],
    ids=lambda values: str(values.type) if isinstance(values, pa.Array) else f"{len(values)} texts",
)
def test_texts_pass_as_they_are(values):
    assert as_texts(values, RowName("a.csv, hyp", rows=range(1, 9))) is values


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        ([1, 0.5, "a"], ["1", "0.5", "a"]),
        ([["a", "b"], "c"], [["a", "b"], "c"]),
        (pa.array([1, 2]), ["1", "2"]),
        (pa.array([["a"], ["b", "c"]]), [["a"], ["b", "c"]]),
    ],
)
def test_lists_of_texts_stay_and_numbers_are_written_as_json(values, texts):
    assert as_texts(values, RowName("a.jsonl, hyp", rows=range(1, 9))) == texts


@pytest.mark.parametrize(
    "values", [["a", None], pa.array(["a", None]), pa.array([1, None]), pa.array([["a"], None])]
)
def test_a_row_without_a_value_is_named_by_its_number_in_the_file(values):
    with pytest.raises(InputError) as caught:
        as_texts(values, RowName("a.jsonl, hyp", rows=[20_000, 20_001]))
    assert str(caught.value) == "a.jsonl, hyp, row 20,001 is empty; every sample needs a text"


def test_labels_may_be_any_scalars():
    assert as_texts(["a", 1, True], RowName("a.json, group", rows=range(1, 9)), labels=True) == [
        "a",
        "1",
        "true",
    ]
    with pytest.raises(InputError, match=r"^a.json, group, row 2 is an object; "):
        as_texts(["a", [{"b": 1}]], RowName("a.json, group", rows=[1, 2]), labels=True)


@pytest.mark.parametrize(("label", "count"), [([], 0), (["b", "c"], 2), (["b", "b"], 2)])
def test_a_list_of_no_label_or_of_several_is_refused_with_its_row(label, count):
    with pytest.raises(InputError) as caught:
        as_texts([["a"], label], RowName("a.json, evidence", rows=[7, 8]), labels=True)
    assert str(caught.value) == (
        f"a.json, evidence, row 8 is a list of {count} labels; "
        "a group needs one label: give a column of single labels (levmetrics competition counts a "
        "question for each of its labels)"
    )


@pytest.mark.parametrize(
    ("file", "key", "english", "japanese"),
    [
        ("a.csv", 2, "a.csv, column 2, no header, row 3", "a.csv, 列2(列名なし)の3行目"),
        ("a.csv", "hyp", "a.csv, hyp, row 3", "a.csv, hypの3行目"),
        ("a.txt", "", "a.txt, row 3", "a.txtの3行目"),
    ],
)
def test_a_row_is_named_by_its_column(file, key, english, japanese):
    column = Column(TableFile(Source(Path(file)), FILE_FORMATS["csv"]), key)
    with pytest.raises(InputError) as caught:
        as_texts(["a", None], RowName(str(column), rows=[2, 3]))
    assert str(caught.value) == f"{english} is empty; every sample needs a text"
    assert caught.value.sentence("ja") == f"{japanese}が空です。1件ごとに値が要ります"
