"""JSON lines: one object a line, whose keys are the columns."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from levmetrics.errors import InputError, reason
from levmetrics.formats.file_format import FILE_FORMATS, FileFormat
from levmetrics.formats.headings import Key, checked_name
from levmetrics.formats.reading_limits import Limits
from levmetrics.formats.utf8 import utf8_text


class JsonLines(FileFormat):
    """One object a line; not every object need have every key."""

    rank = 2

    def names(self, path: Path, limits: Limits) -> list[str]:
        """Return the keys of all objects, in the order of their first use."""
        names: dict[str, None] = {}
        for row in _rows(path, limits):
            names.update(dict.fromkeys(row))
            limits.check_columns(path.name, len(names))
        return list(names)

    def column(self, path: Path, key: Key, limits: Limits) -> list[Any]:
        """Return the values of one key, ``None`` in objects that do not have it."""
        name = checked_name(path.name, self.names(path, limits), key, limits)
        return [row.get(name) for row in _rows(path, limits)]


def _rows(path: Path, limits: Limits) -> Iterator[dict[str, Any]]:
    numbered = enumerate(utf8_text(path).split("\n"), start=1)
    not_blank = ((number, line) for number, line in numbered if line.strip())
    for number, line in limits.first(not_blank):
        place = f"{path.name}, line {number}"
        try:
            row = json.loads(line)
        except RecursionError:
            raise limits.too_deep(place) from None
        except json.JSONDecodeError as error:
            raise InputError(f"{place} is no JSON: {reason(error)}") from error
        except ValueError:
            raise InputError(
                f"{place} holds a number of too many digits; write it as text"
            ) from None
        if not isinstance(row, dict):
            raise InputError(f"{place} is no JSON object")
        yield row


FILE_FORMATS[".jsonl"] = JsonLines()
