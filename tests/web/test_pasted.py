"""Pasted JSON: records as they are copied, indented or a line each, and never a guess."""

import json

import pytest

from levmetrics import InputError
from levmetrics.web import endpoints
from levmetrics.web.pasted import pasted, with_alternatives
from levmetrics.web.requests import AUTOMATIC

ONE = {"name": "お茶", "items": [{"price": 2}, {"price": 3.5}]}
WRITTEN = json.dumps(ONE, ensure_ascii=False)
METRICS = ["record", "record:donut", "record:docubench", "anls:star"]
OBJECTS = [
    (f"\n{json.dumps(ONE, indent=indent, ensure_ascii=False)}\n", METRICS, [WRITTEN])
    for indent in (None, 1, 4, "\t")
]
ARRAYS = [
    *((json.dumps([ONE, {}], indent=indent), METRICS, [WRITTEN, "{}"]) for indent in (None, 2)),
    ('[\n {\n "a": NaN\n }\n]', ["record"], ['{"a": NaN}']),
]
LINES = [
    *((text, METRICS, [text]) for text in ("[1, 2]", "[]", '["a", {"b": 1}]', "null", "no answer")),
    ('{"price":  2.50}\nno answer\n{"a": 1', METRICS, ['{"price":  2.50}', "no answer", '{"a": 1']),
    ('{\n"a": 1\n}', ["anls", "wer", AUTOMATIC], ["{", '"a": 1', "}"]),
]


@pytest.mark.parametrize(
    ("text", "metrics", "samples", "kind"),
    [
        *((*each, "pasted_object") for each in OBJECTS),
        *((*each, "pasted_array") for each in ARRAYS),
        *((*each, "pasted") for each in LINES),
    ],
)
def test_pasted_text_is_records_where_the_metric_takes_them_and_else_lines(
    text, metrics, samples, kind
):
    for metric in metrics:
        assert pasted(text, "references", metric) == (samples, kind)


@pytest.mark.parametrize(
    "text", ['{\n "a": 1,\n}', '{\n "a": 1\n}\n{\n "a": 2\n}', "{\r\n "], ids=len
)
def test_indented_json_that_is_broken_is_refused_and_not_read_as_lines(text):
    with pytest.raises(InputError, match=r"^references begins like a JSON object but is not one"):
        pasted(text, "references", "record")


def test_what_separates_references_is_text_in_a_record():
    text = '{"a": "x ||| y"}'
    assert with_alternatives([text], "record") == [text]
    assert with_alternatives(["x ||| y"], "anls:star") == [["x", "y"]]


def test_a_program_pastes_as_a_visitor_does():
    sides = [[ONE, {}], [ONE, ONE]]
    lines = ("\n".join(map(json.dumps, side)) for side in sides)
    found = endpoints.anls(*lines, "record")
    assert found == endpoints.anls(*(json.dumps(side, indent=1) for side in sides), "record")
    assert (found["right"], found["missing"]) == (3, 3)
