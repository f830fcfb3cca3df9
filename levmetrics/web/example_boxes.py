"""The examples of the page's buttons: speech, OCR, records, a page, a meeting."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from levmetrics.formats.examples import example_path, read_example

ENGLISH, JAPANESE = "english", "japanese"
_SAMPLES = 200


class BundledExample(NamedTuple):
    """An example bundled with the package.

    Attributes:
        metric: the suitable metric.
        source: the source, as :func:`read_example` takes it; or the pattern of two files' names.
        systems: the names of the displayed systems; of two files ``prediction``.
        whole: whether each side is one text.

    """

    metric: str
    source: str
    systems: tuple[str, ...] = ("prediction",)
    whole: bool = False


EXAMPLES = {
    ENGLISH: BundledExample("wer", "speech_en", ("wide_beams", "narrow_beams")),
    JAPANESE: BundledExample("ja", "ocr_ja", ("reading",)),
    "records": BundledExample("record", "invoices_{}.json"),
    "page": BundledExample("page:order", "page_{}.txt", whole=True),
    "meeting": BundledExample("meeting:cp", "meeting_{}.json"),
}


@cache
def example(name: str) -> tuple[str, ...]:
    """Return the references of an example, and then each system's predictions, as pasted.

    Args:
        name: in ``EXAMPLES``.

    """
    one = EXAMPLES[name]
    if "{}" in one.source:
        paths = (example_path(one.source.format(side)) for side in ("reference", *one.systems))
        return tuple(path.read_text("utf-8").removesuffix("\n") for path in paths)
    texts = read_example(one.source)
    columns = [texts.references, *(texts.systems[system] for system in one.systems)]
    return tuple("\n".join(column[:_SAMPLES]) for column in columns)


def example_of(text: str) -> str | None:
    """Return the name of the example that a text belongs to, if any.

    >>> example_of(example(JAPANESE)[0]), example_of("rain")
    ('japanese', None)
    """
    return next((name for name in EXAMPLES if text in example(name)), None)
