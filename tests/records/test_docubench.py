"""DocuBench's scores are those of a second reading of its rule, and those computed by hand."""

import json
import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics.records import docubench
from levmetrics.records.schema import Schema


def docubench_score(prediction, reference, schema):
    return docubench.docubench_score(prediction, reference, Schema.read(schema).root)


TEXT = {"type": "string"}
NUMBER = {"type": "number"}
LINE = {"type": "object", "properties": {"name": TEXT, "price": NUMBER}}
INVOICE = {
    "type": "object",
    "properties": {
        "number": TEXT,
        "total": NUMBER,
        "seller": {"type": "object", "properties": {"name": TEXT, "country": TEXT}},
        "lines": {"type": "array", "items": LINE},
    },
}


def fields(**parts):
    return {"type": "object", "properties": parts}


def listed(part):
    return {"type": "array", "items": part}


@pytest.mark.parametrize(
    ("prediction", "reference", "expected"),
    [
        # Leaves: 1 of 3; both leave the country empty, one by null.
        (
            {"number": "a-1", "total": 3, "seller": {"country": None}},
            {"number": "A1", "total": 2, "seller": {"name": "X"}},
            Fraction(1, 3),
        ),
        # A list of two items of two leaves each, in another order: it weighs 2 * 2.
        (
            {"number": "1", "lines": [{"name": "b", "price": 2}, {"name": "a", "price": 1}]},
            {"number": "2", "lines": [{"name": "a", "price": 1}, {"name": "b", "price": 2}]},
            Fraction(4, 5),
        ),
        # Half of the first item's leaves, over a length of 2, with a mean of 3/2 leaves.
        (
            {"number": "1", "lines": [{"name": "a", "price": 2}]},
            {"number": "1", "lines": [{"name": "a", "price": 1}, {"name": "b"}]},
            (1 + Fraction(1, 4) * 3) / 4,
        ),
        # Three items where there are none: a weight of 3 * 1.
        ({"number": "1", "lines": [{"name": "a"}] * 3}, {"number": "1"}, Fraction(1, 4)),
        # Labelled items that fill no leaf count as one each; the second fills two.
        (
            {"number": "1"},
            {"number": "1", "lines": [{"name": None}, {"name": "a", "price": 1}]},
            Fraction(1, 4),
        ),
    ],
)
def test_the_scores_are_those_computed_by_hand(prediction, reference, expected):
    assert docubench_score(prediction, reference, INVOICE) == pytest.approx(float(expected))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("A-1 b.", "a1B"),
        ("Straße 5", "straße5"),
        (1, 1.0),
        (0.1 + 0.2, 0.3),
        (-0.0, 0),
        (1.00000049, 1),
        (None, ""),
        (None, "--"),
        ([], {}),
        ({"a": [""]}, None),
        ([{"a": "-"}, "x"], ["x"]),
        ({"b": 1, "a": 2.0}, {"a": 2, "b": 1}),
    ],
)
def test_values_are_equal_once_normalized(one, other):
    schema = fields(value={}, beside=TEXT)
    for prediction, reference in ((one, other), (other, one)):
        sides = ({"value": value, "beside": "x"} for value in (prediction, reference))
        assert docubench_score(*sides, schema) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [("1", 1), (True, 1), (1, 1.00001), ("a_b", "ab"), ("é", "e"), ([None], None), (["a"], "a")],
)
def test_values_differ_in_anything_else(one, other):
    schema = fields(value={}, beside=TEXT)
    sides = ({"value": value, "beside": "x"} for value in (one, other))
    assert docubench_score(*sides, schema) == 0.5


def test_what_the_schema_does_not_name_is_not_scored():
    assert docubench_score({"a": "x", "b": "y"}, {"a": "x", "c": "z"}, fields(a=TEXT)) == 1


@pytest.mark.parametrize("empty", [None, {}, [], "", "x", 5, {"number": None}, {"lines": [""]}])
def test_without_anything_to_count_the_score_is_1(empty):
    assert docubench_score(empty, {}, INVOICE) == 1


def test_a_wrong_type_is_empty():
    reference = {"number": "1", "seller": {"name": "x"}, "lines": [{"name": "a"}]}
    assert docubench_score("number 1", reference, INVOICE) == 0
    wrong = {"number": "1", "seller": "x", "lines": {"name": "a"}}
    assert docubench_score(wrong, reference, INVOICE) == pytest.approx(1 / 3)
    assert docubench_score(wrong, {"number": "1"}, INVOICE) == 1


def test_lists_are_matched_greedily_not_optimally():
    # 2 of 3 for the best pair, and then nothing; the other way it would be 1 of 3 and 1 of 3.
    item = fields(a=TEXT, b=TEXT, c=TEXT)
    reference = [{"a": "1", "b": "1", "c": "1"}, {"a": "1", "b": "2", "c": "2"}]
    prediction = [{"a": "1", "b": "1", "c": "3"}, {"a": "4", "b": "4", "c": "1"}]
    assert docubench_score(prediction, reference, listed(item)) == pytest.approx(2 / 3 / 2)


def test_of_equal_pairs_the_first_of_the_reference_and_then_of_the_prediction_is_first():
    schema = listed(fields(a=TEXT, b=TEXT))
    # One item is half like both of the other side; its first choice leaves another such pair.
    one = [{"a": "1", "b": "1"}, {"a": "4", "b": "2"}]
    other = [{"a": "1", "b": "3"}, {"a": "4", "b": "1"}]
    assert docubench_score(one, other, schema) == 0.5
    assert docubench_score(other, one, schema) == 0.5
    # The other choice would leave a pair without anything in common.
    assert docubench_score(one, other[::-1], schema) == 0.25
    assert docubench_score(other[::-1], one, schema) == 0.25


def test_a_list_within_an_item_is_one_leaf_in_its_order():
    schema = listed(fields(name=TEXT, tags=listed(TEXT)))
    reference = [{"name": "a", "tags": ["x", "y"]}]
    assert docubench_score([{"name": "a", "tags": ["X", "", "y."]}], reference, schema) == 1
    assert docubench_score([{"name": "a", "tags": ["y", "x"]}], reference, schema) == 0.5
    assert docubench_score([{"name": "a", "tags": "x"}], reference, schema) == 0.5


def test_items_that_fill_nothing_are_alike():
    assert docubench_score([None, "a"], ["a", None], listed(TEXT)) == 1
    assert docubench_score([None, "b"], ["a", None], listed(TEXT)) == 0.5


@pytest.mark.parametrize(
    "name",
    [
        {"$ref": "#/$defs/name"},
        {"$ref": "#/$defs/a~1b%20~0"},
        {"anyOf": [{"$ref": "#/$defs/name"}, {"type": "null", "title": "None"}]},
        {"oneOf": [{"type": "null"}, {"$ref": "#/$defs/name"}]},
        {"allOf": [{"$ref": "#/$defs/name"}], "description": "who"},
        {"allOf": [fields(first=TEXT)], **fields(last=TEXT)},
        {"type": ["object", "null"], "properties": {"first": TEXT, "last": TEXT}},
    ],
)
def test_references_and_alternatives_to_null_are_followed(name):
    parts = fields(first=TEXT, last=TEXT)
    schema = {**fields(name=name), "$defs": {"name": parts, "a/b ~": parts}}
    pair = {"name": {"first": "a", "last": "b"}}, {"name": {"first": "a", "last": "c"}}
    assert docubench_score(*pair, schema) == 0.5


@pytest.mark.parametrize("name", [{}, True, {"type": "object"}])
def test_what_the_schema_does_not_divide_is_one_leaf(name):
    pair = {"name": {"first": "a", "last": "b"}}, {"name": {"first": "a", "last": "c"}}
    assert docubench_score(*pair, fields(name=name)) == 0


def test_a_schema_may_hold_itself():
    schema = {"$defs": {"node": fields(name=TEXT, next={"$ref": "#/$defs/node"})}}
    schema["$ref"] = "#/$defs/node"
    reference = {"name": "a", "next": {"name": "b", "next": {"name": "c"}}}
    assert docubench_score({"name": "a", "next": {"name": "b"}}, reference, schema) == (
        pytest.approx(2 / 3)
    )
    assert docubench_score(reference, reference, {**fields(next={"$ref": "#"}, name=TEXT)}) == 1


def test_a_field_of_an_item_counts_though_the_schema_lacks_it():
    schema = fields(lines=listed(fields(name=TEXT)))
    labelled = {"lines": [{"name": "tea"}]}
    assert docubench_score({"lines": [{"name": "tea", "note": "hot"}]}, labelled, schema) == 0.5
    assert docubench_score({"lines": [{"name": "tea"}], "note": "hot"}, labelled, schema) == 1


# A second reading of the rule, with loops for everything.


def plain(value):
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, (int, float)):
        return float(f"{value:.6f}") + 0.0
    if isinstance(value, str):
        return "".join(c for c in value.lower() if re.fullmatch(r"\w", c))
    if isinstance(value, list):
        found = []
        for item in value:
            item = plain(item)
            if item is None or isinstance(item, (bool, float)) or len(item) > 0:
                found.append(item)
        return found
    found = {}
    for key, item in value.items():
        item = plain(item)
        if item is None or isinstance(item, (bool, float)) or len(item) > 0:
            found[key] = item
    return found


def is_empty(value):
    return value is None or (isinstance(value, (str, list, dict)) and len(value) == 0)


def item_pairs(one, other):
    """Yield each leaf of two items, whatever their shape."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in {**one, **other}:
            yield from item_pairs(one.get(key), other.get(key))
    elif isinstance(one, dict):
        yield from item_pairs(one, {})
        yield None, other
    elif isinstance(other, dict):
        yield from item_pairs({}, other)
        yield one, None
    else:
        yield one, other


def equal_and_filled(pairs):
    equal = filled = 0
    for left, right in pairs:
        if is_empty(left) and is_empty(right):
            continue
        filled += 1
        if is_empty(left) or is_empty(right):
            continue
        equal += json.dumps(left, sort_keys=True) == json.dumps(right, sort_keys=True)
    return equal, filled


def score_of_list(predicted, labelled):
    left = [(i, j) for i in range(len(labelled)) for j in range(len(predicted))]
    total = Fraction(0)
    while left:
        best, chosen = Fraction(-1), None
        for i, j in left:
            equal, filled = equal_and_filled(item_pairs(predicted[j], labelled[i]))
            share = Fraction(equal, filled) if filled else Fraction(1)
            if share > best:
                best, chosen = share, (i, j)
        total += best
        left = [(i, j) for i, j in left if i != chosen[0] and j != chosen[1]]
    longer = max(len(predicted), len(labelled))
    numbers = [max(1, equal_and_filled(item_pairs(item, None))[1]) for item in labelled]
    mean = Fraction(sum(numbers), len(numbers)) if numbers else Fraction(1)
    return total / longer, longer * mean


def second_reading(prediction, reference, shape):
    leaves, lists = [], []

    def walk(part, one, other):
        if isinstance(part, dict):
            one = one if isinstance(one, dict) else {}
            other = other if isinstance(other, dict) else {}
            for key in part:
                walk(part[key], one.get(key), other.get(key))
        elif isinstance(part, list):
            one = one if isinstance(one, list) else []
            other = other if isinstance(other, list) else []
            if one or other:
                lists.append(score_of_list(one, other))
        else:
            equal, filled = equal_and_filled([(one, other)])
            leaves.extend([equal] * filled)

    walk(shape, plain(prediction), plain(reference))
    weight = len(leaves) + sum(weight for _, weight in lists)
    if weight == 0:
        return Fraction(1)
    return (sum(leaves) + sum(score * weight for score, weight in lists)) / weight


SHAPES = st.recursive(
    st.none(),
    lambda inner: (
        st.lists(inner, min_size=1, max_size=1)
        | st.dictionaries(st.sampled_from("abc"), inner, min_size=1, max_size=3)
    ),
    max_leaves=8,
)
TEXTS = st.sampled_from(["x", "X.", "y", "y z", "", "-", "1"])
LEAVES = TEXTS | st.sampled_from([0, 1, 1.0, 1.0000001, 2.5, -0.0, True, False, None])
ANYTHING = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("abc"), inner, max_size=2)
    ),
    max_leaves=4,
)


def values(shape):
    """Values of a shape, and now and then of any other."""
    if isinstance(shape, dict):
        own = st.fixed_dictionaries({}, optional={key: values(shape[key]) for key in shape})
    elif isinstance(shape, list):
        own = st.lists(values(shape[0]), max_size=4)
    else:
        own = LEAVES
    return st.integers(0, 15).flatmap(lambda number: own if number else ANYTHING)


def json_schema(draw, shape, defs):
    if isinstance(shape, dict):
        part = fields(**{key: json_schema(draw, each, defs) for key, each in shape.items()})
    elif isinstance(shape, list):
        part = listed(json_schema(draw, shape[0], defs))
    else:
        part = draw(st.sampled_from([{}, TEXT, NUMBER, {"type": ["string", "null"]}]))
    way = draw(st.integers(0, 5))
    if way == 0:
        part = {"anyOf": [part, {"type": "null"}]}
    if way == 1:
        defs[f"part{len(defs)}"] = part
        part = {"$ref": f"#/$defs/part{len(defs) - 1}"}
    return part


@st.composite
def cases(draw):
    shape = draw(SHAPES)
    defs = {}
    schema = {**json_schema(draw, shape, defs), "$defs": defs}
    return draw(values(shape)), draw(values(shape)), shape, schema


@given(cases())
def test_random_records_have_the_score_of_a_second_reading_of_the_rule(case):
    prediction, reference, shape, schema = case
    expected = second_reading(prediction, reference, shape)
    assert docubench_score(prediction, reference, schema) == pytest.approx(
        float(expected), abs=1e-12
    )


@given(cases())
def test_a_record_has_a_score_of_1_against_itself(case):
    record, _, _, schema = case
    assert docubench_score(record, record, schema) == 1
