"""The examples of the page's buttons: real speech recognition, real OCR."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from levmetrics.formats.examples import read_example

ENGLISH, JAPANESE = "english", "japanese"
_SAMPLES = 200


class BundledExample(NamedTuple):
    """An example bundled with the package.

    Attributes:
        source: the source, as :func:`read_example` takes it.
        systems: the names of the displayed systems.
        metric: the suitable metric.

    """

    source: str
    systems: tuple[str, ...]
    metric: str


EXAMPLES = {
    ENGLISH: BundledExample("speech_en", ("wide_beams", "narrow_beams"), "wer"),
    JAPANESE: BundledExample("ocr_ja", ("reading",), "ja"),
}


@cache
def example(name: str) -> tuple[str, ...]:
    """Return the references of an example, and then each system's predictions, one a line.

    Args:
        name: in ``EXAMPLES``.

    """
    texts = read_example(EXAMPLES[name].source)
    columns = [texts.references, *(texts.systems[system] for system in EXAMPLES[name].systems)]
    return tuple("\n".join(column[:_SAMPLES]) for column in columns)


def example_of(text: str) -> str | None:
    """Return the name of the example that a text belongs to, if any.

    >>> example_of(example(JAPANESE)[0]), example_of("rain")
    ('japanese', None)
    """
    return next((name for name in EXAMPLES if text in example(name)), None)
