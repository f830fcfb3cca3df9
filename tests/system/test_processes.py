"""Worker processes end with the process that started them, and leave nothing."""

import gc
import os
import signal
import subprocess
import sys
from threading import Thread

import pyarrow as pa
import pytest

from levmetrics.system.work import _staying_threads
from tests.packages import needs

pytestmark = [
    needs("cloudpickle", "psutil"),
    pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs FIFOs"),
]
pytest.importorskip("cloudpickle")
pytest.importorskip("psutil")

from levmetrics.system import processes  # noqa: E402
from levmetrics.system.processes import on_processes  # noqa: E402
from tests import held  # noqa: E402

START = "from levmetrics.system.worker import main; main()"
WORKER = [sys.executable, "-c", START]


@pytest.mark.parametrize(
    ("kind", "number"),
    [
        ("HeldInC", signal.SIGKILL),
        *(pytest.param("Held", number, marks=pytest.mark.slow) for number in held.SIGNALS),
    ],
)
def test_workers_end_with_their_parent_whatever_they_do(kind, number, tmp_path):
    with held.announcements(tmp_path) as (fifo, announced):
        command = [sys.executable, "-m", "tests.held", "score_on_workers", kind, fifo]
        with held.started(command, stderr=subprocess.DEVNULL) as parent:  # Ctrl-C is a traceback
            workers = [next(announced), next(announced)]
            parent.send_signal(number)
            assert parent.wait(20) == -number
    held.assert_ended(workers)
    assert held.shared_files(parent.pid) == []


def test_a_worker_ends_with_its_standard_input(tmp_path):
    # As on systems that do not kill it; here, its parent stays.
    import cloudpickle

    with (
        held.announcements(tmp_path) as (fifo, announced),
        subprocess.Popen(WORKER, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as asked,
    ):
        cloudpickle.dump([*map(cloudpickle.dumps, [held.Held(fifo), held.HELD])], asked.stdin)
        assert next(announced) == asked.pid
        asked.stdin.close()
        assert asked.wait(20) == 1


@pytest.fixture
def one_worker(monkeypatch):
    """Return the number of the process that answers, the only one."""
    monkeypatch.setattr(pa, "cpu_count", lambda: 1)
    processes._pool.cache_clear()
    yield answering_process
    processes._pool.cache_clear()


def answering_process():
    [number] = on_processes(process_number, [0])
    return number


def process_number(_):
    return os.getpid()


def test_a_signal_of_a_terminal_to_its_whole_group_is_left_to_the_parent(one_worker):
    assert os.getpgid(one_worker()) != os.getpgid(0)


def test_a_worker_stays_for_other_calls_when_the_thread_that_asked_first_has_ended(one_worker):
    found = []
    thread = Thread(target=lambda: found.append(one_worker()))
    thread.start()
    thread.join()
    _staying_threads.cache_clear()  # its threads end as well
    gc.collect()
    assert [one_worker()] == found


def test_a_worker_that_nobody_uses_ends_and_another_takes_its_place(one_worker, monkeypatch):
    ends_at_once = (
        f"import levmetrics.system.worker; levmetrics.system.worker._UNUSED_SECONDS = 0.5; {START}"
    )
    monkeypatch.setattr(processes, "_START", ends_at_once)
    unused = one_worker()
    held.assert_ended([unused])
    assert one_worker() != unused


def test_a_forked_process_starts_workers_of_its_own_and_leaves_its_parents(one_worker):
    before = one_worker()
    assert in_a_fork(one_worker) not in (before, None)
    assert one_worker() == before


def in_a_fork(call):
    """Return the result of a call in a copy of this process."""
    read, written = os.pipe()
    child = os.fork()
    if not child:
        os.write(written, str(call()).encode())
        os._exit(0)
    os.close(written)
    with os.fdopen(read) as said:
        result = said.read()
    os.waitpid(child, 0)
    return int(result) if result else None


def failing(_):
    raise UnreadableError(1, 2)


class UnreadableError(Exception):
    """An error that cannot be copied to another process."""

    def __init__(self, first, second):
        super().__init__(first)


def test_an_error_that_cannot_be_passed_on_is_described(one_worker):
    with pytest.raises(RuntimeError, match=r"UnreadableError\(1\)") as caught:
        list(on_processes(failing, [0]))
    assert "in failing" in str(caught.value.__cause__)


def printing(text):
    print(text)
    return sys.stdin.read()


def test_what_a_function_prints_and_reads_is_not_what_the_processes_say(one_worker):
    assert list(on_processes(printing, ["a"])) == [""]


def test_modules_are_found_where_this_process_finds_them(one_worker, tmp_path, monkeypatch):
    for name in ("signal.py", "queue.py"):  # in the working folder, which is not on the path
        (tmp_path / name).write_text("raise SystemExit")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    assert one_worker()
