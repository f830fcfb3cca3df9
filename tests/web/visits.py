"""Visitors of the page, of which many come at once, whose every answer is the library's.

They load the examples, press Score and Compare, and look at a sample, through the queue of the
page. A visitor's page is what a browser keeps of it: the values of its components, within a
session. An event sends its inputs, and what comes back is what the components show and what the
next press takes; results lie in the page.
"""

import json
import re
import uuid
from contextlib import asynccontextmanager
from typing import NamedTuple

import httpx

from levmetrics import compare, score
from levmetrics.rendering.labels import percent
from levmetrics.web.example_boxes import ENGLISH, EXAMPLES, JAPANESE, example

_API = "gradio_api"
_MARKUP = re.compile(r"<[^>]*>|\s+")
_SAMPLE = 7  # whose alignment is looked at


class Press(NamedTuple):
    """An element to press or to open a sample in, and the texts that elements must show then."""

    element: str
    shown: dict
    sample: int | None = None


def visits():
    """Return visits that score or compare the page's examples, with the library's numbers."""
    return [_scored(ENGLISH), _compared(), _scored(JAPANESE), _compared()]


def _scored(name):
    references, predictions, *_ = (text.split("\n") for text in example(name))
    run = score(predictions, references, EXAMPLES[name].metric)
    # As it stands in the value of the component of the results.
    big = json.dumps(f'lev-score">{percent(run.result()["wer"])}<')[1:-1].replace("<", "\\u003c")
    loaded = {"score_references": references[:1], "score_A": predictions[:1]}
    return [
        Press(f"example_score_{name}", loaded),
        Press("score", {"score_results": [big]}),
        Press("score_results", {"opened": [run.alignment(_SAMPLE - 1).markup()]}, _SAMPLE),
    ]


def _compared():
    references, wide, narrow = (text.split("\n") for text in example(ENGLISH))
    compared = compare({"A": wide, "B": narrow}, references, "wer")["systems"]
    rates = [percent(system["wer"]) for system in compared.values()]
    return [
        Press("example_compare_english", {"compare_references": references[:1]}),
        Press("compare", {"compare_results": ["A is better than B", *rates]}),
    ]


class Visitor:
    """A visitor's page: what its components hold, within a session of the server of a client."""

    def __init__(self, http, config):
        self.http, self.events, self.session = http, config["dependencies"], uuid.uuid4().hex
        components = {one["id"]: one["props"] for one in config["components"]}
        self.numbers = {one.get("elem_id"): number for number, one in components.items()}
        self.values = {number: one.get("value") for number, one in components.items()}

    async def do(self, press):
        """Press or open, take over what comes of it, and return what is shown wrongly, if any."""
        number, opened = self.numbers[press.element], ""
        if press.sample is not None:
            opened = await self._opened(number, press.sample)
        else:
            targets = (one for one in self.events if [number, "click"] in one["targets"])
            event = next(one for one in targets if one["backend_fn"])
            answer = await self._answer(event, number)
            for output, value in zip(event["outputs"], answer, strict=True):
                is_update = isinstance(value, dict) and value.get("__type__") == "update"
                if not is_update or "value" in value:
                    self.values[output] = value["value"] if is_update else value
        for element, texts in press.shown.items():
            held = str(opened or self.values[self.numbers[element]])
            if not all(text in held for text in texts):
                return f"{element}: {_MARKUP.sub(' ', held)[:200]}"
        return ""

    async def _opened(self, explorer, sample):
        """Return a sample's alignment, as the component of the results asks for it."""
        shown = json.loads(self.values[explorer])
        (name,), (predictions,) = shown["names"], shown["predictions"]
        asked = {
            "language": "en",
            "request": shown["request"],
            "reference": shown["references"][sample - 1],
            "predictions": {name: predictions[sample - 1]},
        }
        body = {"data": asked, "fn_name": "aligned", "component_id": explorer}
        body["session_hash"] = self.session
        return (
            (await self.http.post(f"{_API}/component_server", json=body)).raise_for_status().json()
        )

    async def _answer(self, event, trigger):
        """Join the queue, and return the outputs of an event."""
        body = {
            "data": [self.values[number] for number in event["inputs"]],
            "event_data": None,
            "fn_index": event["id"],
            "trigger_id": trigger,
            "session_hash": self.session,
        }
        joined = await self.http.post(f"{_API}/queue/join", json=body)
        asked, answer = joined.raise_for_status().json()["event_id"], None
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
        return answer["output"]["data"]


@asynccontextmanager
async def visit(http, config):
    """Open the page of this config in a new session, and leave it afterwards."""
    visitor = Visitor(http, config)
    async with http.stream("GET", f"{_API}/heartbeat/{visitor.session}"):
        yield visitor


async def done(url, *visits_in_turn):
    """Visit a page, and return what is wrong with each answer; empty if it is right."""
    wrong = []
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        config = (await http.get("config")).raise_for_status().json()
        for presses in visits_in_turn:
            async with visit(http, config) as visitor:
                wrong += [await visitor.do(press) for press in presses]
    return wrong
