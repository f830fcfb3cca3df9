"""Waiting visitors: the order of requests, and the sessions with pending messages."""

from __future__ import annotations

from collections import Counter
from copy import copy
from typing import TypeVar

from levmetrics.web.address import is_local
from levmetrics.web.internals import Blocks, Event, LRUCache, SessionState, StateHolder

V = TypeVar("V")


def take_turns(page: Blocks) -> None:
    """Serve visitors in turn, and lose no answers.

    Args:
        page: a page whose queue is not running yet.

    """
    queue = page._queue
    for function in page.fns.values():
        queue.create_event_queue_for_fn(function)
    for waiting in queue.event_queue_per_concurrency_id.values():
        waiting.queue = VisitorQueue()
    told = queue.pending_messages_per_session
    queue.pending_messages_per_session = SessionsInUse(told.max_size)


class VisitorQueue(list[Event]):
    """The queue of waiting requests, of which Gradio takes the first; visitors take turns.

    With Gradio's own list, a visitor with many requests would block all later visitors.
    """

    def append(self, event: Event) -> None:
        """Add a request, and sort: every visitor's n-th request comes before anyone's next one."""
        super().append(event)
        turns: Counter[str] = Counter()

        def turn(waiting: Event) -> int:
            turns[_visitor(waiting)] += 1
            return turns[_visitor(waiting)]

        self.sort(key=turn)


def _visitor(event: Event) -> str:
    """Return a visitor's identity: the address, or on this machine the browser window's session.

    A client chooses its session and could choose many; it cannot choose its address.
    """
    client = event.request.client if event.request else None
    return event.session_hash if client is None or is_local(client.host) else client.host


class Sessions(StateHolder):
    """Gradio's state of each session; a new session gets a copy of the first one's state.

    Gradio's own class describes every component again, which took half of the server's time.

    Args:
        page: the page of the sessions.

    """

    def __init__(self, page: Blocks) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.set_blocks(page)
        self._first = SessionState(page)

    def __getitem__(self, session: str) -> SessionState:
        if session not in self.session_data:
            self.session_data[session] = new = copy(self._first)
            new.blocks_config = copy(self.blocks.default_config)
            new.config_values = {
                number: {**config, "props": {**config["props"]}}
                for number, config in self._first.config_values.items()
            }
            new.state_data, new._state_ttl = {}, {}
        return super().__getitem__(session)


class SessionsInUse(LRUCache[str, V]):
    """The pending messages of each session; if there are too many, the least recently used go.

    Gradio's own class drops the oldest sessions: with the page open while 2,000 others come, a
    visitor would lose the answer to a request.

    >>> sessions = SessionsInUse(2)
    >>> sessions["early"], sessions["late"] = [], []
    >>> sessions["early"].append("an estimate")
    >>> sessions["next"] = []
    >>> [*sessions]
    ['early', 'next']

    """

    def __getitem__(self, session: str) -> V:
        self.move_to_end(session)
        return super().__getitem__(session)
