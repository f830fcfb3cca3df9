"""Files to columns, and where the package's own example texts are."""

from __future__ import annotations

from pathlib import Path

import pyarrow.csv

from levmetrics.errors import InputError, reason
from levmetrics.inputs.columns import TextColumn, prediction_column, reference_column


def read_pairs(path: Path) -> tuple[TextColumn, TextColumn]:
    """Read predictions and references from a tab-separated file: id, reference, hypothesis.

    Args:
        path: a UTF-8 file without a header; every character but tab, line feed and carriage
            return is text, quotation marks included.

    Returns:
        Predictions and references, checked.

    Raises:
        InputError: if the file is none of that kind.

    >>> preds, references = read_pairs(example_path("asr_en.tsv"))
    >>> len(preds), references.texts[2].as_py()
    (2703, 'our army stopped at murfreesboro')

    """
    names = ["id", "reference", "hypothesis"]
    try:
        table = pyarrow.csv.read_csv(
            path,
            read_options=pyarrow.csv.ReadOptions(column_names=names),
            parse_options=pyarrow.csv.ParseOptions(delimiter="\t", quote_char=False),
            convert_options=pyarrow.csv.ConvertOptions(
                column_types=dict.fromkeys(names, pyarrow.string())
            ),
        )
    except pyarrow.ArrowInvalid as error:
        raise InputError(
            f"{path} is not a UTF-8 file of lines with id, reference and hypothesis between tabs: "
            f"{reason(error)}"
        ) from error
    except OSError as error:
        raise InputError(f"{path} cannot be read: {reason(error)}") from error
    return prediction_column(table["hypothesis"]), reference_column(table["reference"])


def example_path(name: str) -> Path:
    """Return the path of an example file: beside the package in a checkout, in it when installed.

    >>> example_path("asr_en.tsv").exists()
    True
    """
    package = Path(__file__).parent.parent
    installed = package / "examples" / name
    return installed if installed.exists() else package.parent / "examples" / "data" / name
