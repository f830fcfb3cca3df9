"""Every run ends at its deadline, and when its visitor cancels it or leaves."""

import random
import threading
import time

import gradio as gr
import pytest
from gradio_client import Client
from gradio_client.exceptions import AppError

from levmetrics import InputError
from levmetrics.system.work import seconds_left, steps
from levmetrics.web import endpoints, inside_tab, running
from levmetrics.web.error_messages import with_errors_shown
from levmetrics.web.limits import PAGE
from levmetrics.web.running import cancel, with_deadline
from tests.packages import needs_tokenizer
from tests.web.clients import PLAIN

HAN = "国民権利義務今日天気法律憲法"
LATE = r"^this took longer than the 0\.2 seconds that a run gets on this page; give shorter"


def drawn(letters, texts, seed, characters=PAGE.characters_per_text):
    rng = random.Random(seed)
    return "\n".join("".join(rng.choices(letters, k=characters)) for _ in range(texts))


def two(letters):
    """Return two columns of 190 texts of these letters."""
    return [drawn(letters, 190, seed) for seed in (0, 1)]


def listed(items):
    return "\n".join([f"[{','.join(map(str, range(items)))}]"] * 4)


@pytest.fixture
def short(monkeypatch):
    """Leave a run a fifth of a second."""
    monkeypatch.setattr(running, "SECONDS", 0.2)


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize(
    ("endpoint", "arguments"),
    [
        (endpoints.wer, lambda: [*two(HAN), "cer"]),
        (endpoints.wer, lambda: [*two("a b"), "wer", "grapheme"]),
        (endpoints.wer, lambda: [*two(HAN), "ja"]),
        (endpoints.wer, lambda: [*two(HAN), "wer", "mixed"]),
        pytest.param(
            *(endpoints.wer, lambda: [*two(HAN), "wer", "jieba"]), marks=needs_tokenizer("jieba")
        ),
        pytest.param(
            *(endpoints.wer, lambda: [*two("가나다 "), "wer", "kiwi"]),
            marks=needs_tokenizer("kiwi"),
        ),
        (endpoints.wer, lambda: [*two("国A.b "), "formatted"]),
        (endpoints.wer, lambda: [*two(HAN), "reading"]),
        (endpoints.anls, lambda: [listed(1_500), listed(1_500), "star"]),
        (
            endpoints.compare,
            lambda: [
                drawn("a b", 20_000, 0, 90),
                {name: drawn("a b", 20_000, name, 90) for name in "ABCDEF"},
            ],
        ),
    ],
    ids=[
        *("characters", "graphemes", "MeCab", "mixed", "jieba", "kiwi", "formatted", "reading"),
        *("lists", "systems"),
    ],
)
def test_whatever_takes_long_ends_at_the_deadline_with_a_sentence(endpoint, arguments):
    given = arguments()
    started = time.monotonic()
    with pytest.raises(InputError, match=LATE):
        with_deadline(endpoint)(*given)
    assert time.monotonic() - started < 20  # each takes minutes, or many seconds on a fast machine


@pytest.mark.usefixtures("short")
def test_a_program_and_a_visitor_are_told_the_limit_and_what_to_do(url):
    def slow(language):
        for _ in steps(range(100), "waiting"):
            time.sleep(0.01)

    with pytest.raises(InputError, match=r"or run it yourself$"):
        with_deadline(slow)("en")
    assert "このページでは1回0.2秒までです" in with_errors_shown(slow)("ja")


def test_a_run_ends_once_its_session_cancels_it_and_those_of_others_go_on(monkeypatch):
    sessions = {name: gr.Request(session_hash=name) for name in ("ann", "bob")}
    started, ended = threading.Barrier(3), {}
    go_on = threading.Event()

    @with_deadline
    def slow():
        started.wait(10)
        while not go_on.is_set():
            time.sleep(0.01)
            seconds_left()
        return "done"

    def asked_by(name):
        running.LocalContext.request.set(sessions[name])
        try:
            ended[name] = slow()
        except InputError as error:
            ended[name] = error.code

    threads = {name: threading.Thread(target=asked_by, args=[name]) for name in sessions}
    for thread in threads.values():
        thread.start()
    started.wait(10)
    cancel(sessions["ann"])
    threads["ann"].join(10)
    go_on.set()
    threads["bob"].join(10)
    assert ended == {"ann": "page.cancelled", "bob": "done"}
    assert not running._runs


@needs_tokenizer("jieba")
def test_a_run_of_the_kernel_is_cancelled_while_it_computes():
    texts = [drawn(HAN, 190, seed) for seed in (0, 1)]
    request = gr.Request(session_hash="ann")
    running.LocalContext.request.set(request)
    timer = threading.Timer(0.3, cancel, [request])
    timer.start()
    try:
        with pytest.raises(InputError, match="this was cancelled, and nothing was computed"):
            with_deadline(endpoints.wer)(*texts, "wer", "jieba")
    finally:
        timer.join()
        running.LocalContext.request.set(None)


@needs_tokenizer("jieba")
def test_an_endpoint_of_the_page_ends_at_the_deadline(url, short):
    texts = [drawn(HAN, 90, seed) for seed in (0, 1)]
    with pytest.raises(AppError, match=LATE):
        Client(url, **PLAIN).predict(*texts, "wer", "jieba", api_name="/wer")


@pytest.mark.slow
def test_a_run_ends_when_its_visitor_leaves(open_page, monkeypatch):
    started, ended = threading.Event(), []

    def slow(*texts, **options):
        started.set()
        try:
            for _ in range(6_000):
                time.sleep(0.01)
                seconds_left()
        except InterruptedError as error:
            ended.append(error)
            raise

    monkeypatch.setattr(inside_tab, "align", slow)
    page = open_page()
    page.get_by_role("tab", name="Look inside").click()
    page.click("#align")
    started.wait(20)
    page.close()
    for _ in range(300):
        if ended:
            break
        time.sleep(0.1)
    assert ended
