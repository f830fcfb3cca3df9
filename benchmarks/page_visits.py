"""Visits to the web page: its buttons pressed as the page's own script presses them.

A press joins the queue by the number of its event, with the values of all components that the event
takes, and in the session of the visit, whose heartbeat lasts as long as the visit. What comes of it
changes the components, and is what the next press takes; results stay in the session's state.
"""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx

from levmetrics import compare_systems
from levmetrics.demo.example_boxes import ENGLISH, JAPANESE, example, systems_example
from levmetrics.rendering.labels import percent
from levmetrics.scoring import score

_API = "gradio_api"
_BUTTONS = {ENGLISH: "example_english", JAPANESE: "example_japanese"}
_MARKUP = re.compile(r"<[^>]*>|\s+")
_SAMPLE = 7  # whose alignment is looked at


@dataclass(frozen=True)
class Press:
    """Something that a visitor does, and what the page must show then.

    Attributes:
        name: what is done.
        element: the id of the element to press, or to type in.
        shown: texts that must stand in elements, by their ids.
        typed: what is typed into the element; ``None``: it is pressed.

    """

    name: str
    element: str
    shown: Mapping[str, Sequence[str]]
    typed: float | str | None = None

    @property
    def event(self) -> str:
        """What the element tells the page."""
        return "click" if self.typed is None else "change"


def visits() -> list[list[Press]]:
    """Return visits that score or compare the page's examples, with the library's numbers."""
    return [_scoring(ENGLISH), _comparing(), _scoring(JAPANESE), _comparing()]


def _scoring(name: str) -> list[Press]:
    loaded = example(name)
    texts = loaded.references.split("\n"), loaded.predictions.split("\n")
    run = score(texts[1], texts[0], loaded.metric)
    rate, of_sample = run.result()["wer"], run.sample_scores()[_SAMPLE - 1]
    return [
        Press("example", _BUTTONS[name], {"references": texts[0][:1], "predictions": texts[1][:1]}),
        Press("score", "score", {"headline": [f'lev-number-big">{percent(rate)}<']}),
        Press("sample", "sample", {"alignment": [percent(float(of_sample))]}, _SAMPLE),
    ]


def _comparing() -> list[Press]:
    loaded = systems_example()
    systems = {"A": loaded.system_a.split("\n"), "B": loaded.system_b.split("\n")}
    references = loaded.references.split("\n")
    compared = compare_systems(systems, references, loaded.metric)["systems"]
    rates = [percent(system["wer"]) for system in compared.values()]
    return [
        Press("example", "example_systems", {"compare_references": references[:1]}),
        Press("compare", "compare", {"verdict": ["A is better than B", *rates]}),
    ]


@dataclass(frozen=True)
class Page:
    """What a server says of the components and events of its page.

    Attributes:
        components: by their numbers.
        events: in their order.

    """

    components: Mapping[int, Mapping[str, Any]]
    events: Sequence[Mapping[str, Any]]

    @classmethod
    async def of(cls, http: httpx.AsyncClient) -> Page:
        """Ask a server for its page."""
        config = (await http.get("config")).raise_for_status().json()
        return cls({one["id"]: one for one in config["components"]}, config["dependencies"])

    def number(self, element: str) -> int:
        """Return the number of the component with this element id."""
        named = (
            number
            for number, one in self.components.items()
            if one["props"].get("elem_id") == element
        )
        return next(named)

    def event(self, element: str, kind: str) -> Mapping[str, Any]:
        """Return the event of an element that the server answers."""
        target = [self.number(element), kind]
        return next(one for one in self.events if target in one["targets"] and one["backend_fn"])


@dataclass
class Visit:
    """A visitor's page: what its components hold, within a session.

    Attributes:
        http: of the server.
        page: its components and events.
        session: its name.
        values: of the components, by their numbers.

    """

    http: httpx.AsyncClient
    page: Page
    session: str = field(default_factory=lambda: uuid.uuid4().hex)
    values: dict[int, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for number, component in self.page.components.items():
            self.values[number] = component["props"].get("value")

    async def do(self, press: Press) -> str:
        """Press or type, and take over what comes of it.

        Args:
            press: what is done.

        Returns:
            What is shown in place of what should be; empty if all is right.

        Raises:
            RuntimeError: if the server answers nothing.

        """
        event = self.page.event(press.element, press.event)
        trigger = self.page.number(press.element)
        if press.typed is not None:
            self.values[trigger] = press.typed
        answer = await self._answer(event, trigger)
        for number, value in zip(event["outputs"], answer, strict=True):
            self._take(number, value)
        for element, texts in press.shown.items():
            held = str(self.values[self.page.number(element)])
            if not all(text in held for text in texts):
                return f"{element}: {_MARKUP.sub(' ', held)[:200]}"
        return ""

    def _take(self, number: int, value: Any) -> None:
        """Let a component hold what an event returned for it, which may be an update of it."""
        if isinstance(value, dict) and value.get("__type__") == "update":
            if "value" in value:
                self.values[number] = value["value"]
        else:
            self.values[number] = value

    async def _answer(self, event: Mapping[str, Any], trigger: int) -> list[Any]:
        """Join the queue, and wait for the outputs of an event."""
        body = {
            "data": [self.values[number] for number in event["inputs"]],
            "event_data": None,
            "fn_index": event["id"],
            "trigger_id": trigger,
            "session_hash": self.session,
        }
        joined = await self.http.post(f"{_API}/queue/join", json=body)
        if joined.status_code != httpx.codes.OK:
            raise RuntimeError(f"{joined.status_code}: {joined.text[:200]}")
        asked = joined.json()["event_id"]
        answer = None
        path = f"{_API}/queue/data?session_hash={self.session}"
        async with self.http.stream("GET", path) as stream:
            async for line in stream.aiter_lines():
                message = json.loads(line.removeprefix("data: ") or "{}")
                if message.get("msg") == "process_completed" and message["event_id"] == asked:
                    answer = message
                if message.get("msg") in ("close_stream", "unexpected_error"):
                    break
        if answer is None or not answer["success"]:
            raise RuntimeError(f"the server answered: {answer}")
        outputs: list[Any] = answer["output"]["data"]
        return outputs


@asynccontextmanager
async def visit(http: httpx.AsyncClient, page: Page) -> AsyncIterator[Visit]:
    """Open the page in a new session, and leave it afterwards."""
    visitor = Visit(http, page)
    async with http.stream("GET", f"{_API}/heartbeat/{visitor.session}"):
        yield visitor
