"""The package's example texts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from levmetrics.registry import lookup

# The column names of each example; None where the file has a header.
_EXAMPLES = {"speech_en": None, "ocr_ja": ["id", "reference", "reading"]}


@dataclass(frozen=True)
class Example:
    """Example texts: references, and the predictions of one or several systems.

    Attributes:
        references: the correct texts, one for each sample.
        systems: the predictions of each system by its name, one for each sample.
        groups: the group of each sample, such as the voice that spoke it; ``None`` without groups.

    """

    references: list[str]
    systems: dict[str, list[str]]
    groups: list[str] | None


def read_example(name: str) -> Example:
    """Return an example of the package by its name.

    Args:
        name: ``"speech_en"``: output of a real recogniser (PocketSphinx) for English sentences read
            by four synthetic voices; its systems are ``wide_beams`` and ``narrow_beams``,
            its groups are the voices. ``"ocr_ja"``: output of Tesseract OCR for printed Japanese;
            its only system is ``reading``.

    Raises:
        InputError: for any other name.

    >>> speech = read_example("speech_en")
    >>> len(speech.references), list(speech.systems), speech.groups[1]
    (600, ['wide_beams', 'narrow_beams'], 'rms')
    >>> speech.references[1]
    'i made a quick glance over my shoulder and grabbed at my gun'
    >>> speech.systems["wide_beams"][1]
    'i made a quick glance over my shoulder and grab get my gun'

    """
    names = lookup(_EXAMPLES, name, "example")
    text = example_path(f"{name}.tsv").read_text("utf-8").removesuffix("\n")
    rows = [line.split("\t") for line in text.split("\n")]
    named = zip(names or rows.pop(0), zip(*rows, strict=True), strict=True)
    columns = {column: [*values] for column, values in named if column != "id"}
    references, groups = columns.pop("reference"), columns.pop("voice", None)
    return Example(references, columns, groups)


def example_path(name: str) -> Path:
    """Return the path of an example file: in the installed package, or beside it in a checkout.

    >>> example_path("speech_en.tsv").exists()
    True
    """
    package = Path(__file__).parent.parent
    installed = package / "examples" / name
    return installed if installed.exists() else package.parent / "examples" / "data" / name
