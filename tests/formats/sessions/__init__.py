"""Files of sessions, written for tests, and what is read from them."""

import levmetrics as lm


def segment(session, speaker, words="", start=None, end=None):
    return {
        "session_id": session,
        "speaker": speaker,
        "words": words,
        "start_time": start,
        "end_time": end,
    }


def read(tmp_path, name, content, **options):
    """The segments of a file with this content, in their order."""
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return listed(lm.read_sessions(path, **options))


def listed(sessions):
    """The segments of all sessions, by whose ids they are grouped."""
    assert all(row["session_id"] == name for name, rows in sessions.items() for row in rows)
    return [row for rows in sessions.values() for row in rows]
