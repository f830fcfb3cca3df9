"""Scores as the page has them, for tests of what it shows of them."""

from levmetrics.web.reading.given import SINGLE, Given
from levmetrics.web.requests import Request
from levmetrics.web.scored import score


def scored(
    predictions,
    references,
    metric="wer",
    *,
    sources=("pasted", "pasted"),
    groups=None,
    **options,
):
    given = Given(references, {SINGLE: predictions}, sources, groups)
    return score(Request(metric, options), given, lambda share, what: None)
