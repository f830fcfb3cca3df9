"""The example texts that come with the package, and tab-separated files of pairs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.csv

from levmetrics.errors import InputError, reason
from levmetrics.inputs.columns import TextColumn, prediction_column, reference_column
from levmetrics.registry import lookup

# The column names of each example; None where the file has a header.
_EXAMPLES = {"speech_en": None, "ocr_ja": ["id", "reference", "reading"]}
_PAIR_COLUMNS = ["id", "reference", "hypothesis"]
# Columns that are read as texts, even if all values look like numbers.
_TEXT_COLUMNS = {*_PAIR_COLUMNS, "reading", "voice", "wide_beams", "narrow_beams"}


@dataclass(frozen=True)
class Example:
    """Example texts: references, and the predictions of one or several systems.

    Attributes:
        references: the correct texts, one a sample.
        systems: the predictions of each system by its name, one a sample.
        groups: the group of each sample, as the voice that spoke it; ``None`` without groups.

    """

    references: list[str]
    systems: dict[str, list[str]]
    groups: list[str] | None


def read_example(name: str) -> Example:
    """Read an example of the package by its name.

    Args:
        name: ``"speech_en"``: output of a real recogniser (PocketSphinx) for English sentences read
            by four synthetic voices; its systems are ``wide_beams`` and ``narrow_beams``,
            its groups the voices. ``"ocr_ja"``: output of Tesseract OCR for printed Japanese; its
            only system is ``reading``.

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
    columns = _table(example_path(f"{name}.tsv"), names).drop_columns("id").to_pydict()
    references, groups = columns.pop("reference"), columns.pop("voice", None)
    return Example(references, columns, groups)


def read_pairs(path: Path) -> tuple[TextColumn, TextColumn]:
    """Read predictions and references from a tab-separated file: id, reference, hypothesis.

    Args:
        path: a UTF-8 file without a header; every character but tab, line feed and carriage
            return is text, quotation marks included.

    Returns:
        Predictions and references, checked.

    Raises:
        InputError: if the file has another format, or cannot be read.

    >>> preds, references = read_pairs(example_path("ocr_ja.tsv"))
    >>> len(preds), len(references)
    (543, 543)

    """
    try:
        table = _table(path, _PAIR_COLUMNS)
    except pa.ArrowInvalid as error:
        raise InputError("file.no_pairs", file=str(path), why=reason(error)) from error
    except OSError as error:
        raise InputError("file.unreadable", file=str(path), why=reason(error)) from error
    return prediction_column(table["hypothesis"]), reference_column(table["reference"])


def example_path(name: str) -> Path:
    """Return the path of an example file: in the installed package, or beside it in a checkout.

    >>> example_path("speech_en.tsv").exists()
    True
    """
    package = Path(__file__).parent.parent
    installed = package / "examples" / name
    return installed if installed.exists() else package.parent / "examples" / "data" / name


def _table(path: Path, names: list[str] | None) -> pa.Table:
    """Read a tab-separated file with these column names; ``None``: those in its header."""
    return pyarrow.csv.read_csv(
        path,
        read_options=pyarrow.csv.ReadOptions(column_names=names),
        parse_options=pyarrow.csv.ParseOptions(delimiter="\t", quote_char=False),
        convert_options=pyarrow.csv.ConvertOptions(
            column_types=dict.fromkeys(_TEXT_COLUMNS, pa.string())
        ),
    )
