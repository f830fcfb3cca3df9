"""Too little memory is one sentence, whatever runs out of it first."""

import os
import subprocess
import sys

import pytest

from levmetrics.cli.memory import LEAST, TOO_LITTLE, shortage

resource = pytest.importorskip("resource")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are Linux's")

COMMANDS = {
    "wer": ("wer", "ref.txt", "hyp.txt"),
    "star": ("score", "star", "--file", "samples.jsonl"),
    "compare": ("compare", "wer", "-p", "hyp.txt", "other.txt", "-r", "ref.txt"),
    "report": ("report", "wer", "-p", "hyp.txt", "-r", "ref.txt", "-o", "out.html"),
    "align": ("align", "ref.txt", "hyp.txt"),
}
MEGABYTE = 1_000_000


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "ref.txt").write_text("a b\n" * 9)
    for name in ("hyp.txt", "other.txt"):
        (tmp_path / name).write_text("a c\n" * 9)
    (tmp_path / "samples.jsonl").write_text('{"prediction": "a b", "reference": "a c"}\n' * 9)
    return tmp_path


def run(folder, words, limit):
    def limited():
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

    path = os.pathsep.join([os.getcwd(), os.environ.get("PYTHONPATH", "")])
    return subprocess.run(
        [sys.executable, "-m", "levmetrics", *words],
        **{"cwd": folder, "preexec_fn": limited, "env": {**os.environ, "PYTHONPATH": path}},
        **{"capture_output": True, "text": True, "timeout": 120, "check": False},
    )


LIMITS = [150, 440, LEAST // MEGABYTE, 700, 900]


# What each command needs is between the second and the last but one.
@pytest.mark.parametrize(
    ("command", "limit"),
    [("compare", limit) for limit in LIMITS]
    + [(command, limit) for command in [*COMMANDS][:2] for limit in LIMITS[1:4]]
    + [(command, LIMITS[3]) for command in [*COMMANDS][3:]],
)
def test_a_command_in_little_memory_works_or_says_so_in_one_sentence(folder, command, limit):
    found = run(folder, COMMANDS[command], limit * MEGABYTE)
    errors = [line for line in found.stderr.splitlines() if "rror" in line or "jemalloc" in line]
    if found.returncode == 0:
        assert errors == []
    else:
        assert found.returncode == 2, found.stderr
        assert len(errors) == 1
        assert errors[0].startswith(("Error: the limit of memory", f"Error: {TOO_LITTLE}"))


def test_a_limit_that_is_too_low_is_named(folder):
    found = run(folder, COMMANDS["wer"], 200 * 1024 * 1000)
    assert found.stderr == (
        "Error: the limit of memory (ulimit -v) is 200,000 kB, and commands need at least "
        "634,765 kB; raise it\n"
    )
    assert run(folder, ["--version"], 200 * MEGABYTE).returncode == 0


def caused(error, cause):
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        ImportError("a.so: failed to map segment from shared object"),
        OSError(12, "Cannot allocate memory"),
        RuntimeError("can't start new thread"),
        caused(ImportError("needs lxml: pip install lxml"), MemoryError()),
    ],
)
def test_whatever_runs_out_of_memory_says_the_same(error):
    assert shortage(error) == TOO_LITTLE


def test_other_errors_say_what_they_are():
    for error in (ImportError("needs lxml"), OSError(2, "no such file"), ValueError("a")):
        assert shortage(error) is None
    assert shortage(MemoryError("the texts are too long for the memory")) == (
        "the texts are too long for the memory"
    )
