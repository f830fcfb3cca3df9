"""JSON tables: a list of objects, an object of lists, or objects below a key or by their ids."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from levmetrics.errors import InputError
from levmetrics.formats.file_format import FILE_FORMATS, ROWS_OF_A_BATCH, FileFormat
from levmetrics.formats.headings import PREDICTIONS, REFERENCES, Key, checked_name, is_named
from levmetrics.formats.source import Source

_ID = "id"
_PREFIX = re.compile(r'\s*(\[\s*\{|\{\s*")')

_Columns: TypeAlias = "Mapping[str, Sequence[Any]]"


class JsonTable(FileFormat):
    """Objects whose keys are the columns, or lists of their values; in memory is all of it.

    The list may be the value of a key, as of ``data`` in the ground truth of the DocVQA
    competitions (https://rrc.cvc.uab.es/?ch=17&com=tasks), whose other values describe the data
    set. The objects may also have their ids for keys.
    """

    name = "json"
    description = "JSON: a list of objects, an object of lists, or DocVQA's ground truth"
    suffixes = (".json",)
    rank = 5

    def recognises(self, lines: Sequence[str]) -> bool:
        """Tell whether the text has the prefix of a list of objects, or of an object."""
        return _PREFIX.match("\n".join(lines)) is not None

    def names(self, source: Source) -> list[str]:
        """Return the keys of all objects, in the order of their first use."""
        return list(_columns(source))

    def batches(self, source: Source, keys: Sequence[Key]) -> Iterator[tuple[Sequence[Any], ...]]:
        """Return the values of some keys, ``None`` in objects that do not have them."""
        columns = _columns(source)
        wanted = [
            columns[checked_name(source.name, [*columns], key, source.limits)] for key in keys
        ]
        rows = max(map(len, columns.values()), default=0)
        for start in range(0, rows, ROWS_OF_A_BATCH):
            yield tuple(values[start : start + ROWS_OF_A_BATCH] for values in wanted)


def is_table(content: Mapping[str, Any]) -> bool:
    """Tell whether an object is a whole table, rather than a row of one.

    >>> is_table({"hyp": ["a"], "ref": ["b"]}), is_table({"hyp": "a", "ref": ["b"]})
    (True, False)
    >>> is_table({"data": [{"answers": ["a"]}], "version": "1"})
    True
    >>> is_table({"u1": {"hyp": "a", "ref": "b"}, "u2": {"hyp": "c", "ref": "d"}})
    True

    """
    return _are_lists(content) or _rows_within(content) is not None


def _columns(source: Source) -> _Columns:
    """Return the columns by their names.

    Raises:
        InputError: if it is no such JSON.

    """
    content = _parsed(source)
    if isinstance(content, dict):
        rows = _rows_within(content)
        content = content if rows is None else rows
    if isinstance(content, list):
        return _of_objects(source.name, content)
    if isinstance(content, dict) and _are_lists(content):
        return _of_lists(source.name, content)
    raise InputError(
        f"{source.name} is JSON of another form; give a list of objects, or an object of lists"
    )


def _are_lists(content: Mapping[str, Any]) -> bool:
    return all(isinstance(value, list) for value in content.values())


def _rows_within(content: Mapping[str, Any]) -> Sequence[Any] | None:
    """Return the rows of an object that is a whole table; ``None`` if it is none, or of lists.

    They are its only list of objects, with no other lists beside it, or objects by their ids. An
    object with a usual name of a side is a row: its values are texts, or nested ones to compare.
    """
    if any(is_named(key, [*PREDICTIONS, *REFERENCES]) for key in content):
        return None
    lists = [value for value in content.values() if isinstance(value, list)]
    if len(lists) == 1 and any(isinstance(row, dict) for row in lists[0]):
        return lists[0]
    values = [*content.values()]
    if len(values) > 1 and all(_has_a_side(value) for value in values):
        return [{_ID: key, **row} for key, row in content.items()]
    return None


def _has_a_side(row: Any) -> bool:
    return isinstance(row, dict) and any(is_named(key, [*PREDICTIONS, *REFERENCES]) for key in row)


def _parsed(source: Source) -> Any:
    try:
        return json.loads(source.text())
    except RecursionError:
        raise source.limits.too_deep(source.name) from None
    except json.JSONDecodeError as error:
        raise InputError(
            f"{source.name} is no JSON: {error.msg} (line {error.lineno:,}, column "
            f"{error.colno:,}); give a list of objects, or an object of lists"
        ) from None
    except InputError:
        raise
    except ValueError:
        raise InputError(
            f"{source.name} holds a number of too many digits; write it as text"
        ) from None


def _of_objects(name: str, rows: Sequence[Any]) -> _Columns:
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, dict):
            raise InputError(f"{name}, row {number} is no JSON object; give a list of objects")
    keys = dict.fromkeys(key for row in rows for key in row)
    return {key: [row.get(key) for row in rows] for key in keys}


def _of_lists(name: str, columns: _Columns) -> _Columns:
    sizes = {key: len(values) for key, values in columns.items()}
    if len(set(sizes.values())) > 1:
        said = ", ".join(f"{key} {size:,}" for key, size in sizes.items())
        raise InputError(f"{name} has lists of different lengths ({said}); give a value a row")
    return columns


FILE_FORMATS.register(JsonTable())
