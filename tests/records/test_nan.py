"""NaN, as Python writes it into JSON: a field is wrong, not the record, and the number is said."""

import json
import math

import pyarrow as pa
import pytest

import levmetrics as lm
from levmetrics import InputError
from levmetrics.errors import InputWarning
from tests.packages import needs

REFERENCES = [{"a": "Nan", "b": 12, "c": None, "d": "y"}, {"a": "x", "b": 1, "c": "y", "d": "z"}]
PREDICTIONS = [{**REFERENCES[0], "a": math.nan, "b": math.nan, "c": math.nan}, REFERENCES[1]]
DOORS = {
    "dictionaries": PREDICTIONS,
    "JSON": [*map(json.dumps, PREDICTIONS)],
}


@pytest.mark.parametrize("metric", ["anls:star", "record"])
@pytest.mark.parametrize("door", DOORS)
def test_a_field_that_is_nan_is_wrong_and_the_others_count(door, metric):
    with pytest.warns(InputWarning) as said:
        run = lm.score(DOORS[door], REFERENCES, metric)
    assert run.sample_scores().tolist() == [1 / 4, 1]
    (warning,) = said
    assert str(warning.message) == (
        "fields that are NaN are scored as wrong: 3, the first at predictions[0]['a']"
    )


def test_infinity_costs_its_field_alike():
    predictions = [{**REFERENCES[0], "b": math.inf}, REFERENCES[1]]
    assert lm.score(predictions, REFERENCES, "record").sample_scores().tolist() == [3 / 4, 1]
    texts = [*map(json.dumps, predictions)]
    assert lm.score(texts, REFERENCES, "record").sample_scores().tolist() == [3 / 4, 1]


def test_a_column_of_arrow_and_an_item_of_a_list_may_be_nan():
    column = pa.array([{"n": [1.0, math.nan]}])
    with pytest.warns(InputWarning, match=r"wrong: 1, the first at predictions\[0\]\['n'\]\[1\]"):
        assert lm.score(column, [{"n": [1.0, 2.0]}], "record").score == 1 / 2


def test_donut_and_docubench_score_nan_as_no_value_of_the_reference():
    prediction, reference = [{"a": math.nan, "b": "x"}], [{"a": 12, "b": "x"}]
    schema = {
        "type": "object",
        "properties": {"a": {"type": "number"}, "b": {"type": "string"}},
    }
    with pytest.warns(InputWarning):
        assert lm.score(prediction, reference, "record:docubench", schema=schema).score == 1 / 2
    with pytest.warns(InputWarning):
        run = lm.score(prediction, reference, "record:donut")
    assert (run["right"], run["wrong"]) == (1, 2)


@needs("json_repair")
def test_nan_in_repaired_text_is_said_too():
    with pytest.warns(InputWarning, match="wrong: 1, the first at "):
        run = lm.score(
            ['Here it is: {"a": NaN, "b": 1}'], [{"a": 2, "b": 1}], "record", repair=True
        )
    assert (run.score, run["unreadable"]) == (1 / 2, 0)


@pytest.mark.parametrize("reference", [{"a": math.nan}, '{"a": NaN}'])
def test_a_reference_that_is_nan_is_refused_with_its_field(reference):
    for metric in ("anls:star", "record"):
        with pytest.raises(InputError, match=r"^references\[0\]\['a'\] is NaN; give None for"):
            lm.score([{"a": 1}], [reference], metric)


def test_a_whole_value_that_is_nan_is_refused():
    with pytest.raises(InputError, match=r"^predictions\[0\] is NaN; give None for"):
        lm.score([math.nan], [1], "anls:star")


def test_anls_star_of_one_value_says_nan_too():
    with pytest.warns(InputWarning, match="wrong: 1, the first at pred"):
        assert lm.anls_star({"a": math.nan, "b": 1}, {"a": 2, "b": 1}).score == 1 / 2
