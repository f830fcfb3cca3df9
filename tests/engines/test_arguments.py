"""What an engine is asked for is checked by the schema alone."""

import pyarrow as pa
import pytest

from levmetrics.engines import added_metric
from levmetrics.errors import InputError

ASKED = {"prediction": "hyp", "reference": "ref"}


def test_nested_values_are_scored_by_the_metric_that_takes_them_and_refused_by_others():
    schema = pa.schema({name: pa.struct({"total": pa.string()}) for name in ("hyp", "ref")})
    assert "anls" in added_metric(schema, "anls:star", {}, **ASKED)[1].names
    with pytest.raises(InputError, match=r"'hyp' is of type struct<.*predictions must be strings"):
        added_metric(schema, "wer_lev", {}, **ASKED)
