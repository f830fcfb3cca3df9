"""Scores as the page has them, for tests of what it shows of them."""

from levmetrics.web.language import LANGUAGES
from levmetrics.web.requests import Request
from levmetrics.web.scored import SINGLE, Given, score


def scored(predictions, references, metric="wer_lev", *, sources=("", ""), **options):
    given = Given(references, {SINGLE: predictions}, dict.fromkeys(LANGUAGES, sources))
    return score(Request(metric, **options), given, lambda share, what: None)
