"""Streams of tokens with times: equal to the textbook, with both kernels."""

import random
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from levmetrics.edits import compiled, library, streams
from levmetrics.edits.streams import Columns, Streams, stream_distances, stream_links
from levmetrics.system.work import watched

# Few tokens, and times that touch, so that much is equal.
TIMES = st.one_of(st.integers(-2, 8).map(float), st.floats(-1, 8, allow_nan=False))
TOKENS = st.tuples(st.integers(0, 3), TIMES, st.one_of(st.just(0.0), st.integers(0, 4).map(float)))
ROWS = st.lists(st.lists(TOKENS, max_size=9), min_size=1, max_size=4)


def streams_of(rows, *, timed=True):
    """Make streams of rows of tokens, each with its start and length."""
    flat = [token for row in rows for token in row]
    offsets = np.cumsum([0, *map(len, rows)])
    tokens, start, length = (np.array([token[i] for token in flat]) for i in range(3))
    tokens = tokens.astype(np.int64)
    if not timed:
        return Streams(tokens, offsets)
    start = start.astype(np.float64)
    return Streams(tokens, offsets, start, start + length)


def overlap(one, other):
    """Whether two tokens are spoken at one time."""
    return one[1] < other[1] + other[2] and one[1] + one[2] > other[1]


def textbook_matrix(target, pred, timed, first=None, unit=1, substitution=1):
    """Wagner and Fischer, 1974, with the condition of times; ``first`` is its first row."""
    matrix = [[*range(0, unit * len(pred) + 1, unit)] if first is None else [*first]]
    for token in target:
        above, row = matrix[-1], [matrix[-1][0] + unit]
        for j, other in enumerate(pred):
            costs = [above[j + 1] + unit, row[j] + unit]
            if not timed or overlap(token, other):
                costs.append(above[j] + (0 if token[0] == other[0] else substitution))
            row.append(min(costs))
        matrix.append(row)
    return matrix


def textbook_links(target, pred, timed):
    """MeetEval's choice: from the end on an insertion, else a deletion, else a pair."""
    matrix = textbook_matrix(target, pred, timed)
    links, i, j = [-1] * len(target), len(target), len(pred)
    while i and j:
        if matrix[i][j] == matrix[i][j - 1] + 1:
            j -= 1
        elif matrix[i][j] == matrix[i - 1][j] + 1:
            i -= 1
        else:
            i, j = i - 1, j - 1
            links[i] = j
    return links


def random_rows(rng, rows, most, last, *, words=4):
    """Rows of tokens in time, as they are of speakers."""
    found = []
    for _ in range(rows):
        row, time = [], 0.0
        for _ in range(rng.randint(0, most)):
            time += rng.choice([0, 0.25, 0.5, -0.5, rng.random()]) * last / most
            row.append((rng.randrange(words), time, rng.choice([0, 0.25, 0.5, rng.random()])))
        found.append(row)
    return found


@given(ROWS, ROWS, st.booleans())
def test_distances_and_links_are_those_of_the_textbook(targets, preds, timed):
    target, pred = (streams_of(rows, timed=timed) for rows in (targets, preds))
    pairs = [(i, j) for i in range(len(targets)) for j in range(len(preds))]
    indices = np.array([i for i, _ in pairs]), np.array([j for _, j in pairs])
    expected = [textbook_matrix(targets[i], preds[j], timed)[-1][-1] for i, j in pairs]
    assert stream_distances(target, pred, *indices).tolist() == expected
    distance, starts, links = stream_links(target, pred, *indices)
    assert distance.tolist() == expected
    parts = [part.tolist() for part in np.split(links, starts[1:-1])]
    assert parts == [textbook_links(targets[i], preds[j], timed) for i, j in pairs]


@settings(max_examples=60)
@given(ROWS, ROWS, st.booleans())
def test_links_traced_block_by_block_are_those_of_the_textbook(
    build_kernel, kernel, targets, preds, timed
):
    rows = np.arange(min(len(targets), len(preds)))
    pairs = [*zip(targets, preds, strict=False)]
    target, pred = (streams_of(side, timed=timed) for side in (targets, preds))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(streams, "_CELLS_OF_A_BLOCK", 8)
        if kernel == "compiled":
            built = build_kernel("LEVMETRICS_TEST_DIVIDED")
            patch.setattr(library, "compiled_kernel", lambda: built)
        distance, starts, links = stream_links(target, pred, rows, rows)
    assert distance.tolist() == [textbook_matrix(*pair, timed)[-1][-1] for pair in pairs]
    parts = [part.tolist() for part in np.split(links, starts[1:-1])]
    assert parts == [textbook_links(*pair, timed) for pair in pairs]


LONG = """
import re, sys
from pathlib import Path
import numpy as np
from levmetrics.edits.streams import Streams, stream_links

def mebibytes(name):
    status = Path("/proc/self/status").read_text()
    return int(re.search(name + r":\\s+(\\d+)", status)[1]) // 1024

size, row = int(sys.argv[1]), np.array([0])
rng = np.random.default_rng(0)
sides = [Streams(rng.integers(0, 50, size), np.array([0, size])) for _ in range(2)]
stream_links(*[side.part(slice(1), np.array([0, 1])) for side in sides], row, row)
Path("/proc/self/clear_refs").write_text("5")  # the peak begins anew
before = mebibytes("VmRSS")
stream_links(*sides, row, row)
print(mebibytes("VmHWM") - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is measured on Linux")
def test_the_links_of_long_streams_take_little_memory(kernel):
    # All rows of the matrix would be 100 million bytes, or 72 million with the portable kernel.
    size = 10_000 if kernel == "compiled" else 3_000
    command = [sys.executable, "-c", LONG, str(size)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert int(done.stdout) < 48


@given(ROWS, st.lists(ROWS.map(lambda rows: rows[0]), max_size=4), st.booleans(), st.data())
def test_columns_are_those_of_the_textbook(rows, segments, timed, data):
    unit, substitution = data.draw(st.sampled_from([(1, 1), (1, 2), (64, 64), (3, 4)]))
    columns = Columns(streams_of(rows, timed=timed), unit, substitution)
    costs = columns.first()
    expected = [[*range(0, unit * len(row) + 1, unit)] for row in rows]
    for number, segment in enumerate(segments):
        chosen = st.lists(st.booleans(), min_size=len(rows), max_size=len(rows))
        is_active = np.array(data.draw(chosen))
        before, earlier = costs.copy(), [*expected]
        appended = columns.append(streams_of([segment], timed=timed), costs, is_active)
        assert (costs == before).all()
        costs = appended
        for row, each in enumerate(rows):
            if is_active[row]:
                expected[row] = textbook_matrix(
                    segment, each, timed, expected[row], unit, substitution
                )[-1]
        if number % 2:  # as the exact search offers a segment: for a price, or not at all
            price = data.draw(st.integers(0, 3 * unit))
            costs = np.minimum(before, appended - price).astype(np.int32)
            expected = [
                [min(cost, other - price) for cost, other in zip(*rows_of_both, strict=True)]
                for rows_of_both in zip(earlier, expected, strict=True)
            ]
    assert costs.tolist() == [cost for row in expected for cost in row]
    assert columns.last(costs).tolist() == [row[-1] for row in expected]
    assert columns.least(costs).tolist() == [min(row) for row in expected]
    assert columns.of_stream(np.arange(len(rows))).tolist() == [
        number for number, row in enumerate(rows) for _ in range(len(row) + 1)
    ]


@pytest.mark.parametrize("width", [1, 2, 4])
def test_columns_of_many_tokens_are_those_of_the_textbook_on_every_processor(
    build_kernel, kernel, monkeypatch, width
):
    if kernel == "portable":
        pytest.skip("it has no vectors")
    if width < 4:
        built = build_kernel(f"LEVMETRICS_TEST_WIDTH={width}")
        monkeypatch.setattr(library, "compiled_kernel", lambda: built)
    rng = random.Random(width)
    for size in [*range(20), 40]:
        rows = random_rows(rng, 3, 30, 9)
        segment = [(rng.randrange(4), 0, 1) for _ in range(size)]
        columns = Columns(streams_of([*rows, [(0, 0, 1)]], timed=False), 2, 3)
        appended = columns.append(
            streams_of([segment, [(0, 0, 1)]], timed=False).row(0),
            columns.first(),
            np.ones(4, bool),
        )
        expected = [textbook_matrix(segment, row, False, None, 2, 3)[-1] for row in rows]
        found = np.split(appended, columns.starts[1:])
        assert [column.tolist() for column in found[:3]] == expected


@given(ROWS, ROWS.map(lambda rows: rows[0]), st.booleans())
def test_prefixes_and_suffixes_meet_in_the_distance(rows, segment, timed):
    """The least cost of a prefix and its suffix is the distance of the whole: Hirschberg, 1975."""
    target = streams_of(rows, timed=timed)
    ahead, behind = Columns(target), Columns(target.backwards())
    every = np.ones(len(rows), bool)
    row = streams_of([segment], timed=timed)
    prefixes = ahead.append(row, ahead.first(), every)
    suffixes = behind.append(row.backwards(), behind.first(), every)
    assert ahead.last(prefixes).tolist() == behind.last(suffixes).tolist()[::-1]
    nothing = behind.first()[::-1]
    assert (ahead.least(prefixes + nothing) == ahead.last(prefixes)).all()
    # A backward column is no row of memory.
    assert behind.append(row.backwards(), suffixes[::-1][::-1], every).tolist() == (
        behind.append(row.backwards(), suffixes.copy(), every).tolist()
    )


def test_long_streams_have_the_same_numbers_with_both_kernels(kernel):
    if kernel == "portable" or library.compiled_kernel() is None:
        pytest.skip("this test compares the kernels itself")
    rng = random.Random(0)
    for case in range(20):
        timed = case % 4 > 0
        length = rng.choice([20, 200, 500 if timed else 1_300])
        target, pred = (
            streams_of(random_rows(rng, 3, length, rng.choice([5, 100])), timed=timed)
            for _ in range(2)
        )
        rows = np.arange(3)
        found = [stream_links(target, pred, rows, rows), stream_distances(target, pred, rows, rows)]
        columns = Columns(pred, 64, 64)
        costs = columns.append(target.row(0), columns.first(), np.array([True, False, True]))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(library, "compiled_kernel", lambda: None)
            again = stream_links(target, pred, rows, rows)
            slow = columns.append(target.row(0), columns.first(), np.array([True, False, True]))
        assert (found[0].distance == again.distance).all()
        assert (found[0].links == again.links).all()
        assert (found[1] == again.distance).all()
        assert (costs == slow).all()
        assert costs.dtype == slow.dtype == np.int32


def test_times_that_only_touch_do_not_overlap():
    target, late, points = streams_of([[(7, 0, 1)]]), streams_of([[(7, 1, 1)]]), [[(7, 1, 0)]]
    one = np.array([0])
    assert stream_distances(target, late, one, one).tolist() == [2]
    assert stream_distances(target, streams_of(points), one, one).tolist() == [2]
    # Two points never overlap, not even at the same time; a point within a span does.
    assert stream_distances(streams_of(points), streams_of(points), one, one).tolist() == [2]
    within = streams_of([[(7, 0.5, 0)]])
    assert stream_distances(target, within, one, one).tolist() == [0]


@pytest.mark.parametrize("timed", [False, True])
def test_nothing_is_no_distance_from_nothing(timed):
    empty = streams_of([[], []], timed=timed)
    one = streams_of([[(1, 0, 1), (2, 1, 1)]], timed=timed)
    rows, first = np.array([0, 1]), np.array([0, 0])
    assert stream_distances(empty, empty, rows, rows).tolist() == [0, 0]
    assert stream_distances(one, empty, first, rows).tolist() == [2, 2]
    assert stream_links(empty, one, rows, first).starts.tolist() == [0, 0, 0]
    assert stream_links(one, empty, first, rows).links.tolist() == [-1] * 4
    none = np.array([], np.int64)
    assert stream_distances(one, one, none, none).tolist() == []
    found = stream_links(one, one, none, none)
    assert (found.starts.tolist(), found.links.tolist()) == ([0], [])


def test_numbers_of_rows_may_be_any_view_or_kind_of_integers():
    rows = [[(token, 0, 1)] * 10**token for token in range(4)]
    target, numbers = streams_of(rows), np.arange(8, dtype=np.int32)
    for _ in range(20):
        found = stream_distances(target, target, numbers[::2] // 2, numbers[3::-1])
        assert found.tolist() == [1000, 100, 100, 1000]


def test_an_interrupted_wait_stops_the_kernel(kernel, monkeypatch):
    if kernel == "portable":
        pytest.skip("the portable kernel runs in the thread that is interrupted")
    seen = []

    def interrupted(work, parts):
        seen.append((work, parts[0]))
        raise KeyboardInterrupt

    monkeypatch.setattr(compiled, "CELLS_OF_A_MOMENT", 0)
    monkeypatch.setattr(compiled, "on_threads", interrupted)
    row = streams_of([[(1, 0, 1)]])
    with pytest.raises(KeyboardInterrupt):
        stream_distances(row, row, np.array([0]), np.array([0]))
    [(work, cancelled)] = seen
    with pytest.raises(InterruptedError):
        compiled.check_status(work(cancelled))


@pytest.mark.parametrize("call", [stream_distances, stream_links])
def test_long_work_ends_at_the_time_limit(call, kernel):
    length = 25_000
    row = Streams(np.arange(length), np.array([0, length]), np.zeros(length), np.full(length, 10.0))
    other = replace(row, tokens=row.tokens[::-1].copy())
    assert kernel == "portable" or length**2 > compiled.CELLS_OF_A_MOMENT
    one = np.array([0])
    with watched(timeout=1e-2), pytest.raises(TimeoutError):
        call(row, other, one, one)


def test_a_long_segment_is_appended_in_parts_which_can_be_interrupted(kernel, monkeypatch):
    rng = random.Random(0)
    for timed in (False, True):
        target, pred = (streams_of(random_rows(rng, 3, 60, 30), timed=timed) for _ in range(2))
        columns, every = Columns(pred, 3, 4), np.array([True, False, True])
        segment = target.joined([3])
        expected = columns.append(segment, columns.first(), every)
        with monkeypatch.context() as patch:
            patch.setattr(compiled, "CELLS_OF_A_MOMENT", 1000)
            assert (columns.append(segment, columns.first(), every) == expected).all()
    asked = iter([False] * 5 + [True])
    monkeypatch.setattr(compiled, "CELLS_OF_A_MOMENT", 0)
    with watched(is_cancelled=lambda: next(asked)), pytest.raises(InterruptedError):
        columns.append(segment, columns.first(), every)
    nothing = target.take([]).joined([0])
    costs = columns.first()
    again = columns.append(nothing, costs, every)
    assert again is not costs
    assert (again == costs).all()


def test_rows_are_taken_joined_and_turned_around():
    whole = streams_of([[(1, 0, 1), (2, 1, 1)], [], [(3, 5, 2)]])
    assert whole.lengths.tolist() == [2, 0, 1]
    assert whole.row(2).tokens.tolist() == [3]
    assert whole.row(2).end is not None
    assert whole.row(2).end.tolist() == [7]
    taken = whole.take([2, 0, 2])
    assert (taken.tokens.tolist(), taken.offsets.tolist()) == ([3, 1, 2, 3], [0, 1, 3, 4])
    joined = whole.joined([2, 1])
    assert (joined.tokens.tolist(), joined.offsets.tolist()) == ([1, 2, 3], [0, 2, 3])
    turned = whole.backwards()
    assert (turned.tokens.tolist(), turned.offsets.tolist()) == ([3, 2, 1], [0, 1, 1, 3])
    assert turned.begin is not None
    assert turned.begin.tolist() == [5, 1, 0]
    untimed = streams.Streams(whole.tokens, whole.offsets)
    assert untimed.backwards().begin is untimed.take([0]).end is None
    none = whole.take([])
    assert (len(none), none.tokens.tolist(), none.joined([]).offsets.tolist()) == (0, [], [0])
