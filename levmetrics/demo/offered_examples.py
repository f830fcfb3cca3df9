"""Texts to try the page with: English speech with synthetic errors, and real Japanese OCR."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from levmetrics.formats.examples import example_path, read_pairs

ENGLISH = "English, synthetic errors"
JAPANESE = "Japanese OCR"
_FILES = {ENGLISH: ("asr_en.tsv", "wer_lev:wer"), JAPANESE: ("ocr_ja.tsv", "wer_lev:ja")}
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
    file, metric = _FILES[name]
    preds, target = read_pairs(example_path(file))
    predictions, references = (
        "\n".join(column.texts[:_SAMPLES].to_pylist()) for column in (preds, target)
    )
    return Example(predictions, references, metric)


def example_of(text: str) -> str | None:
    """Return the name of the example that a text is a side of, if it is.

    >>> example_of(example(JAPANESE).references), example_of("rain")
    ('Japanese OCR', None)
    """
    for name in _FILES:
        own = example(name)
        if text in (own.predictions, own.references):
            return name
    return None
