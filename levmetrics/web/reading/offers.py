"""Metrics that take a file as a whole, offered where another metric would compare its texts."""

from __future__ import annotations

from typing import Literal, TypeAlias

from levmetrics.errors import InputError
from levmetrics.formats.files import TableFile, family_of, whole_records
from levmetrics.formats.sessions.session_format import SessionFormat
from levmetrics.formats.source import Source

Offer: TypeAlias = Literal["", "meeting:cp", "meeting:der", "record"]
"""The page's name of an offered metric; empty if there is none."""


def offer_of(file: TableFile) -> Offer:
    """Return the metric of sessions or of records that takes a file.

    Args:
        file: a file that is read for a metric of texts.

    """
    known = family_of("segments").formats.values()
    kind = next((each for each in known if each.recognises(file.source)), None)
    offer: Offer = "" if kind is None else offer_of_sessions(kind, file.source)
    if offer or whole_records(file, always=True) is None:
        return offer
    return "record"


def offer_of_sessions(kind: SessionFormat, source: Source) -> Offer:
    """Return the metric of words, or of turns without words; empty for what is no valid file."""
    try:
        segments = [*kind.segments(source)]
    except InputError:
        return ""
    if not segments:
        return ""
    return "meeting:cp" if any(segment["words"] for segment in segments) else "meeting:der"
