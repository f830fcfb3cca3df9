"""A child process that reads untrusted files with limited memory and time.

A few bytes may expand to gigabytes, the sizes stated in a file may be forged, and the reader may
crash. So the process limits its own memory before it opens the first file, may write no byte to the
disk, and a request that is not answered in time is refused. It gets its requests as JSON, and
answers each by one line of JSON.
"""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import BoundedSemaphore
from typing import Any, NamedTuple

from levmetrics.errors import InputError, InputWarning, Note, as_json, from_json
from levmetrics.system.extras import lacking
from levmetrics.system.work import seconds_left
from levmetrics.web.faults import in_a_line
from levmetrics.web.limits import PAGE

SECONDS = 40.0  # for all requests of a call, on a possibly busy machine, after any wait
PROCESSOR_SECONDS = 10  # for those of a child
MEGABYTES = 90  # that reading may take beyond the memory at the start

_LEAST_SECONDS = 1.0  # in which a child can start and read a small file
_WAITING_SECONDS = 60.0
_TICK = 0.1
_CHILDREN = BoundedSemaphore(2)
# The variables that locate Python's libraries; others, such as passwords, are kept from untrusted
# files.
_PASSED_ON = ("PATH", "LD_LIBRARY_PATH", "SYSTEMROOT")
_SMALL_MEMORY = {  # keep Arrow and the C library from reserving spare memory
    "ARROW_DEFAULT_MEMORY_POOL": "system",
    "ARROW_IO_THREADS": "1",
    "MALLOC_ARENA_MAX": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}
_TOO_SLOW, _FAILED = "page.reading_too_slow", "page.reading_failed"
_TIME_IS_OVER = getattr(signal, "SIGXCPU", None)  # not on Windows
_LOGGER = logging.getLogger(__name__)


class ChildRequest(NamedTuple):
    """A request to a child.

    Attributes:
        name: the name of the file or files, for messages.
        arguments: the arguments of the answering function: JSON values.

    """

    name: str
    arguments: Mapping[str, Any]


class Answer(NamedTuple):
    """A child's answer.

    Attributes:
        value: the function's result, a JSON value.
        notes: what the readers leave out, each once.
        refusal: the reason of a refusal, or ``None``.

    """

    value: Any
    notes: list[Note]
    refusal: InputError | None = None


def answers(function: Callable[..., object], requests: Sequence[ChildRequest]) -> list[Answer]:
    """Return a child process's answers to requests, processed one by one.

    A request at which the child crashes or takes too long is refused. Another child answers the
    following ones, in half of the remaining time.

    Args:
        function: a module-level function, which returns JSON values, or refuses by an
            ``InputError``.
        requests: the requests; at least one.

    Returns:
        One answer per request.

    Raises:
        InputError: if too many others wait for their turn.

    """
    given: list[Answer] = []
    with _turn():
        of_run = seconds_left()
        deadline = time.monotonic() + (SECONDS if of_run is None else min(SECONDS, of_run))
        while rest := requests[len(given) :]:
            left = (deadline - time.monotonic()) / 2
            if left < _LEAST_SECONDS:
                return given + [_refused(_TOO_SLOW, request) for request in rest]
            answered, failure = _asked(function, rest, left)
            given += [*answered, *(_refused(failure, one) for one in rest[len(answered) :][:1])]
    return given


@contextmanager
def _turn() -> Iterator[None]:
    """Wait until another child may run.

    Raises:
        InputError: if that takes too long.

    """
    end = time.monotonic() + _WAITING_SECONDS
    while not _CHILDREN.acquire(timeout=min(_WAITING_SECONDS, _TICK)):
        seconds_left()  # ends the wait if the run is cancelled
        if time.monotonic() > end:
            raise InputError("page.busy")
    try:
        yield
    finally:
        _CHILDREN.release()


def _asked(
    function: Callable[..., object], requests: Sequence[ChildRequest], seconds: float
) -> tuple[list[Answer], str]:
    """Return the answers of one child until it failed, and the code of the failure."""
    asked = json.dumps([function.__module__, function.__name__, requests]).encode()
    with TemporaryDirectory(dir=os.environ.get("GRADIO_TEMP_DIR")) as folder:
        command = [sys.executable, "-B", "-X", "utf8", "-m", __name__]
        environment = _environment(folder)
        try:
            child = subprocess.run(
                command, input=asked, env=environment, capture_output=True, timeout=seconds
            )
            output, errors = child.stdout, child.stderr
            failure = _TOO_SLOW if -child.returncode == _TIME_IS_OVER else _FAILED
        except subprocess.TimeoutExpired as late:
            output, errors, failure = late.stdout or b"", late.stderr or b"", _TOO_SLOW
    if errors:
        _LOGGER.warning("A child said: %s", errors[-4_000:].decode(errors="replace"))
    *lines, _unfinished = output.split(b"\n")
    return [*map(answer_of, lines)], failure


def _environment(folder: str) -> dict[str, str]:
    """Return a child's variables, with the folder of its temporary files."""
    passed_on = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    own = {"TMPDIR": folder, "PYTHONPATH": os.pathsep.join(sys.path)}
    if sys.pycache_prefix is not None:  # without its byte code a child starts in twice the time
        own["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
    return {**passed_on, **_SMALL_MEMORY, **own}


def _refused(code: str, request: ChildRequest) -> Answer:
    return Answer(None, [], InputError(code, file=request.name))


def main() -> None:
    """Read the task from standard input, and write the answers to standard output."""
    module, name, requests = json.load(sys.stdin)
    function = getattr(import_module(module), name)
    import_module("pyarrow.compute")  # whose memory and threads are not those that files take
    _limit_itself()
    for request in requests:
        sys.stdout.buffer.write(line_of(function, ChildRequest(*request)) + b"\n")
        sys.stdout.buffer.flush()


def line_of(function: Callable[..., object], request: ChildRequest) -> bytes:
    """Return the answer of a function to a request as a line of JSON, whatever it raises."""
    notes: list[Note] = []
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", InputWarning)
            value = function(**request.arguments)
        for warning in caught:  # others are of the libraries, and not of the file
            if isinstance(warning.message, InputWarning) and warning.message.note not in notes:
                notes.append(warning.message.note)
        return _as_json(Answer(value, notes))
    except InputError as error:
        refusal = error
    except MemoryError:
        refusal = InputError("file.too_much", place=request.name, owner=PAGE.owner)
    except ImportError as error:
        print(in_a_line(error), file=sys.stderr)
        refusal = lacking(error)
    except Exception as error:  # an unforeseen file, which must not affect the others
        print(in_a_line(error), file=sys.stderr)
        refusal = InputError(_FAILED, file=request.name)
    return _as_json(Answer(None, [], refusal))


def _as_json(answer: Answer) -> bytes:
    return json.dumps(answer, ensure_ascii=False, default=as_json).encode("utf-8", "surrogatepass")


def answer_of(line: bytes) -> Answer:
    """Return the answer that :func:`line_of` wrote."""
    return Answer(*json.loads(line.decode("utf-8", "surrogatepass"), object_hook=from_json))


def _limit_itself() -> None:
    """Limit this process: its memory to some megabytes more than now, its time, and its disk.

    It may create files, but not write to them; its answers go to a pipe.
    """
    try:
        import resource
    except ImportError:
        return  # on Windows only the whole time is limited
    resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_SECONDS, PROCESSOR_SECONDS + 1))
    for kind in (resource.RLIMIT_CORE, resource.RLIMIT_FSIZE):
        resource.setrlimit(kind, (0, 0))
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except OSError:
        return  # only Linux limits the memory of a process reliably
    limit = pages * resource.getpagesize() + MEGABYTES * 1_000_000
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


if __name__ == "__main__":
    main()
