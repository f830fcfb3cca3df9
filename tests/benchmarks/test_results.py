"""What the benchmarks found is written, drawn and told as it was measured."""

import json
import math
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from benchmarks import fresh, growth, timing
from benchmarks.__main__ import main, write
from benchmarks.bars import OURS, Outcome
from benchmarks.growth import Line
from benchmarks.page import page
from benchmarks.results import Results, WorkResult, machine, versions
from benchmarks.timing import Timing, in_turns
from benchmarks.works import WORKS

ROOT = Path(__file__).parents[2]
RESULTS = Results(
    machine(),
    versions(),
    "metric:WordErrorRate",
    [
        WorkResult(
            "W1",
            "WER of ten pairs",
            "WER",
            {OURS: Timing([0.1, 0.11, 0.12], 0.25), "jiwer": Timing([2.2, 2.0, 2.1], 0.25)},
            [Outcome("at least 30 times as fast as jiwer", 19.1, 17.5, 22.0, False)],
        )
    ],
    [Line("at once", [1000, 10_000, 100_000], [0.01, 0.02, 0.2], [100.0, 110.0, 120.0])],
    [Outcome("slope", 1.0, 1.0, 1.0, True)],
)


@pytest.fixture
def no_time(monkeypatch):
    monkeypatch.setattr(timing, "SECONDS_OF_A_TURN", 0.0)
    monkeypatch.setattr(timing, "SECONDS_OF_ROUNDS", 0.0)


@pytest.mark.usefixtures("no_time")
def test_contenders_take_turns_and_each_round_begins_with_another_one():
    calls = []
    found = in_turns({name: lambda name=name: calls.append(name) for name in "abc"})
    assert "".join(calls) == "abc" + "abc" + "bca" + "cab"
    assert [len(own.seconds) for own in found.values()] == [3, 3, 3]


@pytest.mark.usefixtures("no_time")
def test_a_score_is_kept_and_a_time_is_the_median_of_the_rounds():
    assert Timing([3.0, 1.0, 2.0], 0.5).median == 2.0
    assert in_turns({"a": lambda: 0.5})["a"].score == 0.5


def test_results_are_read_as_they_were_written(tmp_path):
    write(RESULTS, tmp_path / "new")
    assert Results.read(tmp_path / "new" / "benchmarks.json") == RESULTS
    for picture in ("benchmarks", "growth"):
        assert (tmp_path / "new" / "images" / f"{picture}.png").read_bytes()[1:4] == b"PNG"


def test_the_page_says_which_bars_were_missed():
    told = page(RESULTS)
    assert "1 of 2 bars are met" in told
    assert "| jiwer | 2.10 s | 2.00 s | 2.20 s | 18.2 | 0.25 |" in told
    assert "- missed: at least 30 times as fast as jiwer: 19.1 (17.5 to 22.0)" in told


def test_the_page_of_the_documentation_is_that_of_its_results():
    docs = ROOT / "docs"
    assert (docs / "benchmarks.md").read_text("utf-8") == page(
        Results.read(docs / "benchmarks.json")
    )


def test_the_results_of_the_documentation_are_of_the_work_that_is_measured_now():
    found = Results.read(ROOT / "docs" / "benchmarks.json").works
    assert [(work.name, work.title) for work in found] == [(w.name, w.title) for w in WORKS]
    for work, own in zip(found, WORKS, strict=True):
        bars = [bar.outcome(work.timings).bar for bar in own.bars]
        assert [outcome.bar for outcome in work.outcomes][: len(bars)] == bars


def test_slopes_are_of_the_larger_sizes():
    assert RESULTS.growth[0].slope == pytest.approx(1.0)
    assert math.isnan(Line("", [10, 10_000], [1.0, 1.0], [1.0, 1.0]).slope)


@pytest.mark.slow
def test_growth_is_measured_in_fresh_processes(monkeypatch):
    monkeypatch.setattr(growth, "PASSES", 1)  # each starts nine processes
    lines = growth.measure((30, 60))
    assert [line.pairs for line in lines] == [[30, 60]] * len(lines)
    assert all(time > 0 for line in lines for time in line.seconds)
    assert all(memory > 50 for line in lines for memory in line.mebibytes)
    assert fresh.measure("nothing").seconds == 0


@pytest.mark.slow
def test_the_command_measures_one_piece_of_work(tmp_path):
    command = [sys.executable, "-m", "benchmarks", "--only", "W10", "--folder", str(tmp_path)]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=True
    )
    assert "W10. WER of asr_en" in done.stdout
    (work,) = json.loads((tmp_path / "benchmarks.json").read_text("utf-8"))["works"]
    assert work["timings"][OURS]["score"] == pytest.approx(0.0496673, abs=1e-7)


def test_unknown_work_is_refused():
    with pytest.raises(typer.BadParameter, match="'W13' is none of W1, "):
        main(only=["W13"])
