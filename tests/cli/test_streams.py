"""Standard streams that are closed, full or pipes: results arrive where they can, or it is said."""

import gzip
import json
import os
import shlex
import socket
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import levmetrics as lm
from levmetrics.cli import app
from tests.cli.test_program import ROOT
from tests.documentation import blocks
from tests.thoroughness import ALL, chosen

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
NEEDS_FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")

COMMANDS = {
    "score": "score wer -r ref.txt -p hyp.txt",
    "rouge": "rouge ref.txt hyp.txt",
    "wer": "wer ref.txt hyp.txt --details out/a.csv",
    "cer": "cer ref.txt hyp.txt --json",
    "anls": "anls ref.txt hyp.txt --worst 1",
    "record": "record ref.jsonl ref.jsonl",
    "compare": "compare wer -r ref.txt -p hyp.txt two.txt",
    "gate": "gate ref.txt hyp.txt --baseline b.parquet --by-order --margin 1% --junit out/a.xml",
    "baseline": "baseline ref.txt hyp.txt -o out/b.parquet",
    "report": "report wer -r ref.txt -p hyp.txt -o out/a.html",
    "meeting": "meeting cp -r s.stm -p s.stm",
    "align": "align ref.txt hyp.txt",
    "confusions": "confusions ref.txt hyp.txt",
    "tokenize": "tokenize 'a b'",
    "competition": "competition truth.json answers.json",
    "convert": "convert s.stm out/s.json",
    "demo": "demo --to out/demo",
    "publish": "publish anls --to out/anls",
}
FAST = ["wer", "compare"]
# These stand for the others, which go through the same streams: one that reads a third file, one
# that writes a file, one that writes many, one without files.
SLOW = ["gate", "report", "demo", "tokenize"]
EACH = pytest.mark.parametrize(
    "command",
    [
        pytest.param(line, id=name, marks=() if name in FAST else pytest.mark.slow)
        for name, line in chosen(COMMANDS, *FAST, *SLOW).items()
    ],
)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("out").mkdir()
    Path("ref.txt").write_text("a b\nc d\n")
    Path("hyp.txt").write_text("a b\nc x\n")
    Path("two.txt").write_text("a b\nc y\n")
    Path("ref.jsonl").write_text('{"reference": {"a": 1}, "prediction": {"a": 1}}\n' * 2)
    Path("s.stm").write_text("S1 1 anna 0.0 1.5 yes\n")
    Path("truth.json").write_text('{"data": [{"questionId": "q", "answers": ["a"]}]}')
    Path("answers.json").write_text('[{"questionId": "q", "answer": "a"}]')
    lm.score(["a b", "c x"], ["a b", "c d"]).to_baseline("b.parquet")
    return tmp_path


def shell(line, **options):
    """Run a line in which ``levmetrics`` is this package."""
    program = f"{shlex.quote(sys.executable)} -m levmetrics"
    return subprocess.run(
        ["bash", "-c", f'levmetrics() {{ {program} "$@"; }}; set -o pipefail; {line}'],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        **options,
    )


def outputs():
    return {path: path.read_bytes() for path in Path("out").rglob("*") if path.is_file()}


@cache
def usual(command):
    """Run a command with its streams, and return it with its files, which are removed."""
    done = shell(f"levmetrics {command}")
    assert done.returncode == 0
    files = outputs()
    for path in files:
        path.unlink()
    return done, files


def test_every_command_is_here():
    assert {*COMMANDS} == {*app.commands} - {"app"}


@EACH
def test_a_closed_stream_loses_no_result(command):
    expected, files = usual(command)
    cases = [
        (">&-", "", [*expected.stderr, *expected.stdout]),
        (">&- 2>&- <&-", "", ""),
        ("<&-", expected.stdout, expected.stderr),
        ("2>&-", expected.stdout, ""),
    ]
    # What no command takes by itself is tried with one of them. Without any stream there are files.
    some = cases if ALL or command == COMMANDS["wer"] else cases[: 1 + bool(files)]
    for streams, stdout, stderr in some:
        done = shell(f"levmetrics {command} {streams}")
        assert done.returncode == 0
        assert done.stdout == stdout
        assert sorted(done.stderr) == sorted(stderr)
        assert outputs() == files
        for path in files:
            path.unlink()


@NEEDS_FULL
@EACH
def test_a_full_standard_output_is_said_once_and_files_are_written(command):
    _, files = usual(command)
    done = shell(f"levmetrics {command} > /dev/full")
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == (
        "Error: standard output cannot be written: No space left on device"
    )
    assert done.stderr.count("Error") == 1
    assert outputs() == files or command.startswith("demo")  # which prints after each file


@EACH
def test_a_reader_that_has_left_ends_it_without_a_word(command):
    done = shell(f"(sleep 0.2; levmetrics {command}) | true")
    assert done.returncode == 141
    assert "Error" not in done.stderr


@pytest.mark.parametrize("streams", ["2>/dev/full", "2>&-"])
@NEEDS_FULL
def test_messages_that_cannot_be_written_end_nothing(streams):
    done = shell(f"levmetrics wer ref.txt hyp.txt --fail-above 1% --json {streams}")
    assert done.returncode == 3
    assert json.loads(done.stdout)["wer"] == 0.25


@NEEDS_FULL
def test_a_result_that_no_stream_takes_is_an_error():
    assert shell("levmetrics wer ref.txt hyp.txt 2>/dev/full >&-").returncode == 2


def test_limits_and_refusals_have_their_status_without_streams():
    closed = "<&- >&- 2>&-"
    assert shell(f"levmetrics wer ref.txt hyp.txt --fail-above 1% {closed}").returncode == 3
    assert shell(f"levmetrics wer ref.txt missing.txt {closed}").returncode == 2
    assert shell(f"levmetrics --help {closed}").returncode == 0


@pytest.mark.parametrize("command", ["wer ref.txt -", "tokenize", "align - hyp.txt"])
def test_a_closed_standard_input_cannot_be_read(command):
    done = shell(f"levmetrics {command} <&-")
    assert done.returncode == 2
    assert done.stderr == "Error: standard input cannot be read: Bad file descriptor\n"


def test_no_file_gets_the_number_of_a_closed_stream():
    """What prints past Python, as libraries of C do, must not print into an output."""
    script = Path("loud.py")
    script.write_text("""
import os
from levmetrics.cli import details
usual = details.sample_columns
def loud(*arguments):
    links = [f"/proc/self/fd/{number}" for number in range(3)]  # as Linux has them
    places = {os.readlink(link) for link in links} if os.path.isdir("/proc") else {os.devnull}
    with open("places.txt", "w") as file:
        file.write(" ".join(places))
    for number in range(3):
        try:
            os.write(number, b"loud")
        except OSError:
            pass
    return usual(*arguments)
details.sample_columns = loud
from levmetrics.__main__ import main
main()
""")
    line = f"{shlex.quote(sys.executable)} loud.py wer ref.txt hyp.txt --details out/a.csv"
    assert shell(f"{line} <&- >&- 2>&-").returncode == 0
    assert b"loud" not in outputs()[Path("out/a.csv")]
    assert Path("places.txt").read_text() == os.devnull  # and no pipe of signals


@pytest.mark.parametrize(
    ("command", "names"),
    [
        ("wer ref.txt hyp.txt --details", "out/a.csv - /dev/stdout /dev/fd/1"),
        (
            "gate ref.txt hyp.txt --baseline b.parquet --by-order --margin 1% --markdown",
            "out/a.md -",
        ),
        ("convert s.stm", "out/a.json -"),
    ],
)
def test_an_output_may_be_standard_output(command, names):
    """Where the summary is on standard error."""
    file, *streams = names.split()
    assert shell(f"levmetrics {command} {file}").returncode == 0
    for stream in streams:
        done = shell(f"levmetrics {command} {stream}")
        assert (done.returncode, done.stdout) == (0, Path(file).read_text())


@pytest.mark.parametrize("name", [">(cat)", "/dev/fd/3 3>&1"])
def test_an_output_may_be_another_open_stream(name):
    assert shell("levmetrics wer ref.txt hyp.txt --details out/a.csv").returncode == 0
    done = shell(f"levmetrics wer ref.txt hyp.txt --details {name}")
    assert done.returncode == 0
    assert Path("out/a.csv").read_text() in done.stdout


def test_the_documented_commands_write_into_streams():
    [block] = [block for block in blocks("bash") if block.page == "docs/cli.md"]
    git = "git() { cat baseline.parquet; }"  # has the file of another branch
    made = "levmetrics demo --to .; levmetrics baseline ref.txt hyp.txt -o baseline.parquet"
    for name in ("ref.txt", "hyp.txt", "two.txt"):
        Path(name).unlink()
    assert shell(made).returncode == 0
    done = shell(f"{git}; set -e; {block.code}wait")
    assert done.returncode == 0, done.stderr
    *rows, heading = Path("by_rate.csv").read_text().splitlines()
    assert heading.startswith("row,wer,")
    rates = [float(row.split(",")[1]) for row in rows]
    assert len(rates) == 600
    assert rates == sorted(rates, reverse=True)
    assert b"Word error rate" in gzip.decompress(Path("report.html.gz").read_bytes())
    assert "24.23" in Path("summary.md").read_text()


def test_standard_output_that_is_a_file_is_appended_to(folder):
    Path("log.csv").write_text("before\n")
    assert shell("levmetrics wer ref.txt hyp.txt --details /dev/stdout >> log.csv").returncode == 0
    log = Path("log.csv").read_text()
    assert log.startswith("before\nrow,wer,")
    assert len(log.splitlines()) == 4


def test_a_baseline_goes_through_pipes():
    done = shell(
        "levmetrics baseline ref.txt hyp.txt -o - | levmetrics gate ref.txt hyp.txt --baseline - "
        "--by-order --margin 1%; levmetrics gate ref.txt hyp.txt --baseline <(cat b.parquet) "
        "--by-order --margin 1%"
    )
    assert done.returncode == 0
    assert done.stdout.count("WER 25.00 % to 25.00 %: the same") == 2


@pytest.mark.parametrize(
    "command",
    [
        "gate ref.txt hyp.txt --baseline - --by-order --margin 1% --update",
        "baseline ref.txt --rescore -",
    ],
)
def test_a_baseline_from_a_stream_is_not_replaced(command):
    done = shell(f"levmetrics {command} < b.parquet")
    assert done.returncode == 2
    assert "is a stream and cannot be replaced" in done.stderr


def test_two_outputs_may_share_a_device_and_no_stream():
    gate = "levmetrics gate ref.txt hyp.txt --baseline b.parquet --by-order --margin 1%"
    assert shell(f"{gate} --markdown /dev/null --junit /dev/null").returncode == 0
    assert Path("/dev/null").is_char_device()
    done = shell(f"{gate} --markdown - --junit /dev/stdout")
    assert done.returncode == 2
    assert "written twice" in done.stderr


def test_an_output_with_a_closed_stream_is_refused():
    done = shell("levmetrics wer ref.txt hyp.txt --details - >&-")
    assert done.returncode == 2
    assert "standard output cannot be written: Bad file descriptor" in done.stderr


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("report wer -r ref.txt -p hyp.txt -o", "a.html"),
        ("wer ref.txt hyp.txt --fail-above 1% --details", "a.csv"),
        ("wer ref.txt hyp.txt --details", "a.parquet"),
    ],
)
def test_a_disk_that_becomes_full_leaves_the_old_file_and_no_other(command, name):
    old = Path("out", name)
    old.write_text("old")
    usual = shell(f"levmetrics {command} usual{old.suffix}")
    lines = usual.stdout.replace(f"Written to usual{old.suffix}\n", "")
    done = shell(f"ulimit -f 0; levmetrics {command} {old}")
    assert done.returncode == 2
    assert done.stdout == lines  # the results
    assert f"Error: {old} cannot be written: File too large\n" in done.stderr
    assert outputs() == {old: b"old"}


def test_a_socket_is_refused(folder):
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("a.csv")
        done = shell("levmetrics wer ref.txt hyp.txt --details a.csv")
    assert done.returncode == 2
    assert done.stderr == "Error: a.csv cannot be written: No such device or address\n"
