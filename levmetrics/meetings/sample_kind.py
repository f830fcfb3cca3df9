"""Sessions of speakers as samples: their files, how they are matched by ids, and shown."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from levmetrics.core.sample_kind import SampleKind
from levmetrics.rendering.text import session_text


class _Sessions(SampleKind):
    """Sessions: lists of segments of speakers, in files of their own, with a row a session."""

    def matched(
        self, systems: Sequence[Any], references: Any, names: Sequence[str]
    ) -> tuple[list[Any], Any, list[str] | None]:
        from levmetrics.formats.session_files import matched_sessions

        *names, name = names
        sides = [
            matched_sessions(predictions, references, (of_system, name))
            for of_system, predictions in zip(names, systems, strict=True)
        ]
        _, target, ids = sides[0]
        return [predictions for predictions, _, _ in sides], target, ids

    def readable(self, sample: Any) -> str:
        return session_text(_segments(sample))

    def words(self, sample: Any) -> str:
        return " ".join(segment.get("words", "") for segment in _segments(sample))


def _segments(session: Any) -> Sequence[Mapping[str, Any]]:
    """Return the segments of a session that was scored, which may be written as JSON."""
    segments: Sequence[Mapping[str, Any]]
    segments = json.loads(session) if isinstance(session, str) else session
    return segments


SESSIONS = _Sessions(
    "sessions",
    nulls=True,
    column="segments",
    whole_objects=True,
    empty=[],
    alternatives_by="meeting:cp",
)
TURNS = replace(SESSIONS, name="turns", alternatives_by=None)
"""Sessions without words: who speaks when."""
