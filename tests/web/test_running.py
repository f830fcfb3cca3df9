"""Every run ends at its deadline, and when its visitor cancels it or leaves."""

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import gradio as gr
import pytest
from gradio_client.exceptions import AppError

from levmetrics import InputError
from levmetrics.system.work import seconds_left
from levmetrics.web import endpoints, inside_tab, running
from levmetrics.web.error_messages import with_errors_shown
from levmetrics.web.limits import PAGE
from levmetrics.web.running import cancel, with_deadline

HAN = "国民権利義務今日天気法律憲法"
LATE = r"^this took longer than the 0\.2 seconds that a run gets on this page; give shorter"


def drawn(letters, texts, seed=0, characters=PAGE.characters_per_text):
    rng = random.Random(seed)
    return "\n".join("".join(rng.choices(letters, k=characters)) for _ in range(texts))


def wer(letters, *arguments, texts=190):
    """Score two columns of texts of these letters."""
    return endpoints.wer(*(drawn(letters, texts, seed) for seed in (0, 1)), *arguments)


def systems():
    texts = {name: drawn("a b", 20_000, name, 90) for name in "ABCDEFG"}
    return endpoints.compare(texts.pop("G"), texts)


def meeting(seed):
    words = drawn("ab", 8_000, seed, 1).split("\n")
    return "\n".join(f"S 1 {n % 8} {n} {n + 2} {words[n]}" for n in range(len(words)))


LISTS = "\n".join([str([*range(1_500)])] * 4)
LONG = {  # each takes minutes, or many seconds on a fast machine
    "characters": lambda: wer(HAN, "cer"),
    "graphemes": lambda: wer("a b", "wer", "grapheme"),
    "MeCab": lambda: wer(HAN, "ja"),
    "mixed": lambda: wer(HAN, "wer", "mixed"),
    "formatted": lambda: wer("国A.b ", "formatted"),
    "reading": lambda: wer(HAN, "reading"),
    "lists": lambda: endpoints.anls(LISTS, LISTS, "star"),
    "systems": systems,
    "meetings": lambda: endpoints.wer(*(meeting(seed) for seed in (0, 1)), "orc"),
}


@pytest.fixture
def short(monkeypatch):
    """Leave a run a fifth of a second."""
    monkeypatch.setattr(running, "SECONDS", 0.2)


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("name", LONG)
def test_whatever_takes_long_ends_at_the_deadline_with_a_sentence(name):
    started = time.monotonic()
    with pytest.raises(InputError, match=LATE):
        with_deadline(LONG[name])()
    assert time.monotonic() - started < 20


@pytest.mark.slow
@pytest.mark.parametrize("config", ["wer", "cer", "ja"])
def test_the_most_that_is_allowed_is_scored(config):
    assert with_deadline(wer)("abcd 今日は良い天気", config, texts=55)["reference_length"] > 0


def waiting(*texts, **options):
    """Wait for ten seconds, unless the run ends."""
    for _ in range(1_000):
        time.sleep(0.01)
        seconds_left()


def test_a_visitor_and_a_program_are_told_the_limit_in_their_languages(client, short, monkeypatch):
    assert "このページでは1回0.2秒までです" in with_errors_shown(waiting)("ja")
    monkeypatch.setattr(endpoints, "module_result", waiting)
    with pytest.raises(AppError, match=LATE):
        client.predict("a", "a", "wer", api_name="/wer")


def test_a_run_ends_once_its_session_cancels_it_and_those_of_others_go_on():
    ann, bob = (gr.Request(session_hash=name) for name in ("ann", "bob"))
    started, go_on = threading.Barrier(3), threading.Event()

    def asked_by(session):
        running.LocalContext.request.set(session)
        return slow()

    @with_deadline
    def slow():
        started.wait(10)
        while not go_on.wait(0.01):
            seconds_left()
        return "done"

    with ThreadPoolExecutor() as pool:
        of_ann, of_bob = pool.submit(asked_by, ann), pool.submit(asked_by, bob)
        started.wait(10)
        cancel(ann)
        with pytest.raises(InputError, match="this was cancelled, and nothing was computed"):
            of_ann.result(10)
        go_on.set()
        assert of_bob.result(10) == "done"
    assert not running._runs


@pytest.mark.slow
def test_a_run_ends_when_its_visitor_leaves(open_page, monkeypatch):
    started, ended = threading.Event(), threading.Event()

    def slow(*texts, **options):
        started.set()
        try:
            waiting()
        except InterruptedError:
            ended.set()
            raise

    monkeypatch.setattr(inside_tab, "align", slow)
    page = open_page()
    page.get_by_role("tab", name="Look inside").click()
    page.click("#align")
    started.wait(20)
    page.close()
    assert ended.wait(8)
