"""Each visitor gets so much of the page in a minute, and the page remembers few of them."""

import pytest
from gradio_client import Client
from gradio_client.exceptions import AppError

from levmetrics.errors import InputError
from levmetrics.web import visitors
from levmetrics.web.limits import SECONDS, SECONDS_OF_VISITOR
from levmetrics.web.visitors import Visitors, charge_visitor, visitor_name


class Clock:
    """A clock that goes when it is told to."""

    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def test_a_visitor_who_had_too_much_waits_and_others_do_not(clock):
    visitors = Visitors(seconds=10, now=clock)
    visitors.charge("ann", 10)
    with pytest.raises(InputError, match="wait a moment, about 30 seconds, and ask again"):
        visitors.charge("ann", 5)
    visitors.charge("bob", 5)


def test_the_wait_that_is_said_is_enough(clock):
    visitors = Visitors(seconds=10, now=clock)
    visitors.charge("ann", 10)
    clock.now = 29
    with pytest.raises(InputError):
        visitors.charge("ann", 5)
    clock.now = 30.1
    visitors.charge("ann", 5)


def test_what_is_refused_is_not_charged(clock):
    visitors = Visitors(seconds=10, now=clock)
    visitors.charge("ann", 8)
    for _ in range(3):
        with pytest.raises(InputError):
            visitors.charge("ann", 5)
    visitors.charge("ann", 2)


def test_a_minute_takes_no_more_than_was_had(clock):
    visitors = Visitors(seconds=10, now=clock)
    clock.now = 1_000
    visitors.charge("ann", 10)
    with pytest.raises(InputError):
        visitors.charge("ann", 1)


def test_of_many_visitors_those_who_asked_last_are_remembered(clock):
    visitors = Visitors(seconds=10, most=100, now=clock)
    for number in range(10_000):
        visitors.charge(str(number), 10)
    assert len(visitors) == 100
    with pytest.raises(InputError):
        visitors.charge("9999", 10)


def test_an_address_is_one_visitor_however_many_sessions_it_names():
    assert visitor_name("192.0.2.1", "a") == visitor_name("192.0.2.1", "b")
    assert visitor_name("127.0.0.1", "a") != visitor_name("127.0.0.1", "b")
    assert visitor_name(None, None) == ""


def test_work_outside_of_a_request_is_nobodys():
    for _ in range(100):
        charge_visitor(SECONDS_OF_VISITOR)


def test_a_visitor_may_have_the_largest_request_several_times_a_minute():
    assert SECONDS_OF_VISITOR >= 5 * SECONDS


def test_a_visitor_of_the_page_who_had_too_much_is_told_so_and_another_is_answered(
    url, monkeypatch, clock
):
    monkeypatch.setattr(visitors, "_VISITORS", Visitors(seconds=0.001, now=clock))
    texts = "\n".join("a" * 20)
    busy, other = Client(url, verbose=False), Client(url, verbose=False)
    assert busy.predict(texts, texts, api_name="/wer")["wer"] == 0
    with pytest.raises(AppError, match=r"^you have had much computed within a minute; wait"):
        busy.predict(texts, texts, api_name="/wer")
    assert other.predict(texts, texts, api_name="/wer")["wer"] == 0
