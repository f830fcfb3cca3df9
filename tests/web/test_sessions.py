"""Of too many sessions, those used longest ago are forgotten, whoever came first."""

from levmetrics.web.sessions import SessionsInUse
from tests.web.conftest import served_page


def test_the_queue_of_the_page_keeps_the_sessions_in_use():
    with served_page() as page:
        told = page._queue.pending_messages_per_session
    assert isinstance(told, SessionsInUse)
    assert told.max_size >= 1_000


def test_a_session_that_is_told_something_is_not_forgotten():
    sessions = SessionsInUse(3)
    for number in range(10):
        sessions[f"visitor{number}"] = []
        sessions["visitor0"].append(number)
    assert [*sessions] == ["visitor8", "visitor9", "visitor0"]
