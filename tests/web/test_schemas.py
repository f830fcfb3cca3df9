"""A visitor's schema: what it may be, what it changes, and that a hostile one ends in time."""

import json

import pytest

from levmetrics import InputError
from levmetrics.web import endpoints
from levmetrics.web.controls import request_of_controls, with_option
from levmetrics.web.error_messages import error_message
from levmetrics.web.limits import SCHEMA
from levmetrics.web.requests import Request
from levmetrics.web.running import with_deadline

DATES = json.dumps({"type": "object", "properties": {"day": {"type": "string", "format": "date"}}})


def refused(schema, metric="record"):
    with pytest.raises(InputError) as caught:
        with_deadline(Request(metric, {"schema": schema}).chosen)()
    return error_message(caught.value)


def test_a_schema_says_how_fields_are_compared():
    sides = '{"day": "3 April 2024"}', '{"day": "2024-04-03"}'
    assert endpoints.anls(*sides, "record")["right"] == 0
    assert endpoints.anls(*sides, "record", schema=DATES)["record_anls"] == 1
    compared = endpoints.compare(
        sides[0] + "\n{}", {"A": sides[1] + "\n{}", "B": "{}\n{}"}, "record", schema=DATES
    )
    assert compared["systems"]["A"]["record_anls"] == 1


def test_only_metrics_that_show_its_box_have_a_schema_and_docubench_needs_it():
    missing = "schema is missing; give the scored fields: a JSON Schema"
    assert refused("", "record:docubench") == missing
    found = endpoints.anls('{"day": "1", "b": 2}', '{"day": "1"}', "docubench", schema=DATES)
    assert found["docubench_score"] == 1
    assert with_option("schema") == ["record", "record:docubench"]
    assert request_of_controls("record", {"schema": DATES}).given == {"schema": DATES}
    assert request_of_controls("wer", {"schema": DATES}).given == {}


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        ('{\n "a": 1,\n}', "schema: line 3, column 1: Expecting property name"),
        ("[1]", "schema is of type list; it must be a JSON Schema"),
        ('{"properties": {"a": {"type": "text"}}}', "schema: a has the unknown type 'text'"),
        ('{"a": ' * 10_000 + "1" + "}" * 10_000, "schema is nested too deep to be read"),
        ("{" + " " * SCHEMA.characters, "schema: more than the 100,000 characters"),
    ],
    ids=["no JSON", "no object", "type", "deep", "long"],
)
def test_what_is_no_schema_is_refused_in_a_sentence(schema, message):
    assert refused(schema).startswith(message)


def chain(length, part):
    """A schema whose parts each refer to the next one."""
    parts = {f"p{n}": part({"$ref": f"#/$defs/p{n + 1}"}) for n in range(length)}
    return json.dumps({"$defs": {**parts, f"p{length}": {}}, "$ref": "#/$defs/p0"})


@pytest.mark.parametrize("metric", ["record", "record:docubench"])
def test_a_hostile_schema_ends_in_time(metric):
    assert refused(chain(2_500, lambda to: to), metric).startswith("schema is nested too deep")
    doubling = chain(60, lambda to: {"anyOf": [to, dict(to)]})
    assert with_deadline(Request(metric, {"schema": doubling}).chosen)().takes.name == "records"
