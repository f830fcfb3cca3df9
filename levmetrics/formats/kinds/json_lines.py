"""JSON lines: one object a line, whose keys are the columns."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from levmetrics.errors import InputError, Place
from levmetrics.formats.file_format import FILE_FORMATS, FileFormat, batched
from levmetrics.formats.headings import Key, checked_name
from levmetrics.formats.kinds.json_table import is_table, json_error
from levmetrics.formats.source import Source

_ROWS_FOR_NAMES = 1_000
_DECODER = json.JSONDecoder()


class JsonLines(FileFormat):
    """One object a line; not every object need have every key."""

    name = "jsonl"
    description = "JSON lines: an object a line, as the manifests of NeMo have it"
    suffixes = (".jsonl", ".ndjson", ".json")
    rank = 2

    def recognises(self, lines: Sequence[str]) -> bool:
        """Tell whether the first line is an object, and if it is the only one no whole table."""
        filled = [line for line in lines if line.strip()]
        try:
            first = json.loads(filled[0]) if filled else None
        except (RecursionError, ValueError):
            return False
        if not isinstance(first, dict):
            return False
        return len(filled) > 1 or not is_table(first)

    def names(self, source: Source) -> list[str]:
        """Return the keys of the first 1,000 objects, in the order of their first use."""
        names: dict[str, None] = {}
        for row in islice(_rows(source), _ROWS_FOR_NAMES):
            names.update(dict.fromkeys(row))
            source.limits.check_columns(source.name, len(names))
        if not names:
            raise InputError("file.no_objects", file=source.name)
        return list(names)

    def batches(self, source: Source, keys: Sequence[Key]) -> Iterator[tuple[list[Any], ...]]:
        """Return the values of some keys, ``None`` in objects that do not have them."""
        known = self.names(source)
        names = [checked_name(source.name, known, key, source.limits) for key in keys]
        for batch in batched(_rows(source), source.limits):
            yield tuple([row.get(name) for row in batch] for name in names)


def _rows(source: Source) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(source.lines(), start=1):
        if not line or line.isspace():
            continue
        try:
            row = _parsed(line)
        except (RecursionError, ValueError) as error:
            place = Place(source.name, number, "line")
            raise json_error(error, "file.no_json_line", place, source.limits) from None
        if not isinstance(row, dict):
            raise InputError("file.no_json_object", place=Place(source.name, number, "line"))
        yield row


def _parsed(line: str) -> Any:
    """Parse a line, in two thirds of the time of ``json.loads`` if it has no space around it."""
    try:
        row, end = _DECODER.raw_decode(line)
    except json.JSONDecodeError:
        end = 0
    return row if end == len(line) else json.loads(line)


FILE_FORMATS.register(JsonLines())
