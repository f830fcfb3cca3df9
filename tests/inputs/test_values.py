"""Nested values: what is taken, what is refused and how."""

import enum
import math
import pickle
import sys

import numpy as np
import pyarrow as pa
import pytest

from levmetrics import InputError, anls_star
from levmetrics.errors import Place
from levmetrics.inputs.values import as_texts, checked_sample, checked_value, value_column
from tests.inputs.deep_values import DEEP, ITSELF

POSITIONS = ("predictions[0]", "references[0]")


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"x"}, "v is of type set; it must be a string, a number, a boolean, None, a list or a "),
        (b"x", "v is of type bytes; it must be"),
        ({"a": [1, {"x"}]}, "v['a'][1] is of type set; it must be"),
        (math.nan, "v is NaN; give None for a value that is not there"),
        ({"a": np.float32("nan")}, "v['a'] is NaN; give None"),
        (("a", "b"), "v is a tuple, which stands for alternatives; only references have them"),
        ([("a",)], "v[0] is a tuple, which stands for alternatives"),
        ({1: "a"}, "v has the key 1 of type int; every key must be a string"),
        ({"a": {None: 1}}, "v['a'] has the key None of type NoneType; every key must be"),
        (ITSELF, "v is nested more than 100 levels deep, or holds itself; give a shallower value"),
        (DEEP, "v is nested more than 100 levels deep, or holds itself; give a shallower value"),
        (["\ud800"], "v[0] has the lone surrogate U+D800 at character 0; clean it with text.enc"),
        ({"\udfff": 1}, "a key of v has the lone surrogate U+DFFF at character 0"),
        (np.array(["2020-01-01"], "M8[D]"), "v is of type ndarray; it must be"),
        (np.datetime64("2020-01-01", "ns"), "v is of type datetime64; it must be"),
        (np.array([(1, 2)], "i4,i4")[0], "v is of type void; it must be"),
    ],
)
def test_what_is_no_value_is_refused_with_its_place(value, message):
    with pytest.raises(InputError) as caught:
        checked_value(value, "v", alternatives=False)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ((), "v holds no alternatives; give at least one"),
        ({"a": ()}, "v['a'] holds no alternatives"),
        ({"__any__": []}, "v['__any__'] holds no alternatives"),
        ({"a": {"__any__": [1], "b": 2}}, "v['a']['__any__'] stands beside 'b'; "),
        ({"__any__": "ab"}, "v['__any__'] is of type str; it must be a list of alternatives"),
        (("a", {"x"}), "v[1] is of type set"),
    ],
)
def test_alternatives_that_are_none_are_refused(value, message):
    with pytest.raises(InputError) as caught:
        checked_value(value, "v", alternatives=True)
    assert str(caught.value).startswith(message)


def test_a_number_that_python_does_not_write_is_refused_with_its_place():
    with pytest.raises(
        InputError, match=r"^v\[0\] is a number of more than 4300 digits; give it as"
    ):
        checked_value([10**5000], "v", alternatives=False)


def test_a_hundred_levels_are_taken_whatever_pythons_limit():
    value = "x"
    for _ in range(100):
        value = [value]
    limit = sys.getrecursionlimit()
    assert checked_value(value, "v", alternatives=False) == value
    assert sys.getrecursionlimit() == limit


def test_numpy_scalars_become_pythons():
    scalars = [np.int64(1), np.float32(0.1), np.longdouble(0.5), np.bool_(True), np.str_("a")]
    checked = checked_value(scalars, "v", alternatives=False)
    assert repr(checked) == "[1, 0.1, 0.5, True, 'a']"
    for column in (np.array([1, 2]), np.array(["a", None], object), np.array([[0.5]])):
        assert checked_value(column, "v", alternatives=False) == column.tolist()


class Colour(str, enum.Enum):  # noqa: UP042  # not a StrEnum: its str() is "Colour.RED"
    RED = "red"


class Level(int, enum.Enum):
    LOW = 1


def test_subclasses_become_what_json_writes_of_them():
    checked = checked_value({Colour.RED: [Colour.RED, Level.LOW]}, "v", alternatives=False)
    assert repr(checked) == "{'red': ['red', 1]}"


def test_a_value_too_deep_for_the_stack_that_is_left_is_refused_and_no_recursion_error():
    value = "x"
    for _ in range(100):
        value = [value]

    def from_below(frames):
        if frames:
            return from_below(frames - 1)
        return anls_star(value, value)

    def outcome(frames):
        try:
            return from_below(frames).score
        except InputError as error:
            return str(error).partition(";")[0].partition(" ")[2]

    limit = sys.getrecursionlimit()
    refused = "is nested deeper than Python's recursion limit allows here"
    assert {outcome(frames) for frames in range(limit - 500, limit - 150, 10)} == {1.0, refused}


KINDS_OF_ARRAY = [
    list,
    np.array,
    lambda values: pytest.importorskip("pandas").array(values),
    lambda values: np.array(values, object),
]


def test_columns_of_pandas_keep_their_values():
    pd = pytest.importorskip("pandas")
    values = [{"a": "x"}, {"b": ("y", None)}, 1, 2.5, 10**30]
    assert value_column(pd.Series(values), "preds").values == values
    frame = pd.DataFrame({"p": [{"n": 1}, {"n": 2.5}]})
    assert repr(value_column(frame["p"], "preds").values) == "[{'n': 1}, {'n': 2.5}]"
    for kind in KINDS_OF_ARRAY:
        answers = pd.Series([kind(["a", "b"]), "c"])
        assert value_column(answers, "target").values == [["a", "b"], "c"]


MAPPED = pa.map_(pa.string(), pa.string())


@pytest.mark.parametrize(
    "kind", [MAPPED, pa.list_(MAPPED), pa.struct([("a", pa.int8()), ("b", MAPPED)])], ids=str
)
def test_maps_of_arrow_are_refused_at_any_depth(kind):
    with pytest.raises(InputError, match=r"preds is an Arrow column of .*map<string, string"):
        value_column(pa.nulls(1, kind), "preds")
    named = pa.array([{"map<": ["a"]}])  # which holds none
    assert value_column(named, "preds").values == [{"map<": ["a"]}]


def test_a_list_of_strings_holds_alternatives_for_a_string_alone():
    assert checked_sample("a", ["a", "b"], POSITIONS) == ("a", ("a", "b"))
    assert checked_sample(["a"], ["a", "b"], POSITIONS) == (["a"], ["a", "b"])
    assert checked_sample("a", ["a", 1], POSITIONS) == ("a", ["a", 1])
    assert checked_sample("a", [], POSITIONS) == ("a", [])


@pytest.mark.parametrize("kind", KINDS_OF_ARRAY)
def test_an_array_is_a_list_wherever_it_stands(kind):
    answers = kind(["a", "b"])
    assert checked_sample("a", answers, POSITIONS) == ("a", ("a", "b"))
    assert checked_sample(answers, answers, POSITIONS) == (["a", "b"], ["a", "b"])
    nested = {"x": [kind(["c"])], "y": (kind(["d"]), "e")}
    assert checked_sample({}, nested, POSITIONS)[1] == {"x": [["c"]], "y": (["d"], "e")}
    assert checked_sample({}, {"__any__": answers}, POSITIONS)[1] == ("a", "b")


def test_columns_of_every_kind_are_taken():
    assert value_column(pa.array([{"a": 1}]), "preds").values == [{"a": 1}]
    assert value_column(np.array([None, "a"], object), "preds").values == [None, "a"]
    assert value_column(({"a": 1}, 2), "preds").values == ({"a": 1}, 2)


@pytest.mark.parametrize(
    ("column", "message"),
    [
        ({"a": 1}, "preds is of type dict; it must be a list with one value a sample"),
        (
            {"a"},
            "preds is of type set; it must be a sequence or a column of values: give a list of v",
        ),
        (None, "preds is None; it must be a sequence or a column of values"),
    ],
)
def test_what_is_no_column_of_values_is_refused(column, message):
    with pytest.raises(InputError) as caught:
        value_column(column, "preds")
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("preds", "target"),
    [([1], ["a"]), (["a"], [1]), (["a"], [["a", 1]]), (["a"], [None]), (["a"], [{"a": 1}])],
)
def test_only_texts_are_texts(preds, target):
    assert as_texts(value_column(preds, "preds"), value_column(target, "target")) is None


def test_the_place_of_a_value_is_said_in_japanese_and_across_processes():
    places = Place("predictions", 0), Place("references", 3)
    with pytest.raises(InputError) as caught:
        checked_sample("a", {"a": [1, {"x"}]}, places)
    error = pickle.loads(pickle.dumps(caught.value))
    assert error.code == "value.wrong_type"
    assert error.fields["place"].japanese == "正解[3]['a'][1]"
