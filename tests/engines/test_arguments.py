"""What an engine is asked for is checked by the schema alone."""

import pickle

import pyarrow as pa
import pytest

from levmetrics.engines import added_metric
from levmetrics.errors import InputError

ASKED = {"prediction": "hyp", "reference": "ref"}


def test_nested_values_are_scored_by_the_metric_that_takes_them_and_refused_by_others():
    schema = pa.schema({name: pa.struct({"total": pa.string()}) for name in ("hyp", "ref")})
    rows, scored = added_metric(schema, "anls:star", {}, **ASKED)
    assert "anls" in scored.names
    assert pickle.loads(pickle.dumps(rows)).read == ["hyp", "ref"]
    with pytest.raises(InputError, match=r"'hyp' is of type struct<.*predictions must be strings"):
        added_metric(schema, "wer_lev", {}, **ASKED)
