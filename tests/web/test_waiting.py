"""Visitors are served in turn, each with so many requests, and none loses an answer."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import gradio as gr
import httpx
import pytest
from gradio.state_holder import SessionState
from gradio_client import Client

from levmetrics.web import endpoints
from levmetrics.web.limits import REQUESTS_OF_VISITOR
from levmetrics.web.page import _OF_PROGRAMS
from levmetrics.web.waiting import Sessions, SessionsInUse, VisitorQueue
from tests.web.events import answer, events_of


@pytest.mark.parametrize(
    ("came", "served"),
    [("AAAAB", "ABAAA"), ("AAAABB", "ABABAA"), ("AAABCB", "ABCABA"), ("ABCABC", "ABCABC")],
)
@pytest.mark.parametrize("address", ["127.0.0.1", "192.0.2.{}"])
def test_visitors_take_turns_by_their_addresses_and_on_this_machine_by_their_sessions(
    address, came, served
):
    turns = VisitorQueue()
    for number, visitor in enumerate(came):
        client = SimpleNamespace(host=address.format("ABC".index(visitor)))
        session = str(number) if "{" in address else visitor  # which may be named at will
        turns.append(
            SimpleNamespace(
                name=visitor, request=SimpleNamespace(client=client), session_hash=session
            )
        )
    assert "".join(event.name for event in turns) == served


def test_a_visitor_who_asks_for_much_lets_others_wait_for_little_of_it(url, monkeypatch):
    started, may_end, order = threading.Semaphore(0), threading.Semaphore(0), []

    def held(request, predictions, references):
        order.append(predictions[0])
        started.release()
        may_end.acquire(timeout=30)
        return {"wer": 0.0}

    monkeypatch.setattr(endpoints, "module_result", held)

    def ask(visitor, address):
        data = {"data": [visitor, "a", "wer", "", ""]}
        headers = {"x-forwarded-for": address}
        return httpx.post(f"{url}gradio_api/call/wer", json=data, headers=headers)

    try:
        answers = [ask("much", "9.9.9.9") for _ in range(REQUESTS_OF_VISITOR + 1)]
        assert [answer.status_code for answer in answers[:-1]] == [200] * REQUESTS_OF_VISITOR
        assert answers[-1].status_code == 429
        assert answers[-1].json()["detail"].startswith("you have 6 requests waiting or running;")
        other = ask("little", "9.9.9.10")
        for _ in range(_OF_PROGRAMS):
            assert started.acquire(timeout=30)
        for _ in range(2):  # one ends, and one starts
            may_end.release()
            assert started.acquire(timeout=30)
        assert order == [*["much"] * _OF_PROGRAMS, "much", "little"]
    finally:
        may_end.release(REQUESTS_OF_VISITOR + 1)
    for joined in [*answers[:-1], other]:
        event = joined.json()["event_id"]
        assert "complete" in httpx.get(f"{url}gradio_api/call/wer/{event}", timeout=60).text


def test_a_new_session_is_what_gradio_would_make_and_shares_nothing(served):
    assert isinstance(served.app.state_holder, Sessions)
    assert isinstance(served._queue.pending_messages_per_session, SessionsInUse)
    with gr.Blocks() as page:
        gr.Textbox("a", label="b")
    sessions, gradios = Sessions(page), SessionState(page)
    one, other = sessions["one"], sessions["other"]
    assert one.config_values == other.config_values == gradios.config_values
    assert vars(one).keys() == vars(gradios).keys()
    number = next(iter(one.config_values))
    one._update_value_in_config(number, "z")
    one[number] = "y"
    assert other.config_values[number]["props"].get("value") != "z"
    assert other[number] != "y"
    assert sessions["one"] is one


@pytest.mark.slow
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
