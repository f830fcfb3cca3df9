"""What an engine is asked for is checked by the schema alone."""

import pickle

import pyarrow as pa
import pytest

from levmetrics import InputError
from levmetrics.frames.engines import check_columns, scored_schema
from levmetrics.frames.frame import RowMetric, metric_of_rows


def rows_of(metric):
    return RowMetric(metric_of_rows(metric, {}, "add_scores"), "hyp", "ref")


def test_nested_values_are_scored_by_the_metric_that_takes_them_and_refused_by_others():
    schema = pa.schema({name: pa.struct({"total": pa.string()}) for name in ("hyp", "ref")})
    rows = rows_of("anls:star")
    assert "anls" in scored_schema(rows, schema).names
    assert pickle.loads(pickle.dumps(rows)).read == ["hyp", "ref"]
    with pytest.raises(InputError, match=r"'hyp' is of type struct<.*predictions must be strings"):
        scored_schema(rows_of("wer"), schema)


MISUSES = {
    "a field of a struct": (
        {"prediction": "s.hyp"},
        "'s.hyp' is the field 'hyp' of the column 's', not a column; copy the field to a column",
    ),
    "no field": ({"prediction": "s.hypo"}, "unknown column 's.hypo'"),
    "a number": ({"prediction": 0}, "unknown column 0; Known: "),
    "groups of times": (
        {"groups": "when"},
        r"'when' is of type timestamp\[us\]; groups must be strings, numbers or dates",
    ),
    "ids of doubles": (
        {"sample_id": "weight"},
        "'weight' is of type double; what identifies rows must be strings or whole numbers",
    ),
}


@pytest.mark.parametrize(("asked", "message"), MISUSES.values(), ids=MISUSES)
def test_columns_that_cannot_be_are_refused_by_their_names(asked, message):
    schema = pa.schema(
        {
            **dict.fromkeys(["hyp", "ref", "a.b"], pa.string()),
            "s": pa.struct({"hyp": pa.string()}),
            "when": pa.timestamp("us"),
            "weight": pa.float64(),
        }
    )
    metric = metric_of_rows("wer", {}, "add_scores")
    check_columns(RowMetric(metric, "a.b", "ref", "weight"), schema)
    with pytest.raises(InputError, match=message):
        check_columns(
            RowMetric(metric, **{"prediction": "hyp", "reference": "ref", **asked}), schema
        )
