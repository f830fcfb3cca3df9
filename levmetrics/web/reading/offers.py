"""Metrics that take a file as a whole, offered where another metric would compare its texts."""

from __future__ import annotations

from collections.abc import Sequence

from levmetrics.errors import InputError
from levmetrics.formats.files import TableFile, family_of, whole_records
from levmetrics.formats.sessions.session_format import SessionFormat
from levmetrics.formats.source import Source


def offer_of(file: TableFile) -> str:
    """Return the metric of sessions or of records that takes a file; empty if there is none.

    Args:
        file: a file that is read for a metric of texts.

    """
    known = family_of("segments").formats.values()
    kind = next((each for each in known if each.recognises(file.source)), None)
    offer = "" if kind is None else offer_of_sessions(kind, file.source)
    return offer or ("" if whole_records(file, always=True) is None else "record")


def offer_of_sessions(kind: SessionFormat, source: Source) -> str:
    """Return the metric of words, or of turns without words; empty for what is no valid file."""
    try:
        segments = [*kind.segments(source)]
    except InputError:
        return ""
    has_words = any(segment["words"] for segment in segments)
    return ("meeting:cp" if has_words else "meeting:der") if segments else ""


def common_offer(offers: Sequence[str]) -> str:
    """Return the offer that all texts or files have in common; empty if there is none.

    >>> common_offer(["record", "record"]), common_offer(["meeting:cp", ""]), common_offer([])
    ('record', '', '')
    """
    return offers[0] if len({*offers}) == 1 else ""
