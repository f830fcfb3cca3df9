"""Values of files as texts."""

import pyarrow as pa
import pytest

from levmetrics.errors import InputError
from levmetrics.formats.files import as_texts


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
    assert as_texts(values, "a.csv, hyp", 1) is values


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        (
            [1, 0.5, True, {"k": "今"}, [1, "a"], []],
            ["1", "0.5", "true", '{"k": "今"}', '[1, "a"]', "[]"],
        ),
        ([["a", "b"], "c"], [["a", "b"], "c"]),
        (pa.array([1, 2]), ["1", "2"]),
        (pa.array([["a"], ["b", "c"]]), [["a"], ["b", "c"]]),
    ],
)
def test_lists_of_texts_stay_and_other_values_are_written_as_json(values, texts):
    assert as_texts(values, "a.jsonl, hyp", 1) == texts


@pytest.mark.parametrize(
    "values", [["a", None], pa.array(["a", None]), pa.array([1, None]), pa.array([["a"], None])]
)
def test_a_row_without_a_value_is_named_by_its_number_in_the_file(values):
    with pytest.raises(InputError) as caught:
        as_texts(values, "a.jsonl, hyp", 20_000)
    assert str(caught.value) == "a.jsonl, hyp, row 20,001 is empty; every sample needs a text"
