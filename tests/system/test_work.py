"""Long work shows how far it is and ends at its limit, in every loop that may take long."""

import io
import re
import sys
import time
from contextlib import redirect_stderr
from functools import partial
from random import Random

import pytest

import levmetrics as lm
from levmetrics import InputError
from levmetrics.system import work
from tests.packages import needs

LONG, OTHER = ("".join(Random(seed).choices("abcdefgh", k=600_000)) for seed in range(2))


def slow(text):
    time.sleep(0.02)
    return text.split()


@pytest.mark.parametrize(
    ("predictions", "references", "options"),
    [
        ([LONG], [OTHER], {"metric": "cer"}),
        ([f"a {n}" for n in range(1_000)], ["b"] * 1_000, {"tokenizer": slow}),
        ([f"a {n}" for n in range(1_000)], ["b"] * 1_000, {"normalizer": lambda t: slow(t) and t}),
    ],
    ids=["kernel", "tokenizer", "normalizer"],
)
def test_work_ends_soon_after_its_timeout(predictions, references, options):
    started = time.monotonic()
    with pytest.raises(TimeoutError, match=r"longer than timeout=0\.3 seconds, and nothing"):
        lm.score(predictions, references, timeout=0.3, **options)
    # The first takes 6 seconds or more, the others 20; on a busy machine the clock is late.
    assert time.monotonic() - started < 5
    assert lm.wer(["a b"], ["a c"]) == 0.5  # what comes after has no limit


def test_work_within_its_timeout_comes_to_the_same():
    assert lm.score(["a b"], ["a c"], timeout=60).score == lm.wer(["a b"], ["a c"]) == 0.5


@pytest.mark.parametrize(
    ("predictions", "references", "options"),
    [
        ([LONG], [OTHER], {"metric": "cer"}),
        ([f"a {n}" for n in range(1_000)], ["b"] * 1_000, {"tokenizer": slow}),
        ([[*range(3_000)]], [[*range(3_000)]], {"metric": "star"}),
    ],
    ids=["kernel", "tokenizer", "lists"],
)
def test_work_ends_soon_after_it_is_cancelled(predictions, references, options):
    end = time.monotonic() + 0.3
    with (
        pytest.raises(InterruptedError, match="the work was cancelled, and nothing was returned"),
        work.watched(is_cancelled=lambda: time.monotonic() > end),
    ):
        lm.score(predictions, references, **options)
    assert time.monotonic() - end < 5
    assert lm.wer(["a b"], ["a c"]) == 0.5


def test_work_on_threads_is_watched_there():
    def wait(part):
        while True:
            work.seconds_left()
            time.sleep(0.01)

    with pytest.raises(TimeoutError), work.watched(timeout=0.1):
        [*work.on_threads(wait, [0, 1])]
    assert [*work.on_threads(str, [0, 1])] == ["0", "1"]  # no thread still waits


@pytest.mark.parametrize("timeout", [0, -1, float("nan"), True, "1"])
def test_a_timeout_that_is_no_number_of_seconds_is_refused(timeout):
    with pytest.raises(InputError, match=r"timeout is .*; it must be a number of seconds above 0"):
        lm.score(["a"], ["b"], timeout=timeout)


@needs("tqdm")
def test_a_bar_shows_what_takes_long_and_quick_work_shows_none(monkeypatch):
    monkeypatch.setattr(work, "_BAR_AFTER", 0)
    with redirect_stderr(io.StringIO()) as shown:
        lm.score(["a"] * 30, ["b"] * 30, tokenizer=slow, progress=True)
    assert "splitting" in shown.getvalue()
    assert re.search(r"[1-9]\d*/30", shown.getvalue())  # the last step may come within tqdm's pause
    monkeypatch.undo()
    with redirect_stderr(io.StringIO()) as shown:
        lm.score(["a"], ["b"], progress=True)
        lm.score(["a"] * 30, ["b"] * 30, tokenizer=slow)
    assert shown.getvalue() == ""


@needs("tqdm")
def test_no_bar_is_shown_where_standard_error_is_closed(monkeypatch):
    monkeypatch.setattr(work, "_BAR_AFTER", 0)
    monkeypatch.setattr("sys.stderr", None)
    assert lm.score(["a"] * 30, ["b"] * 30, tokenizer=slow, progress=True).score == 1


A, B = ["a b", "c d"] * 20, ["a x", "c d"] * 20
NESTED = [{"key": text} for text in A], [{"key": text} for text in B]
RUNS = {"old": lm.score(A, B), "new": lm.score(B, B)}
NIST = lm.score(A, B, costs="nist")


@needs("tqdm")
@pytest.mark.parametrize(
    ("call", "bars"),
    [
        (partial(lm.score, *NESTED, "star"), ["reading", "matching"]),
        (partial(lm.score, [text.split() for text in A], [["x"]] * 40), ["reading"]),
        (partial(lm.score, A, B, tokenizer="mixed"), ["splitting"]),
        (partial(lm.score, A, B, compounds="join"), ["joining"]),
        (partial(lm.score, A, B, "keywords", keywords=["a"]), ["searching"]),
        (partial(lm.compare, {"old": A, "new": B}, B, tokenizer=str.split), ["splitting"]),
        (partial(lm.compare, RUNS), ["comparing", "resampling", "randomizing", "intervals"]),
        (partial(lm.compare, {"old": NIST, "new": NIST}), ["aligning", "comparing"]),
        (RUNS["old"].interval, ["resampling"]),
        (RUNS["old"].report, ["resampling"]),
        (NIST.report, ["resampling", "aligning"]),
        (NIST.confusions, ["aligning"]),
        (lm.compare(RUNS).report, ["comparing", "resampling", "randomizing", "intervals"]),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_whatever_takes_long_shows_its_bars_and_has_an_end(call, bars, monkeypatch):
    monkeypatch.setattr(work, "_BAR_AFTER", 0)
    with redirect_stderr(io.StringIO()) as shown:
        watched = call(progress=True)
    assert [bar for bar in bars if f"{bar}:" in shown.getvalue()] == bars
    with redirect_stderr(io.StringIO()) as shown:
        assert repr(call(timeout=60)) == repr(watched)
    assert shown.getvalue() == ""
    with pytest.raises(TimeoutError, match="longer than timeout=1e-09 seconds, and nothing was"):
        call(timeout=1e-9)


def test_work_within_watched_work_keeps_its_limit():
    with (
        pytest.raises(TimeoutError, match="timeout=1e-09"),
        work.watched(timeout=1e-9),
    ):
        lm.compare(RUNS)


def test_a_bar_without_tqdm_is_refused_at_once_with_the_line_that_installs_it(monkeypatch):
    for name in ("tqdm", "tqdm.auto"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ImportError, match=r"progress=True needs tqdm.*'levmetrics\[progress\]'"):
        lm.score(["a"], ["b"], progress=True)
    assert lm.score(["a"], ["b"], timeout=60).score == 1
