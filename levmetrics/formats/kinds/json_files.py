"""JSON: an object per line, a table in one value (as by pandas' ``to_json``), or records."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, TypeAlias

from levmetrics.errors import InputError, Place, few
from levmetrics.formats.file_format import FILE_FORMATS, ROWS_OF_A_BATCH, FileFormat, batched
from levmetrics.formats.headings import IDS, has_a_side, is_heading, is_named
from levmetrics.formats.source import Limits, Source
from levmetrics.inputs.json_values import RepeatedKeyError, unique_object

_ID, _TEXT = "id", "text"
_PREFIX = re.compile(r'\s*(\[\s*[{"]|\{\s*")')
_ROWS_FOR_NAMES = 1_000
_DECODER = json.JSONDecoder(object_pairs_hook=unique_object)
_SPLIT = ("columns", "index", "data")  # the keys of pandas' orient "split"

_Columns: TypeAlias = "Mapping[str, Sequence[Any]]"


class JsonLines(FileFormat):
    """One object per line; objects may lack keys of others."""

    name = "jsonl"
    description = "JSON lines: an object a line, as the manifests of NeMo have it"
    suffixes = (".jsonl", ".ndjson", ".json")
    rank = 2
    has_cells = True

    def recognises(self, source: Source) -> bool:
        """Whether the first line is an object, and not a whole table if it is the only line."""
        filled = [*islice(filter(str.strip, source.first_lines), 2)]
        try:
            first = json.loads(filled[0]) if filled else None
        except (RecursionError, ValueError):
            return False
        return isinstance(first, dict) and (len(filled) > 1 or _table_of(first) is None)

    def names(self, source: Source) -> list[str]:
        """Return the keys of the first 1,000 objects, in the order of their first use."""
        names = dict.fromkeys(chain.from_iterable(islice(_objects(source), _ROWS_FOR_NAMES)))
        if not names:
            raise InputError("file.no_objects", file=source.name)
        return list(names)

    def batches(self, source: Source, keys: Sequence[str]) -> Iterator[tuple[list[Any], ...]]:
        """Return the values of some keys, ``None`` in objects that do not have them."""
        for batch in batched(_objects(source), source.limits):
            yield tuple([row.get(key) for row in batch] for key in keys)


class JsonTable(FileFormat):
    """A table in one JSON value, which is read into memory as a whole.

    It may be a list of objects, whose keys are the columns; an object of lists, one for each
    column; a list of texts; an object of texts by id; or any output of pandas' ``to_json`` except
    orient "values", which has no column names.

    A list of objects may also be the value of a key, such as ``data`` in the ground truth of the
    DocVQA competitions (https://rrc.cvc.uab.es/?ch=17&com=tasks), whose other keys describe the
    data set. The objects may also be the values of an object with their ids as keys.
    """

    name = "json"
    description = "JSON: a list of objects or texts, an object of lists, or pandas' to_json"
    suffixes = (".json",)
    rank = 5
    has_cells = True

    def recognises(self, source: Source) -> bool:
        """Whether the text has the prefix of a list of objects or texts, or of an object."""
        return _PREFIX.match(source.decoder.first_text) is not None

    def names(self, source: Source) -> list[str]:
        """Return the keys of all objects, in the order of their first use."""
        return list(source.once(_columns))

    def batches(self, source: Source, keys: Sequence[str]) -> Iterator[tuple[Sequence[Any], ...]]:
        """Return the values of some keys, ``None`` in objects that do not have them."""
        columns = source.once(_columns)
        rows = max(map(len, columns.values()), default=0)
        for start in range(0, rows, ROWS_OF_A_BATCH):
            yield tuple(columns[key][start : start + ROWS_OF_A_BATCH] for key in keys)


class JsonRecords(FileFormat):
    """Objects that are samples by themselves, as records are, and not rows of columns.

    The file has one object per line, a list of objects, or one object. The format cannot be
    detected.
    """

    name = "records"
    description = "JSON whose rows are the records themselves: an object a line, a list, or one"
    suffixes = (".jsonl", ".json")

    def recognises(self, source: Source) -> bool:
        """Return false: the same content may be rows of columns."""
        return False

    def names(self, source: Source) -> list[str]:
        """Return the name of the only column, which is empty."""
        return [""]

    def id_names(self, source: Source) -> list[str]:
        """Return the fields of the first record that are named as ids are."""
        return [name for name in source.once(_first_record) if is_named(name, IDS)]

    def batches(self, source: Source, keys: Sequence[str]) -> Iterator[tuple[list[Any], ...]]:
        """Return the records, and the values of fields with ids."""
        for batch in batched(records(source), source.limits):
            yield tuple(batch if key == "" else [each.get(key) for each in batch] for key in keys)


def _first_record(source: Source) -> dict[str, Any]:
    return next(records(source), {})


def records(source: Source) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects of a file: one a line, those of a list, or a single one.

    Raises:
        InputError: if the file is not JSON with objects.

    """
    try:
        first = next((line for line in source.first_lines if line.strip()), "")
        are_lines = isinstance(json.loads(first), dict)
    except (RecursionError, ValueError):
        are_lines = False
    if not are_lines:
        try:
            content = _content(source)
        except InputError as error:
            if error.code != "file.no_json" or not first.lstrip().startswith("{"):
                raise
            are_lines = True  # the first of which may be longer than the examined part
    if are_lines:
        yield from _objects(source)
        return
    for number, record in enumerate(content if isinstance(content, list) else [content], start=1):
        if not isinstance(record, dict):
            place = Place(source.name, number, "row")
            raise InputError("file.mixed_json", place=place, kind="object")
        yield record


def _content(source: Source) -> Any:
    """Return the JSON value of a file.

    Raises:
        InputError: if it is not JSON.

    """
    text = "".join(source.decoded())
    try:
        return json.loads(text, object_pairs_hook=unique_object)
    except (RecursionError, ValueError) as error:
        raise _json_error(error, "file.no_json", source.name, source.limits) from None


def _columns(source: Source) -> _Columns:
    """Return the columns by name.

    Raises:
        InputError: if the JSON is not a table.

    """
    content = _content(source)
    if isinstance(content, dict):
        content = _table_of(content)
    if isinstance(content, list):
        return _of_rows(source.name, content)
    if not isinstance(content, dict):
        raise InputError("file.other_json", file=source.name)
    sizes = {key: len(values) for key, values in content.items()}
    if len({*sizes.values()}) > 1:
        lengths = few(f"{key} {size:,}" for key, size in sizes.items())
        raise InputError("table.column_lengths", file=source.name, lengths=lengths)
    return content


def _table_of(content: Mapping[str, Any]) -> _Columns | Sequence[Any] | None:
    """Return the columns or rows of an object that is a whole table; ``None`` if it is a row.

    An object with a usual name of a side as key is a row, unless its values are lists or numbered:
    its values are texts, or nested values to compare.

    >>> _table_of({"hyp": ["a"], "ref": ["b"]})
    {'hyp': ['a'], 'ref': ['b']}
    >>> _table_of({"hyp": "a", "ref": ["b"]}), _table_of({"text": "a", "duration": 1.5})
    (None, None)
    >>> _table_of({"data": [{"answers": ["a"]}], "version": "1"})
    [{'answers': ['a']}]
    >>> _table_of({"u1": {"hyp": "a", "ref": "b"}, "u2": {"hyp": "c", "ref": "d"}})
    [{'id': 'u1', 'hyp': 'a', 'ref': 'b'}, {'id': 'u2', 'hyp': 'c', 'ref': 'd'}]
    >>> _table_of({"hyp": {"0": "a", "1": "c"}, "ref": {"0": "b", "1": "d"}})
    {'hyp': ['a', 'c'], 'ref': ['b', 'd']}
    >>> _table_of({"u1": "a", "u2": "b"})
    {'id': ['u1', 'u2'], 'text': ['a', 'b']}

    """
    values = [*content.values()]
    lists = [value for value in values if isinstance(value, list)]
    names_a_side = has_a_side(content)
    if (columns := _of_split(content)) is not None:
        return columns
    if not names_a_side and len(lists) == 1 and any(isinstance(row, dict) for row in lists[0]):
        return lists[0]
    if len(lists) == len(values):
        return content
    if _are_numbered(values):
        return {name: [*of_rows.values()] for name, of_rows in content.items()}
    if names_a_side:
        return None
    if all(isinstance(value, dict) and (has_a_side(value) or _TEXT in value) for value in values):
        return [{_ID: key, **row} for key, row in content.items()]
    if all(isinstance(value, str) for value in values) and not is_heading([*content]):
        return {_ID: [*content], _TEXT: values}
    return None


def _of_split(content: Mapping[str, Any]) -> _Columns | None:
    """Return the columns that pandas writes with ``orient="split"``; ``None`` for another object.

    The index is a column unless it only numbers the rows.
    """
    if {*content} != {*_SPLIT} or not all(isinstance(value, list) for value in content.values()):
        return None
    names, index, rows = (content[key] for key in _SPLIT)
    if len(index) != len(rows) or {*map(type, rows)} - {list} or {*map(len, rows)} - {len(names)}:
        return None
    columns = {str(name): [row[number] for row in rows] for number, name in enumerate(names)}
    return columns if all(isinstance(row, int) for row in index) else {_ID: index, **columns}


def _are_numbered(columns: Sequence[Any]) -> bool:
    """Whether columns are values by row number, as pandas writes them without an ``orient``.

    Objects with other keys may be nested values.
    """
    if not columns or not all(isinstance(column, dict) and column for column in columns):
        return False
    rows = [*columns[0]]
    return all(key.isdecimal() for key in rows) and all([*column] == rows for column in columns)


def _json_error(error: Exception, code: str, place: str, limits: Limits) -> InputError:
    """Return the error for invalid JSON, too deep nesting, a repeated key, or too long a number.

    Args:
        error: the error of the parser.
        code: the error code for invalid JSON.
        place: the place of the parsed text.
        limits: the limits of the file.

    """
    if isinstance(error, RecursionError):
        return InputError("file.too_deep", place=place, owner=limits.owner)
    if isinstance(error, RepeatedKeyError):
        return InputError("value.repeated_key", place=place, key=error.key)
    if isinstance(error, json.JSONDecodeError):
        return InputError(code, place=place, error=error.msg, line=error.lineno, column=error.colno)
    return InputError("file.long_number", place=place)


def _of_rows(name: str, rows: Sequence[Any]) -> _Columns:
    """Return the columns of a list of objects, or the one unnamed column of a list of texts."""
    kind, noun = (str, "string") if rows and isinstance(rows[0], str) else (dict, "object")
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, kind):
            raise InputError("file.mixed_json", place=Place(name, number, "row"), kind=noun)
    if kind is str:
        return {"": rows}
    keys = dict.fromkeys(key for row in rows for key in row)
    return {key: [row.get(key) for row in rows] for key in keys}


def _objects(source: Source) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(source.lines(), start=1):
        if not line or line.isspace():
            continue
        try:
            row = _parsed_line(line)
        except (RecursionError, ValueError) as error:
            place = Place(source.name, number, "line")
            raise _json_error(error, "file.no_json_line", place, source.limits) from None
        if not isinstance(row, dict):
            raise InputError("file.no_json_object", place=Place(source.name, number, "line"))
        yield row


def _parsed_line(line: str) -> Any:
    """Parse a line; without surrounding space it takes two thirds of the time of ``json.loads``."""
    try:
        row, end = _DECODER.raw_decode(line)
    except json.JSONDecodeError:
        end = 0
    if end == len(line):
        return row
    return json.loads(line.removeprefix("\ufeff"), object_pairs_hook=unique_object)


FILE_FORMATS.register(JsonLines())
FILE_FORMATS.register(JsonTable())
FILE_FORMATS.register(JsonRecords())
