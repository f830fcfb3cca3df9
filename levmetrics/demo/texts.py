"""What a visitor gives: pasted lines and uploaded files, as lists of texts."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.parquet as pq

from levmetrics.columns import InputError
from levmetrics.demo import limits
from levmetrics.names import reason

SEPARATOR = " ||| "  # between several references of a sample
FILE_TYPES = (".txt", ".csv", ".tsv", ".jsonl", ".parquet")
# A file's columns by name; a file of lines has one, without a name.
Table = Mapping[str, Sequence[Any]]

_PREDICTION_NAMES = ("prediction", "predictions", "hypothesis", "hyp", "output", "pred", "answer")
_REFERENCE_NAMES = ("reference", "references", "target", "ref", "label", "truth", "answers", "text")


def lines(text: str, name: str) -> list[str]:
    r"""Split pasted text into samples, one a line; an empty line is an empty text.

    Only line feeds part samples (and the end of the last line none): a text may hold any other
    separator of Unicode.

    Args:
        text: the pasted text.
        name: what the page calls it, for messages.

    Raises:
        InputError: for more than the page takes.

    >>> lines("a\r\nb\n\nc\n", "predictions")
    ['a', 'b', '', 'c']

    """
    samples = text.replace("\r\n", "\n").removesuffix("\n").split("\n") if text else []
    limits.check_size(np.array([*map(len, samples)], np.int64), name)
    return samples


def alternatives(references: Sequence[str | list[str]]) -> list[str | list[str]]:
    """Part the references of a sample where any sample has several.

    >>> alternatives(["a ||| b", "c"]), alternatives(["a", "b"])
    ([['a', 'b'], ['c']], ['a', 'b'])
    """
    several = any(isinstance(own, list) or SEPARATOR in own for own in references)
    if not several:
        return list(references)
    return [own if isinstance(own, list) else own.split(SEPARATOR) for own in references]


def read_table(path: Path) -> Table:
    """Read a file's columns: the lines of a text, or the columns of a table.

    Args:
        path: a UTF-8 file of one of ``FILE_TYPES``.

    Raises:
        InputError: if it is none, or too large.

    """
    read = _READERS.get(path.suffix.lower())
    if read is None:
        raise InputError(f"{path.name} is no file of the types {', '.join(FILE_TYPES)}")
    if path.stat().st_size > limits.FILE_MEGABYTES * 1_000_000:
        raise InputError(f"{path.name} is larger than {limits.FILE_MEGABYTES} MB")
    try:
        return read(path)
    except InputError:
        raise
    except (pa.ArrowException, ValueError, RecursionError, OSError) as error:
        raise InputError(f"{path.name} cannot be read: {reason(error)}") from error


def column(table: Table, name: str, file: str) -> list[str | list[str]]:
    """Return one column of a table as texts; values other than texts as JSON.

    Args:
        table: of the file.
        name: of the column.
        file: name of the file, for messages.

    Raises:
        InputError: if the table has no such column, or it holds more than the page takes.

    """
    if name not in table:
        raise InputError(f"{file} has no column {name!r}; it has {', '.join(table)}")
    place = f"{file}, {name}" if name else file
    values = table[name]
    if isinstance(values, pa.ChunkedArray):
        limits.check_size(_sizes(values, place), place)
        values = values.to_pylist()
    texts = [_text(value, f"{place}, row {i}") for i, value in enumerate(values, start=1)]
    sizes = [len(t) if isinstance(t, str) else sum(map(len, t)) for t in texts]
    limits.check_size(np.array(sizes, np.int64), place)
    return texts


def guessed_column(tables: Mapping[str, Table], references: bool) -> tuple[str, str] | None:
    """Guess the file and column that hold the predictions or references, by their names.

    >>> guessed_column({"a.csv": {"ref": [], "hyp": []}}, references=True)
    ('a.csv', 'ref')
    """
    names = _REFERENCE_NAMES if references else _PREDICTION_NAMES
    for file, table in tables.items():
        for name in table:
            label = (name or Path(file).stem).lower()
            if label in names:
                return file, name
    return None


def _text(value: Any, place: str) -> str | list[str]:
    if value is None:
        raise InputError(f"{place} is empty; every sample needs a text")
    if isinstance(value, str) or (
        isinstance(value, list) and value and all(isinstance(own, str) for own in value)
    ):
        return value
    return json.dumps(value, ensure_ascii=False, default=str)


def _sizes(values: pa.ChunkedArray, place: str) -> npt.NDArray[np.int64]:
    """Bound the characters of every row from below, without writing out repeated texts."""
    kind = values.type.value_type if pa.types.is_list(values.type) else values.type
    if pa.types.is_nested(kind):
        raise InputError(f"{place} holds values of type {kind}; give them as JSON texts")
    sizes = [np.zeros(0, np.int64)]
    for chunk in values.chunks:
        texts = chunk.flatten() if pa.types.is_list(chunk.type) else chunk
        if pa.types.is_dictionary(texts.type):
            own = pc.binary_length(texts.dictionary).take(texts.indices)
        else:
            own = pc.binary_length(texts.cast(pa.large_string()))
        counts = np.asarray(own.fill_null(0)).astype(np.int64)
        if pa.types.is_list(chunk.type):
            ends = np.concatenate([[0], np.cumsum(np.asarray(chunk.value_lengths().fill_null(0)))])
            counts = np.diff(np.concatenate([[0], np.cumsum(counts)])[ends])
        sizes.append(counts)
    # Bytes: no character has more than four.
    return np.concatenate(sizes) // 4


def _read_lines(path: Path) -> Table:
    return {"": lines(path.read_text(encoding="utf-8-sig"), path.name)}


def _read_separated(path: Path) -> Table:
    options = pyarrow.csv.ParseOptions(
        delimiter="\t" if path.suffix.lower() == ".tsv" else ",", newlines_in_values=True
    )
    with pyarrow.csv.open_csv(path, parse_options=options) as reader:
        names = reader.schema.names
    as_texts = pyarrow.csv.ConvertOptions(
        column_types=dict.fromkeys(names, pa.string()), strings_can_be_null=False
    )
    table = pyarrow.csv.read_csv(path, parse_options=options, convert_options=as_texts)
    return dict(zip(table.column_names, table.columns, strict=True))


def _read_json_lines(path: Path) -> Table:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8-sig").split("\n") if line]
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, dict):
            raise InputError(f"{path.name}, line {number} is no JSON object")
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}


def _read_parquet(path: Path) -> Table:
    with pq.ParquetFile(path) as file:
        if file.metadata.num_rows > limits.ROWS:
            raise InputError(f"{path.name} has more than {limits.ROWS:,} rows")
        columns = [file.schema.column(i) for i in range(len(file.schema.names))]
        texts = [column.path for column in columns if column.physical_type == "BYTE_ARRAY"]
    # A few bytes can stand for the same long text in every row: read as what they stand for.
    table = pq.read_table(path, read_dictionary=texts)
    return dict(zip(table.column_names, table.columns, strict=True))


_READERS: dict[str, Callable[[Path], Table]] = {
    ".txt": _read_lines,
    ".csv": _read_separated,
    ".tsv": _read_separated,
    ".jsonl": _read_json_lines,
    ".parquet": _read_parquet,
}
