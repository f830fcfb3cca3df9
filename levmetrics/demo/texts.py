"""What a visitor gives: pasted lines and uploaded files, as lists of texts."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from levmetrics.columns import InputError
from levmetrics.demo import limits
from levmetrics.names import reason

SEPARATOR = " ||| "  # between several references of a sample

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
    if not isinstance(text, str):
        raise InputError(f"{name} is of type {type(text).__name__}; give one text, a sample a line")
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


def column_names(path: Path) -> list[str]:
    """Return the names of a file's columns; a file of lines has one, without a name.

    Args:
        path: a UTF-8 file of one of ``FILE_TYPES``.

    Raises:
        InputError: if it is none, or too large.

    """
    names = _opened(path, lambda kind: kind.names(path))
    if len(names) > limits.COLUMNS:
        raise InputError(
            f"{path.name} has {len(names):,} columns; {limits.COLUMNS} are the most on this page"
        )
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"{path.name} has two columns named {name!r}; rename one")
    return names


def column(path: Path, name: str) -> list[str | list[str]]:
    """Read one column of a file as texts; values other than texts as JSON.

    Args:
        path: a file, as for :func:`column_names`.
        name: of the column.

    Raises:
        InputError: if the file has no such column, or it holds more than the page takes.

    """
    names = column_names(path)
    if name not in names:
        raise InputError(f"{path.name} has no column {name!r}; it has {', '.join(names)}")
    place = f"{path.name}, {name}" if name else path.name
    values = _opened(path, lambda kind: kind.column(path, name, place))
    texts = [_text(value, f"{place}, row {i}") for i, value in enumerate(values, start=1)]
    sizes = [len(t) if isinstance(t, str) else sum(map(len, t)) for t in texts]
    limits.check_size(np.array(sizes, np.int64), place)
    return texts


def guessed_column(files: Mapping[str, Sequence[str]], references: bool) -> tuple[str, str] | None:
    """Guess the file and column that hold the predictions or references, by their names.

    >>> guessed_column({"a.csv": ["ref", "hyp"]}, references=True)
    ('a.csv', 'ref')
    """
    names = _REFERENCE_NAMES if references else _PREDICTION_NAMES
    for file, columns in files.items():
        for name in columns:
            label = (name or Path(file).stem).lower()
            if label in names:
                return file, name
    return None


def _opened(path: Path, read: Callable[[_Kind], list[Any]]) -> list[Any]:
    """Read from a file of a known kind, and say if it cannot be read."""
    kind = _KINDS.get(path.suffix.lower())
    if kind is None:
        raise InputError(f"{path.name} is no file of the types {', '.join(FILE_TYPES)}")
    if path.stat().st_size > limits.FILE_MEGABYTES * 1_000_000:
        raise InputError(f"{path.name} is larger than {limits.FILE_MEGABYTES} MB")
    try:
        return read(kind)
    except InputError:
        raise
    except (pa.ArrowException, csv.Error, ValueError, RecursionError, OSError) as error:
        raise InputError(f"{path.name} cannot be read: {reason(error)}") from error


def _text(value: Any, place: str) -> str | list[str]:
    if value is None:
        raise InputError(f"{place} is empty; every sample needs a text")
    if isinstance(value, str) or (
        isinstance(value, list) and value and all(isinstance(own, str) for own in value)
    ):
        return value
    return json.dumps(value, ensure_ascii=False)


def _decoded(path: Path) -> str:
    return path.read_bytes().decode("utf-8-sig")


def _line_column(path: Path, name: str, place: str) -> list[Any]:
    return list(lines(_decoded(path), place))


def _separated_rows(path: Path) -> Iterator[list[str]]:
    delimiter = "\t" if path.suffix.lower() == ".tsv" else ","
    return csv.reader(io.StringIO(_decoded(path), newline=""), delimiter=delimiter, strict=True)


def _separated_names(path: Path) -> list[str]:
    names = next(_separated_rows(path), None)
    if not names:
        raise InputError(f"{path.name} has no heading")
    return names


def _separated_column(path: Path, name: str, place: str) -> list[Any]:
    rows = _separated_rows(path)
    names = next(rows)
    values = []
    for number, row in enumerate(islice(rows, limits.ROWS + 1), start=1):
        if not row and len(names) > 1:
            continue  # an empty line, as at the end
        if len(row or [""]) != len(names):
            raise InputError(
                f"{path.name}, row {number} has {len(row)} fields, and the heading {len(names)}"
            )
        values.append((row or [""])[names.index(name)])
    return values


def _json_rows(path: Path) -> Iterator[dict[str, Any]]:
    numbered = enumerate(_decoded(path).split("\n"), start=1)
    written = ((number, line) for number, line in numbered if line.strip())
    for number, line in islice(written, limits.ROWS + 1):
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise InputError(f"{path.name}, line {number} is no JSON: {reason(error)}") from error
        if not isinstance(row, dict):
            raise InputError(f"{path.name}, line {number} is no JSON object")
        yield row


def _json_names(path: Path) -> list[str]:
    names: dict[str, None] = {}
    for row in _json_rows(path):
        names.update(dict.fromkeys(row))
        if len(names) > limits.COLUMNS:
            break
    return list(names)


def _json_column(path: Path, name: str, place: str) -> list[Any]:
    return [row.get(name) for row in _json_rows(path)]


def _parquet_names(path: Path) -> list[str]:
    return list(pq.read_schema(path).names)


def _parquet_column(path: Path, name: str, place: str) -> list[Any]:
    """Read one column, after a look at what it would take: few bytes can stand for many."""
    with pq.ParquetFile(path) as file:
        kind = file.schema_arrow.field(name).type
        if not _is_plain(kind):
            raise InputError(f"{place} holds values of type {kind}; give texts, or JSON as text")
        groups = [file.metadata.row_group(i) for i in range(file.metadata.num_row_groups)]
        chunks = [group.column(i) for group in groups for i in range(group.num_columns)]
        own = [c for c in chunks if c.path_in_schema.split(".")[0] == name]
        if (
            file.metadata.num_rows > limits.ROWS
            or sum(c.num_values for c in own) > limits.VALUES
            or sum(c.total_uncompressed_size for c in own) > 10 * limits.CHARACTERS
            or any("DELTA_BYTE_ARRAY" in c.encodings for c in own)  # long texts from few bytes
        ):
            raise InputError(f"{place} holds more than this page takes; give a part of it")
        texts = {c.path_in_schema for c in own if c.physical_type == "BYTE_ARRAY"}
    # Texts that are repeated are read as what they stand for, and not written out yet.
    table = pq.read_table(path, columns=[name], read_dictionary=sorted(texts))
    (values,) = table.columns
    if texts:
        limits.check_size(_sizes(values), place)
    return list(values.to_pylist())


def _is_plain(kind: pa.DataType) -> bool:
    """Tell whether values are texts, lists of texts, or numbers."""
    if _is_list(kind):
        return _is_text(kind.value_type)
    return bool(
        _is_text(kind)
        or pa.types.is_integer(kind)
        or pa.types.is_floating(kind)
        or pa.types.is_boolean(kind)
    )


def _is_list(kind: pa.DataType) -> bool:
    return bool(pa.types.is_list(kind) or pa.types.is_large_list(kind))


def _is_text(kind: pa.DataType) -> bool:
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def _sizes(values: pa.ChunkedArray) -> npt.NDArray[np.int64]:
    """Bound the characters of every row from below, without writing out repeated texts."""
    sizes = [np.zeros(0, np.int64)]
    for chunk in values.chunks:
        texts = chunk.flatten() if _is_list(chunk.type) else chunk
        counts = np.asarray(
            pc.binary_length(texts.dictionary).take(texts.indices).fill_null(0), np.int64
        )
        if _is_list(chunk.type):
            ends = np.concatenate([[0], np.cumsum(np.asarray(chunk.value_lengths().fill_null(0)))])
            counts = np.diff(np.concatenate([[0], np.cumsum(counts)])[ends])
        sizes.append(counts)
    # Bytes: no character has more than four.
    return np.concatenate(sizes) // 4


@dataclass(frozen=True)
class _Kind:
    """How files of one kind are read.

    Attributes:
        names: returns the names of the columns.
        column: returns the values of one, by its name and what messages call it.

    """

    names: Callable[[Path], list[str]]
    column: Callable[[Path, str, str], list[Any]]


_SEPARATED = _Kind(_separated_names, _separated_column)
_KINDS = {
    ".txt": _Kind(lambda path: [""], _line_column),
    ".csv": _SEPARATED,
    ".tsv": _SEPARATED,
    ".jsonl": _Kind(_json_names, _json_column),
    ".parquet": _Kind(_parquet_names, _parquet_column),
}
FILE_TYPES = tuple(_KINDS)
