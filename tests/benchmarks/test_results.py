"""What the benchmarks found is written, drawn and told as it was measured."""

import json
import math
import os
import re
import runpy
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pyarrow as pa
import pytest
import typer

from benchmarks import fresh, growth, instructions, repeated_calls, scaling, timing
from benchmarks.__main__ import main, write
from benchmarks.bars import OURS, Outcome
from benchmarks.growth import Line
from benchmarks.kernels import PORTABLE
from benchmarks.numbers import seconds
from benchmarks.page import page
from benchmarks.results import Results, WorkResult, machine, versions
from benchmarks.scaling import Scaling
from benchmarks.speed_table import PUBLISHED, rivals, speed_table
from benchmarks.timing import OnCores, Timing, cores, in_turns
from benchmarks.works import WORKS
from benchmarks.works.work import portable
from levmetrics.edits.kernel import kernel_name
from tests.benchmarks.rates import word_error_rate

ROOT = Path(__file__).parents[2]
GAIN = Scaling("W1", Timing([2.0, 2.2], [2.0, 2.2], 0.25), Timing([1.25, 1.375], [2.5, 2.75], 0.25))
RESULTS = Results(
    machine(),
    versions(),
    "metric:WordErrorRate",
    "portable",
    [
        WorkResult(
            "W1",
            "WER of ten pairs",
            "WER",
            {
                OURS: Timing([0.1, 0.11, 0.12], [0.2, 0.2, 0.2], 0.25),
                "jiwer": Timing([2.2, 2.0, 2.1], [2.0, 2.0, 2.0], 0.25),
            },
            [Outcome("at least 30 times as fast as jiwer", 19.1, 17.5, 22.0, False, 10.0)],
        )
    ],
    [GAIN],
    [GAIN.outcome()],
    [
        Line("few", [10_000], [0.02], [0.04], [100.0], [10.0]),
        Line("many", [10_000, 100_000], [0.02, 0.2], [0.04, 0.6], [110.0, 120.0], [20.0, 30.0]),
    ],
    [Outcome("slope", 1.0, 1.0, 1.0, True)],
)


@pytest.fixture
def no_time(monkeypatch):
    monkeypatch.setattr(timing, "SECONDS_OF_A_TURN", 0.0)
    monkeypatch.setattr(timing, "SECONDS_OF_ROUNDS", 0.0)
    monkeypatch.setattr(timing.gc, "collect", lambda: 0)


@pytest.mark.usefixtures("no_time")
def test_contenders_take_turns_and_each_round_begins_with_another_one():
    calls = []
    found = in_turns({name: lambda name=name: calls.append(name) for name in "abc"})
    assert "".join(calls) == "abc" + "abc" + "bca" + "cab"
    assert [len(own.seconds) for own in found.values()] == [3, 3, 3]


@pytest.mark.usefixtures("no_time")
def test_a_score_is_kept_and_a_time_is_the_median_of_the_rounds():
    assert Timing([3.0, 1.0, 2.0], [6.0, 5.0, 4.0], 0.5).median == 2.0
    assert Timing([3.0, 1.0, 2.0], [6.0, 5.0, 4.0], 0.5).median_processor == 5.0
    assert in_turns({"a": lambda: 0.5})["a"].score == 0.5


def test_results_are_read_as_they_were_written(tmp_path):
    write(RESULTS, tmp_path / "new")
    assert Results.read(tmp_path / "new" / "benchmarks.json") == RESULTS
    for picture in ("benchmarks", "growth"):
        assert (tmp_path / "new" / "images" / f"{picture}.png").read_bytes()[1:4] == b"PNG"


def test_the_page_says_which_bars_were_missed():
    told = page(RESULTS)
    assert "1 of 3 bars are met" in told
    assert "| jiwer | 2.10 s | 2.00 s | 2.20 s | 18.2 | 2.00 s | 10.0 | 0.25 |" in told
    missed = "at least 30 times as fast as jiwer: 19.1 (17.5 to 22.0), by processor time 10.0"
    assert f"- missed: {missed}" in told


def test_the_page_says_which_kernel_ran():
    assert "Kernel: portable." in page(RESULTS)


def test_the_gain_of_more_cores_follows_from_the_serial_share_by_amdahls_law():
    assert GAIN.gains == pytest.approx([1.6, 1.6])
    assert GAIN.serial_share == pytest.approx(0.25)
    assert GAIN.gain_of(2) == pytest.approx(1.6)
    assert GAIN.gain_of(4) == pytest.approx(1 / (0.25 + 0.75 / 4))
    assert GAIN.outcome().processor == pytest.approx(0.8)
    told = page(RESULTS)
    assert "| 8 cores, by Amdahl's law |" in told
    assert "| W1 | 2.10 s | 1.31 s | 2.10 s | 2.62 s | 1.60 | 25.0% | 2.29 | 2.91 | 3.37 |" in told


def test_what_was_not_measured_is_left_empty():
    assert "| few | 20.0 ms, 40.0 ms of the processor, 100 MiB |  | nan |" in page(RESULTS)


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


def test_the_table_of_the_start_page_is_of_the_published_results():
    assert speed_table(Results.read(PUBLISHED)) in (ROOT / "docs" / "index.md").read_text("utf-8")


def test_the_times_of_the_readme_are_of_the_published_results():
    (wer,) = (work for work in Results.read(PUBLISHED).works if work.name == "W1")
    readme = " ".join((ROOT / "README.md").read_text("utf-8").split())
    rival, time_of_rival = re.fullmatch(r"(.*) (\S+ m?s)", rivals(wer)[0]).groups()
    ours = seconds(wer.timings[OURS].median)
    told = f"have their WER in {ours}; the closest rival, {rival}, takes {time_of_rival}"
    assert told in readme


def test_the_closest_rival_is_the_fastest_tool_that_comes_to_a_score():
    times = {OURS: 1.0, "jiwer": 9.0, "werx": 2.0, "werx, one core": 1.5, "str.split alone": 1.1}
    timings = {who: Timing([own], [own], None) for who, own in times.items()}
    assert rivals(WorkResult("", "", "", timings, [])) == ["werx 2.00 s", "jiwer 9.00 s"]


def test_slopes_are_of_the_larger_sizes():
    assert RESULTS.growth[1].slope == pytest.approx(1.0)
    assert RESULTS.growth[1].slope_of_processor_time == pytest.approx(math.log10(15))
    pair = [1.0, 1.0]
    assert math.isnan(Line("", [10, 10_000], pair, pair, pair, pair).slope)


@pytest.fixture
def one_pass(monkeypatch):
    monkeypatch.setattr(growth, "PASSES", 1)


def assert_measured(lines):
    assert all(time > 0 for line in lines for time in line.seconds + line.processor)
    assert all(memory > 50 for line in lines for memory in line.mebibytes)
    assert all(0 <= above < 50 for line in lines for above in line.above)


@pytest.mark.slow
@pytest.mark.usefixtures("no_time", "one_pass")
def test_every_line_of_growth_is_measured_at_every_size_but_large_lists(monkeypatch):
    def here(work, *arguments):
        return fresh.WORK[work](*map(str, arguments))

    monkeypatch.setattr(growth, "MOST_PAIRS_IN_LISTS", 30)
    monkeypatch.setattr(fresh, "measure", here)
    lines = growth.measure((30, 60))
    assert {len(line.pairs) for line in lines if line.name.startswith("from lists")} == {1}
    assert {len(line.pairs) for line in lines if not line.name.startswith("from lists")} == {2}
    assert_measured(lines)


@pytest.mark.slow
@pytest.mark.usefixtures("one_pass")
def test_growth_is_measured_in_fresh_processes(monkeypatch):
    # Each imports torch: two of them, one for columns and one for batches.
    monkeypatch.setattr(growth, "MOST_PAIRS_IN_LISTS", 0)
    monkeypatch.setattr(growth.pa, "cpu_count", lambda: 1)
    lines = growth.measure((30,))
    assert sum(len(line.pairs) for line in lines) == 2
    assert_measured(lines)


@pytest.mark.slow
@pytest.mark.usefixtures("no_time")
def test_the_command_measures_one_piece_of_work(monkeypatch, capsys, tmp_path):
    monkeypatch.delitem(sys.modules, "benchmarks.__main__")  # so that it runs as a program
    monkeypatch.setattr(sys, "argv", ["benchmarks", "--only", "W10", "--folder", str(tmp_path)])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("benchmarks", run_name="__main__")
    assert not ended.value.code
    assert "W10. WER of asr_en" in capsys.readouterr().out
    (work,) = json.loads((tmp_path / "benchmarks.json").read_text("utf-8"))["works"]
    assert work["timings"][OURS]["score"] == pytest.approx(0.0496673, abs=1e-7)


def test_unknown_work_is_refused():
    with pytest.raises(typer.BadParameter, match="'W15' is none of W1, "):
        main(only=["W15"])


@pytest.mark.usefixtures("no_time")
def test_processor_time_counts_processes_too_and_no_sleep():
    work = "sum(range(20_000_000))"
    found = in_turns(
        {
            "here": lambda: exec(work),
            "in a process": lambda: (
                subprocess.run([sys.executable, "-c", work], check=True) and None
            ),
            "asleep": lambda: time.sleep(0.2),
        },
        most_rounds=1,
    )
    assert found["here"].median_processor > 0.05
    assert found["in a process"].median_processor > 0.05
    assert found["asleep"].median_processor < 0.05


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="threads are pinned on Linux")
def test_one_core_is_one_for_every_thread_and_all_are_free_again_afterwards():
    threads = Path("/proc/self/task")
    before = os.sched_getaffinity(0)
    seen = []

    def look():
        seen.append({frozenset(os.sched_getaffinity(int(own.name))) for own in threads.iterdir()})
        return float(pa.cpu_count())

    with ThreadPoolExecutor(1) as pool:
        pool.submit(int).result()
        assert OnCores(1, look)() == 1
    assert [len(allowed) for allowed in seen[0]] == [1]
    assert os.sched_getaffinity(0) == before
    with cores(1):
        assert len(os.sched_getaffinity(0)) == 1


@pytest.mark.usefixtures("no_time")
@pytest.mark.skipif(pa.cpu_count() < 2, reason="needs two cores")
def test_a_second_core_is_measured_from_lists_and_from_columns():
    found = scaling.measure(50)
    ways = [
        f"{work} from {held}" for work in ("W1", "W2", "W3") for held in ("lists", "Arrow columns")
    ]
    assert [one.name for one in found] == [scaling.ARITHMETIC, *ways]
    assert all(one.one.score == one.two.score for one in found)
    assert found[1].one.score == found[2].one.score
    assert [outcome.bar.split(":")[0] for outcome in scaling.outcomes(found)] == ways


@pytest.mark.parametrize("tool", repeated_calls.FUNCTIONS)
def test_tools_whose_instructions_are_counted_can_be_called(tool, tmp_path):
    file = tmp_path / "pairs.json"
    file.write_text(json.dumps((["a b"], ["a c"])), "utf-8")
    repeated_calls.main(tool, str(file), "1")


def test_instructions_are_not_counted_without_valgrind(monkeypatch, capsys):
    monkeypatch.setattr(instructions.shutil, "which", lambda name: None)
    instructions.main()
    assert "valgrind is not installed" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("valgrind") is None, reason="needs valgrind")
def test_instructions_of_a_pair_are_counted():
    counted = instructions.per_pair([instructions.Counted("here", "fastwer")], pairs=500)
    assert 1_000 < counted["here"] < 1_000_000


@pytest.mark.slow
def test_the_portable_kernel_is_measured_in_a_process_of_its_own():
    found = portable(word_error_rate, (["a b"], ["a c"]))
    if kernel_name() == PORTABLE:
        assert found == {}
    else:
        (call,) = found.values()
        assert call() == 0.5
