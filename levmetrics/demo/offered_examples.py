"""Texts to try the page with: what a real recogniser heard, and real Japanese OCR."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from levmetrics.formats.examples import read_example

ENGLISH = "English, real recogniser, synthetic voices"
JAPANESE = "Japanese OCR"
_SOURCES = {
    ENGLISH: ("speech_en", "wide_beams", "wer_lev:wer"),
    JAPANESE: ("ocr_ja", "reading", "wer_lev:ja"),
}
_SAMPLES = 200


@dataclass(frozen=True)
class Example:
    """An example, as it stands in the page's boxes.

    Attributes:
        predictions: one a line.
        references: one a line.
        metric: the one that suits it.

    """

    predictions: str
    references: str
    metric: str


@cache
def example(name: str) -> Example:
    """Return an example by its name, ``ENGLISH`` or ``JAPANESE``."""
    source, system, metric = _SOURCES[name]
    texts = read_example(source)
    predictions, references = texts.systems[system], texts.references
    return Example("\n".join(predictions[:_SAMPLES]), "\n".join(references[:_SAMPLES]), metric)


def example_of(text: str) -> str | None:
    """Return the name of the example that a text is a side of, if it is.

    >>> example_of(example(JAPANESE).references), example_of("rain")
    ('Japanese OCR', None)
    """
    for name in _SOURCES:
        own = example(name)
        if text in (own.predictions, own.references):
            return name
    return None
