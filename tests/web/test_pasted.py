"""Pasted JSON: records as they are copied, indented or a line each, and never a guess."""

import json

import pytest

from levmetrics import InputError
from levmetrics.web import endpoints
from levmetrics.web.pasted import pasted, with_alternatives
from levmetrics.web.requests import AUTOMATIC

ONE = {"name": "お茶", "items": [{"price": 2}, {"price": 3.5}]}


def read(text, metric="record"):
    return pasted(text, "references", metric)


def written(*records):
    return [json.dumps(record, ensure_ascii=False) for record in records]


@pytest.mark.parametrize("metric", ["record", "record:donut", "record:docubench", "anls:star"])
@pytest.mark.parametrize("indent", [None, 1, 4, "\t"])
def test_one_object_is_one_sample_however_it_is_written(metric, indent):
    text = json.dumps(ONE, indent=indent, ensure_ascii=False)
    assert read(f"\n{text}\n", metric) == (written(ONE), "pasted_object")


@pytest.mark.parametrize("indent", [None, 2])
def test_an_array_of_objects_has_a_sample_for_each(indent):
    text = json.dumps([ONE, {}], indent=indent)
    assert read(text) == (written(ONE, {}), "pasted_array")


@pytest.mark.parametrize("text", ["[1, 2]", "[]", '["a", {"b": 1}]', "null", '"a"', "no answer"])
def test_other_values_are_a_line_each(text):
    assert read(text) == ([text], "pasted")


def test_lines_stay_as_they_are():
    lines = ['{"price":  2.50}', "no answer", '{"a": 1'] * 2
    assert read("\n".join(lines)) == (lines, "pasted")


def test_texts_are_lines_for_metrics_of_texts():
    for metric in ("anls", "wer", AUTOMATIC):
        assert read('{\n"a": 1\n}', metric) == (["{", '"a": 1', "}"], "pasted")


def test_nan_is_read_as_python_writes_it():
    text = '[\n {\n "a": NaN\n }\n]'
    assert pasted(text, "predictions", "record") == (['{"a": NaN}'], "pasted_array")


@pytest.mark.parametrize(
    "text",
    ['{\n "a": 1,\n}', '{\n "a": 1\n}\n{\n "a": 2\n}', "{\r\n "],
    ids=["comma", "two", "unfinished"],
)
def test_indented_json_that_is_broken_is_refused_and_not_read_as_lines(text):
    with pytest.raises(InputError, match=r"^references begins like a JSON object but is not one"):
        read(text)


def test_what_separates_references_is_text_in_a_record():
    text = '{"a": "x ||| y"}'
    assert with_alternatives([text], "record") == [text]
    assert with_alternatives(["x ||| y"], "anls:star") == [["x", "y"]]


def test_a_program_pastes_as_a_visitor_does():
    lines = endpoints.anls("\n".join(written(ONE, {})), "\n".join(written(ONE, ONE)), "record")
    array = endpoints.anls(
        json.dumps([ONE, {}], indent=1), json.dumps([ONE, ONE], indent=1), "record"
    )
    assert lines == array
    assert (lines["right"], lines["missing"]) == (3, 3)
