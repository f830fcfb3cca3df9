"""Several processes that share an evaluation, when one fails, is broken off, or is too fast.

Threads stand for the processes here: each has a module of its own, as a process has.
"""

import gc
import threading
from concurrent.futures import ThreadPoolExecutor

import evaluate
import pytest

from levmetrics import InputError
from tests.integrations.disks import files_in, no_file_grows_over
from tests.interrupts import Tracer, lines_of
from tests.processes import PROCESSES
from tests.thoroughness import times

OWN = {"predictions": ["a b", "c"], "references": ["a b", "x"]}
OTHERS = {"predictions": ["d"], "references": ["d"]}
LONG = {"predictions": ["a b " * 100] * 200, "references": ["a c " * 100] * 200}


def failing(text):
    raise RuntimeError("no")


class Processes:
    """Two processes that wait for each other."""

    def __init__(self, folder, **options):
        self.modules = [
            evaluate.load(
                "wer_lev",
                num_process=2,
                process_id=i,
                experiment_id="x",
                cache_dir=str(folder),
                **{"timeout": 20, **options},
            )
            for i in range(2)
        ]
        self.first, self.second = self.modules
        self.pool = ThreadPoolExecutor(1)

    def add(self, own=OWN, others=OTHERS, here=0):
        """Add on both, on one of them in this thread."""
        texts = [own, others]
        adding = self.pool.submit(self.modules[1 - here].add_batch, **texts[1 - here])
        self.modules[here].add_batch(**texts[here])
        adding.result(30)

    def later(self, call, **arguments):
        return self.pool.submit(call, **arguments)


@pytest.fixture
def processes(tmp_path):
    return Processes(tmp_path)


def counts(result):
    return [result[name] for name in ("hits", "substitutions", "reference_length")]


def test_when_the_first_process_fails_it_can_compute_again(processes):
    processes.add()
    assert processes.second.compute() is None
    for _ in range(2):
        with pytest.raises(InputError, match="RuntimeError: no"):
            processes.first.compute(tokenizer=failing)
        assert len(processes.first) == 2
    processes.first.add(prediction="e", reference="e")
    assert counts(processes.first.compute()) == [4, 1, 5]
    assert [len(module) for module in processes.modules] == [0, 0]


def test_samples_of_a_compute_that_failed_are_not_in_the_next_one(processes):
    processes.add()
    assert processes.second.compute(predictions=["f"], references=["f"]) is None
    with pytest.raises(InputError, match="RuntimeError: no"):
        processes.first.compute(predictions=["g"], references=["g"], tokenizer=failing)
    assert counts(processes.first.compute()) == [4, 1, 5]


def test_a_process_without_disk_can_hand_over_its_samples_later(processes, tmp_path):
    processes.add(others=LONG)
    with no_file_grows_over(100_000), pytest.raises(InputError, match="written: File too large"):
        processes.second.compute()
    assert len(processes.second) == 200
    assert not [path for path in files_in(tmp_path) if path.suffix != ".lock"]
    assert processes.second.compute(**OTHERS) is None
    assert counts(processes.first.compute()) == [20_003, 20_001, 40_004]


def add_as_the_second(folder):
    module = evaluate.load(
        "wer_lev", num_process=2, process_id=1, experiment_id="x", cache_dir=folder
    )
    for _ in range(3):
        module.add_batch(predictions=["a"] * 20_000, references=["a"] * 20_000)


def test_one_that_ended_before_it_computed_is_missed_and_not_scored_in_part(tmp_path):
    other = PROCESSES.Process(target=add_as_the_second, args=(str(tmp_path),))
    other.start()
    module = evaluate.load(
        "wer_lev", num_process=2, process_id=0, experiment_id="x", cache_dir=str(tmp_path)
    )
    module.add_batch(**OWN)
    other.join(120)
    assert other.exitcode == 0
    with pytest.raises(ValueError, match=r"^process 1 ended before it called compute"):
        module.compute()
    assert len(module) == 2


def test_one_that_does_not_compute_in_time_is_named(tmp_path):
    processes = Processes(tmp_path, timeout=0.5)
    processes.add()
    with pytest.raises(ValueError, match=r"^process 1 has not called compute within 0\.5 seconds"):
        processes.first.compute()
    assert len(processes.first) == 2
    assert processes.second.compute() is None
    assert counts(processes.first.compute()) == [3, 1, 4]


def test_one_that_waits_in_vain_for_the_others_has_added_nothing_and_can_try_again(tmp_path):
    processes = Processes(tmp_path, timeout=0.5)
    for module in processes.modules:
        with pytest.raises(ValueError, match="Expected to find locked file"):
            module.add_batch(**OWN)
        assert len(module) == 0
    for module in processes.modules:
        module.timeout = 20
    processes.add()
    assert processes.second.compute() is None
    assert counts(processes.first.compute()) == [3, 1, 4]


def test_a_fast_process_does_not_write_over_what_is_not_scored_yet(processes):
    processes.add()
    assert processes.second.compute() is None
    next_one = processes.later(processes.second.add_batch, predictions=["z"], references=["y"])
    assert counts(processes.first.compute()) == [3, 1, 4]
    processes.first.add_batch(**OTHERS)
    next_one.result(30)
    assert processes.second.compute() is None
    assert counts(processes.first.compute()) == [1, 1, 2]


def test_a_fast_process_with_another_module_does_not_either(processes, tmp_path):
    processes.add()
    assert processes.second.compute() is None
    again = Processes(tmp_path)
    next_one = processes.later(again.second.add_batch, predictions=["z"], references=["y"])
    assert counts(processes.first.compute()) == [3, 1, 4]
    again.first.add_batch(**OTHERS)
    next_one.result(30)
    assert again.second.compute() is None
    assert counts(again.first.compute()) == [1, 1, 2]


def test_what_was_left_by_an_evaluation_that_was_broken_off_is_not_scored(tmp_path):
    left = Processes(tmp_path)
    left.add(others=LONG)
    path = left.second._evaluation._path
    del left
    gc.collect()
    with open(path, "wb") as file:
        file.write(b"anything")
    processes = Processes(tmp_path)
    processes.add()
    assert processes.second.compute() is None
    assert counts(processes.first.compute()) == [3, 1, 4]


def test_a_process_that_adds_nothing_need_not_add(processes):
    adding = processes.later(processes.second.compute)
    processes.first.add_batch(**OWN)
    assert adding.result(30) is None
    assert counts(processes.first.compute()) == [2, 1, 3]


def test_no_samples_of_any_process_are_nothing_to_score(processes):
    adding = processes.later(processes.second.compute)
    with pytest.raises(InputError, match="there is nothing to score"):
        processes.first.compute()
    assert adding.result(30) is None


def test_one_thread_may_add_and_another_compute(processes):
    processes.add()
    computing = threading.Thread(target=processes.second.compute)
    computing.start()
    computing.join(30)
    assert counts(processes.first.compute()) == [3, 1, 4]


def test_no_samples_are_left_on_the_disk(processes, tmp_path):
    processes.add(LONG, LONG)
    processes.second.compute()
    processes.first.compute()
    assert {path.suffix for path in files_in(tmp_path)} <= {".lock"}


def interruptible_lines(processes, process):
    """Count the lines of a compute of one process, and make the other's after or before it."""
    processes.add()  # first without being counted: what is done once for all takes lines too
    processes.second.compute()
    processes.first.compute()
    processes.add()
    if process == 0:
        processes.second.compute()
        return lines_of(processes.first.compute)
    lines = lines_of(processes.second.compute)
    processes.first.compute()
    return lines


few_and_many = pytest.mark.parametrize(
    "count", [20, pytest.param(times(60, of=200), marks=pytest.mark.slow)]
)


@few_and_many
def test_the_first_process_can_compute_again_after_an_interrupt_at_any_line(processes, count):
    lines = interruptible_lines(processes, 0)
    ends = []
    for stop in range(1, lines + 1, max(1, lines // count)):
        processes.add()
        processes.second.compute()
        assert Tracer(stop).run(processes.first.compute)
        ends.append(len(processes.first))
        if ends[-1]:
            assert counts(processes.first.compute()) == [3, 1, 4]
    # Once it lets the other processes go, there is no way back.
    assert ends == sorted(ends, reverse=True)
    assert ends.count(2) > 0.9 * len(ends) - 1


@few_and_many
def test_another_process_can_compute_again_after_an_interrupt_at_any_line(processes, count):
    lines = interruptible_lines(processes, 1)
    ends = []
    for stop in range(1, lines + 1, max(1, lines // count)):
        processes.add(here=1)  # where a tracer has stopped at the end of a lock's block, it is held
        assert Tracer(stop).run(processes.second.compute)
        ends.append(len(processes.second))
        if ends[-1]:
            assert processes.second.compute() is None
        assert counts(processes.first.compute()) == [3, 1, 4]
    assert ends == sorted(ends, reverse=True)
    assert ends[0] == 1


@pytest.mark.parametrize("process", [0, 1])
def test_an_interrupt_while_processes_wait_for_each_other_adds_nothing(processes, process):
    module, other = processes.modules[process], processes.modules[1 - process]
    lines = 60
    for stop in range(1, lines, 6):
        adding = processes.later(other.add_batch, **OTHERS)
        assert Tracer(stop).run(lambda: module.add_batch(**OWN))
        assert len(module) == 0
        module.add_batch(**OWN)
        adding.result(30)
        computing = processes.later(processes.second.compute)
        assert counts(processes.first.compute()) == [3, 1, 4]
        assert computing.result(30) is None
