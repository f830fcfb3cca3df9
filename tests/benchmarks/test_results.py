"""What the benchmarks found is written and told as it was measured."""

import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import click
import pyarrow as pa
import pytest

from benchmarks import instructions, timing
from benchmarks.__main__ import main
from benchmarks.kernels import PORTABLE
from benchmarks.results import (
    Result,
    chart,
    here,
    read,
    results_page,
    seconds,
    summary_page,
    write,
)
from benchmarks.timing import OURS, OnCores, Timing, cores, in_turns
from benchmarks.works import WORKS
from benchmarks.works.work import portable
from levmetrics.edits.library import kernel_name
from tests.benchmarks.rates import word_error_rate
from tests.thoroughness import ALL

ROOT = Path(__file__).parents[2]
PUBLISHED = {result.name: result for result in read(ROOT / "docs" / "benchmarks.json")}
RESULT = Result(
    "W1",
    "WER of ten pairs",
    "WER",
    "today, here",
    {
        "jiwer": Timing([2.2, 2.0, 2.1], [2.0, 2.0, 2.0], 0.25),
        "str.split": Timing([0.05, 0.05, 0.05], [0.1, 0.1, 0.1], None),
        OURS: Timing([0.1, 0.11, 0.12], [0.2, 0.2, 0.2], 0.25),
    },
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


def test_ratios_are_of_the_same_round():
    ours = Timing([1.0, 2.0, 4.0], [1.0, 1.0, 1.0], None)
    peer = Timing([10.0, 40.0, 40.0], [4.0, 4.0, 4.0], None)
    assert peer.ratios(ours) == (10, 4)
    assert ours.ratios(peer) == (0.1, 0.25)


def files(results):
    return {
        "benchmarks.md": summary_page(results),
        "benchmark_results.md": results_page(results),
    }


def texts(drawn):
    return re.findall(r">([^<]+)</text>", drawn)


def test_results_are_read_as_they_were_written(tmp_path):
    write([RESULT], tmp_path / "new")
    assert read(tmp_path / "new" / "benchmarks.json") == [RESULT]
    for name, written in files([RESULT]).items():
        assert (tmp_path / "new" / name).read_text("utf-8") == written
    assert (tmp_path / "new/images/benchmarks.svg").read_text("utf-8") == chart([RESULT])


def test_where_it_was_measured_has_the_kernel_and_the_versions():
    assert f"with the {kernel_name()} kernel of levmetrics" in here()
    assert f"pyarrow {pa.__version__}" in here()


def test_the_pages_and_the_chart_of_the_documentation_are_those_of_its_results():
    for name, written in files([*PUBLISHED.values()]).items():
        assert (ROOT / "docs" / name).read_text("utf-8") == written
    drawn = (ROOT / "docs/images/benchmarks.svg").read_text("utf-8")
    assert texts(drawn) == texts(chart([*PUBLISHED.values()]))


def test_the_results_of_the_documentation_are_of_the_work_that_is_measured_now():
    found = [(result.name, result.title, result.score) for result in PUBLISHED.values()]
    assert found == [(work.name, work.title, work.score) for work in WORKS]


def rivals(name):
    """The other tools that come to a score with their times, the fastest first."""
    timings = PUBLISHED[name].timings
    whole = [  # a comma is in names of a second way to call a tool
        who
        for who, own in timings.items()
        if not who.startswith(OURS) and own.score is not None and "," not in who
    ]
    by_time = sorted(whole, key=lambda who: timings[who].median)
    return [f"{who} {seconds(timings[who].median)}" for who in by_time]


def both_times(name, who):
    own = PUBLISHED[name].timings[who]
    return f"{seconds(own.median)} ({seconds(own.median_processor)})"


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("W1", "WER"),
        ("W2", "WER with all counts"),
        ("W3", "CER"),
        ("W13", "WER of 1,000 pairs"),
    ],
)
def test_the_table_of_the_start_page_is_of_the_published_results(name, title):
    ours, one_core = (both_times(name, who) for who in (OURS, f"{OURS}, one core"))
    closest, *others = rivals(name)
    row = f"| {title} | {ours} | {one_core} | {closest} | {', '.join(others)} |"
    assert f"\n{row}\n" in (ROOT / "docs" / "index.md").read_text("utf-8")


def test_the_start_page_has_the_time_of_splitting_alone():
    splitting = both_times("W1", "str.split alone, words dropped")
    row = f"| `str.split` alone, without a WER | | {splitting} | | |"
    assert f"\n{row}\n" in (ROOT / "docs" / "index.md").read_text("utf-8")


def test_the_times_of_the_readme_are_of_the_published_results():
    readme = " ".join((ROOT / "README.md").read_text("utf-8").split())
    rival, time_of_rival = re.fullmatch(r"(.*) (\S+ m?s)", rivals("W1")[0]).groups()
    ours = seconds(PUBLISHED["W1"].timings[OURS].median)
    assert [told for told in (ours, rival, time_of_rival) if told not in readme] == []


@pytest.mark.slow
@pytest.mark.usefixtures("no_time")
def test_the_command_measures_one_piece_of_work_and_keeps_the_others(monkeypatch, capsys, tmp_path):
    write([RESULT], tmp_path)
    monkeypatch.delitem(sys.modules, "benchmarks.__main__")  # so that it runs as a program
    monkeypatch.setattr(sys, "argv", ["benchmarks", "--only", "W10", "--folder", str(tmp_path)])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("benchmarks", run_name="__main__")
    assert not ended.value.code
    assert "W10. WER of asr_en" in capsys.readouterr().out
    kept, work = read(tmp_path / "benchmarks.json")
    assert kept == RESULT
    assert work.timings[OURS].score == pytest.approx(0.0496673, abs=1e-7)


def test_unknown_work_is_refused():
    with pytest.raises(click.BadParameter, match="'W99' is not one of 'W1', "):
        main(["--only", "W99"], standalone_mode=False)


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
        for own in threads.iterdir():
            with suppress(ProcessLookupError):  # it has ended
                seen.append(len(os.sched_getaffinity(int(own.name))))
        return float(pa.cpu_count())

    with ThreadPoolExecutor(1) as pool:
        pool.submit(int).result()
        assert OnCores(1, look)() == 1
    assert set(seen) == {1}
    assert os.sched_getaffinity(0) == before
    with cores(1):
        assert len(os.sched_getaffinity(0)) == 1


@pytest.mark.parametrize("tool", instructions.TOOLS)
def test_tools_whose_instructions_are_counted_can_be_called(tool, tmp_path):
    file = tmp_path / "pairs.json"
    file.write_text(json.dumps((["a b"], ["a c"])), "utf-8")
    instructions.call(tool, str(file), "1")


def test_instructions_are_not_counted_without_valgrind(monkeypatch, capsys):
    monkeypatch.setattr(instructions.shutil, "which", lambda name: None)
    instructions.main()
    assert "valgrind is not installed" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.skipif(not ALL, reason="takes a minute, with LEVMETRICS_TESTS=all")
@pytest.mark.skipif(shutil.which("valgrind") is None, reason="needs valgrind")
def test_instructions_of_a_pair_are_counted():
    counted = instructions.per_pair(("fastwer",), pairs=500)
    assert 1_000 < counted["fastwer"] < 1_000_000


@pytest.mark.slow
def test_the_portable_kernel_is_measured_in_a_process_of_its_own():
    found = portable(word_error_rate, (["a b"], ["a c"]))
    if kernel_name() == PORTABLE:
        assert found == {}
    else:
        (call,) = found.values()
        assert call() == 0.5
