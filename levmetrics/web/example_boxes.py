"""The examples that the page's buttons load: real speech recognition, real OCR, single pairs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from levmetrics.formats.examples import read_example

# The examples, by the keys of their names in the wording.
ENGLISH, JAPANESE = "english_speech", "japanese_ocr"
_SOURCES = {
    ENGLISH: ("speech_en", "wide_beams", "wer_lev:wer"),
    JAPANESE: ("ocr_ja", "reading", "wer_lev:ja"),
}
_SAMPLES = 200
# A reference with its prediction, by the label of the button that loads it.
PAIRS = {
    "example_equal": ("いぬ ねこ", "いぬ ねこ"),
    "example_word": ("今日は良い天気です", "今日はいい天気です"),
    "example_greek": ("καλημέρα κόσμος", "καλημέρα κόσμε"),
}


@dataclass(frozen=True)
class Example:
    """One system's texts, as they stand in the page's boxes.

    Attributes:
        predictions: one a line.
        references: one a line.
        metric: the one that suits it.

    """

    predictions: str
    references: str
    metric: str


@dataclass(frozen=True)
class SystemsExample:
    """Two systems' texts, as they stand in the page's boxes.

    Attributes:
        references: one a line.
        system_a: predictions, one a line.
        system_b: predictions, one a line.
        metric: the one that suits it.

    """

    references: str
    system_a: str
    system_b: str
    metric: str


@cache
def example(name: str) -> Example:
    """Return an example by its name, ``ENGLISH`` or ``JAPANESE``."""
    source, system, metric = _SOURCES[name]
    texts = read_example(source)
    predictions, references = texts.systems[system], texts.references
    return Example("\n".join(predictions[:_SAMPLES]), "\n".join(references[:_SAMPLES]), metric)


def example_of(text: str) -> str | None:
    """Return the name of the example whose predictions or references a text is, if there is one.

    >>> example_of(example(JAPANESE).references), example_of("rain")
    ('japanese_ocr', None)
    """
    for name in _SOURCES:
        loaded = example(name)
        if text in (loaded.predictions, loaded.references):
            return name
    return None


def systems_example() -> SystemsExample:
    """Return the references and both systems of the speech example, all samples."""
    speech = read_example("speech_en")
    columns = (speech.references, speech.systems["wide_beams"], speech.systems["narrow_beams"])
    references, wide, narrow = map("\n".join, columns)
    return SystemsExample(references, wide, narrow, "wer_lev:wer")
