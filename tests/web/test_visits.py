"""Many clients at once get the right answers."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from gradio_client import Client

from tests.web.clients import PLAIN
from tests.web.loops import run
from tests.web.visits import Page, Press, visit, visits


async def done(url, *visits_in_turn):
    """Visit the page, and return what is wrong with each answer."""
    wrong = []
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        page = await Page.of(http)
        for presses in visits_in_turn:
            async with visit(http, page) as visiting:
                wrong += [await visiting.do(press) for press in presses]
    return wrong


@pytest.mark.slow
def test_programs_and_visitors_at_once_get_their_own_numbers(url):
    started, planned = threading.Barrier(15), visits()
    assert {press.element for presses in planned for press in presses} >= {"score", "compare"}

    def ask(number):
        client = Client(url, **PLAIN)
        started.wait(60)
        said = " ".join(["x"] * (number + 1))
        for _ in range(6):
            found = client.predict("y", said, "wer", "", "", api_name="/wer")
            assert (found["reference_length"], found["deletions"]) == (number + 1, number)

    async def come():
        return await asyncio.gather(
            *(done(url, planned[number % 4], planned[(number + 1) % 4]) for number in range(15))
        )

    with ThreadPoolExecutor(15) as pool:
        asked = pool.map(ask, range(15))
        wrong = run(come())
        list(asked)  # raises what any of them raised
    assert {answer for answers in wrong for answer in answers} == {""}


@pytest.mark.slow
def test_another_number_than_the_right_one_is_noticed(url):
    load, score, _ = visits()[0]
    press = Press(score.name, score.element, {"score_results": ["99.99 %"]})
    right, wrong = run(done(url, [load, press]))
    assert (right, "score_results" in wrong) == ("", True)
