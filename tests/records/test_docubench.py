"""DocuBench's scores are those of its ``scorer.py``, of a second reading, and those by hand."""

import json
import re
import unicodedata
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import levmetrics as lm
from levmetrics import InputError
from levmetrics.records import docubench
from levmetrics.records.schema import Schema


def docubench_score(prediction, reference, schema):
    return docubench.docubench_score(
        prediction, reference, docubench.outline(Schema.read(schema).root)
    )


ANY = {"title": "anything"}
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
        ({"a": ""}, None),
        ({"b": 1, "a": 2.0}, {"a": 2, "b": 1}),
        (True, 1),
        ([[True, 0.0]], [[1, False]]),
        ("１１１", "111"),
        ("ﬁn", "Fin"),
    ],
)
def test_values_are_equal_once_normalized(one, other):
    schema = fields(value=ANY, beside=TEXT)
    for prediction, reference in ((one, other), (other, one)):
        sides = ({"value": value, "beside": "x"} for value in (prediction, reference))
        assert docubench_score(*sides, schema) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1", 1),
        ("true", True),
        (1, 1.00001),
        ("a_b", "ab"),
        ("é", "e"),
        ([None], None),
        (["a"], "a"),
        (["a", ""], ["a"]),
        ([{"a": ""}, "x"], ["x"]),
        ({"a": [""]}, None),
        ({"a": "-"}, None),
    ],
)
def test_values_differ_in_anything_else(one, other):
    schema = fields(value=ANY, beside=TEXT)
    sides = ({"value": value, "beside": "x"} for value in (one, other))
    assert docubench_score(*sides, schema) == 0.5


def test_what_the_schema_does_not_name_is_not_scored():
    assert docubench_score({"a": "x", "b": "y"}, {"a": "x", "c": "z"}, fields(a=TEXT)) == 1


@pytest.mark.parametrize("empty", [None, {}, [], "", "x", 5, {"number": None}])
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
    assert docubench_score([{"name": "a", "tags": ["X", "y."]}], reference, schema) == 1
    assert docubench_score([{"name": "a", "tags": ["x", "", "y"]}], reference, schema) == 0.5
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
    ],
)
def test_references_and_alternatives_to_null_are_followed(name):
    parts = fields(first=TEXT, last=TEXT)
    schema = {**fields(name=name), "$defs": {"name": parts, "a/b ~": parts}}
    pair = {"name": {"first": "a", "last": "b"}}, {"name": {"first": "a", "last": "c"}}
    assert docubench_score(*pair, schema) == 0.5


@pytest.mark.parametrize(
    "name",
    [ANY, {"properties": {"first": TEXT}}, {"type": ["object", "null"], "properties": {"a": TEXT}}],
)
def test_what_is_not_of_the_one_type_object_is_one_leaf(name):
    pair = {"name": {"first": "a", "last": "b"}}, {"name": {"first": "a", "last": "c"}}
    assert docubench_score(*pair, fields(name=name)) == 0


@pytest.mark.parametrize("name", [{}, True, {"type": "object"}, fields(a={}), fields(a=fields())])
def test_a_property_without_anything_to_score_is_left_out(name):
    pair = {"name": {"a": "b"}, "total": 1}, {"name": {"a": "c"}, "total": 1}
    assert docubench_score(*pair, fields(name=name, total=NUMBER)) == 1


@pytest.mark.parametrize("schema", [fields(), {"type": "object"}, fields(a={}), fields(a=fields())])
def test_a_schema_that_scores_nothing_is_refused(schema):
    with pytest.raises(InputError, match="names no field that DocuBench scores"):
        lm.score([{"a": 1}], [{"a": 2}], "docubench", schema=schema)


# What scorer.py of DocuBench at commit 27ce5be returns as "final".
@pytest.mark.parametrize(
    ("prediction", "reference", "schema", "expected"),
    [
        ({"a": ["x", ""]}, {"a": ["x"]}, fields(a=listed(TEXT)), 0.5),
        ({"a": ["x", "-"]}, {"a": ["x", " "]}, fields(a=listed(TEXT)), 1.0),
        ({"a": [{}, {"b": "x"}]}, {"a": [{"b": "x"}]}, fields(a=listed(ANY)), 0.5),
        ({"a": True}, {"a": 1}, fields(a=NUMBER), 1.0),
        ({"a": [{"b": [True]}]}, {"a": [{"b": [1]}]}, fields(a=listed(ANY)), 0.0),
        ({"a": [{"b": [-0.0]}]}, {"a": [{"b": [0.0]}]}, fields(a=listed(ANY)), 0.0),
        ({"a": ["x"]}, {"a": [{"_val": "x"}]}, fields(a=listed(ANY)), 1.0),
        ({"a": [{"b.c": 1}]}, {"a": [{"b": {"c": 1}}]}, fields(a=listed(ANY)), 1.0),
        ({"e\u0301": 1}, {"e\u0301": 1}, fields(**{"e\u0301": NUMBER, "b": TEXT}), 1.0),
        ({"\u00e9": 1}, {"e\u0301": 1}, fields(**{"e\u0301": NUMBER, "b": TEXT}), 0.0),
        ({"a": "ΑΣ Β"}, {"a": "ασβ"}, fields(a=TEXT), 1.0),
        (
            {"a": {"x": ["1"], "y": ["1"]}},
            {"a": {"x": ["2"], "y": ["1"]}},
            fields(a=fields(x=listed(TEXT), y=listed(TEXT))),
            1.0,
        ),
        (
            {"x": ["1"], "y": ["1"]},
            {"x": ["2"], "y": ["1"]},
            fields(x=listed(TEXT), y=listed(TEXT)),
            0.5,
        ),
        (
            {"a": {"x": ["1"], "b": "u"}},
            {"a": {"x": ["1"], "b": "v"}},
            fields(a={**fields(x=listed(TEXT), b=TEXT), "type": ["object", "null"]}),
            0.5,
        ),
    ],
)
def test_the_scores_are_those_of_scorer_py(prediction, reference, schema, expected):
    assert docubench_score(prediction, reference, schema) == pytest.approx(expected)


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


# A second reading of the rule, with loops for everything. A shape is a dictionary (an object), a
# list of one shape, "leaf", "whole" (an object of two types) or "unscored".


def without_empty(value):
    if isinstance(value, list):
        return [without_empty(item) for item in value]
    if not isinstance(value, dict):
        return value
    found = {}
    for key, item in value.items():
        item = without_empty(item)
        if not (isinstance(item, (str, list, dict)) and len(item) == 0):
            found[key] = item
    return found


def plain(value):
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, (int, float)):
        return float(f"{value:.6f}")
    if isinstance(value, str):
        joined = "".join(unicodedata.normalize("NFKC", value).split())
        return "".join(c for c in joined.lower() if re.fullmatch(r"\w", c))
    if isinstance(value, list):
        return [plain(item) for item in value]
    return {key: plain(item) for key, item in value.items()}


def is_empty(value):
    return value is None or (isinstance(value, (str, list, dict)) and len(value) == 0)


def leaves_of(item, path=()):
    """Yield the path and the value of each leaf of an item; a list in an object is JSON."""
    if not isinstance(item, dict):
        yield path or ("_val",), json.dumps(item) if isinstance(item, list) and path else item
        return
    for key, inner in item.items():
        yield from leaves_of(inner, (*path, key))


def equal_and_filled(one, other):
    one, other = dict(leaves_of(one)), dict(leaves_of(other))
    equal = filled = 0
    for path in {**one, **other}:
        if is_empty(one.get(path)) and is_empty(other.get(path)):
            continue
        filled += 1
        equal += one.get(path) == other.get(path)
    return equal, filled


def score_of_list(predicted, labelled):
    left = [(i, j) for i in range(len(labelled)) for j in range(len(predicted))]
    total = Fraction(0)
    while left:
        best, chosen = Fraction(-1), None
        for i, j in left:
            equal, filled = equal_and_filled(predicted[j], labelled[i])
            share = Fraction(equal, filled) if filled else Fraction(1)
            if share > best:
                best, chosen = share, (i, j)
        total += best
        left = [(i, j) for i, j in left if i != chosen[0] and j != chosen[1]]
    numbers = [max(1, equal_and_filled(item, None)[1]) for item in labelled]
    mean = Fraction(sum(numbers), len(numbers)) if numbers else Fraction(1)
    return total * mean, max(len(predicted), len(labelled)) * mean


def second_reading(prediction, reference, shape):
    leaves, lists = [], {}

    def walk(part, one, other, name):
        if isinstance(part, dict):
            for key in part:
                inner = [each.get(key) if isinstance(each, dict) else None for each in (one, other)]
                walk(part[key], *inner, key if name is None else name)
        elif isinstance(part, list):
            both = [each if isinstance(each, list) else [] for each in (one, other)]
            lists[name] = score_of_list(*both)
        elif part != "unscored" and not (is_empty(one) and is_empty(other)):
            leaves.append(one == other)

    walk(shape, plain(without_empty(prediction)), plain(without_empty(reference)), None)
    weight = len(leaves) + sum(weight for _, weight in lists.values())
    if weight == 0:
        return Fraction(1)
    return (sum(leaves) + sum(total for total, _ in lists.values())) / weight


SHAPES = st.recursive(
    st.sampled_from(["leaf", "leaf", "whole", "unscored"]),
    lambda inner: (
        st.lists(inner, min_size=1, max_size=1)
        | st.dictionaries(st.sampled_from("abc"), inner, min_size=1, max_size=3)
    ),
    max_leaves=8,
)
TEXTS = st.sampled_from(["x", "X.", "y", "y z", "", "-", "1", "１"])
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
    elif shape == "whole":
        return {"type": ["object", "null"], "properties": {"a": TEXT}}
    elif shape == "unscored":
        return draw(st.sampled_from([{}, {"type": "object"}, fields(a={})]))
    else:
        part = draw(st.sampled_from([ANY, TEXT, NUMBER, {"type": ["string", "null"]}]))
    way = draw(st.integers(0, 5))
    if way == 0:
        part = {"anyOf": [part, {"type": "null"}]}
    if way == 1:
        defs[f"part{len(defs)}"] = part
        part = {"$ref": f"#/$defs/part{len(defs) - 1}"}
    return part


@st.composite
def cases(draw):
    shape = {"id": "leaf", "record": draw(SHAPES)}
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
