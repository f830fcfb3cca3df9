"""What an engine is asked for is checked by the schema alone."""

import pickle

import pyarrow as pa
import pytest

from levmetrics.engines import scored_schema
from levmetrics.errors import InputError
from levmetrics.frames.frame import RowMetric, metric_of_rows


def rows_of(metric):
    return RowMetric(metric_of_rows(metric, {}, "add_scores"), "hyp", "ref")


def test_nested_values_are_scored_by_the_metric_that_takes_them_and_refused_by_others():
    schema = pa.schema({name: pa.struct({"total": pa.string()}) for name in ("hyp", "ref")})
    rows = rows_of("anls:star")
    assert "anls" in scored_schema(rows, schema).names
    assert pickle.loads(pickle.dumps(rows)).read == ["hyp", "ref"]
    with pytest.raises(InputError, match=r"'hyp' is of type struct<.*predictions must be strings"):
        scored_schema(rows_of("wer_lev"), schema)
