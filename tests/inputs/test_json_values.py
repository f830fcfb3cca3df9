"""JSON among values: what is read, what stays text, and what is written of them."""

import math
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics import InputError
from levmetrics.inputs.json_values import from_json, json_sample, json_value_columns, to_json
from levmetrics.inputs.values import checked_value

POSITIONS = ("predictions[0]", "references[0]")
ANY = "__any__"


@pytest.mark.parametrize(
    ("given", "read"),
    [
        (('{"a": 1}', '{"a": 2}'), ({"a": 1}, {"a": 2})),
        (("[1]", '{"__any__": [[1], null]}'), ([1], ([1], None))),
        (('"yes"', '"yes"'), ("yes", "yes")),
        (("null", "null"), (None, None)),
        (("null", None), (None, None)),
        (('{"a": 1}', {"a": 2}), ({"a": 1}, {"a": 2})),
        (('{"a": 1}', ({"a": 2}, "x")), ({"a": 1}, ({"a": 2}, "x"))),
        (('{"a": 1}', {ANY: [{"a": 2}]}), ({"a": 1}, {ANY: [{"a": 2}]})),
        (("[1]", [1, "a"]), ([1], [1, "a"])),
        (('["a"]', ["a", "b"]), (["a"], ["a", "b"])),
        (("[]", []), ([], [])),
        (('{"a": NaN}', '{"a": 1}'), ({"a": math.nan}, {"a": 1})),
        (("null", {"a": 1}), (None, {"a": 1})),
        ((" null\n", '["a"]'), (None, ["a"])),
        (("\ufeffnull", "\ufeffnull"), (None, None)),
        (('\ufeff{"a": 1}', '\ufeff{"a": 2}'), ({"a": 1}, {"a": 2})),
        # What is not JSON, or beside a reference that is none, is text.
        (('{"a": 1', '{"a": 1}'), ('{"a": 1', {"a": 1})),
        (('"yes"', "yes"), ('"yes"', "yes")),
        (("[1]", "1"), ("[1]", "1")),
        (("[1]", "[1"), ("[1]", "[1")),
        (("[1]", ["[1]", "1"]), ("[1]", ["[1]", "1"])),
        (("1.50", "1.5"), ("1.50", "1.5")),
        (("12", ["12", "13"]), ("12", ["12", "13"])),
        # Answers keep their spelling, in whatever way their alternatives are given.
        (("12.50", ("12.50", "12")), ("12.50", ("12.50", "12"))),
        (("12.50", {ANY: ["12.50", "12"]}), ("12.50", {ANY: ["12.50", "12"]})),
        (("12.50", '{"__any__": ["12.50"]}'), ("12.50", ("12.50",))),
        (("12.50", '"12.50"'), ("12.50", "12.50")),
        (("null", '{"__any__": ["null"]}'), ("null", ("null",))),
        (("NaN", '{"__any__": ["nan"]}'), ("NaN", ("nan",))),
        # A prediction that could not be scored as JSON is text, and fails no one else's.
        (('["\\ud800"]', "[1]"), ('["\\ud800"]', ([1],))),
        (("[" * 150 + "]" * 150, "[1]"), ("[" * 150 + "]" * 150, ([1],))),
        (("[" * 200_000, '{"a": 1}'), ("[" * 200_000, {"a": 1})),
        (('{"__any__": [1]}', "{}"), ({ANY: [1]}, {})),
        # An array is no list of answers.
        (("a", '["a", "b"]'), ("a", (["a", "b"],))),
        (("a", "[]"), ("a", ([],))),
    ],
)
def test_json_is_read_where_the_reference_is_json_or_structured(given, read):
    assert repr(json_sample(*given, POSITIONS)) == repr(read)


@pytest.mark.parametrize(
    ("reference", "message"),
    [
        ('{"a": 1,}', "references[0] begins like a JSON object but is not one ("),
        ("{'a': 1}", "references[0] begins like a JSON object but is not one ("),
        ('{"a": ' + "9" * 5000 + "}", "references[0] begins like a JSON object but is not one ("),
        ("[" * 200_000, "references[0] is nested deeper than Python's recursion limit allows"),
    ],
)
def test_a_reference_that_is_broken_json_is_refused(reference, message):
    with pytest.raises(InputError) as caught:
        json_sample("x", reference, POSITIONS)
    assert str(caught.value).startswith(message)


def test_broken_json_is_compared_as_text_if_it_is_put_into_a_list():
    preds, target = json_value_columns(["{'a}"], [["{'a}"]])
    assert (preds.values, target.values) == (["{'a}"], [("{'a}",)])


def test_braces_alone_are_text():
    for text in ("{", "{}x", "{a: b}", "{ x | x > 0 }"):
        assert json_sample("x", text, POSITIONS) == ("x", text)


def test_no_message_gives_advice_on_settings_of_python():
    for reference in ('{"a": ' + "1" * 5_000 + "}", "[" * 200_000):
        with pytest.raises(InputError) as caught:
            json_value_columns(["a"], [reference])
        assert "sys." not in str(caught.value)


def test_columns_are_named_as_the_caller_names_them():
    preds, target = json_value_columns(["a"], ["b"], ("preds", "target"))
    assert (preds.name, target.name) == ("preds", "target")
    with pytest.raises(InputError, match=r"^target\[1\] begins like a JSON object"):
        json_value_columns(["a", "b"], ["a", '{"a": 1,}'], ("preds", "target"))
    with pytest.raises(InputError, match=r"^preds and target differ in length \(1 and 2\)"):
        json_value_columns(["a"], ["a", "b"], ("preds", "target"))


@pytest.mark.parametrize("text", ['{"a"', '{"a": 1}', "[1]", '"x"', "null"])
def test_white_space_around_json_reads_alone_as_it_does_beside_json(text):
    def read(*others):
        try:
            [*_, value] = json_value_columns(*[[*others, f"{space}{text}{space}"]] * 2)[1].values
        except InputError as error:
            return str(error).partition("]")[2]
        return value

    for space in filter(str.isspace, map(chr, range(0x3001))):
        assert read() == read('{"a": 1}'), repr(space)


def test_json_is_read_without_the_packages_of_any_integration():
    code = (
        "import sys, levmetrics.inputs.json_values as j; j.json_value_columns(['[1]'], ['[1]']); "
        "print({'evaluate', 'datasets', 'torch', 'scipy', 'gradio'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


leaves = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(st.characters(exclude_categories=["Cs"]))
)
keys = st.text(st.characters(exclude_categories=["Cs"])).filter(lambda key: key != "__any__")
values = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(keys, inner)
        | st.lists(inner, min_size=1, max_size=3).map(tuple)
    ),
    max_leaves=10,
)


@given(values)
def test_json_carries_every_value_there_and_back(value):
    written = to_json(checked_value(value, "target[0]", alternatives=True))
    assert repr(from_json(written, alternatives=True)) == repr(value)
