"""Pasted samples: texts, one per line, records as JSON, or sessions of speakers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from levmetrics.errors import InputError
from levmetrics.formats.kinds.lines import alternatives, lines
from levmetrics.formats.session_files import matched_sessions
from levmetrics.formats.source import Source
from levmetrics.inputs.json_values import from_json, to_json
from levmetrics.inputs.values import MAX_DEPTH
from levmetrics.web.limits import PAGE, SESSIONS
from levmetrics.web.reading.given import Given
from levmetrics.web.reading.read_as import own_table
from levmetrics.web.requests import Request

_OPENED = re.compile(r"\s*[\[{]+\s*\n")  # indented JSON, whose lines are not samples


def pasted(text: str, side: str, metric: str) -> tuple[list[str], str]:
    r"""Return the samples, and the wording key of their form.

    For a metric of nested values, a text that is one JSON object is one sample, and a JSON array of
    objects is one sample per object. Any other text has one sample per line.

    Args:
        text: as pasted.
        side: the side of the text, for messages.
        metric: the page's name of the metric.

    Raises:
        InputError: for unknown metrics, for more than the page takes, and for indented JSON that is
            invalid or has several values.

    >>> pasted('{\n "a": 1\n}', "references", "record")
    (['{"a": 1}'], 'pasted_object')
    >>> pasted('[{"a": 1}, {"a": 2}]', "references", "record")
    (['{"a": 1}', '{"a": 2}'], 'pasted_array')
    >>> pasted('{"a": 1}\n{"a": 2}\n', "references", "record")
    (['{"a": 1}', '{"a": 2}'], 'pasted')

    """
    value = _json_value(text, side) if Request(metric).takes_json else None
    records = value if isinstance(value, list) else [value]
    if records and all(isinstance(record, dict) for record in records):
        kind = "pasted_array" if records is value else "pasted_object"
        try:
            return [*map(to_json, records)], kind
        except RecursionError:
            raise InputError("value.too_deep", place=side, most=MAX_DEPTH) from None
    return lines(text, side, PAGE), "pasted"


def _json_value(text: str, side: str) -> Any:
    """Return the value of JSON; ``None`` for a text that is not one, such as a value a line.

    Raises:
        InputError: for indented JSON that cannot be read.

    """
    try:
        return from_json(text, alternatives=False)
    except (ValueError, RecursionError) as error:
        if not _OPENED.match(text):
            return None
        if isinstance(error, RecursionError):
            raise InputError("value.too_deep", place=side, most=MAX_DEPTH) from None
        fault = str(error).partition(";")[0]  # without the advice on Python's settings
        raise InputError("value.broken_json", place=side, fault=fault) from None


def pasted_sides(
    references: str,
    systems: Mapping[str, str],
    metric: str,
    called: Callable[[str], str] = str,
) -> Given:
    r"""Return pasted references and predictions; sessions of speakers are matched by their ids.

    Args:
        references: as pasted.
        systems: the pasted predictions of each system, by its name.
        metric: the page's name of the metric.
        called: returns a system's name in messages, by its name.

    Raises:
        InputError: as :func:`pasted`, and for invalid sessions, and sessions missing on one side.

    >>> pasted_sides("a\nb", {"A": "a\nc"}, "wer").predictions
    {'A': ['a', 'c']}

    """
    if not Request(metric).kind.in_columns:
        target = pasted_sessions(references, "references")
        sessions = {}
        for name, text in systems.items():
            sides = pasted_sessions(text, called(name)), target
            sessions[name], _, _ = matched_sessions(*sides, (called(name), "references"))
        sources = ["pasted_sessions"] * (len(systems) + 1)
        return Given([*target.values()], sessions, sources, ids=[*target], matched_by="ids")
    samples, kind = pasted(references, "references", metric)
    columns = {name: pasted(text, called(name), metric) for name, text in systems.items()}
    kinds = [kind for _, kind in columns.values()]
    return Given(samples, {name: texts for name, (texts, _) in columns.items()}, [kind, *kinds])


def pasted_sessions(text: str, side: str) -> dict[str, str]:
    r"""Return the sessions of a pasted file as JSON, by their ids.

    Args:
        text: the contents of a session file whose format its start shows, such as SegLST and stm.
        side: the side of the text, for messages.

    Raises:
        InputError: for other texts, and for more than the page takes.

    >>> pasted_sessions("S1 1 anna 0.5 1 hi\n", "references")["S1"]
    '[{"session_id": "S1", "speaker": "anna", "words": "hi", "start_time": 0.5, "end_time": 1.0}]'

    """
    SESSIONS.check_texts([text], side)
    try:
        table = own_table(Source.of_text(text, side, PAGE), "segments")
    except InputError as error:
        if error.code != "page.no_session_file":
            raise
        raise InputError("page.no_sessions", side=side) from None
    return {
        session: to_json(segments)
        for ids, sessions in table.batches(["id", "segments"])
        for session, segments in zip(ids, sessions, strict=True)
    }


def with_alternatives(references: Sequence[str | list[str]], metric: str) -> list[str | list[str]]:
    """Return references, split if they have several texts; for records, JSON holds alternatives."""
    return [*references] if Request(metric).kind.whole_objects else alternatives(references)
