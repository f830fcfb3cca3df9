"""What the child process is asked for in tests."""

import os
import signal
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path

from levmetrics import InputError
from levmetrics.errors import InputWarning, Note, Place, warn
from levmetrics.system.extras import needed_by


def echo(value):
    return value


def act(name):
    """Do what a request says: well, or as badly as a file may make its reader do."""
    if name == "sleep":
        time.sleep(60)
    if name == "work":
        while True:
            pass
    if name == "crash":
        os.kill(os.getpid(), signal.SIGKILL)
    if name == "end":
        sys.exit(3)
    if name == "grow":
        return len([bytearray(1_000_000) for _ in range(4_000)])
    if name == "warn":
        for lines in (2, 2, 3):
            fields = {"file": "p.xml", "element": "Foo", "lines": lines}
            warn(InputWarning(Note("note.unread_lines", fields)))
        warn("not for the visitor")
    if name == "refuse":
        raise InputError("page.no_rows", place=Place("refuse", 2, "line"))
    if name == "lack":
        with needed_by("an Excel file", "excel"):
            import_module("nothing_of_this_name")
    if name == "fail":
        raise KeyError("/a/path")
    return name.upper()


def litter(name):
    """Fill the disk as far as possible, then end as :func:`act` does."""
    try:
        Path(tempfile.mkdtemp(dir=os.environ["TMPDIR"]), name).write_bytes(bytes(1_000_000))
    except OSError as error:
        print(error.strerror, file=sys.stderr, flush=True)
    return act(name)


def environment(name):
    return os.environ.get(name)
