"""Processes that split texts, and are ended or fail: the caller is told, and nothing is left."""

import os
import signal
import time

import pyarrow as pa
import pytest

import levmetrics.tokenizers.tokenizer as base
from levmetrics import error_counts
from levmetrics.tokenizers import WordTokenizer
from tests.packages import needs

pytestmark = needs("cloudpickle", "psutil")
psutil = pytest.importorskip("psutil")
FAULT = "fault"


class Faulty(WordTokenizer):
    """A tokenizer whose worker does something when it comes to one text."""

    def __init__(self, act, parent):
        self.act = act
        self.parent = parent

    def spaced(self, text):
        if text == FAULT and os.getpid() != self.parent:
            self.act()
        return text


def killed():
    os.kill(os.getpid(), signal.SIGKILL)


def without_memory():
    raise MemoryError("no memory for 8 GiB")


def failing():
    raise ValueError("a word that MeCab does not like")


def interrupted():
    os.kill(os.getppid(), signal.SIGINT)
    time.sleep(60)


FAULTS = {
    "killed": (killed, RuntimeError, r"^a process that .* 'custom\(.*Faulty\)' was ended"),
    "without memory": (without_memory, MemoryError, "no memory for 8 GiB"),
    "failing": (failing, ValueError, "a word that MeCab does not like"),
    "interrupted": (interrupted, KeyboardInterrupt, None),
}


def children():
    """The processes that this one has started."""
    return {*psutil.Process().children()}


@pytest.fixture
def two_processes(monkeypatch):
    monkeypatch.setattr(pa, "cpu_count", lambda: 2)
    monkeypatch.setattr(base, "_PARALLEL_CHARACTERS", 1)
    monkeypatch.setattr(base, "_CHARACTERS_PER_TASK", 40)


@pytest.fixture
def heeds_interrupts():
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job ignores it
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("two_processes", "heeds_interrupts")
@pytest.mark.parametrize(("act", "error", "message"), FAULTS.values(), ids=FAULTS)
def test_a_fault_in_a_worker_is_an_error_soon_and_leaves_no_process(act, error, message):
    before = children()
    texts = [f"a{i}" for i in range(2_000)]
    texts[1_000] = FAULT
    tokenizer = Faulty(act, os.getpid())
    started = time.monotonic()
    with pytest.raises(error, match=message):
        error_counts(texts, texts, tokenizer=tokenizer)
    assert time.monotonic() - started < 30
    for _ in range(100):
        if children() <= before:
            break
        time.sleep(0.1)
    assert children() <= before
    texts[1_000] = "well"
    assert error_counts(texts, texts, tokenizer=tokenizer).hits.sum() == 2_000
