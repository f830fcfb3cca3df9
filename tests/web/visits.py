"""Visitors of the page, of which many come at once, whose every answer is the library's.

They load the examples, press Score and Compare, and look at a sample, through the queue of the
page. A visitor's page is what a browser keeps of it: the values of its components, within a
session. An event sends its inputs, and what comes back is what the components show and what the
next press takes; results lie in the page.
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

from levmetrics import compare, score
from levmetrics.rendering.labels import percent
from levmetrics.web.example_boxes import ENGLISH, EXAMPLES, JAPANESE, example

_API = "gradio_api"
_MARKUP = re.compile(r"<[^>]*>|\s+")
_SAMPLE = 7  # whose alignment is looked at


@dataclass(frozen=True)
class Press:
    """Something that a visitor does, and what the page must show then.

    Attributes:
        name: what is done.
        element: the id of the element to press.
        shown: texts that must stand in elements, by their ids; of a sample, in ``"opened"``.
        sample: the number of the sample that is opened in the element; ``None``: it is pressed.

    """

    name: str
    element: str
    shown: Mapping[str, Sequence[str]]
    sample: int | None = None


def visits() -> list[list[Press]]:
    """Return visits that score or compare the page's examples, with the library's numbers."""
    return [_scored(ENGLISH), _compared(), _scored(JAPANESE), _compared()]


def _scored(name: str) -> list[Press]:
    references, predictions, *_ = (text.split("\n") for text in example(name))
    run = score(predictions, references, EXAMPLES[name].metric)
    big = f'lev-score">{percent(run.result()["wer"])}<'
    aligned = run.alignment(_SAMPLE - 1).markup()
    return [
        Press(
            "example",
            f"example_score_{name}",
            {"score_references": references[:1], "score_A": predictions[:1]},
        ),
        Press("score", "score", {"score_results": [_as_json(big)]}),
        Press("sample", "score_results", {"opened": [aligned]}, _SAMPLE),
    ]


def _compared() -> list[Press]:
    references, wide, narrow = (text.split("\n") for text in example(ENGLISH))
    compared = compare({"A": wide, "B": narrow}, references, "wer")["systems"]
    rates = [percent(system["wer"]) for system in compared.values()]
    return [
        Press("example", "example_compare_english", {"compare_references": references[:1]}),
        Press("compare", "compare", {"compare_results": ["A is better than B", *rates]}),
    ]


def _as_json(html: str) -> str:
    """Return HTML as it stands in the value of the component of the results."""
    return json.dumps(html)[1:-1].replace("<", "\\u003c")


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
        trigger = self.page.number(press.element)
        opened = ""
        if press.sample is not None:
            opened = await self._opened(trigger, press.sample)
        else:
            event = self.page.event(press.element, "click")
            answer = await self._answer(event, trigger)
            for number, value in zip(event["outputs"], answer, strict=True):
                self._take(number, value)
        for element, texts in press.shown.items():
            held = str(opened or self.values[self.page.number(element)])
            if not all(text in held for text in texts):
                return f"{element}: {_MARKUP.sub(' ', held)[:200]}"
        return ""

    async def _opened(self, explorer: int, sample: int) -> str:
        """Return a sample's alignment, as the component of the results asks for it."""
        shown = json.loads(self.values[explorer])
        (name,), (predictions,) = shown["names"], shown["predictions"]
        asked = {
            "language": "en",
            "request": shown["request"],
            "reference": shown["references"][sample - 1],
            "predictions": {name: predictions[sample - 1]},
        }
        body = {
            "data": asked,
            "fn_name": "aligned",
            "component_id": explorer,
            "session_hash": self.session,
        }
        answer = await self.http.post(f"{_API}/component_server", json=body)
        html: str = answer.raise_for_status().json()
        return html

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
