"""Whoever comes back when the page has forgotten the results is told so, whatever is pressed."""

import pytest

from levmetrics.errors import InputError
from levmetrics.web import score_results
from levmetrics.web.results.downloads import written
from levmetrics.web.results.exports import as_csv, as_json

HANDLERS = {
    "sample": lambda: score_results._draw_sample("ja", None, 1),
    "order": lambda: score_results._order_samples("ja", None, "errors"),
    "csv": lambda: written(as_csv, "ja", None),
    "json": lambda: written(as_json, "ja", None),
}


@pytest.mark.parametrize("name", HANDLERS)
def test_expired_results_are_said_to_be_so(name):
    with pytest.raises(InputError, match=r"^the results have expired: score again$"):
        HANDLERS[name]()
