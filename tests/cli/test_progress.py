"""Progress is shown on terminals, and nowhere else."""

import gzip
import os
import subprocess
import sys
from dataclasses import replace

import pytest

from tests.cli.test_program import ROOT
from tests.formats.tables import detected

pty = pytest.importorskip("pty")


@pytest.fixture
def files(tmp_path):
    for name in ("ref.txt", "hyp.txt"):
        (tmp_path / name).write_text("a b\n" * 50_000)
    return [tmp_path / "ref.txt", tmp_path / "hyp.txt"]


def on_a_terminal(arguments):
    """Run the program with standard error on a terminal; its status, output and what is shown."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "levmetrics", *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100"},
        stdout=subprocess.PIPE,
        stderr=theirs,
    )
    os.close(theirs)
    shown = b""
    try:
        while part := os.read(ours, 65_536):
            shown += part
    except OSError:  # the terminal is closed once the program has ended
        pass
    output = process.stdout.read().decode()
    return process.wait(60), output, shown.decode()


def test_a_terminal_shows_the_samples_the_rate_and_the_time_left(files):
    status, output, shown = on_a_terminal(["wer", *files])
    assert status == 0, shown
    assert "50,000" in output
    assert "samples," in shown
    assert "a second" in shown
    assert "0:00:0" in shown


def test_an_error_is_shown_after_the_progress(files):
    files[1].write_text("a b\n" * 49_999)
    status, _, shown = on_a_terminal(["wer", *files])
    assert status == 2
    assert "Error: ref.txt has 50,000 samples, and hyp.txt 49,999;" in shown


@pytest.mark.parametrize("suffix", ["", ".gz"])
def test_the_bytes_that_are_read_are_those_of_the_file(files, suffix):
    path = files[0]
    if suffix:
        path = path.with_suffix(".txt.gz")
        path.write_bytes(gzip.compress(files[0].read_bytes()))
    sizes = []
    file = detected(path, "lines")
    file = replace(file, source=file.source.changed(on_read=sizes.append))
    assert sum(len(values) for (values,) in file.batches([""])) == 50_000
    assert sum(sizes) == path.stat().st_size
