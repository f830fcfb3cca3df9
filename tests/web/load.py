"""Many clients of the page at once, whose every answer is compared with the library's.

Programs ask a server of the page for the scores of its own examples by its endpoints; visitors load
the examples, press Score and Compare, and look at a sample. Each does the next thing as soon as it
has an answer to the last, through the queue of the page. A failure is anything but an answer.

A visitor's page is what a browser keeps of it: the values of its components, within a session. An
event sends its inputs, and what comes back is what the components show and what the next press
takes; results lie in the page.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any, TypeVar

import httpx

from levmetrics import compare, score
from levmetrics.core.aliases import qualified
from levmetrics.rendering.labels import percent
from levmetrics.web import endpoints
from levmetrics.web.example_boxes import ENGLISH, EXAMPLES, JAPANESE, PAIRS, example
from levmetrics.web.language import WORDS

T = TypeVar("T")
_SECONDS_OF_REQUEST = 60
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
    big = f'lev-number-big">{percent(run.result()["wer"])}<'
    aligned = run.alignment(_SAMPLE - 1).to_html(WORDS["en"])
    return [
        Press(
            "example",
            f"example_score_{name}",
            {"score_references": references[:1], "score_A": predictions[:1]},
        ),
        Press("score", "score", {"score_explorer": [_as_json(big)]}),
        Press("sample", "score_explorer", {"opened": [aligned]}, _SAMPLE),
    ]


def _compared() -> list[Press]:
    references, wide, narrow = (text.split("\n") for text in example(ENGLISH))
    compared = compare({"A": wide, "B": narrow}, references, "wer")["systems"]
    rates = [percent(system["wer"]) for system in compared.values()]
    return [
        Press("example", "example_compare_english", {"compare_references": references[:1]}),
        Press("compare", "compare", {"compare_explorer": ["A is better than B", *rates]}),
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
        (system,) = shown["systems"]
        asked = {
            "language": "en",
            "request": shown["request"],
            "reference": shown["references"][sample - 1],
            "predictions": {system["name"]: system["predictions"][sample - 1]},
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


@dataclass(frozen=True)
class Question:
    """A request, and the right answer.

    Attributes:
        endpoint: its name.
        arguments: all of them, in order.
        answer: what the library returns.

    """

    endpoint: str
    arguments: list[Any]
    answer: dict[str, Any]


@dataclass
class Load:
    """What clients met.

    Attributes:
        seconds: that each answer took, by what was asked.
        wrong: answers that are not the library's.
        failures: what was no answer.

    """

    seconds: dict[str, list[float]] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    @property
    def requests(self) -> int:
        """How many were asked."""
        return sum(map(len, self.seconds.values())) + len(self.failures)


def questions() -> list[Question]:
    """Return what the page's examples ask for, with the answers."""
    asked: list[tuple[Any, list[Any]]] = []
    for name in (ENGLISH, JAPANESE):
        references, predictions, *_ = example(name)
        config = qualified(EXAMPLES[name].metric)[1]
        asked.append((endpoints.wer, [predictions, references, config, "", ""]))
        asked.append((endpoints.anls, [predictions, references, "default", "", ""]))
    asked += [(endpoints.align, [*pair, "char"]) for pair in PAIRS.values()]
    references, wide, narrow = example(ENGLISH)
    systems = {"A": wide, "B": narrow}
    asked.append((endpoints.compare, [references, systems, "wer", "", ""]))
    return [
        Question(endpoint.__name__, arguments, endpoint(*arguments))
        for endpoint, arguments in asked
    ]


async def ask(http: httpx.AsyncClient, question: Question, session: str) -> Any:
    """Ask through the queue, and return the answer.

    Args:
        http: of the server.
        question: to ask.
        session: of the client.

    Raises:
        RuntimeError: if the server answers anything else.

    """
    path = f"gradio_api/call/{question.endpoint}"
    joined = await http.post(path, json={"data": question.arguments, "session_hash": session})
    if joined.status_code != 200:
        raise RuntimeError(f"{joined.status_code}: {joined.text[:200]}")
    event = ""
    async with http.stream("GET", f"{path}/{joined.json()['event_id']}") as stream:
        async for line in stream.aiter_lines():
            kind, _, value = line.partition(": ")
            if kind == "event":
                event = value
            elif kind == "data" and event == "complete":
                return json.loads(value)[0]
            elif kind == "data" and event == "error":
                raise RuntimeError(value)
    raise RuntimeError("the server ended without an answer")


async def under_load(url: str, programs: int, visitors: int, seconds: float, requests: int) -> Load:
    """Let programs ask and visitors press, each the next thing after the last one's answer.

    Args:
        url: of the page.
        programs: how many ask endpoints.
        visitors: how many press buttons.
        seconds: for which they do at least.
        requests: that they make at least.

    """
    load, asked, planned = Load(), questions(), visits()
    until = time.monotonic() + seconds

    def goes_on() -> bool:
        return time.monotonic() < until or load.requests < requests

    async def program(http: httpx.AsyncClient, number: int) -> None:
        for question in _in_turn(asked, number, goes_on):
            await _timed(load, question.endpoint, _asked(http, question, f"client{number}"))

    async def visitor(http: httpx.AsyncClient, number: int) -> None:
        page = await Page.of(http)
        for presses in _in_turn(planned, number, goes_on):
            async with visit(http, page) as visiting:
                for press in presses:
                    await _timed(load, f"{press.name} (button)", visiting.do(press))

    async def client(
        work: Callable[[httpx.AsyncClient, int], Awaitable[None]], number: int
    ) -> None:
        async with httpx.AsyncClient(base_url=url, timeout=_SECONDS_OF_REQUEST) as http:
            await work(http, number)

    await asyncio.gather(
        *(client(program, number) for number in range(programs)),
        *(client(visitor, number) for number in range(visitors)),
    )
    return load


def _in_turn(things: Sequence[T], first: int, goes_on: Callable[[], bool]) -> Iterator[T]:
    """Yield things again and again, from one of them on."""
    for turn in count(first):
        if not goes_on():
            return
        yield things[turn % len(things)]


async def _timed(load: Load, name: str, answer: Awaitable[str]) -> None:
    """Wait for an answer, and note how long it took and what is wrong with it."""
    started = time.perf_counter()
    try:
        wrong = await answer
    except Exception as error:
        load.failures.append(f"{name}: {error!r}")
        return
    load.seconds.setdefault(name, []).append(time.perf_counter() - started)
    if wrong:
        load.wrong.append(f"{name}: {wrong}")


async def _asked(http: httpx.AsyncClient, question: Question, session: str) -> str:
    """Ask an endpoint, and return what it answers in place of the right answer."""
    answer = await ask(http, question, session)
    return "" if answer == question.answer else str(answer)[:200]
