"""Counts beyond what narrow integers hold, and inputs of a gigabyte in little memory."""

import subprocess
import sys
from pathlib import Path

import pytest

from levmetrics import align, error_counts
from levmetrics.edits.kernel import pair_distances
from levmetrics.edits.reader import token_pairs
from tests.thoroughness import chosen

ROOT = Path(__file__).parents[2]
EDGES = [127, 128, 254, 255, 256, 257, 32_767, 32_768, 65_535, 65_536, 65_537]


def counts_of(counts):
    columns = (counts.substitutions, counts.deletions, counts.insertions, counts.hits)
    return [column.tolist() for column in columns]


@pytest.mark.parametrize("number", EDGES)
def test_any_number_of_substitutions_deletions_and_insertions_is_counted(number):
    words, others = " ".join(["a"] * number), " ".join(["b"] * number)
    found = error_counts([others, "", words, words], [words, words, "", words])
    assert counts_of(found) == [
        [number, 0, 0, 0],
        [0, number, 0, 0],
        [0, 0, number, 0],
        [0, 0, 0, number],
    ]
    letters = error_counts(others.split(), words.split(), tokenizer="char")
    assert letters.pooled().substitutions.tolist() == [number]
    text = error_counts("b" * number, "a" * number, tokenizer="char")
    assert counts_of(text) == [[number], [0], [0], [0]]


@pytest.mark.parametrize("number", EDGES)
def test_any_number_of_different_words_is_told_apart(number):
    # As kinds of words that a narrow integer numbers, the last would be the first again.
    words = [f"w{i}" for i in range(number + 1)]
    target = " ".join(words)
    assert error_counts(" ".join([*words[:-1], words[0]]), target).errors.tolist() == [1]
    assert error_counts(" ".join([*words[:-1], "else"]), target).errors.tolist() == [1]


@pytest.mark.parametrize("number", EDGES[:-3])
def test_the_last_of_any_number_of_references_is_chosen(number):
    references = [f"no {i}" for i in range(number)]
    found = error_counts(["this one"], [[*references, "this one"]])
    assert (found.reference.tolist(), found.errors.tolist()) == ([number], [0])


def test_the_cost_of_a_substitution_does_not_overflow():
    pairs = token_pairs(["b" * 70_000], ["a" * 70_000], "char")
    for cost in (1, 2, 1_000, 2**20):
        distance = pair_distances(pairs, substitution_cost=cost).distance
        assert distance.tolist() == [70_000 * min(cost, 2)]


def test_places_past_65536_are_where_they_are():
    target = ["a"] * 70_000
    prediction = [*target]
    prediction[69_999] = "b"
    alignment = align(" ".join(prediction), " ".join(target))
    *_, last = alignment.operations
    assert (last.kind, last.target_start, last.pred_start) == ("substitute", 69_999, 69_999)


LARGE = """
import re, sys
from pathlib import Path
from benchmarks.sizes import SIZES

def mebibytes(name):
    status = Path("/proc/self/status").read_text()
    return int(re.search(name + r":\\s+(\\d+)", status)[1]) // 1024

call = SIZES[sys.argv[1]].call()
Path("/proc/self/clear_refs").write_text("5")  # the peak begins anew
before = mebibytes("VmRSS")
print(int(call()), mebibytes("VmHWM") - before)
"""
LARGEST = {
    "1,000,000 characters, 2 % of them wrong": (20_000, 100),
    "1,000,000 distinct words, 2 % of them wrong": (20_000, 400),
    "100,000 words against others": (100_000, 100),
    "10,000,000 short pairs": (10_000_000 - 11 * 977, 1_400),
    "10,000 references of a sample": (3, 100),
    "2 GiB in 2,000 texts": (2, 400),
}
QUICK = ("1,000,000 characters, 2 % of them wrong",)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="memory is measured on Linux")
@pytest.mark.parametrize(
    ("name", "errors", "most"), [(name, *facts) for name, facts in chosen(LARGEST, *QUICK).items()]
)
def test_large_inputs_are_counted_in_little_memory(kernel, name, errors, most):
    if kernel == "portable":
        pytest.skip("the figures are of the compiled kernel")
    command = [sys.executable, "-c", LARGE, name]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    found, mebibytes = map(int, done.stdout.split())
    assert found == errors
    assert mebibytes < most
