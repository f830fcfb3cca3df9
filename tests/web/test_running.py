"""Every run ends at its deadline, and when its visitor cancels it or leaves."""

import random
import threading
import time

import gradio as gr
import pytest
from gradio_client.exceptions import AppError

from levmetrics import InputError
from levmetrics.system.work import seconds_left
from levmetrics.web import endpoints, inside_tab, running
from levmetrics.web.error_messages import with_errors_shown
from levmetrics.web.limits import PAGE
from levmetrics.web.running import cancel, with_deadline
from tests.packages import needs_tokenizer

HAN = "国民権利義務今日天気法律憲法"
LATE = r"^this took longer than the 0\.2 seconds that a run gets on this page; give shorter"


def drawn(letters, texts, seed, characters=PAGE.characters_per_text):
    rng = random.Random(seed)
    return "\n".join("".join(rng.choices(letters, k=characters)) for _ in range(texts))


def wer(letters, *arguments):
    """Score two columns of 190 texts of these letters."""
    return endpoints.wer(*(drawn(letters, 190, seed) for seed in (0, 1)), *arguments)


def lists():
    texts = "\n".join([str([*range(1_500)])] * 4)
    return endpoints.anls(texts, texts, "star")


def systems():
    texts = {name: drawn("a b", 20_000, name, 90) for name in "ABCDEFG"}
    return endpoints.compare(texts.pop("G"), texts)


@pytest.fixture
def short(monkeypatch):
    """Leave a run a fifth of a second."""
    monkeypatch.setattr(running, "SECONDS", 0.2)


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize(
    "run",
    [
        pytest.param(lambda: wer(HAN, "cer"), id="characters"),
        pytest.param(lambda: wer("a b", "wer", "grapheme"), id="graphemes"),
        pytest.param(lambda: wer(HAN, "ja"), id="MeCab"),
        pytest.param(lambda: wer(HAN, "wer", "mixed"), id="mixed"),
        pytest.param(
            lambda: wer(HAN, "wer", "jieba"), marks=needs_tokenizer("jieba"), id="workers"
        ),
        pytest.param(
            lambda: wer("가나다 ", "wer", "kiwi"), marks=needs_tokenizer("kiwi"), id="kiwi"
        ),
        pytest.param(lambda: wer("国A.b ", "formatted"), id="formatted"),
        pytest.param(lambda: wer(HAN, "reading"), id="reading"),
        pytest.param(lists, id="lists"),
        pytest.param(systems, id="systems"),
    ],
)
def test_whatever_takes_long_ends_at_the_deadline_with_a_sentence(run):
    started = time.monotonic()
    with pytest.raises(InputError, match=LATE):
        with_deadline(run)()
    assert time.monotonic() - started < 20  # each takes minutes, or many seconds on a fast machine


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
    sessions = {name: gr.Request(session_hash=name) for name in ("ann", "bob")}
    started, ended, go_on = threading.Barrier(3), {}, threading.Event()

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
    request = gr.Request(session_hash="ann")
    running.LocalContext.request.set(request)
    timer = threading.Timer(0.3, cancel, [request])
    timer.start()
    try:
        with pytest.raises(InputError, match="this was cancelled, and nothing was computed"):
            with_deadline(wer)(HAN, "wer", "jieba")
    finally:
        timer.join()
        running.LocalContext.request.set(None)


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
