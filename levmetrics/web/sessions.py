"""The sessions whose answers are still to be told."""

from __future__ import annotations

from typing import TypeVar

from gradio.utils import LRUCache

V = TypeVar("V")


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
