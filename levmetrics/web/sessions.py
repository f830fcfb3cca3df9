"""Sessions of speakers in pasted files."""

from __future__ import annotations

import numpy as np

from levmetrics.errors import InputError
from levmetrics.formats.source import Source
from levmetrics.inputs.json_values import to_json
from levmetrics.web.limits import PAGE, SESSIONS
from levmetrics.web.reading.read_as import own_table


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
    SESSIONS.check_texts(np.array([len(text)]), side)
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
