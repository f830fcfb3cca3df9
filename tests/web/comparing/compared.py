"""Comparisons as a visitor asks for them."""

from levmetrics.formats.examples import read_example
from levmetrics.web.comparing.compared import compare_of_visitor
from levmetrics.web.comparing.given import GivenSystems
from levmetrics.web.requests import Request

SPEECH = read_example("speech_en")
WIDE, NARROW = SPEECH.systems["wide_beams"], SPEECH.systems["narrow_beams"]


def compared(references, systems, metric="wer_lev:wer", groups=None, **options):
    request = Request(metric, **options)
    given = GivenSystems(references, [*systems.items()], groups)
    return compare_of_visitor("en", request, given, lambda *_: None)
