"""Texts that are read as lines of others: equal to the textbook, with both kernels."""

import random
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from levmetrics.edits import compiled, library, portable
from levmetrics.edits.tiles import line_tiles
from levmetrics.system.work import watched
from tests.oracles import edit_distance

ALPHABETS = ["ab", "abc \n", "abcdefghijklmnop \n", "日本語あx ", "😀é\u3000a\0"]
LENGTHS = [0, 1, 1, 2, 3, 8, 20, 63, 64, 65, 130]


def textbook_cost(text, lines):
    """Ney, "The use of a one-stage dynamic programming algorithm", 1984: cell by cell."""
    columns, costs = [[*range(len(line) + 1)] for line in lines], [0]
    for character in text:
        before, columns = columns, []
        for line, left in zip(lines, before, strict=True):
            column = [costs[-1] + 1]
            for i, other in enumerate(line, 1):
                replaced = left[i - 1] + (other != character)
                column.append(min(replaced, left[i] + 1, column[-1] + 1))
            columns.append(column)
        ends = [column[-1] for line, column in zip(lines, columns, strict=True) if line]
        costs.append(min([costs[-1] + 1, *ends]))
        for column in columns:
            column[0] = costs[-1]
            for i in range(1, len(column)):
                column[i] = min(column[i], column[i - 1] + 1)
    return costs[-1]


def random_text_and_lines(seed):
    rng = random.Random(seed)
    alphabet = rng.choice(ALPHABETS)
    lines = [
        "".join(rng.choices(alphabet, k=rng.choice(LENGTHS))) + rng.choice(["", "\n"])
        for _ in range(rng.randint(0, 6))
    ]
    if rng.random() < 0.5:
        return "".join(rng.choices(alphabet, k=rng.randint(0, 150))), lines
    text = list("".join(rng.choices(lines or [""], k=5)))[:300]
    for _ in range(rng.randint(0, 10)):
        if text:
            text[rng.randrange(len(text))] = rng.choice(["", rng.choice(alphabet)])
    return "".join(text), lines


def cost_of_reading(text, lines, found):
    """The edits of the tiles that were found, and the characters between them."""
    cost, last = 0, 0
    for start, end, line in zip(found.start, found.end, found.line, strict=True):
        assert last <= start < end
        cost += start - last + edit_distance(text[start:end], lines[line])
        last = end
    return cost + len(text) - last


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_no_reading_costs_less_than_the_one_that_is_found(seed):
    text, lines = random_text_and_lines(seed)
    found = line_tiles(text, lines)
    assert found.cost == textbook_cost(text, lines) == cost_of_reading(text, lines, found)


def found_by(kernel, monkeypatch, text, lines):
    with monkeypatch.context() as patch:
        patch.setattr(library, "compiled_kernel", lambda: kernel)
        cost, *places = line_tiles(text, lines)
    return cost, np.array(places).tolist()


@pytest.mark.parametrize("definition", ["LEVMETRICS_TEST_LONG", "LEVMETRICS_TEST_WIDTH=1"])
def test_all_kernels_find_the_same_tiles(kernel, build_kernel, monkeypatch, definition):
    if kernel == "portable":
        pytest.skip("this test compares the kernels itself")
    kernels = [library.compiled_kernel(), build_kernel(definition)]
    for seed in range(150):
        case = random_text_and_lines(seed)
        expected = found_by(None, monkeypatch, *case)
        for other in kernels:
            assert found_by(other, monkeypatch, *case) == expected, case


@pytest.mark.parametrize(
    ("text", "lines", "tiles"),
    [
        ("", ["a"], []),
        ("ab", [], []),
        ("ab", ["", ""], []),
        ("left right\n", ["left\n", "right\n"], [(0, 5, 0), (5, 11, 1)]),
        ("right left\n", ["left\n", "right\n"], [(0, 6, 1), (6, 11, 0)]),
        ("左側右側\n", ["左側\n", "右側\n"], [(0, 2, 0), (2, 5, 1)]),
        ("ab\nab\n", ["ab\n"], [(0, 3, 0), (3, 6, 0)]),
        # Characters in excess are of the line behind them, from the first white space on.
        ("abc xdef\n", ["abc\n", "def\n"], [(0, 4, 0), (4, 9, 1)]),
        ("abcxx def\n", ["abc\n", "def\n"], [(0, 4, 0), (5, 10, 1)]),
        # Those at the end are of none; nor is what costs as much when it is inserted.
        ("abc\nx", ["abc\n"], [(0, 4, 0)]),
        ("xa", ["a\n"], []),
        # A longer line before a shorter one, then the first.
        ("ac", ["ab", "abc", "adc"], [(0, 2, 1)]),
        ("x" * 70 + "y" * 130, ["y" * 130, "x" * 70], [(0, 70, 1), (70, 200, 0)]),
    ],
)
def test_of_readings_that_cost_the_same_one_is_chosen(text, lines, tiles):
    found = line_tiles(text, lines)
    assert [*zip(*(part.tolist() for part in found[1:]), strict=True)] == tiles


def test_what_is_cancelled_ends(kernel):
    if kernel == "portable":
        pytest.skip("only the compiled kernel is cancelled by a number")
    with pytest.raises(InterruptedError):
        compiled.tiles("ab", ["a"], np.zeros(2, bool), library.Cancelled(1))


def test_long_work_ends_at_the_time_limit(kernel):
    lines = [f"{i:050}\n" for i in range(700)]
    assert kernel == "portable" or (50 * len(lines)) ** 2 > compiled.CELLS_OF_A_MOMENT
    with watched(timeout=1e-3), pytest.raises(TimeoutError):
        line_tiles("".join(lines), lines)


def test_work_that_is_interrupted_stops_the_kernel(kernel, monkeypatch):
    if kernel == "portable":
        pytest.skip("the portable kernel runs in the thread that is interrupted")
    seen = []

    def interrupted(work, parts):
        seen.append((work, parts))
        raise KeyboardInterrupt

    monkeypatch.setattr(compiled, "CELLS_OF_A_MOMENT", 0)
    monkeypatch.setattr(compiled, "on_threads", interrupted)
    with pytest.raises(KeyboardInterrupt):
        line_tiles("ab", ["a"])
    [(work, [cancelled])] = seen
    with pytest.raises(InterruptedError):
        work(cancelled)


def test_lines_for_which_there_is_no_memory_are_an_error(kernel):
    if kernel == "portable" or sys.platform != "linux":
        pytest.skip("the limit of memory is Linux's, and the error the compiled kernel's")
    code = """
import resource
from levmetrics.edits import library
from levmetrics.edits.tiles import line_tiles
lines = ["".join(map(chr, range(0x4E00 + i, 0x4E00 + i + 50))) for i in range(0, 20_000, 10)]
line_tiles("ab", ["a"])
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 20_000_000,) * 2)
try:
    line_tiles("ab", lines)
except MemoryError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "the texts are too long for the memory\n", done.stderr


def test_code_points_are_those_of_the_text():
    assert portable.code_points("a😀\0").tolist() == [97, 0x1F600, 0]
