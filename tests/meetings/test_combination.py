"""Segments assigned to streams: the fewest errors of all assignments, in bounded memory."""

import random
import subprocess
import sys
import threading
import time
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from levmetrics import InputError
from levmetrics.edits import compiled, library
from levmetrics.edits.streams import Streams
from levmetrics.meetings import combination
from levmetrics.meetings.combination import best_combination, greedy_combination
from levmetrics.system.work import watched
from tests.edits.conftest import build_kernel as build_kernel
from tests.edits.test_streams import random_rows, streams_of, textbook_matrix
from tests.thoroughness import times

ROOT = Path(__file__).parents[2]


def errors_of(segments, streams, chosen, timed):
    """Count the errors of an assignment cell by cell."""
    joined = [[] for _ in streams]
    for segment, stream in zip(segments, chosen, strict=True):
        joined[stream] += segment
    return sum(
        textbook_matrix(target, pred, timed)[-1][-1]
        for target, pred in zip(joined, streams, strict=True)
    )


def textbook_greedy(segments, streams, timed, start):
    """Move each segment in turn to where it adds the least, with all matrices computed anew."""

    def cost(chosen, stream, substitution):
        said = [segment for segment, one in zip(segments, chosen, strict=True) if one == stream]
        joined = [token for segment in said for token in segment]
        return textbook_matrix(joined, streams[stream], timed, substitution=substitution)[-1][-1]

    chosen = [*start]
    for substitution in (2, 1):
        before = None
        while chosen != before:
            before = [*chosen]
            for number in range(len(segments)):
                more = []
                for stream in range(len(streams)):
                    with_it, without = ([*chosen] for _ in range(2))
                    with_it[number], without[number] = stream, None
                    costs = (cost(one, stream, substitution) for one in (with_it, without))
                    more.append(next(costs) - next(costs))
                if min(more) < more[chosen[number]]:
                    chosen[number] = more.index(min(more))
    return chosen


def fewest_errors(segments, streams, timed):
    """Follow all assignments, segment by segment, by the last row of each stream's matrix."""
    beginnings = [tuple(tuple(range(len(stream) + 1)) for stream in streams)]
    for segment in segments:
        beginnings = {
            (
                *rows[:number],
                tuple(textbook_matrix(segment, streams[number], timed, rows[number])[-1]),
                *rows[number + 1 :],
            )
            for rows in beginnings
            for number in range(len(streams))
        }
    return min(sum(row[-1] for row in rows) for rows in beginnings)


def random_case(rng):
    """Segments and streams of few words, some of which have much in common."""
    timed = rng.random() < 0.5
    segments = random_rows(rng, rng.randint(0, 7), 3, 4, words=rng.choice([2, 4, 8]))
    streams = random_rows(rng, rng.randint(1, 3), rng.choice([4, 8]), 4, words=4)
    if rng.random() < 0.6:
        streams = [[] for _ in streams]
        for segment in segments:
            said = [token for token in segment if rng.random() < 0.8]
            streams[rng.randrange(len(streams))] += said
    return segments, streams, timed


def check(rng):
    segments, streams, timed = random_case(rng)
    # Streams need one token at least to be written as rows.
    sides = [streams_of([*rows, []], timed=timed) for rows in (segments, streams)]
    rows = [side.take(np.arange(len(side) - 1)) for side in sides]
    start = np.array([rng.randrange(len(streams)) for _ in segments], np.int64)
    greedy = greedy_combination(*rows, start)
    best = best_combination(*rows, start)
    case = segments, streams, timed, start
    fewest = fewest_errors(segments, streams, timed)
    assert best.errors == fewest == errors_of(segments, streams, best.streams, timed), case
    assert greedy.streams.tolist() == textbook_greedy(segments, streams, timed, start), case
    assert greedy.errors == errors_of(segments, streams, greedy.streams, timed), case
    assert fewest <= greedy.errors <= errors_of(segments, streams, start, timed), case
    return greedy.errors > fewest


def test_no_assignment_has_fewer_errors(kernel):
    rng = random.Random(kernel)
    sizes = {"compiled": 300, "portable": 120}
    # Where the greedy search is enough each time, nothing is shown of the exact one.
    assert sum(check(rng) for _ in range(sizes[kernel])) > 1


@pytest.mark.slow
def test_no_assignment_has_fewer_errors_over_thousands_of_sessions():
    rng = random.Random(0)
    sessions = times(2_000, of=10_000)
    assert sum(check(rng) for _ in range(sessions)) > sessions / 100


def test_all_assignments_are_tried_by_the_oracle():
    """It follows rows of matrices, of which equal ones are one; here are all assignments."""
    rng = random.Random(0)
    for _ in range(40):
        segments, streams, timed = random_case(rng)
        segments = segments[:5]
        assert fewest_errors(segments, streams, timed) == min(
            errors_of(segments, streams, chosen, timed)
            for chosen in product(range(len(streams)), repeat=len(segments))
        )


def test_one_stream_takes_all_segments():
    segments = streams_of([[(1, 0, 1)], [(2, 1, 1)]])
    found = best_combination(segments, streams_of([[(2, 1, 1)]]), np.array([0, 0]))
    assert (found.errors, found.streams.tolist()) == (1, [0, 0])


def untimed(texts):
    words = [text.split() for text in texts]
    numbers = np.array([int(word) for row in words for word in row], np.int64)
    return Streams(numbers, np.cumsum([0, *map(len, words)]))


def test_a_greedy_search_stops_where_no_single_move_helps_and_the_exact_one_does_not():
    rng = random.Random(1)
    for _ in range(500):
        segments, streams, timed = random_case(rng)
        if not segments or timed or not any(map(len, streams)):
            continue
        sides = segments, streams
        target, pred = (streams_of([*rows, [(9, 0, 0)]], timed=False) for rows in sides)
        start = np.zeros(len(target), np.int64)
        greedy, best = (
            search(target, pred, start) for search in (greedy_combination, best_combination)
        )
        if greedy.errors == best.errors:
            continue
        tokens = np.split(target.tokens, target.offsets[1:-1])
        rows = [[(token, 0, 0) for token in row.tolist()] for row in tokens]
        streams = [
            [(token, 0, 0) for token in row.tolist()]
            for row in np.split(pred.tokens, pred.offsets[1:-1])
        ]
        for number in range(len(rows)):
            for stream in range(len(streams)):
                moved = greedy.streams.copy()
                moved[number] = stream
                assert errors_of(rows, streams, moved, False) >= greedy.errors
        return
    pytest.fail("the greedy search found the best each time")


@pytest.mark.parametrize("number", [1, 2, 3, 5, 16, 17])
def test_a_greedy_search_in_little_memory_finds_the_same(build_kernel, kernel, monkeypatch, number):
    rng = random.Random(number)
    timed = number % 2 == 0
    segments, streams = (
        random_rows(rng, rows, most, 9) for rows, most in ((number, 9), (3, 3 * number))
    )
    start = np.array([rng.randrange(3) for _ in range(number)])
    monkeypatch.setattr(combination, "_MOST_BYTES", 0)
    if kernel == "compiled":
        built = build_kernel("LEVMETRICS_TEST_DIVIDED")
        monkeypatch.setattr(library, "compiled_kernel", lambda: built)
    sides = [streams_of([*rows, [(1, 0, 1)]], timed=timed) for rows in (segments, streams)]
    rows = [side.take(np.arange(len(side) - 1)) for side in sides]
    found = greedy_combination(*rows, start)
    assert found.streams.tolist() == textbook_greedy(segments, streams, timed, start)


def test_a_greedy_search_whose_columns_are_narrow_finds_the_same(build_kernel, kernel, monkeypatch):
    if kernel == "portable":
        pytest.skip("it computes whole columns")
    built = build_kernel("LEVMETRICS_TEST_DIVIDED")
    monkeypatch.setattr(library, "compiled_kernel", lambda: built)
    rng = random.Random(0)
    for _ in range(200):
        segments = random_rows(rng, rng.randint(1, 12), rng.choice([1, 8]), 4, words=2)
        streams = random_rows(rng, rng.randint(1, 3), 15, 4, words=2)
        if rng.random() < 0.5:
            streams = [[] for _ in streams]
            for segment in segments:
                said = [token for token in segment if rng.random() < 0.8]
                streams[rng.randrange(len(streams))] += said
        sides = [streams_of([*rows, [(1, 0, 1)]], timed=False) for rows in (segments, streams)]
        rows = [side.take(np.arange(len(side) - 1)) for side in sides]
        start = np.array([rng.randrange(len(streams)) for _ in segments])
        found = greedy_combination(*rows, start)
        case = segments, streams, start
        assert found.streams.tolist() == textbook_greedy(segments, streams, False, start), case
        assert found.errors == errors_of(segments, streams, found.streams, False), case


def test_a_search_for_which_there_is_no_room_is_refused_at_once(monkeypatch):
    monkeypatch.setattr(combination, "_MOST_BYTES", 1000)
    segments, streams = untimed(["1 2"] * 20), untimed(["1 2"] * 20)
    with pytest.raises(InputError, match=r"20 segments beside 60 tokens .* 'meeting:greedy_orc'"):
        best_combination(segments, streams, np.zeros(20, np.int64))


def test_a_search_that_proves_nothing_ends_in_a_sentence(monkeypatch):
    monkeypatch.setattr(combination, "_MOST_SWEEPS", 1)
    monkeypatch.setattr(combination, "_MOST_BEGINNINGS", 1)
    rng = random.Random(3)
    segments = untimed([" ".join(rng.choices("12345", k=3)) for _ in range(40)])
    streams = untimed([" ".join(rng.choices("12345", k=40)) for _ in range(3)])
    with pytest.raises(InputError, match="the exact search ran out of time"):
        best_combination(segments, streams, np.zeros(40, np.int64))


@pytest.mark.parametrize(
    ("search", "segments"), [(best_combination, 300), (greedy_combination, 3_000)]
)
def test_long_searches_end_at_the_time_limit(search, segments):
    rng = random.Random(0)
    texts = [" ".join(rng.choices("123456789", k=10)) for _ in range(segments)]
    streams = untimed([" ".join(rng.choices("123456789", k=2 * segments)) for _ in range(4)])
    with watched(timeout=0.05), pytest.raises(TimeoutError):
        search(untimed(texts), streams, np.zeros(segments, np.int64))


def test_a_cancelled_search_stops_within_a_long_segment(kernel):
    if kernel == "portable":
        pytest.skip("only the compiled kernel runs in another thread than the one that waits")
    size, cancelled = 60_000, library.Cancelled()
    tokens = np.arange(size)
    row = Streams(tokens, np.array([0, size]), np.zeros(size), np.ones(size))
    sides = [side.for_kernel() for side in (row, row, row, row)]
    stream, cost = np.zeros(1, np.int64), np.zeros(1, np.int64)
    timer = threading.Timer(0.1, setattr, (cancelled, "value", 1))
    timer.start()
    start = time.perf_counter()
    status = library.compiled_kernel().levmetrics_combination(
        *sides, 1, 1, cancelled, stream.ctypes.data, cost.ctypes.data
    )
    with pytest.raises(InterruptedError):
        compiled.check_status(status)
    assert time.perf_counter() - start < 1  # else after 3.6 billion cells


LIMITED = """
import resource, sys
import levmetrics as lm
from tests.meetings.meetings import random_meeting, segment
lm.score([[segment("A", "a")]] , [[segment("A", "a")]], "orc")
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 1_000_000_000,) * 2)
{code}
"""


def in_a_gigabyte(code):
    """Run code in a process that may take a gigabyte more; return what it prints."""
    if sys.platform != "linux":
        pytest.skip("the limit of memory is Linux's")
    done = subprocess.run(
        [sys.executable, "-c", LIMITED.format(code=code)],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="memory is measured on Linux")
def test_a_long_greedy_search_keeps_a_byte_for_each_cost():
    if library.compiled_kernel() is None:
        pytest.skip("the portable kernel takes minutes")
    code = """
import re
from pathlib import Path
import numpy as np
from levmetrics.edits.streams import Streams
from levmetrics.meetings.combination import greedy_combination

def mebibytes(name):
    status = Path("/proc/self/status").read_text()
    return int(re.search(name + r":\\s+(\\d+)", status)[1]) // 1024

tokens, stream = np.arange(9_200), np.arange(30_000)
segments = Streams(tokens, np.arange(len(tokens) + 1))
before = mebibytes("VmRSS")
found = greedy_combination(
    segments, Streams(stream, np.array([0, len(stream)])), np.zeros(len(tokens), np.int64)
)
assert found.errors == len(stream) - len(tokens)
print(mebibytes("VmHWM") - before)
"""
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    assert int(done.stdout) < 1.2 * 9_200 * 30_000 / 2**20


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["orc", "tcorc", "dicp"])
def test_a_meeting_of_3000_words_is_proved_in_a_gigabyte(metric):
    printed = in_a_gigabyte(f"""
reference, hypothesis = random_meeting(0, words=3000, speakers=4, errors=0.12, moved=0.05)
exact = lm.score([hypothesis], [reference], "meeting:{metric}").result()
greedy = lm.score([hypothesis], [reference], "meeting:greedy_{metric}").result()
assert 200 < exact["errors"] <= greedy["errors"] < 1000, (exact, greedy)
print(exact["errors"])
""")
    assert int(printed) > 0


@pytest.mark.slow
def test_a_hopeless_meeting_ends_in_the_sentence_in_a_gigabyte():
    """A hypothesis that has nothing to do with the reference, as of another meeting."""
    printed = in_a_gigabyte("""
reference, _ = random_meeting(1, words=1500, speakers=4, errors=0.12, moved=0.05)
_, hypothesis = random_meeting(2, words=1500, speakers=4, errors=0.12, moved=0.05)
try:
    lm.score([hypothesis], [reference], "meeting:orc")
except lm.InputError as error:
    print(error)
""")
    assert "take the greedy search, as 'meeting:greedy_orc'" in printed
