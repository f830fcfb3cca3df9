"""A signal ends a command in any state, without a traceback, and nothing is left."""

import os
import random
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from string import ascii_letters

import pytest

from tests.packages import needs
from tests.thoroughness import ALL

pytestmark = [
    needs("cloudpickle", "psutil"),
    pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs FIFOs and signals"),
]
psutil = pytest.importorskip("psutil")

from tests import held  # noqa: E402

MANY = 1_000_000
MORE_THAN_A_PIPE = b"a b\n" * 100_000  # so that it is written once someone reads


@contextmanager
def running(folder, *words, **options):
    """Run a command with files and temporary files in folders of the test."""
    (folder / "temporary").mkdir()
    with held.started(
        [sys.executable, "-m", *words],
        cwd=held.ROOT,
        env={**os.environ, "TMPDIR": str(folder / "temporary")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=options.pop("preexec_fn", held.heed_signals),
        start_new_session=True,
        **options,
    ) as process:
        yield process


@contextmanager
def reads_standard_input(folder, **options):
    hypotheses = folder / "hyp.txt"
    hypotheses.write_bytes(MORE_THAN_A_PIPE)
    words = ["levmetrics", "wer", "-", str(hypotheses)]
    with running(folder, *words, stdin=subprocess.PIPE, **options) as process:
        process.stdin.write(MORE_THAN_A_PIPE)
        yield process


@contextmanager
def reads_a_fifo(folder):
    hypotheses, fifo = folder / "hyp.txt", folder / "fifo"
    hypotheses.write_bytes(MORE_THAN_A_PIPE)
    os.mkfifo(fifo)
    with (
        running(folder, "levmetrics", "wer", str(fifo), str(hypotheses)) as process,
        fifo.open("wb", buffering=0) as written,
    ):
        written.write(MORE_THAN_A_PIPE)
        yield process


@contextmanager
def waits(folder, tokenizer, references, predictions, *options, announcements=1):
    """A command that has come to texts at which its tokenizer waits."""
    files = {folder / "ref.txt": references, folder / "hyp.txt": predictions}
    for path, texts in files.items():
        path.write_text("\n".join(texts))
    with held.announcements(folder) as (fifo, announced):
        words = ["tests.held", "command", fifo, "wer", *map(str, files)]
        with running(folder, *words, "--tokenizer", tokenizer, *options) as process:
            for _ in range(announcements):
                next(announced)
            yield process


@contextmanager
def scores(folder):
    # Two texts that take the kernel a quarter of a minute, and others a fraction of a second.
    letters = random.Random(1)
    sides = [[f"{held.HELD} {' '.join(letters.choices(ascii_letters, k=MANY))}"] for _ in "ab"]
    with waits(folder, "goes-on", *sides, announcements=2) as process:
        times = psutil.Process(process.pid).cpu_times
        end = times().user + 1
        while times().user < end:
            assert process.poll() is None
            time.sleep(0.01)
        yield process


def has_workers(folder):
    texts = held.texts_for_workers()
    return waits(folder, "held", texts, texts, announcements=2)


def writes(folder):
    # The first batch of the samples is in the file that is not complete yet.
    texts = [f"a b {number}" for number in range(30_000)]
    texts[25_000] = held.HELD
    return waits(folder, "held-here", texts, texts, "--details", str(folder / "details.csv"))


STATES = [reads_standard_input, reads_a_fifo, scores, has_workers, writes]


# SIGINT, SIGTERM and SIGHUP have one handler: each ends the state with most to clear up, and the
# first is tried in all. SIGKILL, which has none, is tried where workers or a file could be left.
CASES = [
    pytest.param(state, number, id=f"{state.__name__}-{number.name}")
    for state in STATES
    for number in held.SIGNALS
    if ALL
    or state is writes
    or number == signal.SIGINT
    or (state is has_workers and number == signal.SIGKILL)
]


@pytest.mark.slow
@pytest.mark.parametrize(("state", "number"), CASES)
def test_a_signal_ends_a_command_in_any_state_and_nothing_is_left(state, number, tmp_path):
    with state(tmp_path) as process:
        inputs = {*tmp_path.glob("*.txt")}
        children = [child.pid for child in psutil.Process(process.pid).children(recursive=True)]
        assert bool(children) == (state is has_workers)
        os.killpg(process.pid, number)  # as a terminal does, and whoever ends a batch job
        said = process.communicate(timeout=20)[1].decode()
        assert process.returncode == -number
    assert len(said.split("\n")) <= 2
    assert "Traceback" not in said
    held.assert_ended(children)
    assert held.shared_files(process.pid) == []
    assert left_of(tmp_path, number) == inputs


def left_of(folder, number):
    """The files; a killed process may leave its own only where each file has a name."""
    ours = [folder / name for name in ("temporary", "fifo", "announcements")]
    left = {path for path in folder.rglob("*") if path not in ours}
    if number != signal.SIGKILL or has_nameless_files(folder):
        return left
    return {path for path in left if not path.name.startswith(".levmetrics-")}


def has_nameless_files(folder):
    try:
        os.close(os.open(folder, os.O_WRONLY | os.O_TMPFILE))
    except (AttributeError, OSError):
        return False
    return True


@pytest.mark.slow
def test_signals_that_come_together_end_a_command_once_and_nothing_is_left(tmp_path):
    # As those of a terminal that closes, or of a service manager.
    with writes(tmp_path) as process:
        for _ in range(100):
            process.send_signal(signal.SIGHUP)
            process.send_signal(signal.SIGTERM)
        said = process.communicate(timeout=20)[1]
    assert -process.returncode in (signal.SIGHUP, signal.SIGTERM)
    assert said.strip() == b""
    assert {path.name for path in left_of(tmp_path, 0)} == {"ref.txt", "hyp.txt"}


def ignore_hangups():
    signal.signal(signal.SIGHUP, signal.SIG_IGN)


def test_a_hangup_that_nohup_ignores_stays_ignored(tmp_path):
    with reads_standard_input(tmp_path, preexec_fn=ignore_hangups) as process:
        process.send_signal(signal.SIGHUP)
        shown = process.communicate(timeout=20)[0]
        assert process.returncode == 0
    assert b"0.00 %" in shown


def python(code, *arguments):
    """Run code whose standard error is returned with the exit status."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=held.ROOT,
        capture_output=True,
        preexec_fn=held.heed_signals,
        timeout=20,
        check=False,
    )
    return done.returncode, done.stderr.decode()


AT_AN_IMPORT = """
import os, sys

class Signals:
    def find_spec(self, name, path=None, target=None):
        global left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), number)

from levmetrics import __main__
from levmetrics.system import signals
number, left = map(int, sys.argv[1:3])
sys.meta_path.insert(0, Signals())
sys.argv[1:] = ["wer", *sys.argv[3:]]
__main__.main()
"""


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
def test_a_signal_at_any_import_ends_the_command_without_a_word(number, tmp_path):
    for name in ("ref.txt", "hyp.txt"):
        (tmp_path / name).write_text("a b\n")
    files = [str(tmp_path / name) for name in ("ref.txt", "hyp.txt")]
    ended = 0
    for imports in range(1, 10_000, 41):
        done = python(AT_AN_IMPORT, str(int(number)), str(imports), *files)
        if done[0] == 0:
            break
        assert done[0] == -number
        # Some modules are imported after the files are read, which the command says.
        assert done[1].strip() in ("", "read as lines, 1 sample")
        ended += 1
    assert ended > 5


IN_A_FINALIZER = """
import os, signal, time
from levmetrics.system.signals import run

class Finalized:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(0)

def program():
    Finalized()
    time.sleep(60)

run(program)
"""
BESIDE_A_THREAD = """
import os, signal, threading, time
from levmetrics.system.signals import run

def program():
    threading.Thread(target=threading.Event().wait).start()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(60)

run(program)
"""
TO_ANOTHER_THREAD = """
import os, signal, threading
from pathlib import Path
from levmetrics.system.signals import run

def other():
    while Path("/proc/self/stat").read_text().rpartition(") ")[2][0] != "S":
        pass
    signal.pthread_kill(threading.get_ident(), signal.SIGTERM)

def program():
    threading.Thread(target=other).start()
    os.read(os.pipe()[0], 1)

run(program)
"""


SWALLOWED = """
import os, signal, time
from levmetrics.system import signals

def program():
    try:
        os.kill(os.getpid(), signal.SIGTERM)
    except KeyboardInterrupt:
        pass
    time.sleep(60)

signals._PATIENCE = 1.5
signals.run(program)
"""


def test_a_signal_that_a_library_swallows_is_tried_again():
    assert python(SWALLOWED) == (-signal.SIGTERM, "")


def test_a_signal_ends_a_process_whose_threads_do_not_end():
    # As those of a pool do not if a signal breaks their start off.
    assert python(BESIDE_A_THREAD) == (-signal.SIGTERM, "")


@pytest.mark.parametrize(
    "code", [IN_A_FINALIZER, TO_ANOTHER_THREAD], ids=["in a finalizer", "before a call that waits"]
)
def test_a_signal_that_python_loses_is_tried_again(code):
    assert python(code) == (-signal.SIGTERM, "")


AFTER_OTHERS = """
import os, signal, sys, time
from levmetrics.system.signals import run

def opened():
    return len(os.listdir("/proc/self/fd"))

def program():
    try:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(60)
    finally:
        sys.stderr.write("cleaned up")

run(opened)
first = opened()
for _ in range(3):
    run(opened)
sys.stderr.write(f"{opened() - first} more, ")
run(program)
"""


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="counts open files")
def test_a_process_runs_many_programs_and_each_cleans_up_after_a_signal():
    assert python(AFTER_OTHERS) == (-signal.SIGTERM, "0 more, cleaned up")
