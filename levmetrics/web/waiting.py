"""Who waits for an answer: whose turn it is, and the sessions that are still to be told."""

from __future__ import annotations

from collections import Counter
from copy import copy
from typing import TypeVar

from gradio.blocks import Blocks
from gradio.queueing import Event
from gradio.state_holder import SessionState, StateHolder
from gradio.utils import LRUCache

from levmetrics.web.address import is_local

V = TypeVar("V")


def take_turns(page: Blocks) -> None:
    """Let visitors be served in turn, and none lose an answer.

    Args:
        page: whose queue is not running yet.

    """
    queue = page._queue
    for function in page.fns.values():
        queue.create_event_queue_for_fn(function)
    for waiting in queue.event_queue_per_concurrency_id.values():
        waiting.queue = Turns()
    told = queue.pending_messages_per_session
    queue.pending_messages_per_session = SessionsInUse(told.max_size)


class Turns(list[Event]):
    """The requests that wait, of which Gradio takes the first: one of each visitor, and so on.

    With Gradio's own list, whoever asks for many things at once lets all who come later wait.
    """

    def append(self, event: Event) -> None:
        """Put a request after as many of any other visitor as its own visitor has waiting."""
        super().append(event)
        turns: Counter[str] = Counter()

        def turn(waiting: Event) -> int:
            turns[_visitor(waiting)] += 1
            return turns[_visitor(waiting)]

        self.sort(key=turn)


def _visitor(event: Event) -> str:
    """Return what a visitor is known by: the address, or on this machine the browser's window.

    A session is named by whoever asks, who could name many; an address is not.
    """
    client = event.request.client if event.request else None
    return event.session_hash if client is None or is_local(client.host) else client.host


class Sessions(StateHolder):
    """What Gradio keeps of each session; of a new one, a copy of what it keeps of the first.

    Gradio's own describes every component anew, which took half of the server's time.

    Args:
        page: whose sessions they are.

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
    """What is to be told to each session; of too many, those used longest ago are forgotten.

    Gradio's own forgets those that came first: whoever has the page open while 2,000 others come
    loses the answer to a request.

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
