"""Comparisons as a visitor asks for them."""

from levmetrics.web.reading.given import Given
from levmetrics.web.requests import Request
from levmetrics.web.scored import score
from tests.corpora import SPEECH

WIDE, NARROW = SPEECH.systems["wide_beams"], SPEECH.systems["narrow_beams"]


def compared(references, systems, metric="wer", groups=None, **options):
    given = Given(references, systems, groups=groups)
    return score(Request(metric, options), given, lambda *_: None)
