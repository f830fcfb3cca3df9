"""Small files that grow when they are read: refused in a sentence, in little memory and time."""

import json
import re
import subprocess
import sys

import pytest

from tests.formats.hostile_files import FEW, HOSTILE
from tests.thoroughness import chosen

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="memory is limited, and measured, on Linux"),
]

MOST_MEGABYTES = 100  # beyond what a child takes for a file of one row; two may run at once
READ = """
import json, re, resource, sys, time
from pathlib import Path
from levmetrics.web.reading.files import read_files
from levmetrics.web.reading.read_as import FileColumn, UploadedFile
from levmetrics.web.reading.samples import read_samples
from levmetrics.errors import InputError

def megabytes():
    return int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) // 1024

path, before, started = Path(sys.argv[1]), megabytes(), time.monotonic()
files = {path.name: UploadedFile(str(path))}
(reading,) = read_files(files)
said = [reading.problem and str(reading.problem)]
for key in reading.keys or ["p", 1]:
    try:
        read_samples(FileColumn(path.name, key), {}, None, files)
    except InputError as error:
        said.append(str(error))
children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
print(json.dumps([said, megabytes() - before, children, time.monotonic() - started]))
"""


def read(path):
    """Return what is said of a file, the megabytes of this process and of children, and seconds."""
    ended = subprocess.run(
        [sys.executable, "-c", READ, path], capture_output=True, text=True, check=True
    )
    return json.loads(ended.stdout)


@pytest.fixture(scope="module")
def least_megabytes(tmp_path_factory):
    """What a child takes for its libraries alone, which differs among their versions."""
    path = tmp_path_factory.mktemp("harmless") / "a.csv"
    path.write_text("p,r\na,b\n")
    (problem, *_), _, children, _ = read(path)
    assert problem is None
    return children


@pytest.mark.parametrize("name", chosen(HOSTILE, *FEW))
def test_a_hostile_file_is_refused_in_little_memory_and_time(tmp_path, name, least_megabytes):
    path = tmp_path / name
    path.write_bytes(HOSTILE[name]())
    said, own, children, seconds = read(path)
    more = children - least_megabytes
    print(f"{name}: {path.stat().st_size:,} bytes, {own} + {more} MB, {seconds:.1f} s, {said}")
    refusals = [sentence for sentence in said if sentence is not None]
    assert refusals
    for sentence in refusals:
        assert name in sentence
        assert len(sentence) < 300
        assert not re.search(r"Traceback|\n|/|bad_alloc|setrecursionlimit", sentence)
    assert own + more < MOST_MEGABYTES
    assert seconds < 60
