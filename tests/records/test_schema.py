"""Schemas: JSON Schema, pydantic models and paths, as fields; faults are refused by their path."""

import datetime
import decimal
import enum
import json
import typing

import pytest
from hypothesis import given
from hypothesis import strategies as st

import levmetrics as lm
from levmetrics import InputError
from levmetrics.records import Date, Field, Number, Text
from levmetrics.records.schema import Schema, path_of, steps_of
from tests.packages import needs

X = "x-levmetrics"


def field(schema, *path):
    found = Schema.read(schema).root
    for step in path:
        found = found.item if step is None else found.of(step)
    return found


@pytest.mark.parametrize(
    ("part", "compare"),
    [
        ({"type": "string"}, "text"),
        ({"type": ["string", "null"]}, "text"),
        ({"type": "number"}, "number"),
        ({"type": "integer"}, "number"),
        ({"type": ["integer", "number"]}, "number"),
        ({"type": "boolean"}, "boolean"),
        ({"type": "string", "format": "date"}, "date"),
        ({"type": "string", "format": "time"}, "time"),
        ({"type": "string", "format": "date-time"}, "date-time"),
        ({"type": "string", "format": "email"}, "text"),
        ({"enum": ["EUR", "USD"]}, "choice"),
        ({"const": "invoice"}, "choice"),
        ({"anyOf": [{"type": "number"}, {"type": "null"}]}, "number"),
        ({"oneOf": [{"type": "null"}, {"type": "string", "format": "date"}]}, "date"),
        ({"allOf": [{"type": "string"}, {"format": "date"}]}, "date"),
        ({"type": ["string", "number"]}, "None"),
        ({}, "None"),
        (True, "None"),
        ({"type": "number", X: {"compare": "exact"}}, "exact"),
        ({"type": "number", X: {"tolerance": 0.5}}, "number(tolerance=0.5)"),
        ({X: {"compare": "date", "day_first": True}}, "date(day_first=True)"),
    ],
)
def test_the_type_the_format_and_the_extension_choose_the_comparator(part, compare):
    assert str(field({"properties": {"a": part}}, "a").compare) == compare


def test_what_is_named_stands_beside_what_is_referred_to_and_comes_first():
    schema = {
        "$defs": {"money/~": {"type": "number", X: {"tolerance": 1}}},
        "properties": {"a": {"$ref": "#/$defs/money~1~0", X: {"tolerance": 2, "weight": 3}}},
    }
    assert repr(field(schema, "a")) == "Field(number(tolerance=2), weight=3.0)"


def test_a_record_within_records_of_its_kind_is_read_to_any_depth():
    schema = {
        "properties": {
            "price": {"type": "number", X: {"tolerance": 1}},
            "parts": {"type": "array", "items": {"$ref": "#"}},
        }
    }
    reference = {"price": 1, "parts": [{"price": 2, "parts": [{"price": 3}]}]}
    prediction = {"price": 2, "parts": [{"price": 3, "parts": [{"price": 4}]}]}
    assert lm.score([prediction], [reference], "record", schema=schema).score == 1
    assert lm.score([prediction], [reference], "record").score == 0


def test_references_that_double_and_long_chains_end():
    double = {str(i): {"allOf": [{"$ref": f"#/$defs/{i + 1}"}] * 2} for i in range(100)}
    double["100"] = {"type": "number"}
    assert str(field({"$defs": double, "properties": {"a": double["0"]}}, "a").compare) == "number"
    chain = {str(i): {"$ref": f"#/$defs/{i + 1}"} for i in range(5000)}
    with pytest.raises(InputError, match="schema is nested too deep"):
        Schema.read({"$defs": chain, "properties": {"a": chain["0"]}})


def test_properties_of_all_parts_are_known():
    parts = [{"properties": {"b": {"type": "number"}}}, {"properties": {"c": {"type": "boolean"}}}]
    for joined in ("allOf", "anyOf", "oneOf"):
        schema = {"properties": {"a": {joined: parts, "properties": {"d": {"type": "string"}}}}}
        read = [str(field(schema, "a", name).compare) for name in "bcd"]
        assert read == ["number", "boolean", "text"]


def test_additional_properties_are_the_fields_that_are_not_named():
    schema = {"properties": {"a": {}}, "additionalProperties": {X: {"compare": "exact"}}}
    assert str(field(schema, "b").compare) == "exact"
    assert field(schema, "a").compare is None


def test_items_whose_fields_have_a_key_are_paired_by_it():
    schema = {"properties": {"items": {"items": {"properties": {"id": {X: {"key": True}}}}}}}
    assert field(schema, "items").keys == ("id",)
    references = [{"items": [{"id": 1, "text": "aaaa"}, {"id": 2, "text": "bbbb"}]}]
    swapped = [{"items": [{"id": 1, "text": "bbbb"}, {"id": 2, "text": "aaaa"}]}]
    assert lm.score(swapped, references, "record", schema=schema).score == 0.5
    listed = {
        **schema,
        "properties": {"items": {**schema["properties"]["items"], X: {"lists": "ordered"}}},
    }
    assert field(listed, "items").lists == "ordered"


@needs("pydantic")
def test_a_pydantic_model_is_read_with_its_extras():
    import pydantic

    class Currency(enum.Enum):
        EUR = "EUR"

    class Item(pydantic.BaseModel):
        name: str
        price: decimal.Decimal = pydantic.Field(json_schema_extra={X: {"tolerance": 0.1}})

    class Invoice(pydantic.BaseModel):
        number: typing.Optional[str]  # noqa: UP045  # as people write it
        day: datetime.date
        currency: Currency
        kind: typing.Literal["a", "b"]
        items: list[Item]
        paid: bool | None = None
        corrects: typing.Optional["Invoice"] = None

    read = {
        name: str(field(Invoice, *path).compare)
        for name, path in {
            "number": ["number"],
            "day": ["day"],
            "currency": ["currency"],
            "kind": ["kind"],
            "name": ["items", None, "name"],
            "price": ["items", None, "price"],
            "paid": ["corrects", "corrects", "paid"],
        }.items()
    }
    assert read == {
        "number": "text",
        "day": "date",
        "currency": "choice",
        "kind": "choice",
        "name": "text",
        "price": "number(tolerance=0.1)",
        "paid": "boolean",
    }
    assert Schema.read(Invoice).name == Schema.read(Invoice.model_json_schema()).name


def test_paths_name_fields_items_of_lists_and_lists_themselves():
    schema = {
        "items": Field(lists="ordered", weight=2),
        "items[].price": Number(tolerance=1),
        "tags[]": Text("default"),
        r"a\.b": Date(),
    }
    assert repr(field(schema, "items")) == "Field(weight=2.0, lists=ordered)"
    assert str(field(schema, "items", None, "price").compare) == "number(tolerance=1)"
    assert str(field(schema, "tags", None).compare) == "text(rule=default)"
    assert str(field(schema, "a.b").compare) == "date"


@given(
    st.lists(st.text(min_size=1) | st.none(), min_size=1).filter(lambda steps: steps[0] is not None)
)
def test_a_path_that_is_written_is_read_back(steps):
    assert steps_of(path_of(steps)) == steps


@pytest.mark.parametrize("path", ["", ".", "a.", ".a", "a..b", "a[", "a[]]", "a[0]", "a\\"])
def test_what_is_no_path_is_refused(path):
    with pytest.raises(InputError, match="is not a path"):
        Schema.read({path: Number()})


PART = {"type": "number"}


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        ({"properties": {"a": {"type": "decimal"}}}, "schema: a has the unknown type 'decimal'"),
        (
            {"properties": {"a": {"type": "string", "format": "datetime"}}},
            "schema: a: the format 'datetime' is no format of JSON Schema; write 'date-time'",
        ),
        (
            {"properties": {"a": {"type": "string", "format": "Date"}}},
            "schema: a: the format 'Date' is no format of JSON Schema; write 'date'",
        ),
        (
            {"properties": {"a": {"type": "number", "x_levmetrics": {"tolerance": 1}}}},
            "schema: a has the keyword 'x_levmetrics'; write x-levmetrics",
        ),
        (
            {"properties": {"a": {"type": "array", "items": {"X-LevMetric": {"key": True}}}}},
            r"schema: a\[\] has the keyword 'X-LevMetric'; write x-levmetrics",
        ),
        (
            {"properties": {"a": {"items": {"type": 1}}}},
            r"schema: a\[\] has the unknown type 1; known: string, number",
        ),
        (
            {"properties": {"a.b": {X: {"weight": -1}}}},
            r"schema: a\\.b: weight is -1; it must be a number from 0 to 1000000",
        ),
        (
            {"properties": {"a": {X: {"compare": "nubmer"}}}},
            "schema: a: unknown comparator 'nubmer'; did you mean 'number'",
        ),
        (
            {"properties": {"a": {"type": "number", X: {"tolerence": 1}}}},
            "schema: a: unknown option of a field 'tolerence'; did you mean 'tolerance'",
        ),
        ({"properties": {"a": {X: {"key": 1}}}}, "schema: a: key is 1; it must be True or False"),
        ({"properties": {"a": {X: 1}}}, "schema: x-levmetrics of a is 1; it must be an object"),
        (
            {"properties": {"a": {X: {"lists": "best"}}}},
            "schema: a: unknown rule of lists 'best'",
        ),
        ({"properties": {"a": 1}}, "schema: a is 1; it must be an object of JSON Schema"),
        ({"allOf": 5}, "schema: schema is 5; it must be an object of JSON Schema"),
        ({"anyOf": [{"properties": 5}, {"properties": 6}]}, "schema: schema is 5; it must be"),
        ({"properties": [1]}, r"schema: schema is \[1\]; it must be an object of JSON Schema"),
        ({"$ref": "#"}, "schema: the record refers to itself without end"),
        (
            {"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"anyOf": [{"$ref": "#/$defs/a"}]}},
             "properties": {"x": {"$ref": "#/$defs/a"}}},
            "schema: x refers to itself without end",
        ),
        (
            {"properties": {"a": {"$ref": "#/$defs/b"}}},
            "schema: a refers to '#/\\$defs/b', which is not in the schema",
        ),
        (
            {"properties": {"a": {"$ref": "https://example.org/b"}}},
            "schema: a refers to 'https://example.org/b', which is not in the schema",
        ),
        ({}, "schema is an object with nothing; it must be a JSON Schema"),
        ({"a": PART}, "schema is an object with a; it must be a JSON Schema"),
        ([PART], "schema is of type list"),
        ("number", "schema is of type str"),
        ({"a": Number(), "b": PART}, "schema: b is {'type': 'number'}; it must be a comparator"),
    ],
)  # fmt: skip
def test_a_fault_of_a_schema_is_refused_with_its_path(schema, message):
    with pytest.raises(InputError, match=f"^{message}"):
        lm.score([{"a": 1}], [{"a": 1}], "record", schema=schema)


def test_a_path_that_no_reference_has_is_refused_with_the_nearest():
    records = [{"items": [{"price": 1}]}, {"total": ("1", 1)}]
    assert lm.score(
        [{}, {}], records, "record", schema={"items[].price": Number(), "total": Number()}
    )
    with pytest.raises(InputError, match=r"'items\[\]\.prise'; did you mean 'items\[\]\.price'"):
        lm.score([{}, {}], records, "record", schema={"items[].prise": Number()})
    evaluate = pytest.importorskip("evaluate")
    with pytest.raises(InputError, match="'items'"):
        evaluate.load("anls", "record").compute(
            predictions=[{}, {}], references=records, schema={"itmes": Number()}
        )


@needs("babel")
def test_numbers_are_written_in_the_locale_of_the_metric_where_a_schema_names_none():
    asked = [{"a": "1,500", "b": "1,500"}], [{"a": 1500, "b": 1.5}], "record"
    own = {"b": Number(locale="de"), "a": Number}
    assert lm.score(*asked, locale="en", schema=own).score == 1
    part = {"type": "number", X: {"locale": "de"}}
    assert lm.score(*asked, locale="en", schema={"properties": {"a": PART, "b": part}}).score == 1


def test_a_schema_is_identified_by_what_it_says():
    def name(schema):
        return Schema.read(schema).name

    assert name(None) == "types_of_references"
    assert name({"a": Number()}) == name({"a": Field(Number())}) != name({"a": Number(tolerance=1)})
    one, other = {"type": "object", "properties": {"a": PART}}, {"properties": {"a": PART}}
    assert name(one) == name(json.loads(json.dumps(one))) != name(other)
    assert name(one).startswith("1[")
    assert name({"a": lambda ours, theirs: 1}).endswith(",custom]")
