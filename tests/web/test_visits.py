"""Many clients at once get the right answers."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from gradio_client import Client

from tests.web.clients import PLAIN
from tests.web.loops import run
from tests.web.visits import done, visits

pytestmark = pytest.mark.slow


def test_programs_and_visitors_at_once_get_their_own_numbers(url):
    started, planned = threading.Barrier(15), visits()

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


def test_another_number_than_the_right_one_is_noticed(url):
    load, score, _ = visits()[0]
    right, wrong = run(done(url, [load, score._replace(shown={"score_results": ["99.99 %"]})]))
    assert (right, "score_results" in wrong) == ("", True)
