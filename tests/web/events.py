"""Events of the page, answered as a browser has them answered: through its queue."""

import json
from itertools import count
from typing import NamedTuple

import httpx

_SESSIONS = count()


class Event(NamedTuple):
    """An event that the server answers."""

    number: int
    name: str  # by which programs call it
    pressed: set  # the ids of the elements whose press it answers
    inputs: list  # the ids of the elements whose values it takes
    values: list  # that these have at the start


def events_of(url):
    """Return the events that the server answers."""
    config = httpx.get(f"{url}config").json()
    elements = {one["id"]: one["props"].get("elem_id") for one in config["components"]}
    values = {one["id"]: one["props"].get("value") for one in config["components"]}
    return [
        Event(
            one["id"],
            one["api_name"],
            {elements[element] for element, kind in one["targets"] if kind == "click"},
            [elements[each] for each in one["inputs"]],
            [values[each] for each in one["inputs"]],
        )
        for one in config["dependencies"]
        if one["backend_fn"] and not one["cancels"]
    ]


def answer(url, event, values):
    """Return the output of an event of a new session: its ``"data"``, or an ``"error"``."""
    session = f"session-{next(_SESSIONS)}"
    body = json.dumps({"data": values, "fn_index": event.number, "session_hash": session})
    with httpx.Client(base_url=f"{url}gradio_api/queue/", timeout=60) as http:
        kind = {"content-type": "application/json"}
        assert http.post("join", content=body, headers=kind).status_code == 200
        with http.stream("GET", "data", params={"session_hash": session}) as messages:
            for line in messages.iter_lines():
                message = json.loads(line.removeprefix("data:")) if line else {}
                assert message.get("msg") not in ("unexpected_error", "close_stream"), message
                if message.get("msg") == "process_completed":
                    return message["output"]
    raise AssertionError("no answer")
