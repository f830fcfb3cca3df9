"""Pasted samples: texts, one a line, or records as JSON."""

from __future__ import annotations

import re
from collections.abc import Sequence

from levmetrics.errors import InputError
from levmetrics.formats.kinds.lines import alternatives, lines
from levmetrics.inputs.json_values import from_json, to_json
from levmetrics.metric import find_config
from levmetrics.web.limits import PAGE
from levmetrics.web.scored import AUTOMATIC

_OPENED = re.compile(r"\s*[\[{]+\s*\n")  # JSON that is indented, of which no line is a sample


def pasted(text: str, side: str, metric: str) -> tuple[list[str], str]:
    r"""Return samples, and the key of what they are pasted as in the wording.

    For a metric of nested values, a text that is as a whole one JSON object is one sample, and a
    JSON array of objects has a sample for each. All else is a sample a line.

    Args:
        text: as pasted.
        side: what it is of, for messages.
        metric: as the page names it.

    Raises:
        InputError: for unknown metrics, more than the page takes, and indented JSON that is broken,
            or of several values.

    >>> pasted('{\n "a": 1\n}', "references", "anls:record")
    (['{"a": 1}'], 'pasted_object')
    >>> pasted('[{"a": 1}, {"a": 2}]', "references", "anls:record")
    (['{"a": 1}', '{"a": 2}'], 'pasted_array')
    >>> pasted('{"a": 1}\n{"a": 2}\n', "references", "anls:record")
    (['{"a": 1}', '{"a": 2}'], 'pasted')

    """
    if takes_json(metric):
        try:
            value = from_json(text, alternatives=False)
        except (ValueError, RecursionError) as error:
            if _OPENED.match(text):
                fault = str(error).partition(";")[0]  # without the advice on Python's settings
                raise InputError("value.broken_json", place=side, fault=fault) from None
            value = None
        records = value if isinstance(value, list) else [value]
        if records and all(isinstance(record, dict) for record in records):
            kind = "pasted_array" if records is value else "pasted_object"
            return [*map(to_json, records)], kind
    return lines(text, side, PAGE), "pasted"


def takes_json(metric: str, *, always: bool = False) -> bool:
    """Whether a metric takes nested values.

    Args:
        metric: as the page names it.
        always: whether it must take nothing else, as the metrics of records.

    Raises:
        InputError: for unknown metrics.

    """
    if metric == AUTOMATIC:
        return False
    config = find_config(metric)[2]
    return config.kind.nested if always else config.nested


def with_alternatives(references: Sequence[str | list[str]], metric: str) -> list[str | list[str]]:
    """Return references, split where they have several texts; of records, JSON says which."""
    return [*references] if takes_json(metric, always=True) else alternatives(references)
