"""Processes that stay in one state until a test has seen them in it and ends them.

A process says in a FIFO that it is in the state, with its number, and then waits for ever.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import psutil

from levmetrics.tokenizers import TOKENIZERS, TokenizerFacts, WordTokenizer

HELD = "held"  # the text at which the tokenizers wait
# A child of a test's process inherits that it ignores SIGINT, as a background job does.
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL]
ROOT = Path(__file__).parents[1]
_SECONDS = 20  # after which a state that does not come is a failure


def announce(fifo: str) -> None:
    """Say in a FIFO that this process is in the state that a test waits for."""
    with open(fifo, "w") as said:
        said.write(f"{os.getpid()}\n")


@dataclass(frozen=True)
class Held(WordTokenizer):
    """A tokenizer that waits at one text, in worker processes if its texts are many."""

    fifo: str

    def spaced(self, text: str) -> str:
        """Return the text."""
        if text.startswith(HELD):
            announce(self.fifo)
            self.wait()
        return text

    def wait(self) -> None:
        """Wait for ever, in Python."""
        while True:
            time.sleep(1)


@dataclass(frozen=True)
class HeldInC(Held):
    """The same in a function that lets no other thread of the process run."""

    def wait(self) -> None:
        """Wait for ever, with Python's lock."""
        ctypes.PyDLL(None).sleep(1_000_000)


def texts_for_workers() -> list[str]:
    """Return so many texts that two workers split them, which both come to one that is held."""
    texts = [f"{number:0100}" for number in range(10_000)]
    return [f"{HELD} {text}" if number % 200 == 0 else text for number, text in enumerate(texts)]


@contextlib.contextmanager
def announcements(folder: Path) -> Iterator[tuple[str, Iterator[int]]]:
    """Provide a FIFO, and the numbers of the processes that announce themselves in it."""
    fifo = folder / "announcements"
    os.mkfifo(fifo)
    said = os.open(fifo, os.O_RDWR)  # so that nobody waits for the other side to open it
    try:
        yield str(fifo), _numbers(said)
    finally:
        os.close(said)


@contextlib.contextmanager
def started(command: list[str], **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    """Start a process, which is killed at the end if it has not ended."""
    with subprocess.Popen(command, **options) as process:
        try:
            yield process
        finally:
            process.kill()


def _numbers(said: int) -> Iterator[int]:
    while select.select([said], [], [], _SECONDS)[0]:
        yield from map(int, os.read(said, select.PIPE_BUF).split())


def assert_ended(numbers: list[int]) -> None:
    """Wait until processes have ended; one that nobody waits for is a zombie."""
    end = time.monotonic() + _SECONDS
    while left := [number for number in numbers if _runs(number)]:
        assert time.monotonic() < end, [psutil.Process(number).cmdline() for number in left]
        time.sleep(0.01)


def _runs(number: int) -> bool:
    try:
        return bool(psutil.Process(number).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def shared_files(number: int) -> list[str]:
    """Return the shared memory and semaphores whose names have the number of a process."""
    return [path.name for path in Path("/dev/shm").glob(f"*{number}*")]


def heed_signals() -> None:
    """Have this process heed signals, also if the one that started it ignores them."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@dataclass(frozen=True)
class HeldHere(Held):
    """The same in this process, however many the texts are."""

    uses_processes: ClassVar[bool] = False


@dataclass(frozen=True)
class GoesOn(HeldHere):
    """A tokenizer that says that it has come to a text, and goes on."""

    def wait(self) -> None:
        """Wait for nothing."""


TOKENIZERS_THAT_WAIT = {"held": Held, "held-here": HeldHere, "goes-on": GoesOn}


def command(fifo: str, *words: str) -> None:
    """Run the command line with the tokenizers that wait."""
    import pyarrow as pa

    from levmetrics.__main__ import main

    pa.set_cpu_count(2)
    for name, kind in TOKENIZERS_THAT_WAIT.items():
        TOKENIZERS.register(TokenizerFacts(name, partial(kind, fifo), "for tests"))
    main([*words])


def score_on_workers(kind: str, fifo: str) -> None:
    """Score texts on two workers that wait."""
    import pyarrow as pa

    from levmetrics import error_counts

    pa.set_cpu_count(2)
    heed_signals()
    texts = texts_for_workers()
    error_counts(texts, texts, tokenizer={"Held": Held, "HeldInC": HeldInC}[kind](fifo))


if __name__ == "__main__":
    from tests import held  # whose classes the workers can import

    getattr(held, sys.argv[1])(*sys.argv[2:])
