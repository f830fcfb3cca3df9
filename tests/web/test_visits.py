"""Many clients at once get the right answers."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from gradio_client import Client

from tests.web.events import answer, events_of

pytestmark = pytest.mark.slow


def test_programs_and_visitors_at_once_get_their_own_numbers(url):
    event = next(event for event in events_of(url) if "score" in event.pressed)
    started = threading.Barrier(15)

    def ask(number):
        client = Client(url, verbose=False, ssl_verify=False)
        given = {"score_references": " ".join(["x"] * (number + 1)), "score_A": "y"}
        usual = zip(event.inputs, event.values, strict=True)
        values = [given.get(name, value) for name, value in usual]
        started.wait(60)
        for _ in range(6):
            of_program = client.predict("y", given["score_references"], "wer", api_name="/wer")
            of_visitor = json.loads(answer(url, event, values)["data"][0])["document"]["result"]
            for found in (of_program, of_visitor):
                assert (found["reference_length"], found["deletions"]) == (number + 1, number)

    with ThreadPoolExecutor(15) as pool:
        list(pool.map(ask, range(15)))  # raises what any of them raised
